// What libisl answers, in this thread.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OUT_OF_OPERATIONS, Undecided } from '../../server/src/algebra/relation/question.ts';
import { map, set } from '../../server/src/algebra/relation/term.ts';
import { endless } from './endless.ts';
import { asked } from './library.ts';

const columnMajor = map('{ [i, j] -> [i + 4 j] : 0 <= i < 4 and 0 <= j < 8 }');
const rowMajor = map('{ [i, j] -> [8 i + j] : 0 <= i < 4 and 0 <= j < 8 }');
const range = { op: 'range', of: columnMajor } as const;

test('terms are read, simplified and printed', () => {
  assert.equal(asked({ ask: 'text', of: range }), '{ [i0] : 0 <= i0 <= 31 }');
  assert.equal(
    asked({ ask: 'text', of: { op: 'inverse', of: map('{ [c] -> [2 c] : 0 <= c < 4 }') } }),
    '{ [i0] -> [c] : 2c = i0 and 0 <= i0 <= 6 }',
  );
  const evens = { op: 'image', of: set('{ [c] : 0 <= c < 2 }'), by: map('{ [c] -> [2 c] }') } as const;
  assert.equal(asked({ ask: 'count', of: evens }), 2);
  const back = { op: 'preimage', of: set('{ [c] : 0 <= c < 8 }'), by: map('{ [c] -> [2 c] }') } as const;
  assert.deepEqual(asked({ ask: 'equal', left: back, right: set('{ [c] : 0 <= c < 4 }') }), true);
});

test('relations are compared by what they are, not by their texts', () => {
  const other = map('{ [i, j] -> [i + 4 j] : 0 <= i <= 3 and 0 <= j <= 7 }');
  assert.equal(asked({ ask: 'equal', left: columnMajor, right: other }), true);
  assert.equal(asked({ ask: 'equal', left: columnMajor, right: rowMajor }), false);
  const difference = { op: 'subtract', kind: 'map', left: columnMajor, right: rowMajor } as const;
  assert.deepEqual(asked({ ask: 'smallest', of: { op: 'domain', of: difference } }), [0, 1]);
});

test('properties', () => {
  assert.equal(asked({ ask: 'property', property: 'bijective', of: columnMajor }), true);
  const constant = map('{ [c] -> [0] : 0 <= c < 4 }');
  assert.equal(asked({ ask: 'property', property: 'injective', of: constant }), false);
  assert.equal(
    asked({ ask: 'property', property: 'single-valued', of: { op: 'inverse', of: constant } }),
    false,
  );
  assert.equal(asked({ ask: 'smallest', of: set('{ [c] : c > 3 and c < 3 }') }), null);
});

test('points and pairs are listed in order, as many as were asked for', () => {
  const triangle = set('{ [i, j] : 0 <= i < 3 and 0 <= j <= i }');
  const points = [
    [0, 0],
    [1, 0],
    [1, 1],
    [2, 0],
    [2, 1],
    [2, 2],
  ];
  assert.deepEqual(asked({ ask: 'points', of: triangle, most: 6 }), points);
  assert.ok(asked({ ask: 'points', of: triangle, most: 5 }) instanceof Undecided);
  assert.deepEqual(asked({ ask: 'points', of: set('{ [] }'), most: 5 }), [[]]);
  assert.deepEqual(asked({ ask: 'points', of: set('{ [i] : i > 3 and i < 3 }'), most: 5 }), []);
  const below = map('{ [c] -> [d] : 0 <= c < 3 and 0 <= d < c }');
  assert.deepEqual(asked({ ask: 'pairs', of: below, most: 3 }), [
    [[1], [0]],
    [[2], [0]],
    [[2], [1]],
  ]);
  assert.ok(asked({ ask: 'pairs', of: below, most: 2 }) instanceof Undecided);
  assert.ok(asked({ ask: 'points', of: set('[N] -> { [i] : 0 <= i < N }'), most: 5 }) instanceof Undecided);
  assert.ok(asked({ ask: 'points', of: set('{ [i] : i >= 0 }'), most: 5 }) instanceof Undecided);
});

test('what has no answer says why', () => {
  const why = (answer: unknown): string => {
    assert.ok(answer instanceof Undecided);
    return answer.why;
  };
  assert.equal(why(asked({ ask: 'count', of: set('{ [c] : c > 3 }') })), 'unbounded');
  assert.equal(why(asked({ ask: 'count', of: set('[M] -> { [c] : 0 <= c < 8M }') })), 'parametric');
  assert.equal(why(asked({ ask: 'text', of: set('{ [c] : c >') })), 'malformed');
  assert.equal(why(asked({ ask: 'smallest', of: set('[N] -> { [c] : c >= N }') })), 'parametric');
  assert.equal(why(asked({ ask: 'equal', left: columnMajor, right: range })), 'malformed');
});

test('a question ends at its limit, and the next one has its own', () => {
  assert.equal(asked(endless, 10_000), OUT_OF_OPERATIONS);
  assert.equal(asked({ ask: 'empty', of: range }), false);
});
