// The coordinates of a shape as a grid: mode 0 runs down the rows and the other modes run along the columns, as CuTe's own
// print_latex draws a matrix. Of a slice only the modes that are left free.

import { type Int, knownValue } from '../../algebra/integer/integer.ts';
import type { Shape } from '../../algebra/layout/layout.ts';
import { leavesOf, wrap } from '../../algebra/tuple/operations.ts';
import { type Axis, HOVER_LIMITS, lengthOf } from './scene.ts';

interface Grid {
  readonly rows: Axis;
  readonly columns: Axis;
  /** The integral coordinate of a cell. */
  indexOf(row: number, column: number): number;
  /** What a step down and one across add to it; null where that is not the same everywhere. */
  readonly steps: { readonly row: number; readonly column: number } | null;
}

/** The coordinate of each mode of a shape, null for those that are drawn. */
export type Slice = readonly (number | null)[];

/** The extents of a shape from its innermost mode on; null where one is not known. */
export function extentsOf(shape: Shape): readonly number[] | null {
  const extents: number[] = [];
  for (const leaf of leavesOf<Int>(shape)) {
    const extent = knownValue(leaf);
    if (extent === undefined || extent < 1) return null;
    extents.push(extent);
  }
  return extents.length === 0 ? [1] : extents;
}

export const product = (numbers: readonly number[]): number => numbers.reduce((a, b) => a * b, 1);

interface Mode {
  readonly at: number;
  readonly extents: readonly number[];
  readonly size: number;
  /** What a step in it adds to the integral coordinate. */
  readonly step: number;
}

function modesOf(shape: Shape): readonly Mode[] | null {
  const modes: Mode[] = [];
  let step = 1;
  for (const [at, mode] of (wrap(shape as readonly Shape[]) as readonly Shape[]).entries()) {
    const extents = extentsOf(mode);
    if (extents === null) return null;
    const size = product(extents);
    modes.push({ at, extents, size, step });
    step *= size;
  }
  return modes;
}

/** Null when an extent is not known, or a slice does not fit. `namesOf`: what a mode is called. */
export function gridOf(shape: Shape, nameOf: (mode: number) => string, slice: Slice = []): Grid | null {
  const modes = modesOf(shape);
  if (modes === null || modes.some(({ at, size }) => (slice[at] ?? 0) >= size) || slice.length > modes.length)
    return null;
  const start = modes.reduce((sum, { at, step }) => sum + (slice[at] ?? 0) * step, 0);
  const free = modes.filter(({ at }) => (slice[at] ?? null) === null);
  // A vector lies along the columns, which hovers have more room for.
  const [down, across] = free.length < 2 ? [[], free] : [free.slice(0, 1), free.slice(1)];
  const numbers = across.map(({ at }) => at);
  const columns: Axis = {
    name:
      across.length > 1
        ? `modes ${numbers[0]}–${numbers.at(-1)}`
        : numbers.length === 0
          ? ''
          : nameOf(numbers[0]!),
    extents: across.length === 0 ? [1] : across.flatMap(({ extents }) => extents),
  };
  const rows: Axis =
    down[0] === undefined
      ? { name: '', extents: [1] }
      : { name: nameOf(down[0].at), extents: down[0].extents };
  const indexOf = (row: number, column: number): number => {
    let index = start + row * (down[0]?.step ?? 0);
    let rest = column;
    for (const { size, step } of across) {
      index += (rest % size) * step;
      rest = Math.floor(rest / size);
    }
    return index;
  };
  const [height, width] = [lengthOf(rows), lengthOf(columns)];
  const isWhole = free.length === modes.length;
  // A tall and narrow layout lies on its side, where more of it can be seen.
  return height > HOVER_LIMITS.rows && width <= HOVER_LIMITS.rows && height > width
    ? {
        rows: columns,
        columns: rows,
        indexOf: (row, column) => indexOf(column, row),
        steps: isWhole ? { row: height, column: 1 } : null,
      }
    : { rows, columns, indexOf, steps: isWhole ? { row: 1, column: height } : null };
}
