// Advice against bank conflicts: every swizzle and padding that is told is counted again, address by address, as 32 banks
// of 4 bytes go for accesses of one word a lane: as often as the bank that most of them come to has different words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Dynamic, type Int } from '../../../server/src/algebra/integer/integer.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  Swizzle,
} from '../../../server/src/algebra/layout/layout.ts';
import { printPlain } from '../../../server/src/algebra/layout/print.ts';
import { adviceFor, changeText } from '../../../server/src/hardware/memory/advice.ts';
import { readLayout } from '../../algebra/notation.ts';

/** One word of 32 bits a lane. */
const LOAD = { kind: 'load', width: 4, values: 1 } as const;

/** A warp whose lanes stand below each other, or beside each other, at a layout of words. */
const adviceOn = (data: AnyLayout, warp: string) =>
  adviceFor(data, [
    { share: { data, thread: 0, by: readLayout(warp), part: null }, instruction: LOAD, elementBits: 32 },
  ]);

const [BELOW, BESIDE] = ['(32,1):(1,0)', '(1,32):(0,1)'];

const textsOn = (data: AnyLayout, warp: string): readonly string[] =>
  adviceOn(data, warp).map(
    (advice) =>
      `${changeText(advice)}: ${printPlain(advice.layout)}, ${advice.costs[0]!.total}, ${advice.bytes} + ${advice.more}`,
  );

const paddingsOn = (data: AnyLayout, warp: string): readonly string[] =>
  adviceOn(data, warp).flatMap(({ change, layout }) =>
    'padding' in change ? [`${change.padding}: ${printPlain(layout)}`] : [],
  );

/** The rounds that the columns of a square of words take together. */
function countedRounds(wordAt: (row: number, column: number) => number, size: number): number {
  let rounds = 0;
  for (let column = 0; column < size; column++) {
    const words = new Set(Array.from({ length: 32 }, (_, row) => wordAt(row, column)));
    const banks = new Array<number>(32).fill(0);
    for (const word of words) banks[word % 32]!++;
    rounds += Math.max(...banks);
  }
  return rounds;
}

test('what is told of each change is what counting finds, the least first', () => {
  const advice = adviceOn(readLayout('(32,32):(32,1)'), BELOW);
  assert.equal(
    countedRounds((row, column) => 32 * row + column, 32),
    1024,
  );
  const totals: number[] = [];
  for (const { change, costs } of advice) {
    const { total } = costs[0]!;
    totals.push(total);
    const counted =
      'padding' in change
        ? countedRounds((row, column) => (32 + change.padding) * row + column, 32)
        : countedRounds((row, column) => swizzledWord(change.swizzle, 32 * row + column), 32);
    assert.equal(total, counted, JSON.stringify(change));
  }
  assert.deepEqual(
    totals,
    [...totals].sort((a, b) => a - b),
  );
  assert.ok(totals.length > 10 && totals.every((total) => total < 1024));
});

/** The swizzle by its definition: the bits from base on take those that stand `shift` above. */
const swizzledWord = ({ bits, base, shift }: Swizzle, word: number): number =>
  word ^ (((word >> (base + shift)) & (2 ** bits - 1)) << base);

test('rows and columns are padded by one, two and four accesses', () => {
  assert.deepEqual(paddingsOn(readLayout('(32,32):(32,1)'), BELOW), [
    '1: (32,32):(33,1)',
    '2: (32,32):(34,1)',
    '4: (32,32):(36,1)',
  ]);
  assert.deepEqual(paddingsOn(readLayout('(32,32):(1,32)'), BESIDE), [
    '1: (32,32):(1,33)',
    '2: (32,32):(1,34)',
    '4: (32,32):(1,36)',
  ]);
  // The padding that a layout has is no advice: 2 more are here already, and 4 are worse.
  assert.deepEqual(paddingsOn(readLayout('(32,32):(34,1)'), BELOW), ['1: (32,32):(33,1)']);
});

test('no padding for rows that overlap, that are not compact, or whose numbers only a run knows', () => {
  const known = (n: number): Int => new Dynamic(n);
  for (const [data, warp] of [
    // A pitch below the extent: the rows share their words.
    [readLayout('(32,64):(32,1)'), BELOW],
    [readLayout('(64,32):(1,32)'), BESIDE],
    // Neither mode is contiguous.
    [readLayout('(32,32):(64,2)'), BELOW],
    [readLayout('(32,32):(2,64)'), BESIDE],
    // Extents and pitches that are values of the run, though the values are known.
    [new Layout([32, known(32)], [32, 1]), BELOW],
    [new Layout([32, 32], [known(32), 1]), BELOW],
    [new Layout([known(32), 32], [1, 32]), BESIDE],
    [new Layout([32, 32], [1, known(32)]), BESIDE],
    // Modes of modes.
    [readLayout('(32,(16,2)):(32,(1,16))'), BELOW],
  ] as const) {
    const advice = adviceOn(data, warp);
    assert.deepEqual(paddingsOn(data, warp), [], printPlain(data));
    assert.ok(advice.length > 0, `swizzles are: ${printPlain(data)}`);
  }
});

test('advice in words, with the memory that it takes', () => {
  assert.deepEqual(
    textsOn(readLayout('(32,32):(32,1)'), BELOW).filter((text) => text.endsWith(' + 124')),
    ['1 element of padding: (32,32):(33,1), 32, 4220 + 124'],
  );
  assert.equal(
    textsOn(readLayout('(32,32):(32,1)'), BELOW)[0],
    'Swizzle<5,0,5>: Sw<5,0,5> o 0 o (32,32):(32,1), 32, 4096 + 0',
  );
  assert.deepEqual(textsOn(readLayout('(32,32):(1,32)'), BELOW), []);
});

test('a swizzle that stands on a layout is taken away before others are tried', () => {
  const weak = new ComposedLayout(new Swizzle(1, 0, 5), 0, readLayout('(32,32):(32,1)') as Layout);
  const [best] = textsOn(weak, BELOW);
  assert.equal(best, 'Swizzle<5,0,5>: Sw<5,0,5> o 0 o (32,32):(32,1), 32, 4096 + 0');
});
