// Making layouts: from shapes, orders, other layouts (CuTe layout.hpp).

import { asFailure, type Outcome } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { compactColMajor, compactOrder, compactRowMajor } from '../layout/compact.ts';
import { Layout, type Shape, type Strides } from '../layout/layout.ts';
import { columnMajor } from '../layout/major.ts';
import { profilesDiffer } from '../layout/profile-text.ts';
import { ScaledBasis, type Stride } from '../layout/stride.ts';
import { intStride, isStaticTuple, isZeroStride } from '../layout/stride-operations.ts';
import type { LayoutMajor } from '../layout/value.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { mapLeaves, rankOf, sameProfile, takeModes } from '../tuple/operations.ts';
import { modeOf } from './coalesce.ts';
import { filterZerosShape } from './filter.ts';
import { tiledProductOrThrow } from './product.ts';

/** `make_layout(shape, stride)`. Violation: not-congruent. */
export function makeLayout(shape: Shape, stride: Strides): Outcome<Layout> {
  if (!sameProfile(shape, stride)) {
    try {
      profilesDiffer(shape, stride, { compiles: true });
    } catch (e) {
      return asFailure(e);
    }
  }
  return new Layout(shape, stride);
}

/** `make_layout(shape)` and `make_layout(shape, LayoutLeft{})`: column-major. */
export function makeLayoutLeft(shape: Shape): Outcome<Layout> {
  try {
    return columnMajor(shape);
  } catch (e) {
    return asFailure(e);
  }
}

/** `make_layout(shape, LayoutRight{})`: row-major. */
export function makeLayoutRight(shape: Shape): Outcome<Layout> {
  try {
    return new Layout(shape, compactRowMajor(shape) as Strides);
  } catch (e) {
    return asFailure(e);
  }
}

/** `make_layout(L0, L1, …)`: the layouts become the modes. */
export const concatenate = (...layouts: readonly Layout[]): Layout =>
  new Layout(
    layouts.map((l) => l.shape),
    layouts.map((l) => l.stride),
  );

const makeOrderedOrThrow = (shape: Shape, order: HTuple<Int> | LayoutMajor): Layout =>
  new Layout(shape, compactOrder(shape, order) as Strides);

/** Compact strides in the order given; only strictly smaller orders count, so equal orders overlap. */
export function makeOrderedLayout(shape: Shape, order: HTuple<Int> | LayoutMajor): Outcome<Layout> {
  try {
    return makeOrderedOrThrow(shape, order);
  } catch (e) {
    return asFailure(e);
  }
}

const intStrides = (stride: Strides, operation: string): HTuple<Int> =>
  mapLeaves<Stride, Int>(stride, (d) => intStride(d, operation));
const strideIsZero = (leaf: unknown): boolean => isZeroStride(leaf as Stride);

/** A compact layout in the order of `layout`'s strides; strides of static 0 stay. */
export function makeLayoutLike(layout: Layout): Outcome<Layout> {
  try {
    const order = intStrides(layout.stride, 'make_layout_like');
    const shape = filterZerosShape(layout.stride, layout.shape, strideIsZero);
    return new Layout(layout.shape, compactOrder(shape, order) as Strides);
  } catch (e) {
    return asFailure(e);
  }
}

function makeFragmentLikeOrThrow(layout: Layout): Layout {
  const rank = rankOf(layout.shape);
  if (rank === 1 || !isStaticTuple(layout.shape)) return columnMajor(layout.shape);
  const first = modeOf(layout, 0);
  const filtered = filterZerosShape(first.stride, first.shape, strideIsZero);
  const rest = makeOrderedOrThrow(
    takeModes<Int>(layout.shape, 1, rank),
    takeModes<Int>(intStrides(layout.stride, 'make_fragment_like'), 1, rank),
  );
  return tiledProductOrThrow(new Layout(first.shape, compactColMajor(filtered) as Strides), rest);
}

/** A compact layout with mode 0 first and column-major, the others in the order of their strides. */
export function makeFragmentLike(layout: Layout): Outcome<Layout> {
  try {
    return makeFragmentLikeOrThrow(layout);
  } catch (e) {
    return asFailure(e);
  }
}

/** Basis strides of a shape below the coordinate at `path`. */
export function basisLike(shape: Shape, path: readonly number[]): Strides {
  if (Array.isArray(shape)) return shape.map((s, i) => basisLike(s as Shape, [...path, i]));
  return path.length === 0 ? 1 : new ScaledBasis(1, path);
}

/** The layout that maps every coordinate to itself: basis strides of the shape's profile. */
export const makeIdentityLayout = (shape: Shape): Layout => new Layout(shape, basisLike(shape, []));
