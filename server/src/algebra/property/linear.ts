// Linearity over F2: is the value at x XOR y the XOR of the values? Then a layout is a linear layout in
// Triton's sense, given by its values at the powers of two.

import { isFailure, NeedsValue, type Outcome } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { type AnyLayout, Layout } from '../layout/layout.ts';
import { applySwizzle } from '../layout/swizzle.ts';
import { type HTuple, isTuple } from '../tuple/htuple.ts';
import { type LayoutView, viewOf, withValues } from './view.ts';

/** The bases of a linear layout, as Triton prints them: per top-level mode the values at 1, 2, 4, … */
export interface LinearForm {
  readonly linear: true;
  /** One list a top-level mode; each value has one entry a component, a single one for offsets. */
  readonly bases: readonly (readonly (readonly number[])[])[];
}
export interface NotLinear {
  readonly linear: false;
  readonly why: string;
}

const isPowerOfTwo = (n: number): boolean => n > 0 && Number.isInteger(Math.log2(n));
const modesOf = (layout: AnyLayout): readonly HTuple<Int>[] => {
  const shape = layout instanceof Layout ? layout.shape : null;
  if (shape !== null) return isTuple(shape) ? shape : [shape];
  return modesOf((layout as Exclude<AnyLayout, Layout>).inner);
};
const leafCount = (t: HTuple<Int>): number =>
  isTuple(t) ? t.reduce<number>((n, x) => n + leafCount(x), 0) : 1;

const notLinear = (why: string): NotLinear => ({ linear: false, why });

/** The values at the powers of two, leaf by leaf, if the layout is a sum of modes. */
const columnsOf = (view: LayoutView): number[][][] | null => {
  const { modes, swizzle } = view;
  if (modes === null) return null;
  const tables = modes.kind === 'coordinate' ? modes.strides : [modes.strides];
  return modes.sizes.map((size, leaf) =>
    Array.from({ length: Math.log2(size) }, (_, bit) =>
      tables.map((strides) => {
        const value = strides[leaf]! * 2 ** bit;
        return swizzle === null ? value : applySwizzle(swizzle, value);
      }),
    ),
  );
};

/** The first two bases that share a bit, so that their sum carries; null when none do. */
const firstCarry = (view: LayoutView): NotLinear | null => {
  const { modes } = view;
  if (modes === null || modes.kind === 'binary') return null;
  const tables = modes.kind === 'coordinate' ? modes.strides : [modes.strides];
  for (const strides of tables) {
    let used = 0n;
    for (let leaf = 0; leaf < strides.length; leaf++) {
      const stride = strides[leaf]!;
      if (modes.sizes[leaf] === 1 || stride === 0) continue;
      if (stride < 0) return notLinear(`the stride ${stride} is negative`);
      for (let bit = 1; bit < modes.sizes[leaf]!; bit *= 2) {
        const value = BigInt(stride * bit);
        if ((used & value) !== 0n) {
          return notLinear(`the strides carry: ${value} has a bit in common with a smaller power's offset`);
        }
        used |= value;
      }
    }
  }
  return null;
};

const checkByEnumeration = (view: LayoutView): Outcome<NotLinear | number[][][]> =>
  withValues(view, (tables) => {
    for (const table of tables) {
      if (table[0] !== 0) return notLinear(`the value at 0 is ${table[0]}, so it is affine at best`);
      for (let i = 1; i < table.length; i++) {
        const high = 2 ** Math.floor(Math.log2(i));
        if (table[i] === (table[high]! ^ table[i - high]!)) continue;
        return notLinear(`the value at ${i} is ${table[i]}, not ${table[high]} XOR ${table[i - high]}`);
      }
    }
    const columns: number[][][] = [];
    let place = 1;
    for (const size of view.sizes.map(Number)) {
      columns.push(
        Array.from({ length: Math.log2(size) }, (_, bit) => tables.map((t) => t[place * 2 ** bit]!)),
      );
      place *= size;
    }
    return columns;
  });

/**
 * The bases over F2, or why there are none. Sizes must be powers of two, and no two bases of a sum may share
 * a bit, or their sum carries; a swizzle around it is linear itself and changes nothing about that.
 */
export const linearView = (view: LayoutView): Outcome<LinearForm | NotLinear> => {
  const odd = view.sizes.findIndex((n) => !isPowerOfTwo(Number(n)));
  if (odd >= 0) return notLinear(`the extent ${view.sizes[odd]} is not a power of two`);
  if (view.modes !== null && view.offset !== 0) {
    return notLinear(`its offset is ${view.offset}, so it is affine at best`);
  }
  const carry = firstCarry(view);
  if (carry !== null) return carry;
  let columns = columnsOf(view);
  if (columns === null) {
    const checked = checkByEnumeration(view);
    if (isFailure(checked))
      return new NeedsValue(
        `not decided: ${checked instanceof NeedsValue ? checked.reason : checked.message}`,
      );
    if (!Array.isArray(checked)) return checked;
    columns = checked;
  }
  let next = 0;
  const bases = modesOf(view.layout).map((mode) => {
    const count = leafCount(mode);
    const list = columns.slice(next, next + count).flat();
    next += count;
    return list;
  });
  return { linear: true, bases };
};

/** The F2 bases of a layout, or why it has none (Cecka 2.4.4; Triton's LinearLayout). */
export const linearForm = (layout: AnyLayout): Outcome<LinearForm | NotLinear> => {
  const view = viewOf(layout);
  return isFailure(view) ? view : linearView(view);
};
