// All values of a layout, in colexicographic order of its coordinates (Cecka 2.2.2).
//
// The values of a plain layout are an outer sum of its modes, so each mode multiplies the table in
// place: entry k is entry k - n plus the mode's stride, where n is the length so far. One addition an
// element, no division.

import type { Outcome } from '../integer/failure.ts';
import { isFailure, NeedsValue, Violation } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { type AnyLayout, type ComposedLayout, Layout, SmemPtrFlag, Swizzle } from '../layout/layout.ts';
import { ArithTuple } from '../layout/stride.ts';
import { applySwizzle } from '../layout/swizzle.ts';
import { type Component, type NumericModes, numberOf, numericModes, sizeOfModes } from './enumerate-modes.ts';

/** How many elements are enumerated unless the caller allows more. */
export const ENUMERATION_BUDGET = 2 ** 22;

/** Int32Array where every value fits, Float64Array beyond. */
export type Offsets = Int32Array | Float64Array;

/** `values[i]` is the layout's value at integral coordinate `i`; one table per component of coordinates. */
export type Enumeration =
  | { readonly kind: 'integer' | 'binary'; readonly values: Offsets }
  | {
      readonly kind: 'coordinate';
      readonly components: readonly (Component & { readonly values: Offsets })[];
      readonly size: number;
    };

const INT_MAX = 2 ** 31 - 1;

/** The largest magnitude a sum of the modes can reach. */
const reachOf = (sizes: readonly number[], strides: readonly number[]): number =>
  sizes.reduce((sum, size, i) => sum + Math.abs((size - 1) * strides[i]!), 0);

export const tooLarge = (size: number, budget = ENUMERATION_BUDGET): NeedsValue =>
  new NeedsValue(`too large to enumerate: ${size} elements, the limit is ${budget}`);
const tooWide = (): NeedsValue => new NeedsValue('too large to enumerate: its values pass 2^53');

const makeTable = (size: number, reach: number, into?: Int32Array): Outcome<Offsets> => {
  if (reach <= INT_MAX) return into && into.length >= size ? into.subarray(0, size) : new Int32Array(size);
  return Number.isSafeInteger(reach) ? new Float64Array(size) : tooWide();
};

/** Two loops, one for each kind of table, so that each stays monomorphic and fast. */
const sumInt32 = (out: Int32Array, sizes: readonly number[], strides: readonly number[]): void => {
  let n = 1;
  for (let mode = 0; mode < sizes.length; mode++) {
    // `| 0` tells the engine that these stay 32-bit integers: without it the loop runs on doubles.
    const end = Math.imul(n, sizes[mode]!);
    const stride = strides[mode]! | 0;
    for (let k = n, j = 0; k < end; k = (k + 1) | 0, j = (j + 1) | 0) out[k] = (out[j]! + stride) | 0;
    n = end;
  }
};
const sumFloat64 = (out: Float64Array, sizes: readonly number[], strides: readonly number[]): void => {
  let n = 1;
  for (let mode = 0; mode < sizes.length; mode++) {
    const end = n * sizes[mode]!;
    const stride = strides[mode]!;
    for (let k = n; k < end; k++) out[k] = out[k - n]! + stride;
    n = end;
  }
};

const sumModes = (
  sizes: readonly number[],
  strides: readonly number[],
  base: number,
  into?: Int32Array,
): Outcome<Offsets> => {
  const size = sizeOfModes(sizes);
  const out = makeTable(size, reachOf(sizes, strides) + Math.abs(base), into);
  if (isFailure(out) || size === 0) return out;
  out[0] = base;
  if (out instanceof Int32Array) sumInt32(out, sizes, strides);
  else sumFloat64(out, sizes, strides);
  return out;
};

/** `c` times a binary vector: the sum of its shifts at the bits of `c`, without carries. */
export const carrylessProduct = (c: number, bits: number): number => {
  let product = 0;
  for (let rest = c, shifted = bits; rest > 0; rest = Math.floor(rest / 2), shifted *= 2) {
    if (rest % 2 === 1) product ^= shifted;
  }
  return product >>> 0;
};

const xorModes = (sizes: readonly number[], strides: readonly number[]): Outcome<Offsets> => {
  // The highest bit of a carry-less product stands where the factors' highest bits add up.
  const top = (n: number): number => (n < 1 ? -1 : Math.floor(Math.log2(n)));
  if (sizes.some((size, i) => size > 1 && strides[i]! > 0 && top(size - 1) + top(strides[i]!) > 30)) {
    return new NeedsValue('too large to enumerate: its binary values pass 31 bits');
  }
  const size = sizeOfModes(sizes);
  const out = new Int32Array(size);
  let n = 1;
  for (let mode = 0; mode < sizes.length && size > 0; mode++) {
    for (let i = 1; i < sizes[mode]!; i++) {
      const term = carrylessProduct(i, strides[mode]!);
      for (let k = 0; k < n; k++) out[i * n + k] = out[k]! ^ term;
    }
    n *= sizes[mode]!;
  }
  return out;
};

const enumerateModes = (
  modes: NumericModes,
  budget: number,
  base: number,
  into?: Int32Array,
): Outcome<Enumeration> => {
  const size = sizeOfModes(modes.sizes);
  if (!(size <= budget)) return tooLarge(size, budget);
  if (modes.kind === 'coordinate') {
    const components = [];
    for (let k = 0; k < modes.components.length; k++) {
      const values = sumModes(modes.sizes, modes.strides[k]!, 0);
      if (isFailure(values)) return values;
      components.push({ ...modes.components[k]!, values });
    }
    return { kind: 'coordinate', components, size };
  }
  const values =
    modes.kind === 'binary'
      ? xorModes(modes.sizes, modes.strides)
      : sumModes(modes.sizes, modes.strides, base, into);
  return isFailure(values) ? values : { kind: modes.kind, values };
};

const swizzleTable = (sw: Swizzle, table: Offsets): Offsets => {
  if (table instanceof Float64Array) return table.map((n) => applySwizzle(sw, n));
  const [mask, low, shift] = [(1 << sw.bits) - 1, sw.base, sw.shift];
  const [y, z] = [low + Math.max(shift, 0), low - Math.min(shift, 0)];
  for (let i = 0; i < table.length; i++) table[i] = table[i]! ^ (((table[i]! >> y) & mask) << z);
  return table;
};

/**
 * `layout(i)` for every `i` of a table, also beyond the layout's size, where the last mode goes on
 * counting. Division truncates, as it does in C++.
 */
const throughLayout = (layout: Layout, table: Offsets): Outcome<Enumeration> => {
  const modes = numericModes(layout);
  if (isFailure(modes)) return modes;
  const last = modes.sizes.length - 1;
  const evaluate = (strides: readonly number[], scale: (c: number, d: number) => number, xor: boolean) =>
    Float64Array.from(table, (index) => {
      let [rest, value] = [index, 0];
      for (let i = 0; i <= last; i++) {
        const digit = i === last ? rest : rest % modes.sizes[i]!;
        rest = Math.trunc(rest / modes.sizes[i]!);
        const term = scale(digit, strides[i]!);
        value = xor ? (value ^ term) >>> 0 : value + term;
      }
      return value + 0;
    });
  const product = (c: number, d: number) => c * d;
  const narrow = (values: Float64Array): Outcome<Offsets> => {
    if (values.every((n) => Math.abs(n) <= INT_MAX)) return Int32Array.from(values);
    return values.every(Number.isSafeInteger) ? values : tooWide();
  };
  if (modes.kind === 'coordinate') {
    const components = [];
    for (let k = 0; k < modes.components.length; k++) {
      const values = narrow(evaluate(modes.strides[k]!, product, false));
      if (isFailure(values)) return values;
      components.push({ ...modes.components[k]!, values });
    }
    return { kind: 'coordinate', components, size: table.length };
  }
  const binary = modes.kind === 'binary';
  const values = narrow(evaluate(modes.strides, binary ? carrylessProduct : product, binary));
  return isFailure(values) ? values : { kind: modes.kind, values };
};

/** The offset between the layouts of a composed layout, as a number. */
export const offsetNumber = (offset: Int | ArithTuple | SmemPtrFlag): Outcome<number> => {
  if (offset instanceof SmemPtrFlag) return 0;
  if (offset instanceof ArithTuple) {
    return new Violation('unsupported', 'the offset of this composed layout is a coordinate, not an integer');
  }
  return numberOf(offset);
};

const enumerateComposed = (
  layout: ComposedLayout,
  budget: number,
  into?: Int32Array,
): Outcome<Enumeration> => {
  const base = offsetNumber(layout.offset);
  if (isFailure(base)) return base;
  const inner = enumerateFrom(layout.inner, budget, base, into);
  if (isFailure(inner)) return inner;
  if (inner.kind === 'coordinate') {
    return new Violation(
      'unsupported',
      'the inner layout gives coordinates, which the outer layout does not take',
    );
  }
  if (layout.outer instanceof Swizzle) {
    return { kind: inner.kind, values: swizzleTable(layout.outer, inner.values) };
  }
  if (layout.outer instanceof Layout) return throughLayout(layout.outer, inner.values);
  return throughComposed(layout.outer, inner.values);
};

/** A composed layout as the outer function: its parts one after the other. */
const throughComposed = (outer: ComposedLayout, table: Offsets): Outcome<Enumeration> => {
  const inner =
    outer.inner instanceof Layout ? throughLayout(outer.inner, table) : throughComposed(outer.inner, table);
  if (isFailure(inner)) return inner;
  if (inner.kind === 'coordinate') return new Violation('unsupported', 'a coordinate cannot be swizzled');
  const base = offsetNumber(outer.offset);
  if (isFailure(base)) return base;
  const shifted = Float64Array.from(inner.values, (n) => n + base);
  if (outer.outer instanceof Swizzle) {
    const sw = outer.outer;
    return { kind: inner.kind, values: shifted.map((n) => applySwizzle(sw, n)) };
  }
  return outer.outer instanceof Layout
    ? throughLayout(outer.outer, shifted)
    : throughComposed(outer.outer, shifted);
};

const enumerateFrom = (
  layout: AnyLayout,
  budget: number,
  base: number,
  into?: Int32Array,
): Outcome<Enumeration> => {
  if (!(layout instanceof Layout)) {
    const values = enumerateComposed(layout, budget, into);
    if (isFailure(values) || base === 0 || values.kind === 'coordinate') return values;
    return { kind: values.kind, values: Float64Array.from(values.values, (n) => n + base) };
  }
  const modes = numericModes(layout);
  if (isFailure(modes)) return modes;
  if (base !== 0 && modes.kind === 'binary') {
    const size = sizeOfModes(modes.sizes);
    if (!(size <= budget)) return tooLarge(size, budget);
    const values = xorModes(modes.sizes, modes.strides);
    return isFailure(values)
      ? values
      : { kind: 'binary', values: Float64Array.from(values, (n) => n + base) };
  }
  return enumerateModes(modes, budget, base, into);
};

/**
 * Every value of a layout. Values of a swizzled layout reach at most one swizzle period beyond the
 * inner layout's, so they fit the same table.
 * @param budget how many elements at most; beyond it the answer is NeedsValue ("too large to enumerate")
 * @param into memory to write the values to where they fit: fresh memory costs more than the sums do
 */
export const enumerate = (
  layout: AnyLayout,
  budget: number = ENUMERATION_BUDGET,
  into?: Int32Array,
): Outcome<Enumeration> => enumerateFrom(layout, budget, 0, into);

/** The offsets of a layout over integers or binary vectors; a layout that gives coordinates is a Violation. */
export const enumerateOffsets = (
  layout: AnyLayout,
  budget: number = ENUMERATION_BUDGET,
): Outcome<Offsets> => {
  const all = enumerate(layout, budget);
  if (isFailure(all)) return all;
  return all.kind === 'coordinate'
    ? new Violation('unsupported', 'this layout gives coordinates, not offsets')
    : all.values;
};
