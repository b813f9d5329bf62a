// Whether what C++ CuTe computes for slices, inverses and swizzles is the function it stands for. C++ takes
// several things for granted there: that an offset has no bits outside the swizzle's, that a layout permutes
// bits, that it does not overlap itself. Where they do not hold the result compiles and is wrong.

import { addOffset, type ComposedOffset } from '../../server/src/algebra/composed/composed.ts';
import { type SliceResult, sliceAndOffsetAny } from '../../server/src/algebra/composed/slice.ts';
import {
  type Failure,
  isFailure,
  NeedsValue,
  type Outcome,
} from '../../server/src/algebra/integer/failure.ts';
import { knownValue } from '../../server/src/algebra/integer/integer.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  type Swizzle,
} from '../../server/src/algebra/layout/layout.ts';
import { type SliceCoordinate, sliceAndOffset } from '../../server/src/algebra/layout/slice.ts';
import { isInt } from '../../server/src/algebra/layout/stride-operations.ts';
import { applySwizzle } from '../../server/src/algebra/layout/swizzle.ts';
import {
  ENUMERATION_BUDGET,
  enumerateOffsets,
  type Offsets,
} from '../../server/src/algebra/view/enumerate.ts';

/** Where a result differs from the function it stands for. */
interface ValueWitness {
  /** The integral coordinate of the result. */
  readonly index: number;
  readonly got: number;
  readonly expected: number;
}

type FunctionTruth =
  | { readonly status: 'true' }
  | { readonly status: 'wrong'; readonly witness: ValueWitness }
  | { readonly status: 'undecided'; readonly reason: string }
  | { readonly status: 'refused' };

const TRUE: FunctionTruth = { status: 'true' };
const undecided = (failure: Failure): FunctionTruth => ({
  status: 'undecided',
  reason: failure instanceof NeedsValue ? failure.reason : failure.message,
});

const compare = (got: Outcome<Offsets>, expected: Outcome<Offsets>, shift: number): FunctionTruth => {
  if (isFailure(got)) return undecided(got);
  if (isFailure(expected)) return undecided(expected);
  for (let index = 0; index < got.length; index++) {
    const value = got[index]! + shift;
    if (value === expected[index]) continue;
    return { status: 'wrong', witness: { index, got: value, expected: expected[index]! } };
  }
  return TRUE;
};

/**
 * Whether the slice `C++` computes is the layout at the fixed coordinate: slice(k) + offset = layout(c + k).
 * It is wrong, for instance, when the offset in front has bits that carry into the swizzle's.
 */
export const sliceTruth = (
  coord: SliceCoordinate,
  layout: AnyLayout,
  budget: number = ENUMERATION_BUDGET,
): FunctionTruth => {
  const result: Outcome<SliceResult> = sliceAndOffsetAny(coord, layout);
  if (isFailure(result)) return result instanceof NeedsValue ? undecided(result) : { status: 'refused' };
  if (layout instanceof Layout || !(layout.inner instanceof Layout)) return TRUE;
  const [part, offset] = result;
  const inner = sliceAndOffset(coord, layout.inner);
  if (isFailure(inner)) return undecided(inner);
  const shift = isInt(offset) ? knownValue(offset) : undefined;
  if (shift === undefined) return { status: 'undecided', reason: 'the offset of the slice is not known' };
  const start = addOffset(layout.offset, inner[1]) as ComposedOffset;
  const expected = new ComposedLayout(layout.outer, start, inner[0]);
  return compare(enumerateOffsets(part, budget), enumerateOffsets(expected, budget), shift);
};

/** Whether `inverse` is a right inverse: layout(inverse(k)) = k (Cecka 3.4.1 (24)). */
export const rightInverseTruth = (
  layout: AnyLayout,
  inverse: AnyLayout,
  budget: number = ENUMERATION_BUDGET,
): FunctionTruth => {
  const there = enumerateOffsets(new ComposedLayout(layout, 0, inverse), budget);
  return compare(there, isFailure(there) ? there : there.map((_, k) => k), 0);
};

/**
 * Whether `inverse` is a left inverse: layout(inverse(layout(c))) = layout(c), by a coordinate of the layout
 * (Cecka 3.4.3 (26)). C++ CuTe also accepts layouts that overlap themselves, for which its answer is none.
 * The witness's values are coordinates: what the inverse gives, and the first with the value at `index`.
 */
export const leftInverseTruth = (
  layout: AnyLayout,
  inverse: AnyLayout,
  budget: number = ENUMERATION_BUDGET,
): FunctionTruth => {
  const values = enumerateOffsets(layout, budget);
  if (isFailure(values)) return undecided(values);
  const back = enumerateOffsets(new ComposedLayout(inverse, 0, layout), budget);
  if (isFailure(back)) return undecided(back);
  for (let index = 0; index < values.length; index++) {
    if (values[back[index]!] === values[index]) continue;
    const expected = values.indexOf(values[index]!);
    return { status: 'wrong', witness: { index, got: back[index]!, expected } };
  }
  return TRUE;
};

/** Whether `result`, C++'s `composition(layout, swizzle)`, is layout(swizzle(i)) on the layout's domain. */
export const layoutSwizzleTruth = (
  layout: Layout,
  sw: Swizzle,
  result: AnyLayout,
  budget: number = ENUMERATION_BUDGET,
): FunctionTruth => {
  const got = enumerateOffsets(result, budget);
  if (isFailure(got)) return undecided(got);
  const swizzled = new ComposedLayout(sw, 0, new Layout(got.length, 1));
  return compare(got, enumerateOffsets(new ComposedLayout(layout, 0, swizzled), budget), 0);
};

/** Whether `merged`, C++'s `composition(a, b)` of swizzles, is a(b(x)): all three are linear over F2, so single bits decide it. */
export const swizzleTruth = (a: Swizzle, b: Swizzle, merged: Swizzle): FunctionTruth => {
  for (let bit = 0; bit < 31; bit++) {
    const index = 2 ** bit;
    const got = applySwizzle(merged, index);
    const expected = applySwizzle(a, applySwizzle(b, index));
    if (got !== expected) return { status: 'wrong', witness: { index, got, expected } };
  }
  return TRUE;
};
