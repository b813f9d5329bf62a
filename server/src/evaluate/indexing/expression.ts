// Index expressions of a host as the algebra's: quasi-affine ones have relations, for symbolic ranges too.

import {
  add,
  constant,
  constantOf,
  type IndexExpression,
  quotient,
  remainder,
  times,
} from '../../algebra/indexing/expression.ts';
import { common, exclusive, multiply } from '../../algebra/indexing/nonlinear.ts';
import { asFailure, type Outcome, refuse } from '../../algebra/integer/failure.ts';
import type { Expr } from '../../frontends/common/expression.ts';

/** The value that a name stands for; null where it has none here. */
type NamedValue = (name: string) => IndexExpression | null;

const INT = 2 ** 31;

/** What is below zero is divided, shifted and masked in different ways. */
const natural = (e: IndexExpression): IndexExpression =>
  e.low >= 0 ? e : refuse('unsupported', 'a quotient, remainder or bits of what may be below zero');

const positive = (e: IndexExpression): number => {
  const value = constantOf(e);
  return value !== null && value > 0 ? value : refuse('unsupported', 'a divisor is a number above zero');
};

/** What a number is multiplied or divided by where it is shifted. */
function power(e: IndexExpression): number {
  const value = constantOf(e);
  return value !== null && value >= 0 && value < 32
    ? 2 ** value
    : refuse('unsupported', 'a shift is by a number of bits');
}

/** ~7 and other masks below zero leave out the bits of their complement. */
function bitsOf(left: IndexExpression, right: IndexExpression): IndexExpression {
  const [a, b] = [constantOf(left), constantOf(right)];
  if (a !== null && a < 0) return bitsOf(right, left);
  const bits = natural(left);
  if (b !== null && b < 0) return add(bits, times(common(bits, constant(~b)), -1));
  if (!Number.isFinite(Math.min(bits.high, natural(right).high)))
    return refuse('unsupported', 'the bits of two numbers without a bound');
  return common(bits, right);
}

type Binary = (left: IndexExpression, right: IndexExpression) => IndexExpression;

const whole: Binary = (a, b) => quotient(natural(a), positive(b));
const difference: Binary = (a, b) => add(a, times(b, -1));

const BINARY: ReadonlyMap<string, Binary> = new Map<string, Binary>([
  ['+', (a, b) => add(a, b)],
  ['-', difference],
  ['*', multiply],
  ['/', whole],
  ['//', whole],
  ['%', (a, b) => remainder(natural(a), positive(b))],
  ['<<', (a, b) => times(natural(a), power(b))],
  ['>>', (a, b) => quotient(natural(a), power(b))],
  ['&', bitsOf],
  ['|', (a, b) => difference(add(natural(a), natural(b)), bitsOf(a, b))],
  ['^', (a, b) => exclusive(natural(a), natural(b))],
]);

/** What leaves the integers of every language is refused; a range without an end is a size's. */
const within = (e: IndexExpression): IndexExpression =>
  [e.low, e.high].some((n) => Number.isFinite(n) && Math.abs(n) >= INT)
    ? refuse('overflow', 'the values leave the range of an int')
    : e;

function read(e: Expr, named: NamedValue): IndexExpression {
  switch (e.kind) {
    case 'integer':
      return constant(e.value);
    case 'name':
      return named(e.name) ?? refuse('wrong-kind', `the range of ${e.name} is not known`);
    case 'unary': {
      const operand = read(e.operand, named);
      if (e.operator === '+') return operand;
      if (e.operator === '-') return times(operand, -1);
      if (e.operator === '~') return difference(constant(-1), operand);
      return refuse('unsupported', `${e.operator} has no formula`);
    }
    case 'binary': {
      const run = BINARY.get(e.operator) ?? refuse('unsupported', `${e.operator} has no formula`);
      return within(run(read(e.left, named), read(e.right, named)));
    }
    default:
      return refuse('unsupported', 'this has no formula of sums, quotients and remainders');
  }
}

/** Violations: unsupported for what has no such formula or is not the same in every language; overflow; wrong-kind. */
export function indexExpressionOf(e: Expr, named: NamedValue): Outcome<IndexExpression> {
  try {
    return within(read(e, named));
  } catch (thrown) {
    return asFailure(thrown);
  }
}
