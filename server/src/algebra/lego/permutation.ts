// The permutations of a LEGO tile: regular ones of its dimensions (RegP, Row, Col), and general ones of
// its elements (GenP), of which two are known by name.

import { caught, type Outcome, refuse } from '../integer/failure.ts';
import { flatten, unflatten } from './row-major.ts';

/** A permutation of the elements of a tile: index to position, and back. */
export interface Permutation {
  readonly dims: readonly number[];
  apply(index: readonly number[]): number;
  inv(position: number): readonly number[];
}

/** `RegP(dims, order)`: the dimensions stand in memory in this order, counted from 0. Violation: wrong-kind. */
export function regularPermutation(dims: readonly number[], order: readonly number[]): Outcome<Permutation> {
  try {
    const sorted = [...order].sort((a, b) => a - b);
    if (order.length !== dims.length || sorted.some((x, i) => x !== i)) {
      refuse('wrong-kind', `[${order.join(',')}] is no permutation of ${dims.length} dimensions`, {
        source: 'LEGO III-B',
      });
    }
    const physical = order.map((k) => dims[k]!);
    return {
      dims,
      apply: (index) =>
        flatten(
          physical,
          order.map((k) => index[k]!),
        ),
      inv: (at) => {
        const index = new Array<number>(dims.length);
        unflatten(physical, at).forEach((i, k) => {
          index[order[k]!] = i;
        });
        return index;
      },
    };
  } catch (e) {
    return caught(e);
  }
}

const identity = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

export const rowMajor = (dims: readonly number[]): Outcome<Permutation> =>
  regularPermutation(dims, identity(dims.length));

/** The dimensions in reverse order in memory. */
export const columnMajorPermutation = (dims: readonly number[]): Outcome<Permutation> =>
  regularPermutation(dims, identity(dims.length).reverse());

/** Elements in the order of the antidiagonals of an n × n tile (LEGO Figure 7). Violation: wrong-kind. */
export function antidiagonal(dims: readonly number[]): Outcome<Permutation> {
  try {
    const n = dims[0] ?? 0;
    if (dims.length !== 2 || dims[1] !== n)
      refuse('wrong-kind', 'antidiag permutes a square tile', { source: 'LEGO Figure 7' });
    const triangle = (k: number): number => (k * (k - 1)) / 2;
    const apply = ([i, j]: readonly number[]): number => {
      const diagonal = i! + j! + 1;
      return diagonal <= n ? i! + triangle(diagonal) : n * n - n + i! - triangle(2 * n - diagonal);
    };
    const inv = (at: number): readonly number[] => {
      const isUpper = at < (n * (n + 1)) / 2;
      const x = isUpper ? at : n * n - 1 - at;
      let diagonal = Math.floor(Math.sqrt(2 * x));
      if (x >= triangle(diagonal + 1)) diagonal++;
      const i = x - triangle(diagonal);
      const j = diagonal - i - 1;
      return isUpper ? [i, j] : [n - 1 - i, n - 1 - j];
    };
    return { dims, apply, inv };
  } catch (e) {
    return caught(e);
  }
}

/** Every dimension counted down. */
export function reversal(dims: readonly number[]): Permutation {
  const down = (index: readonly number[]): number[] => index.map((i, k) => dims[k]! - 1 - i);
  return {
    dims,
    apply: (index) => flatten(dims, down(index)),
    inv: (at) => down(unflatten(dims, at)),
  };
}

/** The permutations that GenP knows by name. */
export const namedPermutations: ReadonlyMap<string, (dims: readonly number[]) => Outcome<Permutation>> =
  new Map<string, (dims: readonly number[]) => Outcome<Permutation>>([
    ['antidiag', antidiagonal],
    ['reverse', reversal],
  ]);
