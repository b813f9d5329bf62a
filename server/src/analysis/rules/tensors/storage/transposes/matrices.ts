// Layouts of rows and columns, element by element.

import { shapeOf } from '../../../../../algebra/composed/composed.ts';
import { isFailure } from '../../../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../../../algebra/integer/known.ts';
import type { AnyLayout, Shape } from '../../../../../algebra/layout/layout.ts';
import { product } from '../../../../../algebra/tuple/int-tuple.ts';
import { enumerateOffsets } from '../../../../../algebra/view/enumerate.ts';

/** A layout of two modes, or of more whose first stage is looked at, element by element. */
export interface Matrix {
  readonly layout: AnyLayout;
  readonly rows: number;
  readonly columns: number;
  /** The extents of the modes behind. */
  readonly others: string;
  readonly at: (row: number, column: number) => number;
}

/** Larger ones are not compared. */
const MAXIMUM_ELEMENTS = 1 << 16;

export function matrixOf(layout: AnyLayout): Matrix | null {
  const shape = shapeOf(layout);
  if (!Array.isArray(shape) || shape.length < 2) return null;
  const [rows, columns, ...others] = (shape as readonly Shape[]).map((mode) => knownNumber(product(mode)));
  if (rows === undefined || columns === undefined || others.includes(undefined)) return null;
  if (others.reduce<number>((all, n) => all * n!, rows * columns) > MAXIMUM_ELEMENTS) return null;
  const offsets = enumerateOffsets(layout);
  return isFailure(offsets)
    ? null
    : { layout, rows, columns, others: others.join(), at: (row, column) => offsets[row + rows * column]! };
}

export const transposed = ({ rows, columns, at, ...rest }: Matrix): Matrix => ({
  ...rest,
  rows: columns,
  columns: rows,
  at: (row, column) => at(column, row),
});

/** The first place at which two matrices of the same extents differ; null where they are one. */
export function firstDifference(a: Matrix, b: Matrix): readonly [number, number] | null {
  for (let row = 0; row < a.rows; row++)
    for (let column = 0; column < a.columns; column++)
      if (a.at(row, column) !== b.at(row, column)) return [row, column];
  return null;
}

export const isSame = (a: Matrix, b: Matrix): boolean =>
  a.rows === b.rows && a.columns === b.columns && firstDifference(a, b) === null;
