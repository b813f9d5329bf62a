// The permutations of a LEGO tile: regular ones of its dimensions (RegP, Row, Col), and general ones of its elements
// (GenP), by a name, a table or a function.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import type { Term } from '../term/term.ts';
import { flatten, product, unflatten } from './row-major.ts';

/** What a function makes of symbols, where it makes one thing of all values: a position, or an index. */
interface Formula {
  /** Symbols for the coordinates of an index, or for a position. */
  readonly of: readonly string[];
  readonly terms: readonly Term[];
}

/** A function's own arithmetic, as far as it has one: the position of an index, and the index at a position. */
export interface Formulas {
  readonly apply: Formula | null;
  readonly inv: Formula | null;
}

/** How a permutation is written. Dimensions are counted from 0. */
export type PermutationForm =
  | { readonly kind: 'regular'; readonly order: readonly number[] }
  | { readonly kind: 'row' | 'column' }
  | { readonly kind: 'general'; readonly name: string; readonly formulas?: Formulas };

/** A permutation of the elements of a tile: index to position, and back. */
export class Permutation {
  readonly dims: readonly number[];
  readonly form: PermutationForm;
  readonly #apply: (index: readonly number[]) => number;
  readonly #inv: (position: number) => readonly number[];

  constructor(
    dims: readonly number[],
    form: PermutationForm,
    apply: (index: readonly number[]) => number,
    inv: (position: number) => readonly number[],
  ) {
    this.dims = dims;
    this.form = form;
    this.#apply = apply;
    this.#inv = inv;
  }

  apply(index: readonly number[]): number {
    return this.#apply(index);
  }

  inv(position: number): readonly number[] {
    return this.#inv(position);
  }
}

/** A tile of the sizes, its dimensions in memory in an order of them, outermost first. */
export function orderedTile(
  dims: readonly number[],
  order: readonly number[],
  form: PermutationForm = { kind: 'regular', order },
): Permutation {
  const physical = order.map((k) => dims[k]!);
  return new Permutation(
    dims,
    form,
    (index) =>
      flatten(
        physical,
        order.map((k) => index[k]!),
      ),
    (at) => {
      const index = new Array<number>(dims.length);
      unflatten(physical, at).forEach((i, k) => {
        index[order[k]!] = i;
      });
      return index;
    },
  );
}

function requireSizes(dims: readonly number[]): void {
  if (dims.length === 0) refuse('wrong-kind', 'a tile has at least one dimension', { source: 'LEGO III-B' });
  const wrong = dims.find((n) => !Number.isSafeInteger(n) || n < 1);
  if (wrong !== undefined) refuse('wrong-kind', `${wrong} is no size of a tile`, { source: 'LEGO III-B' });
  if (!Number.isSafeInteger(product(dims)))
    refuse('wrong-kind', `a tile of ${dims.join(' × ')} elements is too large`, { source: 'LEGO III-B' });
}

/** `RegP(dims, order)`: the dimensions stand in memory in this order, counted from 0. Violations: wrong-kind, order-permutation. */
export function regularPermutation(dims: readonly number[], order: readonly number[]): Outcome<Permutation> {
  try {
    requireSizes(dims);
    const sorted = [...order].sort((a, b) => a - b);
    if (order.length !== dims.length || sorted.some((x, i) => x !== i))
      refuse('order-permutation', `[${order.join(',')}] is no permutation of ${dims.length} dimensions`, {
        source: 'LEGO III-B',
      });
    return orderedTile(dims, order);
  } catch (e) {
    return asFailure(e);
  }
}

const identity = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** `Row(n1, …)`: the dimensions as they are. Violation: wrong-kind. */
export function rowMajor(dims: readonly number[]): Outcome<Permutation> {
  try {
    requireSizes(dims);
    return orderedTile(dims, identity(dims.length), { kind: 'row' });
  } catch (e) {
    return asFailure(e);
  }
}

/** `Col(n1, …)`: the dimensions in reverse order in memory. Violation: wrong-kind. */
export function columnMajorPermutation(dims: readonly number[]): Outcome<Permutation> {
  try {
    requireSizes(dims);
    return orderedTile(dims, identity(dims.length).reverse(), { kind: 'column' });
  } catch (e) {
    return asFailure(e);
  }
}

/**
 * `GenP(dims, f)`: the element at an index goes to the position that the table has for it, by its row-major number; the
 * inverse is found. Violations: wrong-kind; not-bijective for a position outside of the tile and for two elements at one
 * position.
 */
export function tablePermutation(
  dims: readonly number[],
  table: readonly number[],
  name: string,
  formulas?: Formulas,
): Outcome<Permutation> {
  try {
    requireSizes(dims);
    const size = product(dims);
    const at = (i: number): string => `(${unflatten(dims, i).join(',')})`;
    if (table.length !== size)
      refuse('wrong-kind', `a tile of ${size} elements has ${table.length} positions`, {
        source: 'LEGO III-B',
      });
    const back = new Array<number>(size).fill(-1);
    table.forEach((position, i) => {
      if (!Number.isSafeInteger(position) || position < 0 || position >= size)
        refuse(
          'not-bijective',
          `${name} takes ${at(i)} to ${position}, which is outside of the tile of ${size}`,
          {
            source: 'LEGO III-B',
          },
        );
      if (back[position] !== -1)
        refuse(
          'not-bijective',
          `${name} takes ${at(back[position]!)} and ${at(i)} to ${position}: it is no permutation`,
          {
            source: 'LEGO III-B',
          },
        );
      back[position] = i;
    });
    return new Permutation(
      dims,
      { kind: 'general', name, ...(formulas === undefined ? {} : { formulas }) },
      (index) => table[flatten(dims, index)]!,
      (position) => unflatten(dims, back[position]!),
    );
  } catch (e) {
    return asFailure(e);
  }
}
