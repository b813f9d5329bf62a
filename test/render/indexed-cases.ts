// Random layouts of every kind with what they give at every point: CuTe's, swizzled ones, chains of LEGO and their inverses.

import assert from 'node:assert/strict';
import { isFailure, type Outcome } from '../../server/src/algebra/integer/failure.ts';
import { ComposedLayout, Layout, Swizzle } from '../../server/src/algebra/layout/layout.ts';
import {
  groupBy,
  type LegoLayout,
  legoApply,
  legoInv,
  type OrderBy,
  tileBy,
} from '../../server/src/algebra/lego/lego.ts';
import { antidiagonal, hilbert, morton, reversal } from '../../server/src/algebra/lego/named.ts';
import {
  type Permutation,
  regularPermutation,
  rowMajor,
  tablePermutation,
} from '../../server/src/algebra/lego/permutation.ts';
import { unflatten } from '../../server/src/algebra/lego/row-major.ts';
import { apply } from '../../server/src/algebra/linear/apply.ts';
import { LinearLayout } from '../../server/src/algebra/linear/layout.ts';
import type { Indexed } from '../../server/src/render/emit/index/subject.ts';
import { valueAtIndex } from '../../server/src/render/picture/layout-scene.ts';
import { seeded } from '../support/random.ts';

const { below: random, pick, shuffled } = seeded(20261122);
const SIZES = [1, 2, 2, 3, 4, 4, 5, 6, 8] as const;

export function must<T>(outcome: Outcome<T>): T {
  if (isFailure(outcome)) assert.fail(JSON.stringify(outcome));
  return outcome as T;
}

type Nested = number | readonly Nested[];

function shape(left: number, depth: number): Nested {
  if (depth === 0 || random(2) === 0) return pick(SIZES.filter((n) => n <= left));
  const modes: Nested[] = [];
  let rest = left;
  for (let k = 1 + random(3); k > 0; k--) {
    const mode = shape(rest, depth - 1);
    rest = Math.floor(rest / [mode].flat(5).reduce<number>((a, b) => a * (b as number), 1));
    modes.push(mode);
  }
  return modes;
}

const like = (s: Nested, leaf: () => number): Nested =>
  Array.isArray(s) ? s.map((x) => like(x, leaf)) : leaf();

function plain(): Layout {
  const s = shape(512, 2);
  return new Layout(s as never, like(s, () => pick([0, 1, 2, 3, 4, 8, 12, 16, 33, 64])) as never);
}

function swizzled(): ComposedLayout {
  const [bits, base] = [1 + random(3), random(4)];
  const shift = (bits + random(3)) * (random(4) === 0 ? -1 : 1);
  return new ComposedLayout(new Swizzle(bits, base, shift), random(3) * 8, plain());
}

/** So many sizes with a product. */
function factors(n: number, count: number): number[] {
  const sizes = new Array<number>(count).fill(1);
  for (let rest = n, p = 2; rest > 1; )
    if (rest % p === 0) {
      sizes[random(count)]! *= p;
      rest /= p;
    } else p++;
  return sizes;
}

function permutation(dims: readonly number[]): Permutation {
  const order = shuffled(dims.map((_, k) => k));
  const isSquare = dims.length === 2 && dims[0] === dims[1];
  const areBits = dims.every((n) => Number.isInteger(Math.log2(n)));
  return pick([
    () => must(regularPermutation(dims, order)),
    () => must(regularPermutation(dims, order)),
    () => must(rowMajor(dims)),
    () => reversal(dims),
    () => (isSquare ? must(antidiagonal(dims)) : reversal(dims)),
    () => (areBits ? must(morton(dims)) : reversal(dims)),
    () => (areBits && isSquare ? must(hilbert(dims)) : reversal(dims)),
    () => must(tablePermutation(dims, shuffled([...points(dims).keys()]), 'table')),
  ])();
}

/** A chain of one square tile, which few chains by chance have. */
function square(): LegoLayout {
  const n = pick([2, 3, 4, 5, 8, 16]);
  const inner = pick([1, 2, 3]);
  const permutations = [permutation([n, n]), permutation([inner, inner])];
  return must(
    groupBy(
      [
        [n, n],
        [inner, inner],
      ],
      [{ permutations }],
    ),
  );
}

function chain(): LegoLayout {
  const n = pick([12, 24, 30, 36, 64, 72, 96, 128, 210, 256]);
  const orders: OrderBy[] = Array.from({ length: 1 + random(3) }, () => {
    const tiles = factors(n, 1 + random(2));
    return { permutations: tiles.map((size) => permutation(factors(size, 1 + random(3)))) };
  });
  const d = 1 + random(3);
  const whole = factors(n, 2 * d);
  const levels = [whole.slice(0, d), whole.slice(d)];
  const isWhole = random(3) === 0 && orders.every(({ permutations }) => permutations.length === 1);
  return must(isWhole ? tileBy(levels, orders) : groupBy(random(2) === 0 ? [factors(n, d)] : levels, orders));
}

export interface Case {
  readonly value: Indexed;
  readonly inverse: boolean;
  readonly extents: readonly number[];
  /** What the expressions are to give, point by point. */
  readonly expected: readonly (readonly number[])[];
}

export function points(extents: readonly number[]): readonly (readonly number[])[] {
  const size = extents.reduce((a, b) => a * b, 1);
  return Array.from({ length: size }, (_, at) => unflatten(extents, at));
}

function linear(): Case {
  const outs = Array.from({ length: 1 + random(2) }, (_, o) => ({ name: `d${o}`, bits: 1 + random(4) }));
  const words = 2 ** outs.reduce((sum, { bits }) => sum + bits, 0);
  const ins = Array.from({ length: 1 + random(3) }, (_, d) => ({
    name: `i${d}`,
    bases: Array.from({ length: 1 + random(3) }, () => random(words)),
  }));
  const value = new LinearLayout(ins, outs);
  const extents = ins.map(({ bases }) => 2 ** bases.length);
  const at = (index: readonly number[]) =>
    must(apply(value, new Map(index.map((x, d) => [`i${d}`, x])))) as ReadonlyMap<string, number>;
  return { value, inverse: false, extents, expected: points(extents).map((i) => [...at(i).values()]) };
}

function makeCase(): Case {
  const kind = random(5);
  if (kind === 4) return linear();
  if (kind >= 2) {
    const value = random(4) === 0 ? square() : chain();
    if (kind === 2)
      return {
        value,
        inverse: false,
        extents: value.dims,
        expected: points(value.dims).map((i) => [must(legoApply(value, i))]),
      };
    return {
      value,
      inverse: true,
      extents: [value.size],
      expected: points([value.size]).map(([at]) => must(legoInv(value, at!))),
    };
  }
  const value = kind === 0 ? plain() : swizzled();
  const inner = value instanceof Layout ? value : (value.inner as Layout);
  const tops = Array.isArray(inner.shape) ? (inner.shape as readonly Nested[]) : [inner.shape as Nested];
  const extents = tops.map((s) => [s].flat(5).reduce<number>((a, b) => a * (b as number), 1));
  const flat = (index: readonly number[]) => index.reduceRight((at, i, k) => at * extents[k]! + i, 0);
  return {
    value,
    inverse: false,
    extents,
    expected: points(extents).map((i) => [must(valueAtIndex(value, flat(i)) as Outcome<number>)]),
  };
}

/** So many of them, the same each time. */
export const randomCases = (count: number): readonly Case[] => Array.from({ length: count }, makeCase);
