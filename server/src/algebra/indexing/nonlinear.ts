// What index expressions have besides sums, quotients and remainders.

import {
  add,
  constant,
  constantOf,
  type IndexExpression,
  quotient,
  remainder,
  type Test,
  times,
} from './expression.ts';

/** Exclusive or of two expressions that are not negative. */
export function exclusive(left: IndexExpression, right: IndexExpression): IndexExpression {
  if (constantOf(right) === 0) return left;
  if (constantOf(left) === 0) return right;
  const high = 2 ** Math.ceil(Math.log2(Math.max(left.high, right.high) + 1)) - 1;
  return { kind: 'exclusive', left, right, low: 0, high, key: `[${left.key}^${right.key}]` };
}

/** The bits of an expression that a mask has, run by run; both are not negative. */
function masked(e: IndexExpression, mask: number): IndexExpression {
  const runs: IndexExpression[] = [];
  for (let from = 0; 2 ** from <= mask; ) {
    let count = 0;
    while (Math.floor(mask / 2 ** (from + count)) % 2 === 1) count++;
    if (count > 0) runs.push(times(remainder(quotient(e, 2 ** from), 2 ** count), 2 ** from));
    from += count + 1;
  }
  return add(...runs);
}

/** The bits that two expressions have in common, which are not negative; one of them has a bound. */
export function common(left: IndexExpression, right: IndexExpression): IndexExpression {
  const [a, b] = [constantOf(left), constantOf(right)];
  if (a !== null) return masked(right, a);
  if (b !== null) return masked(left, b);
  const high = Math.min(left.high, right.high);
  const bits: IndexExpression[] = [];
  for (let k = 0; 2 ** k <= high; k++) {
    const bitOf = (e: IndexExpression): IndexExpression => remainder(quotient(e, 2 ** k), 2);
    // Both bits are 1 where their sum is 2.
    bits.push(times(quotient(add(bitOf(left), bitOf(right)), 2), 2 ** k));
  }
  return add(...bits);
}

/** left · right */
export function multiply(left: IndexExpression, right: IndexExpression): IndexExpression {
  const [a, b] = [constantOf(left), constantOf(right)];
  if (a !== null) return times(right, a);
  if (b !== null) return times(left, b);
  const corners = [left.low, left.high].flatMap((x) => [x * right.low, x * right.high]);
  const [low, high] = [Math.min(...corners), Math.max(...corners)];
  return { kind: 'product', left, right, low, high, key: `[${left.key}*${right.key}]` };
}

/** left · right of expressions over names, of whose values no more is known than their sign. */
export function openProduct(left: IndexExpression, right: IndexExpression): IndexExpression {
  const [a, b] = [constantOf(left), constantOf(right)];
  if (a !== null) return times(right, a);
  if (b !== null) return times(left, b);
  const low = left.low >= 0 && right.low >= 0 ? 0 : Number.NEGATIVE_INFINITY;
  const key = `[${left.key}*${right.key}]`;
  return { kind: 'product', left, right, low, high: Number.POSITIVE_INFINITY, key };
}

type Operator = (IndexExpression & { kind: 'operation' })['operator'];

/** A quotient, a remainder, a minimum or a maximum of expressions over names. */
export const operation = (
  operator: Operator,
  left: IndexExpression,
  right: IndexExpression,
): IndexExpression => ({
  kind: 'operation',
  operator,
  left,
  right,
  low: Math.min(left.low, 0),
  high: Number.POSITIVE_INFINITY,
  key: `[${operator} ${left.key} ${right.key}]`,
});

/** `below` where a test is below a bound, else `otherwise`. */
export const choice = (
  test: IndexExpression,
  bound: number,
  below: IndexExpression,
  otherwise: IndexExpression,
): IndexExpression => choiceOf([{ of: test, bound: constant(bound) }], below, otherwise);

/** `below` where all tests hold, else `otherwise`. */
export function choiceOf(
  all: readonly Test[],
  below: IndexExpression,
  otherwise: IndexExpression,
): IndexExpression {
  const tests = all.filter(({ of, bound }) => of.high >= bound.low);
  if (tests.length === 0 || below.key === otherwise.key) return below;
  if (tests.some(({ of, bound }) => of.low >= bound.high)) return otherwise;
  const [low, high] = [Math.min(below.low, otherwise.low), Math.max(below.high, otherwise.high)];
  const key = `[${tests.map(({ of, bound }) => `${of.key}<${bound.key}`).join('&')}?${below.key}:${otherwise.key}]`;
  return { kind: 'choice', tests, below, otherwise, low, high, key };
}

/** values[at] */
export function lookup(values: readonly number[], at: IndexExpression): IndexExpression {
  const only = constantOf(at);
  if (only !== null) return constant(values[only]!);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return { kind: 'lookup', values, at, low, high, key: `{${values.join()}}[${at.key}]` };
}
