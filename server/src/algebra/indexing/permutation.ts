// The index expressions of a tile's permutation: of its dimensions, by a formula, or as a table.

import { refuse } from '../integer/failure.ts';
import type { Permutation } from '../lego/permutation.ts';
import { flatten, product, unflatten } from '../lego/row-major.ts';
import { type Arithmetic, add, constant, type IndexExpression, times } from './expression.ts';
import { choice, lookup, multiply } from './nonlinear.ts';
import {
  flattened,
  orderedIndex,
  orderedPosition,
  type PositionArithmetic,
  reversed,
  unflattened,
} from './row-major.ts';
import { expressionOf } from './term.ts';

/** Positions that are written down where there is no formula. */
const MAXIMUM_TABLE = 4096;

/** Positions of arrays of known sizes. */
export const positionsOf = (arithmetic: Arithmetic): PositionArithmetic<IndexExpression, number> => ({
  zero: constant(0),
  sizeOf: product,
  add,
  times,
  quotient: arithmetic.quotient,
  remainder: arithmetic.remainder,
  countedDown: (e, size) => add(constant(size - 1), times(e, -1)),
});

/** The dimensions in the order of memory; null for a permutation that is none of dimensions. */
export function memoryOrder({
  dims,
  form,
}: Pick<Permutation, 'form'> & { readonly dims: readonly unknown[] }): readonly number[] | null {
  switch (form.kind) {
    case 'regular':
      return form.order;
    case 'row':
      return dims.map((_, k) => k);
    case 'column':
      return dims.map((_, k) => dims.length - 1 - k);
    case 'general':
      return null;
  }
}

/** `antidiag`, where that is the permutation of this name, and not a function of the file that is called so. */
const knownName = ({ form }: Permutation): string | null =>
  form.kind === 'general' && form.formulas === undefined ? form.name : null;

/** LEGO Figure 7: the elements before an antidiagonal make a triangle, or all but one. */
function antidiagonalAt(
  n: number,
  [i, j]: readonly IndexExpression[],
  { quotient }: Arithmetic,
): IndexExpression {
  const triangle = (d: IndexExpression): IndexExpression => quotient(multiply(d, add(d, constant(1))), 2);
  const diagonal = add(i!, j!);
  const left = add(constant(2 * n - 2), times(diagonal, -1));
  const upper = add(i!, triangle(diagonal));
  const lower = add(constant(n * n - n), i!, times(triangle(left), -1));
  return choice(diagonal, n, upper, lower);
}

/** The bits of all dimensions in turns, those of the last one lowest: which dimension each bit of a position is of. */
function mortonPlaces(dims: readonly number[]): readonly (readonly [dimension: number, bit: number])[] {
  const bits = dims.map((n) => Math.log2(n));
  return Array.from({ length: Math.max(...bits) }, (_, bit) =>
    dims.flatMap((_, k) => (bit < bits[k]! ? [[k, bit] as const] : [])).reverse(),
  ).flat();
}

const bitOf = (e: IndexExpression, bit: number, { quotient, remainder }: Arithmetic): IndexExpression =>
  remainder(quotient(e, 2 ** bit), 2);

const tableSize = ({ dims, form }: Permutation): number => {
  const size = product(dims);
  return size <= MAXIMUM_TABLE
    ? size
    : refuse(
        'unsupported',
        `GenP(${form.kind === 'general' ? form.name : form.kind}) has no formula, and a table of ${size} positions is too large`,
      );
};

/** The position of an index in a tile. */
export function applied(
  p: Permutation,
  index: readonly IndexExpression[],
  arithmetic: Arithmetic,
): IndexExpression {
  const { dims, form } = p;
  const order = memoryOrder(p);
  const positions = positionsOf(arithmetic);
  if (order !== null) return orderedPosition(dims, order, index, positions);
  if (form.kind !== 'general') return refuse('unsupported', 'the permutation has no expression');
  if (knownName(p) === 'reverse') return flattened(dims, reversed(dims, index, positions), positions);
  if (knownName(p) === 'antidiag') return antidiagonalAt(dims[0]!, index, arithmetic);
  if (knownName(p) === 'morton')
    return add(
      ...mortonPlaces(dims).map(([k, bit], at) => times(bitOf(index[k]!, bit, arithmetic), 2 ** at)),
    );
  const formula = form.formulas?.apply ?? null;
  const [made] = formula === null ? [null] : expressionsOf(formula, index);
  if (made != null) return made;
  const table = Array.from({ length: tableSize(p) }, (_, i) => p.apply(unflatten(dims, i)));
  return lookup(table, flattened(dims, index, positions));
}

/** The index at a position of a tile. */
export function inverted(
  p: Permutation,
  position: IndexExpression,
  arithmetic: Arithmetic,
): readonly IndexExpression[] {
  const { dims, form } = p;
  const order = memoryOrder(p);
  const positions = positionsOf(arithmetic);
  if (order !== null) return orderedIndex(dims, order, position, positions);
  if (form.kind !== 'general') return refuse('unsupported', 'the permutation has no expression');
  if (knownName(p) === 'reverse') return reversed(dims, unflattened(dims, position, positions), positions);
  if (knownName(p) === 'morton') {
    const places = mortonPlaces(dims);
    return dims.map((_, k) =>
      add(
        ...places.flatMap(([own, bit], at) =>
          own === k ? [times(bitOf(position, at, arithmetic), 2 ** bit)] : [],
        ),
      ),
    );
  }
  const formula = form.formulas?.inv ?? null;
  const made = formula === null ? [] : expressionsOf(formula, [position]);
  if (made.length === dims.length && made.every((e) => e !== null)) return made as IndexExpression[];
  const table = Array.from({ length: tableSize(p) }, (_, at) => flatten(dims, p.inv(at)));
  return unflattened(dims, lookup(table, position), positions);
}

type Formula = NonNullable<NonNullable<(Permutation['form'] & { kind: 'general' })['formulas']>['apply']>;

const expressionsOf = (
  { of, terms }: Formula,
  values: readonly IndexExpression[],
): readonly (IndexExpression | null)[] => {
  const named = new Map(of.map((name, k) => [name, values[k]!]));
  return terms.map((t) => expressionOf(t, named));
};
