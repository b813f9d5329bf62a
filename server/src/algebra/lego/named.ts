// General permutations that are known by name.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { Permutation } from './permutation.ts';
import { flatten, unflatten } from './row-major.ts';

type Named = (dims: readonly number[]) => Outcome<Permutation>;

/** The side of a square tile. */
function sideOf(name: string, dims: readonly number[]): number {
  const [n = 0, m] = dims;
  if (dims.length !== 2 || m !== n) refuse('wrong-kind', `${name} permutes a square tile`);
  return n;
}

/** Elements in the order of the antidiagonals of an n × n tile (LEGO Figure 7). Violation: wrong-kind. */
export function antidiagonal(dims: readonly number[]): Outcome<Permutation> {
  try {
    const n = sideOf('antidiag', dims);
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
    return new Permutation(dims, { kind: 'general', name: 'antidiag' }, apply, inv);
  } catch (e) {
    return asFailure(e);
  }
}

/** Every dimension counted down. */
export function reversal(dims: readonly number[]): Permutation {
  const down = (index: readonly number[]): number[] => index.map((i, k) => dims[k]! - 1 - i);
  return new Permutation(
    dims,
    { kind: 'general', name: 'reverse' },
    (index) => flatten(dims, down(index)),
    (at) => down(unflatten(dims, at)),
  );
}

const isPowerOfTwo = (n: number): boolean => n > 0 && Number.isInteger(Math.log2(n));

/**
 * The bits of all dimensions in turns, those of the last dimension lowest; a dimension that has no more bits is left
 * out. Violation: wrong-kind where a size is no power of two.
 */
export function morton(dims: readonly number[]): Outcome<Permutation> {
  try {
    const wrong = dims.find((n) => !isPowerOfTwo(n));
    if (wrong !== undefined) refuse('wrong-kind', `morton interleaves bits, and ${wrong} is no power of two`);
    const bits = dims.map((n) => Math.log2(n));
    /** Which dimension each bit of the position belongs to, and which of its bits, lowest first. */
    const places: (readonly [number, number])[] = [];
    for (let bit = 0; bit < Math.max(...bits); bit++)
      for (let k = dims.length - 1; k >= 0; k--) if (bit < bits[k]!) places.push([k, bit]);
    const bitOf = (x: number, bit: number): number => Math.floor(x / 2 ** bit) % 2;
    return new Permutation(
      dims,
      { kind: 'general', name: 'morton' },
      (index) => places.reduce((at, [k, bit], i) => at + bitOf(index[k]!, bit) * 2 ** i, 0),
      (at) => {
        const index = dims.map(() => 0);
        places.forEach(([k, bit], i) => {
          index[k]! += bitOf(at, i) * 2 ** bit;
        });
        return index;
      },
    );
  } catch (e) {
    return asFailure(e);
  }
}

/** A quarter of Hilbert's curve is entered turned: which way, by the quarter (i, j) of a square of side s. */
function turned(s: number, i: number, j: number, isLower: boolean, isRight: boolean): [number, number] {
  if (isLower) return [i, j];
  return isRight ? [s - 1 - j, s - 1 - i] : [j, i];
}

/** Hilbert's curve through a square whose side is a power of two. Violation: wrong-kind. */
export function hilbert(dims: readonly number[]): Outcome<Permutation> {
  try {
    const n = sideOf('hilbert', dims);
    if (!isPowerOfTwo(n)) refuse('wrong-kind', `hilbert halves the tile, and ${n} is no power of two`);
    const apply = ([row, column]: readonly number[]): number => {
      let [y, x] = [row!, column!];
      let at = 0;
      for (let s = n / 2; s >= 1; s /= 2) {
        const [isRight, isLower] = [Math.floor(x / s) % 2 === 1, Math.floor(y / s) % 2 === 1];
        at += s * s * (isRight ? (isLower ? 2 : 3) : isLower ? 1 : 0);
        [y, x] = turned(s, y % s, x % s, isLower, isRight);
      }
      return at;
    };
    const inv = (at: number): readonly number[] => {
      let [y, x] = [0, 0];
      for (let s = 1, rest = at; s < n; s *= 2, rest = Math.floor(rest / 4)) {
        const quarter = rest % 4;
        const [isRight, isLower] = [quarter >= 2, quarter === 1 || quarter === 2];
        [y, x] = turned(s, y, x, isLower, isRight);
        y += isLower ? s : 0;
        x += isRight ? s : 0;
      }
      return [y, x];
    };
    return new Permutation(dims, { kind: 'general', name: 'hilbert' }, apply, inv);
  } catch (e) {
    return asFailure(e);
  }
}

/** The permutations that GenP knows by name. */
export const namedPermutations: ReadonlyMap<string, Named> = new Map<string, Named>([
  ['antidiag', antidiagonal],
  ['reverse', reversal],
  ['morton', morton],
  ['hilbert', hilbert],
]);
