// upcast, downcast, recast_layout and max_alignment: the same memory seen as wider or narrower elements.

import { isConstant, requireStatic, sameValue } from '../integer/comparison.ts';
import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { type Int, isStatic, type StaticInt, type StaticSymbol } from '../integer/integer.ts';
import { gcdNumber, intText } from '../integer/known.ts';
import { absolute, ceilDivide, divide, multiply, remainder, signum } from '../integer/operations.ts';
import { Layout, type Shape, type Strides } from '../layout/layout.ts';
import { profilesDiffer } from '../layout/profile-text.ts';
import { ScaledBasis, type Stride } from '../layout/stride.ts';
import { basisValue, intStride, isInt } from '../layout/stride-operations.ts';
import { suppose } from '../term/suppositions.ts';
import { gcdOf, product } from '../tuple/int-tuple.ts';
import { leavesOf, mapLeaves, mode } from '../tuple/operations.ts';
import { coalesceOrThrow } from './coalesce.ts';
import { logicalDivideOrThrow } from './divide.ts';
import { rightInverseOrThrow } from './inverse.ts';

/** Applies `f` to every leaf mode. */
function mapModes(
  shape: Shape,
  stride: Strides,
  f: (s: Int, d: Stride, path: readonly number[]) => Layout,
  path: readonly number[] = [],
): Layout {
  if (!Array.isArray(shape)) {
    if (Array.isArray(stride)) profilesDiffer(shape, stride);
    return f(shape as Int, stride as Stride, path);
  }
  if (!Array.isArray(stride) || stride.length !== shape.length) {
    return profilesDiffer(shape, stride);
  }
  const modes = shape.map((s, i) => mapModes(s as Shape, stride[i] as Strides, f, [...path, i]));
  return new Layout(
    modes.map((m) => m.shape),
    modes.map((m) => m.stride),
  );
}

function upcastLeaf(s: Int, d: Stride, n: StaticInt, path: readonly number[]): Layout {
  const stride = intStride(d, 'upcast');
  if (isConstant(stride, 0)) return new Layout(s, stride);
  if (!isStatic(stride)) return new Layout(s, divide(stride, n));
  if (typeof n !== 'number') return upcastBySymbol(s, stride, n);
  const value = requireStatic(stride, 'the stride of upcast');
  if (value % n !== 0 && n % value !== 0) {
    refuse(
      'indivisible',
      `mode ${path.join('.') || 0} has the stride ${value}, which ${n} neither divides nor is a multiple of`,
      {
        mode: path,
        dividend: value,
        divisor: n,
        cute: 'Divisibility condition',
      },
    );
  }
  return new Layout(
    ceilDivide(s, ceilDivide(n, absolute(value))),
    multiply(signum(value), ceilDivide(absolute(value), n)),
  );
}

/** Elements of a width that has only a name: the compiler asserts that it divides strides, or they it. */
function upcastBySymbol(s: Int, stride: StaticInt, n: StaticSymbol): Layout {
  const size = absolute(stride);
  if (isConstant(size, 1)) return new Layout(ceilDivide(s, n), stride);
  if (sameValue(remainder(size, n), 0) !== true) suppose(`${intText(n)} divides ${intText(size)}`);
  return new Layout(s, multiply(signum(stride), divide(size, n)));
}

export const upcastOrThrow = (layout: Layout, n: StaticInt): Layout =>
  mapModes(layout.shape, layout.stride, (s, d, path) => upcastLeaf(s, d, n, path));

/** `upcast<n>(layout)`: elements n times as wide. Violation: indivisible. */
export function upcast(layout: Layout, n: number): Outcome<Layout> {
  try {
    return upcastOrThrow(layout, n);
  } catch (e) {
    return asFailure(e);
  }
}

/** The message with which C++ CuTe refuses to downcast elements that do not follow each other. */
export const NOT_ADJACENT = 'Downcast requires adjacent elements';

function downcastOrThrow(layout: Layout, n: number): Layout {
  const strides = leavesOf<Stride>(layout.stride);
  // C++ looks for a static stride 1; -1 alone does not pass this test.
  if (!strides.some((d) => isInt(d) && isConstant(d, 1))) {
    refuse(
      'indivisible',
      `no mode has the static stride 1, so that no elements are adjacent that ${n} narrower ones could replace`,
      {
        cute: NOT_ADJACENT,
      },
    );
  }
  return mapModes(layout.shape, layout.stride, (s, d) => {
    const stride = intStride(d, 'downcast');
    const adjacent = isConstant(stride, 1) || isConstant(stride, -1);
    return adjacent ? new Layout(multiply(s, n), stride) : new Layout(s, multiply(stride, n));
  });
}

/** `downcast<n>(layout)`: elements n times as narrow. Violation: indivisible. */
export function downcast(layout: Layout, n: number): Outcome<Layout> {
  try {
    return downcastOrThrow(layout, n);
  } catch (e) {
    return asFailure(e);
  }
}

/** `recast_layout<Old,New>(layout)`, with the widths of the two types in bits. */
export function recastLayout(layout: Layout, oldBits: number, newBits: number): Outcome<Layout> {
  try {
    const g = gcdNumber(oldBits, newBits);
    const [up, down] = [newBits / g, oldBits / g];
    if (up === 1 && down === 1) return layout;
    if (up === 1) return downcastOrThrow(layout, down);
    if (down === 1) return upcastOrThrow(layout, up);
    return downcastOrThrow(upcastOrThrow(layout, up), down);
  } catch (e) {
    return asFailure(e);
  }
}

/** The largest n for which upcast<n> compiles; run-time shapes and strides are taken to be multiples. */
export function maxAlignment(layout: Layout): Outcome<Int> {
  try {
    const flat = coalesceOrThrow(layout);
    const shape = mapLeaves<Int, Int>(flat.shape, (s) => (isStatic(s) ? s : 1));
    const stride = mapLeaves<Stride, Stride>(flat.stride, (d) =>
      isInt(d) && !isStatic(d) ? 0 : staticOnly(d),
    );
    const statics = new Layout(shape, stride);
    const permuted = logicalDivideOrThrow(statics, rightInverseOrThrow(statics));
    const contiguous = product(mode<Int>(permuted.shape, 0));
    const rest = mapLeaves<Stride, Int>(mode<Stride>(permuted.stride, 1), (d) =>
      intStride(d, 'max_alignment'),
    );
    return gcdOf([contiguous, rest]);
  } catch (e) {
    return asFailure(e);
  }
}

/** A basis stride of a run-time value has nothing static to offer. */
function staticOnly(d: Stride): Stride {
  if (d instanceof ScaledBasis && !isStatic(basisValue(d, 'max_alignment'))) return 0;
  return d;
}
