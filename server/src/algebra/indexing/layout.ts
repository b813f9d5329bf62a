// The index expressions of CuTe's layouts: the offset at a coordinate, swizzled and composed ones too.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { type Int, knownValue } from '../integer/integer.ts';
import type { Strides } from '../layout/layout.ts';
import { type AnyLayout, Layout, type Shape, Swizzle } from '../layout/layout.ts';
import { type Arithmetic, add, constant, EXPANDED, type IndexExpression, times } from './expression.ts';
import { exclusive } from './nonlinear.ts';

const NEEDS_STATIC = 'an index expression needs sizes and strides that are known integers';

/** A coordinate of a mode, or those of its own modes. */
export type Coordinate = IndexExpression | readonly Coordinate[];

function integer(x: unknown): number {
  return knownValue(x as Int) ?? refuse('wrong-kind', NEEDS_STATIC);
}

/** The number of coordinates of a shape; what is not known is refused. */
export const sizeOf = (shape: Shape): number =>
  Array.isArray(shape) ? shape.reduce<number>((n, s) => n * sizeOf(s as Shape), 1) : integer(shape);

/**
 * The offset of a mode's integral coordinate: its own modes are counted fastest first, and the last of them goes on for
 * as long as the coordinate does.
 */
function offsetOf(shape: Shape, stride: Strides, at: Coordinate, arithmetic: Arithmetic): IndexExpression {
  if (isNested(at)) return offsetOfModes(shape, stride, at, arithmetic);
  if (!Array.isArray(shape)) return times(at, integer(stride));
  if (!Array.isArray(stride)) return refuse('wrong-kind', NEEDS_STATIC);
  let inner = 1;
  const parts = shape.map((s, k) => {
    const size = sizeOf(s as Shape);
    const whole = arithmetic.quotient(at, inner);
    inner *= size;
    const part = k === shape.length - 1 ? whole : arithmetic.remainder(whole, size);
    return offsetOf(s as Shape, stride[k] as Strides, part, arithmetic);
  });
  return add(...parts);
}

const isNested = (c: Coordinate): c is readonly Coordinate[] => Array.isArray(c);

function offsetOfModes(
  shape: Shape,
  stride: Strides,
  at: readonly Coordinate[],
  arithmetic: Arithmetic,
): IndexExpression {
  if (!Array.isArray(shape) || !Array.isArray(stride) || shape.length !== at.length)
    return refuse('coordinate-mismatch', 'the coordinate has other modes than the layout');
  return add(...shape.map((s, k) => offsetOf(s as Shape, stride[k] as Strides, at[k]!, arithmetic)));
}

/** Sw<bits, base, shift>: the exclusive or of an offset with some of its own bits. */
function swizzled(
  { bits, base, shift }: Swizzle,
  offset: IndexExpression,
  { quotient, remainder }: Arithmetic,
): IndexExpression {
  const [from, to] = shift >= 0 ? [base + shift, base] : [base, base - shift];
  return exclusive(offset, times(remainder(quotient(offset, 2 ** from), 2 ** bits), 2 ** to));
}

function notNegative(e: IndexExpression): IndexExpression {
  return e.low < 0 ? refuse('unsupported', 'an offset below zero is no coordinate') : e;
}

function offsetAt(
  layout: AnyLayout,
  coordinates: readonly Coordinate[],
  arithmetic: Arithmetic,
): IndexExpression {
  if (layout instanceof Layout) {
    const { shape, stride } = layout;
    return offsetOf(shape, stride, coordinates.length === 1 ? coordinates[0]! : coordinates, arithmetic);
  }
  const inner = notNegative(offsetAt(layout.inner, coordinates, arithmetic));
  // The pointer of a swizzle in shared memory is where its bits are counted from.
  const offset = typeof layout.offset === 'object' && 'bits' in layout.offset ? 0 : integer(layout.offset);
  const moved = notNegative(add(inner, constant(offset)));
  return layout.outer instanceof Swizzle
    ? swizzled(layout.outer, moved, arithmetic)
    : offsetAt(layout.outer, [moved], arithmetic);
}

export const shapeOf = (layout: AnyLayout): Shape =>
  layout instanceof Layout ? layout.shape : shapeOf(layout.inner);

/** A coordinate as it is named: one that is a number is the same everywhere. */
export type CoordinateName = string | number | readonly CoordinateName[];

/** A variable of a coordinate: what it is called, and how many values it has. */
export interface NamedVariable {
  readonly name: string;
  readonly extent: number;
}

/**
 * The names of a coordinate in the order of the text, with the sizes of their modes. Violations: coordinate-mismatch for
 * other modes than the layout's; out-of-range for a number; wrong-kind for sizes that are not known.
 */
export function variablesAt(shape: Shape, at: CoordinateName): Outcome<readonly NamedVariable[]> {
  try {
    return namedIn(shape, at);
  } catch (e) {
    return asFailure(e);
  }
}

function namedIn(shape: Shape, at: CoordinateName): readonly NamedVariable[] {
  if (Array.isArray(at)) {
    if (!Array.isArray(shape) || shape.length !== at.length)
      return refuse('coordinate-mismatch', 'the coordinate has other modes than the layout');
    return at.flatMap((c, k) => namedIn(shape[k] as Shape, c as CoordinateName));
  }
  const extent = sizeOf(shape);
  if (typeof at !== 'number') return [{ name: at as string, extent }];
  if (at < 0 || at >= extent)
    refuse('out-of-range', `coordinate ${at} of a mode that has ${extent} elements`);
  return [];
}

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
  coordinates: readonly Coordinate[],
  arithmetic: Arithmetic = EXPANDED,
): Outcome<IndexExpression> {
  try {
    return offsetAt(layout, coordinates, arithmetic);
  } catch (e) {
    return asFailure(e);
  }
}
