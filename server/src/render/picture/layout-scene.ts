// The scenes of layouts: offsets in a grid, coloured by offset; the modes of the shape as nested gridlines.
//
// Mode 0 runs down the rows and the other modes run along the columns, as CuTe's own print_latex draws a matrix.

import { isFailure, type Outcome } from '../../algebra/integer/failure.ts';
import { type Int, knownValue } from '../../algebra/integer/integer.ts';
import { evaluate } from '../../algebra/layout/evaluate.ts';
import { type AnyLayout, Layout, type Shape, SmemPtrFlag, Swizzle } from '../../algebra/layout/layout.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import { ArithTuple, Binary, ScaledBasis, type Stride } from '../../algebra/layout/stride.ts';
import { applySwizzle } from '../../algebra/layout/swizzle.ts';
import { leavesOf, rankOf, wrap } from '../../algebra/tuple/operations.ts';
import { type Axis, type Cell, HOVER_LIMITS, lengthOf, type Scene } from './scene.ts';

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

const shapeOf = (layout: AnyLayout): Shape =>
  layout instanceof Layout ? layout.shape : shapeOf(layout.inner);

/** The extents of a shape from its innermost mode on; null where one is not known. */
function extentsOf(shape: Shape): readonly number[] | null {
  const extents: number[] = [];
  for (const leaf of leavesOf<Int>(shape)) {
    const extent = knownValue(leaf);
    if (extent === undefined || extent < 1) return null;
    extents.push(extent);
  }
  return extents.length === 0 ? [1] : extents;
}

const product = (numbers: readonly number[]): number => numbers.reduce((a, b) => a * b, 1);

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
 * The values of a layout, mode 0 down and the others across; null when it has an integer that is not known, or no
 * coordinate. Its cost does not depend on the layout's size. `threadsAndValues`: the modes are those of a TV layout.
 */
export function layoutScene(layout: AnyLayout, title: string, threadsAndValues = false): Scene | null {
  const shape = shapeOf(layout);
  const modes = wrap(shape as readonly Shape[]) as readonly Shape[];
  const first = extentsOf(modes[0] ?? 1);
  const others = modes.slice(1).map(extentsOf);
  if (first === null || others.includes(null)) return null;
  const rest = others.flatMap((extents) => extents ?? []);
  const vector = rankOf(shape) === 1;
  // A vector lies along the columns, which hovers have more room for.
  const rows: Axis = vector ? { name: '', extents: [1] } : { name: nameOf(0), extents: first };
  const columns: Axis = vector
    ? { name: nameOf(0), extents: first }
    : { name: others.length === 1 ? nameOf(1) : `modes 1–${others.length}`, extents: rest };
  function nameOf(mode: number): string {
    if (threadsAndValues) return mode === 0 ? 'thread' : 'value';
    return `mode ${mode}`;
  }
  const rowCount = lengthOf(rows);
  const columnCount = lengthOf(columns);
  const cellOf = (row: number, column: number): Cell | null => {
    const value = valueAtIndex(layout, row + rowCount * column);
    if (value === null || isFailure(value)) return null;
    return { label: printPlain(value), key: keyOf(value) };
  };
  // A tall and narrow layout lies on its side, where more of it can be seen.
  const onItsSide =
    rowCount > HOVER_LIMITS.rows && columnCount <= HOVER_LIMITS.rows && rowCount > columnCount;
  const [down, across] = onItsSide ? [columns, rows] : [rows, columns];
  const at = onItsSide ? (row: number, column: number) => cellOf(column, row) : cellOf;
  if (at(0, 0) === null) return null;
  return {
    title,
    description: `Values of ${title} at each coordinate; ${down.name || 'one row'} down, ${across.name} across.`,
    rows: down,
    columns: across,
    cell: at,
    keys: 'amounts',
    index: onItsSide ? { row: rowCount, column: 1 } : { row: 1, column: rowCount },
  };
}
