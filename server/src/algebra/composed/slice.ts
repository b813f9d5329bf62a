// Slices of composed layouts (C++ CuTe swizzle_layout.hpp).
//
// A slice fixes some modes and keeps the others. The fixed ones add to the offset; what they add in the bits
// that the swizzle reads or changes goes in front of the swizzle, the rest behind it. If the modes that stay
// reach only the Y bits or only the Z bits of the swizzle, the slice is a plain layout again: a Z bit counts
// up or down as its Y bit is 0 or 1, and a Y bit carries its Z bit with it.

import { isConstant } from '../integer/comparison.ts';
import { asFailure, isFailure, needsValue, type Outcome, refuse } from '../integer/failure.ts';
import { Dynamic, type Int, isKnownStatic, isStatic, StaticSymbol } from '../integer/integer.ts';
import { symbolsOf } from '../integer/known.ts';
import { add, multiply, subtract } from '../integer/operations.ts';
import { leafBits, MixedBits, swizzleInt, testZero, xorBits } from '../layout/bits.ts';
import { type Coordinate, evaluate, idx2crdInShapeOrThrow } from '../layout/evaluate.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  type Shape,
  SmemPtrFlag,
  type Strides,
  Swizzle,
  Underscore,
} from '../layout/layout.ts';
import { sizeOrThrow } from '../layout/measure.ts';
import {
  dice,
  domainOffset,
  hasUnderscore,
  type SliceCoordinate,
  slice,
  sliceAndOffset,
} from '../layout/slice.ts';
import type { ArithTuple, Stride } from '../layout/stride.ts';
import { intStride } from '../layout/stride-operations.ts';
import { yMask, zMask } from '../layout/swizzle.ts';
import { composeOrThrow } from '../operation/composition.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { addOffset, type ComposedOffset, evaluateAny } from './composed.ts';

/** `[layout, offset]`, where the offset is a static 0 unless the layout decayed to a plain one. */
export type SliceResult = readonly [AnyLayout, Stride];

const orThrow = <T>(outcome: Outcome<T>): T => {
  if (isFailure(outcome)) throw outcome;
  return outcome;
};

/** The extents of the bit fields of an offset: below Z and Y, the lower of them, between, the upper, above. */
const fieldShape = (sw: Swizzle): number[] => [
  2 ** sw.base,
  2 ** sw.bits,
  2 ** (Math.abs(sw.shift) - sw.bits),
  2 ** sw.bits,
  1,
];

/** The layouts that keep the bits of an offset which the swizzle works on, and the others. */
const projections = (sw: Swizzle): { readonly active: Layout; readonly passive: Layout } => {
  const shape = fieldShape(sw);
  const strides: number[] = [];
  let place = 1;
  for (const extent of shape) {
    strides.push(place);
    place *= extent;
  }
  const keep = (kept: readonly boolean[]) =>
    new Layout(
      shape,
      strides.map((d, i) => (kept[i] ? d : 0)),
    );
  return {
    active: keep([false, true, false, true, false]),
    passive: keep([true, false, true, false, true]),
  };
};

/** A coordinate's offset bit by bit; the layout's extents times strides must be powers of two. */
const toMixedBits = (shape: Shape, stride: Strides, coord: Coordinate): Int => {
  if (Array.isArray(shape)) {
    const [strides, coords] = [stride as readonly Strides[], coord as readonly Coordinate[]];
    return shape.map((s, i) => toMixedBits(s as Shape, strides[i]!, coords[i]!)).reduce(xorBits, 0);
  }
  const [s, d] = [shape as Int, intStride(stride as Stride, 'a slice of a swizzle')];
  const extent = multiply(s, d);
  if (!isKnownStatic(extent))
    return needsValue('the bits of a run-time stride are not known', symbolsOf(s, d));
  if (extent !== 0 && (extent < 0 || !Number.isInteger(Math.log2(extent)))) {
    return refuse(
      'inadmissible',
      `the extent ${String(s)} times the stride ${String(d)} is ${extent}, not a power of two`,
      {
        cute: 'Requires pow2 shape*stride.',
      },
    );
  }
  const reach = multiply(subtract(s, 1), d);
  return leafBits(multiply(coord as Int, d), reach as number);
};

/** A run-time choice between two constants, as C++ makes it: run-time itself. */
const choose = (offset: Int, mask: number, whenZero: number, otherwise: number): Int => {
  const test = testZero(offset, mask);
  if (test.static) return test.zero ? whenZero : otherwise;
  if (whenZero === otherwise) return whenZero;
  return new Dynamic(test.zero === undefined ? null : test.zero ? whenZero : otherwise);
};

/** The plain layout that the swizzle is around a fixed offset, for sublayouts that miss its Y or Z bits. */
const swizzleAround = (sw: Swizzle, offset: Int): Layout => {
  const [y, z] = [yMask(sw), zMask(sw)];
  const [yLow, zLow] = [y & -y, z & -z];
  const bits = Array.from({ length: sw.bits }, (_, i) => 2 ** i);
  // -0 would be a second zero.
  const zStrides = bits.map((b) => choose(offset, yLow * b, zLow * b, 0 - zLow * b));
  const yStrides = bits.map((b) => choose(offset, zLow * b, (yLow + zLow) * b, (yLow - zLow) * b));
  const [low, high] = zLow < yLow ? [zStrides, yStrides] : [yStrides, zStrides];
  const span = sw.base + sw.bits;
  const [below, , between] = fieldShape(sw);
  return new Layout(
    [below!, ...bits.map(() => 2), between!, ...bits.map(() => 2), 1],
    [1, ...low, 2 ** span, ...high, 2 ** (span + Math.abs(sw.shift))],
  );
};

/** An integer with its static bits forgotten. */
const plainInt = (n: Int): Int => (n instanceof MixedBits ? new Dynamic(n.value, n.divisor) : n);

/** Whether every mode that is fixed is fixed at 0, so that its extent makes no difference. */
const isAtStart = (coord: SliceCoordinate): boolean =>
  Array.isArray(coord)
    ? coord.every((c) => isAtStart(c as SliceCoordinate))
    : coord instanceof Underscore || coord === 0;

const START: readonly [Int, Int] = [0, 0];

/** How far the fixed modes move: in the bits that the swizzle changes, and beside them. */
const movedBy = (coord: SliceCoordinate, sw: Swizzle, inner: Layout): readonly [Int, Int] => {
  const { active, passive } = projections(sw);
  const fixed = orThrow(dice(coord, inner));
  const at = diceCoordinate(coord);
  const fixedPassive = composeOrThrow(passive, fixed);
  const fixedActive = composeOrThrow(active, fixed);
  const bits = toMixedBits(
    fixedActive.shape,
    fixedActive.stride,
    idx2crdInShapeOrThrow(at, fixedActive.shape),
  );
  return [bits, intStride(orThrow(evaluate(fixedPassive, at)), 'a slice')];
};

const sliceSwizzled = (coord: SliceCoordinate, sw: Swizzle, offset: Int, inner: Layout): SliceResult => {
  const { active } = projections(sw);
  const kept = orThrow(slice(coord, inner));
  const [bits, outside] = isAtStart(coord) ? START : movedBy(coord, sw, inner);
  const inside = xorBits(offset, bits);
  const keptActive = composeOrThrow(active, kept);
  const last = subtract(sizeOrThrow(keptActive), 1);
  const reached = intStride(orThrow(evaluate(keptActive, last)), 'a slice');
  if (isKnownStatic(reached) && (reached & ~(swizzleInt(sw, reached) as number)) !== 0) {
    return [new ComposedLayout(sw, inside, kept), outside];
  }
  const start = add(plainInt(swizzleInt(sw, inside)), outside);
  return [composeOrThrow(swizzleAround(sw, inside), kept), start];
};

/** What stands at the integers of a coordinate. */
const diceCoordinate = (coord: SliceCoordinate): Coordinate => {
  if (!Array.isArray(coord)) return coord as Int;
  const kept: Coordinate[] = [];
  const walk = (c: SliceCoordinate): void => {
    if (Array.isArray(c)) for (const item of c) walk(item as SliceCoordinate);
    else if (!(c instanceof Underscore)) kept.push(c as Int);
  };
  walk(coord);
  return kept;
};

const allUnderscore = (coord: SliceCoordinate): boolean =>
  Array.isArray(coord)
    ? coord.every((c) => allUnderscore(c as SliceCoordinate))
    : coord instanceof Underscore;

/** Compile-time integers without a value yet leave open which bits a slice has. */
const staticSymbols = (t: HTuple<unknown>): StaticSymbol[] =>
  Array.isArray(t)
    ? t.flatMap((x) => staticSymbols(x as HTuple<unknown>))
    : t instanceof StaticSymbol
      ? [t]
      : [];

const sliceOrThrow = (coord: SliceCoordinate, layout: AnyLayout): SliceResult => {
  if (layout instanceof Layout) return orThrow(sliceAndOffset(coord, layout));
  const { outer, offset, inner } = layout;
  if (outer instanceof Swizzle && inner instanceof Layout) {
    if (offset instanceof SmemPtrFlag) {
      const [kept, moved] = orThrow(sliceAndOffset(coord, inner));
      const start = intStride(moved, 'a slice');
      return isConstant(start, 0) && isStatic(start)
        ? [new ComposedLayout(outer, offset, kept), 0]
        : [new ComposedLayout(outer, start, kept), 0];
    }
    if (allUnderscore(coord)) return [new ComposedLayout(outer, offset, orThrow(slice(coord, inner))), 0];
    const open = isAtStart(coord) ? orThrow(slice(coord, inner)) : inner;
    const unknown = staticSymbols([coord, open.shape, open.stride] as HTuple<unknown>);
    if (unknown.length > 0) {
      needsValue('the bits of this slice are not known', symbolsOf(...unknown));
    }
    return sliceSwizzled(coord, outer, offset as Int, inner);
  }
  const [kept, moved] = sliceOrThrow(coord, inner);
  return [new ComposedLayout(outer, addOffset(offset, moved) as ComposedOffset, kept), 0];
};

/** `slice_and_offset(coord, layout)` of any layout. */
export const sliceAndOffsetAny = (coord: SliceCoordinate, layout: AnyLayout): Outcome<SliceResult> => {
  try {
    return sliceOrThrow(coord, layout);
  } catch (e) {
    return asFailure(e);
  }
};

/** `slice(coord, layout)` of any layout: a slice without its offset. */
export const sliceAny = (coord: SliceCoordinate, layout: AnyLayout): Outcome<AnyLayout> => {
  if (layout instanceof Layout) return slice(coord, layout);
  const sliced = sliceAndOffsetAny(coord, layout);
  return isFailure(sliced) ? sliced : sliced[0];
};

/** `domain_offset(coord, layout)`: a composed layout takes the offset in, so what is returned beside it is 0. */
export const domainOffsetAny = (coord: Coordinate, layout: AnyLayout): Outcome<SliceResult> => {
  if (layout instanceof Layout) return domainOffset(coord, layout);
  const moved = evaluateAny(layout.inner, coord);
  if (isFailure(moved)) return moved;
  try {
    const offset = addOffset(layout.offset, moved) as Int | ArithTuple;
    return [new ComposedLayout(layout.outer, offset, layout.inner), 0];
  } catch (e) {
    return asFailure(e);
  }
};

/** `layout(coord)` of any layout: a sublayout when there is a `_` in the coordinate, otherwise a value. */
export const callAny = (layout: AnyLayout, coord: SliceCoordinate): Outcome<AnyLayout | Stride> =>
  hasUnderscore(coord) ? sliceAny(coord, layout) : evaluateAny(layout, coord as Coordinate);
