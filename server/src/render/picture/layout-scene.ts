// The scenes of layouts: offsets in a grid, coloured by offset; the modes of the shape as nested gridlines.

import { positionIndependent } from '../../algebra/composed/swizzle.ts';
import { isFailure, type Outcome } from '../../algebra/integer/failure.ts';
import { Dynamic, type Int, knownValue } from '../../algebra/integer/integer.ts';
import { evaluate } from '../../algebra/layout/evaluate.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  type Shape,
  SmemPtrFlag,
  Swizzle,
} from '../../algebra/layout/layout.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import { ArithTuple, Binary, ScaledBasis, type Stride } from '../../algebra/layout/stride.ts';
import { applySwizzle } from '../../algebra/layout/swizzle.ts';
import { leavesOf, wrap } from '../../algebra/tuple/operations.ts';
import { extentsOf, gridOf, product, type Slice } from './grid.ts';
import type { Cell, Scene } from './scene.ts';

/** The value of a layout at an integral coordinate, for layouts whose integers are known. */
export function valueAtIndex(layout: AnyLayout, index: number): Outcome<Stride> | null {
  if (layout instanceof Layout) return evaluate(layout, index);
  const inner = valueAtIndex(layout.inner, index);
  if (inner === null || isFailure(inner)) return inner;
  const at = knownInt(inner);
  const offset = layout.offset instanceof SmemPtrFlag ? 0 : knownInt(layout.offset);
  if (at === null || offset === null) return null;
  return layout.outer instanceof Swizzle
    ? applySwizzle(layout.outer, offset + at)
    : valueAtIndex(layout.outer, offset + at);
}

function knownInt(x: Stride): number | null {
  if (x instanceof ScaledBasis || x instanceof ArithTuple || x instanceof Binary) return null;
  return knownValue(x) ?? null;
}

export const shapeOf = (layout: AnyLayout): Shape =>
  layout instanceof Layout ? layout.shape : shapeOf(layout.inner);

/** One number a value, so that values can be coloured: coordinates count as their entries in turn. */
function keyOf(value: Stride): number {
  if (value instanceof Binary) return value.bits;
  if (value instanceof ArithTuple)
    return leavesOf<Int>(value.entries).reduce<number>(
      (sum, n, i) => sum + (knownValue(n) ?? 0) * (i + 1),
      0,
    );
  if (value instanceof ScaledBasis) {
    const n = value.value;
    return typeof n === 'number' ? Math.abs(n) : 0;
  }
  return Math.abs(knownValue(value) ?? 0);
}

/** `8 × 64`, with the modes of nested ones multiplied out. */
export function extentText(shape: Shape): string {
  return wrap(shape as readonly Shape[])
    .map((mode) => {
      const extents = extentsOf(mode as Shape);
      return extents === null ? printPlain(mode as Shape) : String(product(extents));
    })
    .join(' × ');
}

/**
 * The layout whose offsets are those of elements in memory: a swizzle before `smem_ptr[16b](unset)` acts on bytes, and is
 * carried to elements as CuTe's own print_latex does it. Null where there is none.
 */
export function inMemory(layout: AnyLayout): AnyLayout | null {
  if (!(layout instanceof ComposedLayout && layout.offset instanceof SmemPtrFlag)) return layout;
  const moved = positionIndependent(layout);
  return isFailure(moved) ? null : moved;
}

interface Drawing {
  /** The modes are those of a TV layout. */
  readonly threadsAndValues?: boolean;
  /** Modes that stay at one coordinate. */
  readonly slice?: Slice;
}

/** Whether nothing but the first offset is known: all modes of several elements have strides of which nobody knows anything. */
function isOpen({ shape, stride }: Layout): boolean {
  const sizes = leavesOf<Int>(shape);
  const apart = leavesOf<Stride>(stride).filter((_, i) => sizes[i] !== 1);
  return apart.length > 0 && apart.every((step) => step instanceof Dynamic && step.value === null);
}

/**
 * The values of a layout, mode 0 down and the others across; null when it has an integer that is not known, or no
 * coordinate. Its cost does not depend on the layout's size.
 */
export function layoutScene(
  value: AnyLayout,
  title: string,
  { threadsAndValues = false, slice = [] }: Drawing = {},
): Scene | null {
  const nameOf = (mode: number): string => {
    if (threadsAndValues) return mode === 0 ? 'thread' : 'value';
    return `mode ${mode}`;
  };
  const layout = inMemory(value);
  const grid = layout === null ? null : gridOf(shapeOf(layout), nameOf, slice);
  if (layout === null || grid === null || (layout instanceof Layout && isOpen(layout))) return null;
  const threads = threadsAndValues ? product(extentsOf((shapeOf(layout) as readonly Shape[])[0]!) ?? [1]) : 1;
  const cell = (row: number, column: number): Cell | null => {
    const index = grid.indexOf(row, column);
    const value = valueAtIndex(layout, index);
    if (value === null || isFailure(value)) return null;
    const offset = knownInt(value);
    const place = threadsAndValues ? { thread: index % threads, value: Math.floor(index / threads) } : {};
    return {
      label: printPlain(value),
      key: keyOf(value),
      of: { ...place, ...(offset === null ? {} : { offset }) },
    };
  };
  if (cell(0, 0) === null) return null;
  const { rows, columns } = grid;
  const fixed = slice.map((at, mode) => (at === null ? '' : `, mode ${mode} at ${at}`)).join('');
  return {
    title,
    description: `Values of ${title} at each coordinate; ${rows.name || 'one row'} down, ${columns.name} across${fixed}.`,
    rows,
    columns,
    cell,
    keys: 'amounts',
    ...(grid.steps === null ? {} : { index: grid.steps }),
  };
}
