// Sizes of a layout: size, cosize, coshape, coprofile, rank, depth.

import { asFailure, type Outcome } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { add, subtract } from '../integer/operations.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { product } from '../tuple/int-tuple.ts';
import { depthOf, leavesOf, mapLeaves, rankOf, repeatLike } from '../tuple/operations.ts';
import type { Layout, Shape, Strides } from './layout.ts';
import { profilesDiffer } from './profile-text.ts';
import { Fraction, ScaledBasis, type Stride } from './stride.ts';
import { absoluteStride, addStrides, asCoordinate, isInt, scaleStride } from './stride-operations.ts';

/** The number of coordinates. */
export function size(layout: Layout): Outcome<Int> {
  try {
    return product(layout.shape);
  } catch (e) {
    return asFailure(e);
  }
}

export const sizeOrThrow = (layout: Layout): Int => product(layout.shape);
export const rank = (layout: Layout): number => rankOf(layout.shape);
export const depth = (layout: Layout): number => depthOf(layout.shape);

/** Σ (shape - 1)·|stride| over all leaves: the largest index for non-negative strides. */
function lastIndex(shape: Shape, stride: Strides): Stride {
  if (!Array.isArray(shape)) {
    if (Array.isArray(stride)) profilesDiffer(shape, stride);
    return scaleStride(subtract(shape as Int, 1), absoluteStride(stride as Stride));
  }
  if (!Array.isArray(stride) || stride.length !== shape.length) {
    return profilesDiffer(shape, stride, { cute: 'Mismatched ranks' });
  }
  let sum: Stride = 0;
  for (let i = 0; i < shape.length; i++) {
    sum = addStrides(sum, lastIndex(shape[i] as Shape, stride[i] as Strides));
  }
  return sum;
}

function coshapeOrThrow(layout: Layout): HTuple<Int> {
  const last = lastIndex(layout.shape, layout.stride);
  return isInt(last) ? add(last, 1) : mapLeaves(asCoordinate(last), (n) => add(n, 1));
}

/** The shape of the smallest box at the origin that holds the image (by |stride|). */
export function coshape(layout: Layout): Outcome<HTuple<Int>> {
  try {
    return coshapeOrThrow(layout);
  } catch (e) {
    return asFailure(e);
  }
}

export const cosizeOrThrow = (layout: Layout): Int => product(coshapeOrThrow(layout));

/** The size of the coshape. */
export function cosize(layout: Layout): Outcome<Int> {
  try {
    return cosizeOrThrow(layout);
  } catch (e) {
    return asFailure(e);
  }
}

/** A profile of zeros congruent with what the layout returns: 0, or a tuple for basis strides. */
export function coprofileOrThrow(layout: Layout): HTuple<Int> {
  const strides = leavesOf<Stride>(layout.stride);
  if (strides.every(isInt)) return 0;
  let sum: Stride = 0;
  // Only the profile counts, and fractions are not added.
  for (const d of strides)
    sum = addStrides(
      sum,
      d instanceof ScaledBasis && d.value instanceof Fraction ? new ScaledBasis(1, d.path) : d,
    );
  return repeatLike<Int>(asCoordinate(sum), 0);
}

export function coprofile(layout: Layout): Outcome<HTuple<Int>> {
  try {
    return coprofileOrThrow(layout);
  } catch (e) {
    return asFailure(e);
  }
}
