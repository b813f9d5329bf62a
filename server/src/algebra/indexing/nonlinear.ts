// What index expressions have besides sums, quotients and remainders.

import { constant, constantOf, type IndexExpression, times } from './expression.ts';

/** Exclusive or of two expressions that are not negative. */
export function exclusive(left: IndexExpression, right: IndexExpression): IndexExpression {
  if (constantOf(right) === 0) return left;
  if (constantOf(left) === 0) return right;
  const high = 2 ** Math.ceil(Math.log2(Math.max(left.high, right.high) + 1)) - 1;
  return { kind: 'exclusive', left, right, low: 0, high, key: `[${left.key}^${right.key}]` };
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

/** `below` where a test is below a bound, else `otherwise`. */
export function choice(
  test: IndexExpression,
  bound: number,
  below: IndexExpression,
  otherwise: IndexExpression,
): IndexExpression {
  if (test.high < bound || below.key === otherwise.key) return below;
  if (test.low >= bound) return otherwise;
  const [low, high] = [Math.min(below.low, otherwise.low), Math.max(below.high, otherwise.high)];
  const key = `[${test.key}<${bound}?${below.key}:${otherwise.key}]`;
  return { kind: 'choice', test, bound, below, otherwise, low, high, key };
}

/** values[at] */
export function lookup(values: readonly number[], at: IndexExpression): IndexExpression {
  const only = constantOf(at);
  if (only !== null) return constant(values[only]!);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return { kind: 'lookup', values, at, low, high, key: `{${values.join()}}[${at.key}]` };
}
