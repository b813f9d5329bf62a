// What libisl answers of finite sets and relations is what lists of their points say.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MapTerm, SetTerm } from '../../server/src/algebra/relation/term.ts';
import { map, set } from '../../server/src/algebra/relation/term.ts';
import { type Random, seeded } from '../support/random.ts';
import { asked } from './library.ts';

type Point = readonly number[];
type Pair = readonly [Point, Point];
interface Known<T, E> {
  readonly term: T;
  readonly all: readonly E[];
}
type KnownSet = Known<SetTerm, Point>;
type KnownMap = Known<MapTerm, Pair>;

const keyOf = (value: Point | Pair): string => JSON.stringify(value);
const isIn = <E extends Point | Pair>(all: readonly E[], value: E): boolean =>
  all.some((each) => keyOf(each) === keyOf(value));
const distinct = <E extends Point | Pair>(all: readonly E[]): readonly E[] => [
  ...new Map(all.map((each) => [keyOf(each), each])).values(),
];

/** In lexicographic order; pairs by their inputs first. */
function ordered<E extends Point | Pair>(all: readonly E[]): readonly E[] {
  return [...all].sort((a, b) => {
    const [one, other] = [a.flat(), b.flat()];
    const k = one.findIndex((n, i) => n !== other[i]);
    return k < 0 ? 0 : one[k]! - other[k]!;
  });
}

const numbers = ({ below, between }: Random, rank: number): Point =>
  Array.from({ length: rank }, () => (below(6) === 0 ? -between(1, 2) : below(4)));

const united = (texts: readonly string[], empty: string): string =>
  texts.length === 0 ? empty : `{ ${texts.join('; ')} }`;

const names = (letter: string, rank: number): string =>
  Array.from({ length: rank }, (_, k) => `${letter}${k}`).join(', ');

function literalSet(random: Random, rank: number): KnownSet {
  const all = distinct(Array.from({ length: random.below(6) }, () => numbers(random, rank)));
  const text = united(
    all.map((point) => `[${point.join(', ')}]`),
    `{ [${names('i', rank)}] : false }`,
  );
  return { term: set(text), all };
}

function literalMap(random: Random, [inputs, outputs]: readonly [number, number]): KnownMap {
  const all = distinct(
    Array.from({ length: random.below(7) }, (): Pair => [numbers(random, inputs), numbers(random, outputs)]),
  );
  const text = united(
    all.map(([from, to]) => `[${from.join(', ')}] -> [${to.join(', ')}]`),
    `{ [${names('i', inputs)}] -> [${names('o', outputs)}] : false }`,
  );
  return { term: map(text), all };
}

const OPERATIONS = ['union', 'intersect', 'subtract'] as const;

function combined<E extends Point | Pair>(
  op: (typeof OPERATIONS)[number],
  left: readonly E[],
  right: readonly E[],
): readonly E[] {
  if (op === 'union') return distinct([...left, ...right]);
  return left.filter((each) => isIn(right, each) === (op === 'intersect'));
}

function someSet(random: Random, rank: number, depth: number): KnownSet {
  if (depth === 0) return literalSet(random, rank);
  const other = random.between(1, 2);
  switch (random.below(8)) {
    case 0: {
      const of = someMap(random, [rank, other], depth - 1);
      return { term: { op: 'domain', of: of.term }, all: distinct(of.all.map(([from]) => from)) };
    }
    case 1: {
      const of = someMap(random, [other, rank], depth - 1);
      return { term: { op: 'range', of: of.term }, all: distinct(of.all.map(([, to]) => to)) };
    }
    case 2: {
      const [of, by] = [someSet(random, other, depth - 1), someMap(random, [other, rank], depth - 1)];
      const all = by.all.filter(([from]) => isIn(of.all, from)).map(([, to]) => to);
      return { term: { op: 'image', of: of.term, by: by.term }, all: distinct(all) };
    }
    case 3: {
      const [of, by] = [someSet(random, other, depth - 1), someMap(random, [rank, other], depth - 1)];
      const all = by.all.filter(([, to]) => isIn(of.all, to)).map(([from]) => from);
      return { term: { op: 'preimage', of: of.term, by: by.term }, all: distinct(all) };
    }
    case 4: {
      const op = random.pick(['lexmin', 'lexmax'] as const);
      const of = someSet(random, rank, depth - 1);
      const all = ordered(of.all);
      return { term: { op, of: of.term }, all: op === 'lexmin' ? all.slice(0, 1) : all.slice(-1) };
    }
    default: {
      const op = random.pick(OPERATIONS);
      const [left, right] = [someSet(random, rank, depth - 1), someSet(random, rank, depth - 1)];
      const term = { op, kind: 'set', left: left.term, right: right.term } as const;
      return { term, all: combined(op, left.all, right.all) };
    }
  }
}

function someMap(random: Random, ranks: readonly [number, number], depth: number): KnownMap {
  if (depth === 0) return literalMap(random, ranks);
  const [inputs, outputs] = ranks;
  switch (random.below(5)) {
    case 0: {
      const of = someMap(random, [outputs, inputs], depth - 1);
      return { term: { op: 'inverse', of: of.term }, all: of.all.map(([from, to]): Pair => [to, from]) };
    }
    case 1: {
      const middle = random.between(1, 2);
      const first = someMap(random, [inputs, middle], depth - 1);
      const next = someMap(random, [middle, outputs], depth - 1);
      const all = first.all.flatMap(([from, at]) =>
        next.all.filter(([at2]) => keyOf(at) === keyOf(at2)).map(([, to]): Pair => [from, to]),
      );
      return { term: { op: 'compose', first: first.term, next: next.term }, all: distinct(all) };
    }
    case 2: {
      const [of, to] = [someMap(random, ranks, depth - 1), someSet(random, inputs, depth - 1)];
      const term = { op: 'restrict', of: of.term, to: to.term } as const;
      return { term, all: of.all.filter(([from]) => isIn(to.all, from)) };
    }
    default: {
      const op = random.pick(OPERATIONS);
      const [left, right] = [someMap(random, ranks, depth - 1), someMap(random, ranks, depth - 1)];
      const term = { op, kind: 'map', left: left.term, right: right.term } as const;
      return { term, all: combined(op, left.all, right.all) };
    }
  }
}

const MANY = 1000;
const CASES = 150;

function shown(what: string, seed: number, term: unknown): string {
  return `${what}, seed ${seed}: ${JSON.stringify(term)}`;
}

test('sets: their points in order, how many, the smallest, and what they are to one another', () => {
  for (let seed = 0; seed < CASES; seed++) {
    const random = seeded(20261150, seed);
    const rank = random.between(1, 3);
    const [one, other] = [someSet(random, rank, 2), someSet(random, rank, random.below(2))];
    const { term: of, all } = one;
    const points = ordered(all);
    const said = (what: string): string => shown(what, seed, [of, other.term]);
    assert.deepEqual(asked({ ask: 'points', of, most: MANY }), points, said('points'));
    assert.equal(asked({ ask: 'count', of }), points.length, said('count'));
    assert.deepEqual(asked({ ask: 'smallest', of }), points[0] ?? null, said('smallest'));
    assert.equal(asked({ ask: 'empty', of }), points.length === 0, said('empty'));
    const isSubset = all.every((point) => isIn(other.all, point));
    const isSame = isSubset && other.all.length === all.length;
    assert.equal(asked({ ask: 'subset', left: of, right: other.term }), isSubset, said('subset'));
    assert.equal(asked({ ask: 'equal', left: of, right: other.term }), isSame, said('equal'));
    // The text says the same set.
    const text = asked({ ask: 'text', of });
    assert.equal(asked({ ask: 'equal', left: set(text as string), right: of }), true, said(`text ${text}`));
  }
});

test('relations: their pairs in order, their properties, and what they are to one another', () => {
  for (let seed = 0; seed < CASES; seed++) {
    const random = seeded(20261151, seed);
    const ranks = [random.between(1, 2), random.between(1, 2)] as const;
    const [one, other] = [someMap(random, ranks, 2), someMap(random, ranks, random.below(2))];
    const { term: of, all } = one;
    const pairs = ordered(all);
    const said = (what: string): string => shown(what, seed, [of, other.term]);
    assert.deepEqual(asked({ ask: 'pairs', of, most: MANY }), pairs, said('pairs'));
    assert.equal(asked({ ask: 'empty', of }), pairs.length === 0, said('empty'));
    const once = (side: 0 | 1): boolean => distinct(all.map((pair) => pair[side])).length === all.length;
    assert.equal(asked({ ask: 'property', property: 'single-valued', of }), once(0), said('single-valued'));
    assert.equal(asked({ ask: 'property', property: 'injective', of }), once(1), said('injective'));
    assert.equal(
      asked({ ask: 'property', property: 'bijective', of }),
      once(0) && once(1),
      said('bijective'),
    );
    const isSubset = all.every((pair) => isIn(other.all, pair));
    const isSame = isSubset && other.all.length === all.length;
    assert.equal(asked({ ask: 'subset', left: of, right: other.term }), isSubset, said('subset'));
    assert.equal(asked({ ask: 'equal', left: of, right: other.term }), isSame, said('equal'));
    const text = asked({ ask: 'text', of });
    assert.equal(asked({ ask: 'equal', left: map(text as string), right: of }), true, said(`text ${text}`));
  }
});

test('as many points as there are may be asked for, and one fewer is refused', () => {
  for (let seed = 0; seed < 30; seed++) {
    const random = seeded(20261152, seed);
    const { term: of, all } = someMap(random, [1, 1], 1);
    const points = { op: 'range', of } as const;
    const count = distinct(all.map(([, to]) => to)).length;
    assert.ok(Array.isArray(asked({ ask: 'points', of: points, most: count })));
    assert.ok(Array.isArray(asked({ ask: 'pairs', of, most: all.length })));
    if (count === 0) continue;
    const refused = { why: 'limit', message: `there are more than ${count - 1} points` };
    assert.deepEqual({ ...asked({ ask: 'points', of: points, most: count - 1 }) }, refused);
    assert.ok(!Array.isArray(asked({ ask: 'pairs', of, most: all.length - 1 })));
  }
});
