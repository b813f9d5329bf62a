// Layouts from tables: random layouts are found again, and what is no layout is refused with a witness. Both are held
// against trying every layout. LAYOUT_LENS_COUNT says of how many.

import assert from 'node:assert/strict';
import test from 'node:test';
import { isFailure, type Outcome } from '../../../server/src/algebra/integer/failure.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  Swizzle,
} from '../../../server/src/algebra/layout/layout.ts';
import { printPlain } from '../../../server/src/algebra/layout/print.ts';
import { applySwizzle } from '../../../server/src/algebra/layout/swizzle.ts';
import { imageOfWord } from '../../../server/src/algebra/linear/apply.ts';
import { LinearLayout } from '../../../server/src/algebra/linear/layout.ts';
import {
  type Failing,
  isRecovered,
  type Recovered,
  type Recovery,
  recoverLayout,
  type Unrecovered,
} from '../../../server/src/algebra/recover/recover.ts';
import { failingText } from '../../../server/src/algebra/recover/text.ts';
import { enumerateOffsets } from '../../../server/src/algebra/view/enumerate.ts';
import { leastTime } from '../../support/processor-time.ts';
import { seeded } from '../../support/random.ts';
import { bestPlain, bestSwizzled, offsetOfModes, rankOf } from './brute-force.ts';

const COUNT = Number(process.env['LAYOUT_LENS_COUNT'] ?? 1500);
/** Trying every swizzle of every layout takes longer. */
const SWIZZLED_COUNT = Math.ceil(COUNT / 10);

function must<T>(outcome: Outcome<T>): T {
  if (isFailure(outcome)) assert.fail(JSON.stringify(outcome));
  return outcome as T;
}

function recovered(recovery: Recovery): Recovered {
  if (!isRecovered(recovery)) assert.fail(failingText(recovery.failings[0]));
  return recovery;
}

function refused(recovery: Recovery): Unrecovered {
  if (isRecovered(recovery)) assert.fail(`found ${recovery.family}`);
  return recovery;
}

const found = (table: readonly number[], shape?: never): Recovered =>
  recovered(must(recoverLayout(table, shape)));

/** What a layout of any family computes at each coordinate, from 0. */
function valuesOf(layout: AnyLayout | LinearLayout, count: number): readonly number[] {
  if (layout instanceof LinearLayout) return Array.from({ length: count }, (_, x) => imageOfWord(layout, x));
  return [...must(enumerateOffsets(layout))].slice(0, count);
}

const text = ({ layout }: Recovered): string =>
  layout instanceof LinearLayout ? 'linear' : printPlain(layout);

interface Modes {
  readonly sizes: readonly number[];
  readonly strides: readonly number[];
}

const { below, between, pick, oneIn } = seeded(20261122, 13);

function randomModes(most: number, sizes: readonly number[], strides: readonly number[]): Modes {
  const chosen: number[] = [];
  for (let left = most; left > 1 && chosen.length < 5; ) {
    const size = pick(sizes.filter((n) => n <= left));
    chosen.push(size);
    left = Math.floor(left / size);
    if (oneIn(4)) break;
  }
  // Now and then a mode goes on where the one before it ends, and both are one.
  const all: number[] = [];
  for (const [k] of chosen.entries())
    all.push(k > 0 && oneIn(5) ? all[k - 1]! * chosen[k - 1]! : pick(strides));
  return { sizes: chosen, strides: all };
}

const anyModes = (most: number): Modes =>
  randomModes(most, [1, 2, 3, 4, 5, 6, 7, 8], [0, 1, 1, 2, 3, 4, 5, 7, 8, 12, 16, 33, 64, -1, -8]);
const naturalModes = (most: number): Modes =>
  randomModes(most, [1, 2, 3, 4, 5, 6, 7, 8], [0, 1, 2, 3, 4, 5, 7, 8, 12, 16, 33, 64]);
const powers = (most: number): Modes => randomModes(most, [1, 2, 4, 8, 16], [1, 2, 4, 8, 16, 32, 64, 128]);

const sizeOf = ({ sizes }: Modes): number => sizes.reduce((n, size) => n * size, 1);
const tableOf = (modes: Modes): number[] =>
  Array.from({ length: sizeOf(modes) }, (_, x) => offsetOfModes(modes.sizes, modes.strides, x));

test('random layouts are found again, with as few modes as any layout of their function', () => {
  for (let i = 0; i < COUNT; i++) {
    const table = tableOf(anyModes(i % 8 === 0 ? 4096 : 48));
    const result = found(table);
    assert.equal(result.family, 'plain');
    assert.ok(result.layout instanceof Layout);
    assert.deepEqual(valuesOf(result.layout, table.length), table);
    if (table.length <= 64) assert.equal(rankOf(result.layout), bestPlain(table).rank, text(result));
  }
});

function randomSwizzle(): Swizzle {
  const bits = between(1, 3);
  return new Swizzle(bits, between(0, 3), (bits + below(3)) * (oneIn(5) ? -1 : 1));
}

/** The bits of a swizzle are below the highest one of the table. */
const isWithin = ({ bits, base, shift }: Swizzle, table: readonly number[]): boolean =>
  Math.max(...table) >= 2 ** (bits + base + Math.abs(shift) - 1);

test('random swizzled layouts are found again', () => {
  let [swizzledOnes, above] = [0, 0];
  for (let i = 0; i < COUNT; i++) {
    const swizzle = randomSwizzle();
    const table = tableOf(i % 3 === 0 ? naturalModes(512) : powers(1024)).map((y) =>
      applySwizzle(swizzle, y),
    );
    // A swizzle may take away the highest bit of all offsets: another one has the same table then.
    if (!isWithin(swizzle, table)) above++;
    const result = found(table);
    assert.ok(['plain', 'swizzled'].includes(result.family), text(result));
    assert.deepEqual(valuesOf(result.layout, table.length), table);
    if (result.family === 'swizzled') swizzledOnes++;
  }
  assert.ok(swizzledOnes > COUNT / 5, `${swizzledOnes}`);
  assert.ok(above > COUNT / 50, `${above} with a bit above the table's highest`);
});

const bestReach = (table: readonly number[]): number =>
  table.length <= 4096 ? bestPlain(table).reach : table.length;

test('a swizzled layout has as few modes as any swizzle leaves', () => {
  let swizzledOnes = 0;
  for (let i = 0; i < SWIZZLED_COUNT; i++) {
    const swizzle = randomSwizzle();
    const table = tableOf(powers(64)).map((y) => applySwizzle(swizzle, y));
    const best = bestSwizzled(table);
    const recovery = must(recoverLayout(table));
    if (isRecovered(recovery) && recovery.family === 'plain') continue;
    if (best.reach < table.length) {
      assert.ok(!isRecovered(recovery) || recovery.family !== 'swizzled');
      continue;
    }
    const { layout } = recovered(recovery);
    assert.ok(layout instanceof ComposedLayout && layout.inner instanceof Layout);
    assert.equal(rankOf(layout.inner), best.rank, printPlain(layout));
    swizzledOnes++;
  }
  assert.ok(swizzledOnes > SWIZZLED_COUNT / 5);
});

/** That a witness says what is so: the nearest member is the table up to there, and not there. */
function checkWitness(table: readonly number[], { at, got, expected, layout, family }: Failing): void {
  assert.equal(got, table[at], family);
  if (layout === null || expected === null) return;
  const values = valuesOf(layout, at + 1);
  assert.deepEqual(values.slice(0, at), table.slice(0, at), `${family} at ${at}`);
  if (values.length > at) assert.equal(values[at], expected, family);
  assert.notEqual(expected, got);
}

test('perturbed tables are refused, each family with a witness that holds, where no layout goes farther', () => {
  let refusals = 0;
  for (let i = 0; i < COUNT; i++) {
    const swizzle = oneIn(3) ? randomSwizzle() : new Swizzle(0, 0, 0);
    const table = tableOf(oneIn(2) ? powers(64) : anyModes(48)).map((y) =>
      applySwizzle(swizzle, Math.abs(y)),
    );
    if (table.length < 2) continue;
    table[below(table.length)]! += pick([1, 2, 3, 5, 16, 64]);
    const recovery = must(recoverLayout(table));
    if (isRecovered(recovery)) {
      assert.deepEqual(valuesOf(recovery.layout, table.length), table);
      assert.equal(
        recovery.family === 'plain' || recovery.family === 'shifted',
        bestReach(table) === table.length,
      );
      continue;
    }
    refusals++;
    const { failings } = refused(recovery);
    for (const failing of failings) checkWitness(table, failing);
    assert.deepEqual(
      failings.map((f) => f.at),
      [...failings.map((f) => f.at)].sort((a, b) => b - a),
    );
    const plain = failings.find((f) => f.family === 'plain' || f.family === 'shifted')!;
    assert.equal(plain.at, bestPlain(table).reach, `${table}`);
    const swizzled = failings.find((f) => f.family === 'swizzled');
    if (swizzled !== undefined && i % 40 === 0)
      assert.equal(swizzled.at, bestSwizzled(table).reach, `${table}`);
  }
  assert.ok(refusals > COUNT / 2, `${refusals}`);
});

test('the families in their order', () => {
  const grid = (m: number, n: number, f: (i: number, j: number) => number): number[] =>
    Array.from({ length: m * n }, (_, x) => f(x % m, Math.floor(x / m)));
  const cases: readonly [readonly number[], string, string][] = [
    [[0], 'plain', '1:0'],
    [[0, 4, 1, 5], 'plain', '(2,2):(4,1)'],
    [[0, -1, -2], 'plain', '3:-1'],
    [[7, 9, 11], 'shifted', 'Sw<0,4,3> o 7 o 3:2'],
    [grid(8, 64, (i, j) => i * 64 + (j ^ (i << 3))), 'swizzled', 'Sw<3,3,3> o 0 o (8,64):(64,1)'],
    [grid(32, 32, (i, j) => i * 33 + j), 'plain', '(32,32):(33,1)'],
    [
      grid(8, 96, (i, j) => i * 96 + j + 8 * Math.floor((i * 96 + j) / 64)),
      'padded',
      '(64,12):(1,72) o 0 o (8,96):(96,1)',
    ],
    [Array.from({ length: 64 }, (_, x) => x ^ (x >> 1)), 'linear', 'linear'],
  ];
  for (const [table, family, layout] of cases) {
    const result = found(table);
    assert.equal(result.family, family, `${table}`);
    assert.equal(text(result), layout);
    assert.deepEqual(valuesOf(result.layout, table.length), table);
  }
});

test('a shape keeps its leaves apart, and each may have several modes', () => {
  const shaped = (table: readonly number[], shape: unknown): string => text(found(table, shape as never));
  const column = Array.from({ length: 32 }, (_, x) => x);
  assert.equal(shaped(column, [4, 8]), '(4,8):(1,4)');
  assert.equal(shaped(column, [4, [2, 4]]), '(4,(2,4)):(1,(4,8))');
  assert.equal(shaped(column, [1, 32]), '(1,32):(0,1)');
  assert.equal(shaped([0, 1, 8, 9, 2, 3, 10, 11], [4, 2]), '((2,2),2):((1,8),2)');
  const wrong = recoverLayout(column, [4, 4]);
  assert.ok(isFailure(wrong) && 'message' in wrong);
  assert.equal(wrong.message, 'the shape has 16 coordinates, and the table 32 offsets');
});

test('what is no table is refused', () => {
  const message = (table: readonly number[]): string => {
    const outcome = recoverLayout(table);
    assert.ok(isFailure(outcome) && 'message' in outcome);
    return outcome.message;
  };
  assert.equal(message([]), 'a table of offsets needs at least one');
  assert.equal(message([0, 0.5]), 'offset 1 of the table is no integer below 2^53');
});

test('modes divide the table: a size that no layout has is told', () => {
  const { failings } = refused(must(recoverLayout([0, 1, 2, 10, 11])));
  assert.equal(
    failingText(failings.find((f) => f.family === 'plain')!),
    'no layout has 10 at 3 and all offsets before it: 5:1 gives 3 there',
  );
});

test('2^20 offsets take the time of a few visits to each', () => {
  const table = Float64Array.from({ length: 2 ** 20 }, (_, x) => (x % 1024) * 1024 + (x >> 10));
  const swizzle = new Swizzle(3, 3, 3);
  const swizzled = table.map((y) => applySwizzle(swizzle, y));
  const visit = leastTime(() => {
    let sum = 0;
    for (let k = 0; k < 8; k++) for (let x = 0; x < table.length; x++) sum = (sum + table[x]! * k) % 1000003;
    return sum;
  }, 5);
  const plain = leastTime(() => recoverLayout(table), 5);
  const behind = leastTime(() => recoverLayout(swizzled), 5);
  assert.ok(plain < 3 * visit, `${plain} ms, 8 visits to each offset take ${visit} ms`);
  assert.ok(behind < 12 * visit, `${behind} ms, 8 visits to each offset take ${visit} ms`);
});
