// filter, filter_zeros, flatten and nullspace: what a layout does to the modes of stride 0.

import { isConstant } from '../integer/comparison.ts';
import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { compactColMajor } from '../layout/compact.ts';
import { Layout, type Shape, type Strides } from '../layout/layout.ts';
import type { Stride } from '../layout/stride.ts';
import { isZeroStride } from '../layout/stride-operations.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { flattenTuple, leavesOf, repeatLike, unwrap } from '../tuple/operations.ts';
import { byProfile, coalesceOrThrow, UNIT } from './coalesce.ts';

/** `shape` with 1 wherever the guide has a static 0. */
export function filterZerosShape(
  guide: HTuple<unknown>,
  shape: Shape,
  zero: (leaf: unknown) => boolean,
): Shape {
  if (!Array.isArray(guide)) return zero(guide) ? repeatLike<Int>(shape, 1) : shape;
  if (!Array.isArray(shape) || shape.length !== guide.length) {
    return refuse('not-congruent', 'shape and stride have different profiles', {
      cute: 'Mismatched tuple_size',
    });
  }
  return guide.map((g, i) => filterZerosShape(g, shape[i] as Shape, zero));
}

const strideIsZero = (leaf: unknown): boolean => isZeroStride(leaf as Stride);
const intIsZero = (leaf: unknown): boolean => isConstant(leaf as Int, 0);

const filterZerosOrThrow = (layout: Layout): Layout =>
  new Layout(filterZerosShape(layout.stride, layout.shape, strideIsZero), layout.stride);

export const filterOrThrow = (layout: Layout): Layout => coalesceOrThrow(filterZerosOrThrow(layout));

/** Modes of static stride 0 (or those where the profile has a 0) get size 1; strides stay. */
export function filterZeros(layout: Layout, profile?: HTuple<Int>): Outcome<Layout> {
  try {
    if (profile === undefined) return filterZerosOrThrow(layout);
    return new Layout(filterZerosShape(profile, layout.shape, intIsZero), layout.stride);
  } catch (e) {
    return asFailure(e);
  }
}

/** Drops modes of stride 0 and of size 1 and coalesces, at the leaves of the profile if there is one. */
export function filter(layout: Layout, profile: HTuple<unknown> = 0): Outcome<Layout> {
  try {
    return byProfile(layout, profile, filterOrThrow);
  } catch (e) {
    return asFailure(e);
  }
}

/** A layout of depth at most 1 with the same modes. */
export const flatten = (layout: Layout): Layout =>
  new Layout(flattenTuple(layout.shape), flattenTuple<Stride>(layout.stride as Strides));

/** The layout of all coordinates that are mapped to 0 by strides of 0. */
export function nullspace(layout: Layout): Outcome<Layout> {
  try {
    const strides = leavesOf<Stride>(layout.stride);
    const zeros: number[] = [];
    for (let i = 0; i < strides.length; i++) if (isZeroStride(strides[i]!)) zeros.push(i);
    if (zeros.length === 0) return UNIT;
    const shapes = leavesOf<Int>(layout.shape);
    const compact = compactColMajor(shapes) as readonly Int[];
    return new Layout(unwrap(zeros.map((i) => shapes[i]!)), unwrap<Stride>(zeros.map((i) => compact[i]!)));
  } catch (e) {
    return asFailure(e);
  }
}
