// Index expressions as functions and as formulas: each operator is held against the same text, run by JavaScript.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  constant,
  type IndexExpression,
  openVariable,
  variable,
} from '../../../server/src/algebra/indexing/expression.ts';
import {
  asFailure,
  isFailure,
  type Outcome,
  Violation,
} from '../../../server/src/algebra/integer/failure.ts';
import { indexExpressionOf } from '../../../server/src/evaluate/indexing/expression.ts';
import { indexFunction } from '../../../server/src/evaluate/indexing/function.ts';
import { readIndexExpression } from '../../../server/src/frontends/indexing/expression.ts';

const VARIABLES = ['i', 'j'].map((name) => ({ name, first: 0, step: 1, extent: 5 }));

/** The value of an expression at a point, or the code and the message of what it is refused with. */
function valueAt(source: string, i: number, j: number): number | string {
  try {
    return indexFunction(readIndexExpression(source, 'cpp'), VARIABLES, () => null)([i, j]);
  } catch (e) {
    const failure = asFailure(e);
    return failure instanceof Violation ? `${failure.code}: ${failure.message}` : failure.reason;
  }
}

test('every operator computes what it does in JavaScript, where the languages agree', () => {
  const operators = [
    '+',
    '-',
    '*',
    '%',
    '&',
    '|',
    '^',
    '<<',
    '>>',
    '<',
    '>',
    '<=',
    '>=',
    '==',
    '!=',
    '&&',
    '||',
  ];
  for (const operator of operators) {
    // `&&` and `||` of C are 0 or 1.
    const js = /&&|\|\|/.test(operator) ? `!!i ${operator} !!(j - 2)` : `i ${operator} j`;
    const c = /&&|\|\|/.test(operator) ? `i ${operator} (j - 2)` : `i ${operator} j`;
    const run = new Function('i', 'j', `return Number(${js})`) as (i: number, j: number) => number;
    for (let i = 0; i < 5; i++)
      for (let j = operator === '%' ? 1 : 0; j < 5; j++)
        assert.equal(valueAt(c, i, j), run(i, j), `${c} at ${i}, ${j}`);
  }
});

test('the right side of && and || is not looked at where the left one decides', () => {
  assert.equal(valueAt('i && 8 / i', 0, 0), 0);
  assert.equal(valueAt('i && 8 / i', 4, 0), 1);
  assert.equal(valueAt('i == 0 || 8 / i', 0, 0), 1);
  assert.equal(valueAt('i || 8 / i', 0, 0), 'unsupported: a division by zero');
  assert.equal(valueAt('i == 0 && 8 / i', 0, 0), 'unsupported: a division by zero');
});

test('masks below zero have their bits, and two of them are refused', () => {
  assert.equal(valueAt('i & ~1', 3, 0), 2);
  assert.equal(valueAt('~1 & i', 3, 0), 2);
  assert.equal(valueAt('i & (j - 1)', 3, 0), 3);
  assert.equal(valueAt('(i - 4) & 6', 0, 0), 4);
  assert.equal(valueAt('(i - 4) & 0', 0, 0), 0);
  assert.equal(valueAt('0 & (i - 4)', 0, 0), 0);
  assert.equal(valueAt('(i - 4) & ~1', 0, 0), 'unsupported: bits of two numbers below zero');
  assert.equal(valueAt('(i - 1) & 6', 0, 0), 6);
  assert.equal(valueAt('6 & (i - 1)', 0, 0), 6);
  assert.equal(valueAt('i * k', 0, 0), 'wrong-kind: the range of k is not known');
});

/** The formula of an expression of i below 16 and n, which has no bound. */
function formulaOf(source: string): Outcome<IndexExpression> {
  const names: Record<string, IndexExpression> = {
    i: variable('i', 16),
    n: openVariable('n', 0),
    m: openVariable('m', 0),
    four: constant(4),
  };
  return indexExpressionOf(readIndexExpression(source, 'cpp'), (name) => names[name] ?? null);
}

const refusal = (source: string): string => {
  const made = formulaOf(source);
  if (!isFailure(made)) return `${made.low} to ${made.high}`;
  return made instanceof Violation ? `${made.code}: ${made.message}` : made.reason;
};

test('what has a formula, and the least and the greatest value that it may have', () => {
  assert.equal(refusal('~i'), '-16 to -1');
  assert.equal(refusal('-i'), '-15 to 0');
  assert.equal(refusal('+i'), '0 to 15');
  assert.equal(refusal('i / four'), '0 to 3');
  assert.equal(refusal('i % four'), '0 to 3');
  assert.equal(refusal('i << four'), '0 to 240');
});

test('what has no formula says why', () => {
  assert.equal(refusal('i / 0'), 'unsupported: a divisor is a number above zero');
  assert.equal(refusal('i % 0'), 'unsupported: a divisor is a number above zero');
  assert.equal(refusal('i % n'), 'unsupported: a divisor is a number above zero');
  assert.equal(refusal('n & m'), 'unsupported: the bits of two numbers without a bound');
  assert.equal(refusal('i < 4'), 'unsupported: < has no formula');
  assert.equal(refusal('i << 32'), 'unsupported: a shift is by a number of bits');
  assert.equal(refusal('k'), 'wrong-kind: the range of k is not known');
  assert.equal(
    refusal('i < 4 ? i : 0'),
    'unsupported: this has no formula of sums, quotients and remainders',
  );
  assert.equal(refusal('i * 1073741824'), 'overflow: the values leave the range of an int');
});
