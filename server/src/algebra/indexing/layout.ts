// The index expressions of CuTe's layouts: the offset at a coordinate, swizzled and composed ones too.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import type { Strides } from '../layout/layout.ts';
import { type AnyLayout, Layout, type Shape, Swizzle } from '../layout/layout.ts';
import { add, constant, exclusive, type IndexExpression, quotient, remainder, times } from './expression.ts';

const NEEDS_STATIC = 'an index expression needs sizes and strides that are known integers';

function integer(x: unknown): number {
  return typeof x === 'number' ? x : refuse('wrong-kind', NEEDS_STATIC);
}

const sizeOf = (shape: Shape): number =>
  Array.isArray(shape) ? shape.reduce<number>((n, s) => n * sizeOf(s as Shape), 1) : integer(shape);

/**
 * The offset of a mode's integral coordinate: its own modes are counted fastest first, and the last of them goes on for
 * as long as the coordinate does.
 */
function offsetOf(shape: Shape, stride: Strides, at: IndexExpression): IndexExpression {
  if (!Array.isArray(shape)) return times(at, integer(stride));
  if (!Array.isArray(stride)) return refuse('wrong-kind', NEEDS_STATIC);
  let inner = 1;
  const parts = shape.map((s, k) => {
    const size = sizeOf(s as Shape);
    const whole = quotient(at, inner);
    inner *= size;
    const part = k === shape.length - 1 ? whole : remainder(whole, size);
    return offsetOf(s as Shape, stride[k] as Strides, part);
  });
  return add(...parts);
}

/** Sw<bits, base, shift>: the exclusive or of an offset with some of its own bits. */
function swizzled({ bits, base, shift }: Swizzle, offset: IndexExpression): IndexExpression {
  const [from, to] = shift >= 0 ? [base + shift, base] : [base, base - shift];
  return exclusive(offset, times(remainder(quotient(offset, 2 ** from), 2 ** bits), 2 ** to));
}

function notNegative(e: IndexExpression): IndexExpression {
  return e.low < 0 ? refuse('unsupported', 'an offset below zero is no coordinate') : e;
}

function offsetAt(layout: AnyLayout, coordinates: readonly IndexExpression[]): IndexExpression {
  if (layout instanceof Layout) {
    const { shape, stride } = layout;
    if (coordinates.length === 1) return offsetOf(shape, stride, coordinates[0]!);
    const modes = shape as readonly Shape[];
    const strides = stride as readonly Strides[];
    return add(...modes.map((s, k) => offsetOf(s, strides[k]!, coordinates[k]!)));
  }
  const inner = notNegative(offsetAt(layout.inner, coordinates));
  // The pointer of a swizzle in shared memory is where its bits are counted from.
  const offset = typeof layout.offset === 'object' && 'bits' in layout.offset ? 0 : integer(layout.offset);
  const moved = notNegative(add(inner, constant(offset)));
  return layout.outer instanceof Swizzle ? swizzled(layout.outer, moved) : offsetAt(layout.outer, [moved]);
}

const shapeOf = (layout: AnyLayout): Shape =>
  layout instanceof Layout ? layout.shape : shapeOf(layout.inner);

/** The extents of a layout's modes, which its coordinates have. Violation: wrong-kind for what is not static. */
export function extentsOf(layout: AnyLayout): Outcome<readonly number[]> {
  try {
    const shape = shapeOf(layout);
    return Array.isArray(shape) ? shape.map((s) => sizeOf(s as Shape)) : [sizeOf(shape)];
  } catch (e) {
    return asFailure(e);
  }
}

/**
 * The offset at coordinates of the modes. Violations: wrong-kind for sizes or strides that are not static integers;
 * unsupported where a negative offset is a coordinate.
 */
export function layoutOffset(
  layout: AnyLayout,
  coordinates: readonly IndexExpression[],
): Outcome<IndexExpression> {
  try {
    return offsetAt(layout, coordinates);
  } catch (e) {
    return asFailure(e);
  }
}
