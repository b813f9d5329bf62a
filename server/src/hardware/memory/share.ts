// How the threads of a block share a tensor: which element each of them takes as which of its values.

import { compositionAny, innermostLayout, zippedDivideAny } from '../../algebra/composed/composed.ts';
import { positionIndependent } from '../../algebra/composed/swizzle.ts';
import { isFailure, NeedsValue, needsValue, type Outcome } from '../../algebra/integer/failure.ts';
import { Dynamic, type Int, knownValue } from '../../algebra/integer/integer.ts';
import { evaluate } from '../../algebra/layout/evaluate.ts';
import { type AnyLayout, Layout, SmemPtrFlag, Swizzle, UNDERSCORE } from '../../algebra/layout/layout.ts';
import { sizeOrThrow } from '../../algebra/layout/measure.ts';
import type { Stride } from '../../algebra/layout/stride.ts';
import { isInt } from '../../algebra/layout/stride-operations.ts';
import { applySwizzle } from '../../algebra/layout/swizzle.ts';
import { modeOf } from '../../algebra/operation/coalesce.ts';
import { rightInverse } from '../../algebra/operation/inverse.ts';
import { productEach } from '../../algebra/tuple/int-tuple.ts';
import { mapLeaves } from '../../algebra/tuple/operations.ts';
import { orThrow, outcomeOf } from '../atom/partition.ts';
import { type Side, TiledCopy, tidfrg } from '../copy/tiled-copy.ts';
import type { Operand } from '../mma/mma-atom.ts';
import { mmaThreadValues, type TiledMma } from '../mma/tiled-mma.ts';

/** A tensor's layout, and the tiling by which the threads share it. */
export type Share = {
  /** The layout that is shared, before the partition. */
  readonly data: AnyLayout;
  /** Which of them the partition at hand is for, as `get_slice` or `local_partition` was given it. */
  readonly thread: Int;
} & (
  | { readonly by: TiledCopy; readonly part: Side }
  | { readonly by: TiledMma; readonly part: Operand }
  /** `local_partition`: thread index → coordinate of the tile, the inverse of this. */
  | { readonly by: Layout; readonly part: null }
);

/** The partition of a layout by a layout of threads: (thread, rest). */
const byThreadLayout = (threads: Layout, data: AnyLayout): Outcome<AnyLayout> =>
  outcomeOf(() => {
    const inverse = orThrow(rightInverse(threads));
    if (knownValue(sizeOrThrow(inverse)) !== knownValue(sizeOrThrow(threads)))
      needsValue('the layout of threads leaves indices out or uses them twice');
    const divided = orThrow(zippedDivideAny(data, [...productEach(threads.shape)]));
    return orThrow(compositionAny(divided, [inverse, UNDERSCORE]));
  });

/** (thread, values …) → element, in whatever unit the strides of the data have. */
function threadValues(share: Share): Outcome<AnyLayout> {
  const { data } = share;
  if (share.part === null) return byThreadLayout(share.by, data);
  if (share.by instanceof TiledCopy) return tidfrg(share.by, share.part as Side, data);
  return mmaThreadValues(share.by, share.part as Operand, data);
}

/** Where each thread finds each of its values, in elements: `place(thread offset + value offset)`. */
export interface Elements {
  readonly threads: readonly number[];
  readonly values: readonly number[];
  readonly swizzle: Swizzle | null;
  /** What the swizzle is applied to begins here. */
  readonly base: number;
}

export const elementAt = ({ threads, values, swizzle, base }: Elements, thread: number, value: number) => {
  const linear = base + threads[thread]! + values[value]!;
  return swizzle === null ? linear : applySwizzle(swizzle, linear);
};

/** More addresses than this of one tile are not looked at. */
const MAXIMUM_ELEMENTS = 1 << 18;

/**
 * The elements of a share. NeedsValue: sizes, strides or the start of a swizzled layout that are not known, or too many
 * elements.
 * @param modes of (thread, values …) so many are looked at: what stands behind is one coordinate
 */
export const elementsOf = (share: Share, modes = Number.POSITIVE_INFINITY): Outcome<Elements> =>
  outcomeOf(() => {
    const all = orThrow(threadValues(share));
    const { swizzle, base } = orThrow(swizzleOf(all));
    const inner = innermostLayout(all);
    const threads = offsetsOf(modeOf(inner, 0));
    const rank = Array.isArray(inner.shape) ? inner.shape.length : 1;
    let values: readonly number[] = [0];
    for (let mode = 1; mode < Math.min(rank, modes); mode++) {
      const further = offsetsOf(modeOf(inner, mode));
      if (values.length * further.length * threads.length > MAXIMUM_ELEMENTS) tooMany();
      values = further.flatMap((step) => values.map((value) => value + step));
    }
    return { threads, values, swizzle, base };
  });

/** A layout in which strides that only the running program knows are far apart and multiples of 128 bytes. */
interface Supposed {
  readonly layout: Layout;
  /** Whether there are such strides. */
  readonly hasRunTimeStrides: boolean;
}

export function withFarStrides({ shape, stride }: Layout): Supposed {
  let isAssumed = false;
  const known = (n: Stride, i: number): Stride => {
    if (isInt(n) && knownValue(n) !== undefined) return n;
    isAssumed = true;
    return FAR * (i + 1);
  };
  let leaf = 0;
  const strides = mapLeaves<Stride, Stride>(stride, (d) => known(d, leaf++));
  const hasRunTimeStrides = isAssumed;
  const sizes = mapLeaves<Int, Int>(shape, (s) => known(s, 0) as Int);
  return { layout: new Layout(sizes, strides), hasRunTimeStrides };
}

/** What the threads take at once, wherever it begins: the first tile, of a tensor of any extent, or more `modes` of it. */
export function firstTile(share: Share, modes = 2): Outcome<FirstTile> {
  const { data } = share;
  if (!(data instanceof Layout)) return new NeedsValue('a swizzled tensor of global memory');
  const { layout, hasRunTimeStrides } = withFarStrides(data);
  const elements = elementsOf({ ...share, data: layout }, modes);
  return isFailure(elements) ? elements : { elements, hasRunTimeStrides };
}

interface FirstTile {
  readonly elements: Elements;
  /** Whether strides that only the running program knows are taken to be far apart and multiples of 128 bytes. */
  readonly hasRunTimeStrides: boolean;
}

const FAR = 1 << 20;

const tooMany = (): never => needsValue(`more than ${MAXIMUM_ELEMENTS} elements are not looked at`);

/** The offset of each coordinate of a layout. */
function offsetsOf(layout: Layout): readonly number[] {
  const size = knownValue(sizeOrThrow(layout));
  if (size === undefined) return needsValue('the number of elements is not known');
  if (size > MAXIMUM_ELEMENTS) return tooMany();
  return Array.from({ length: size }, (_, i) => {
    const offset = orThrow(evaluate(layout, i));
    const known = isInt(offset) ? knownValue(offset) : undefined;
    return known ?? needsValue('a stride is not known');
  });
}

/** The swizzle of a layout on elements, and where the layout begins in what is swizzled. */
function swizzleOf(layout: AnyLayout): Outcome<{ readonly swizzle: Swizzle | null; readonly base: number }> {
  if (layout instanceof Layout) return { swizzle: null, base: 0 };
  if (layout.offset instanceof SmemPtrFlag) {
    const onElements = positionIndependent(layout);
    return isFailure(onElements) ? onElements : swizzleOf(onElements);
  }
  const { outer, offset } = layout;
  if (!(outer instanceof Swizzle && layout.inner instanceof Layout))
    return new NeedsValue('this composed layout is no swizzled layout');
  const base = isInt(offset) ? (knownValue(offset) ?? wholePeriods(outer, offset)) : undefined;
  return base === undefined
    ? new NeedsValue('where the swizzled layout begins is not known')
    : { swizzle: outer, base };
}

/** A swizzle does the same one period further on: 0 for an offset that is known to be a number of periods. */
const wholePeriods = (swizzle: Swizzle, offset: Int): 0 | undefined =>
  offset instanceof Dynamic && offset.divisor % periodOf(swizzle) === 0 ? 0 : undefined;

/** The bits that a swizzle reads and writes lie below this. */
const periodOf = ({ bits, base, shift }: Swizzle): number => 2 ** (bits + base + Math.abs(shift));
