// Python's floating-point numbers, which quotients and logarithms of integers are.

import type { StaticInt } from '../../../algebra/integer/integer.ts';
import { ceilDivide, divide } from '../../../algebra/integer/operations.ts';
import { TypeValue, Unknown, type Value } from '../../model/value.ts';

/** A number with its text as Python prints it: `4.0` */
export class PythonFloat extends TypeValue {
  readonly value: number;
  constructor(value: number) {
    super(Number.isInteger(value) ? `${value}.0` : `${value}`, null);
    this.value = value;
  }
}

/** From there on Python prints numbers in another way than JavaScript does. */
const [SMALLEST, LARGEST] = [1e-4, 2 ** 53];

export function floatOf(value: number): Value {
  const size = Math.abs(value);
  return size <= LARGEST && (size >= SMALLEST || Object.is(value, 0))
    ? new PythonFloat(value)
    : new Unknown('unsupported', 'a floating-point number');
}

/** `a / b` of Python's own integers with names in them: no value of its own until it is rounded. */
export class Quotient extends Unknown {
  readonly dividend: StaticInt;
  readonly divisor: StaticInt;
  constructor(dividend: StaticInt, divisor: StaticInt) {
    super('unsupported', 'the quotient is a floating-point number');
    this.dividend = dividend;
    this.divisor = divisor;
  }
}

/** A number between two integers, of which the last digits are not certain. */
class Irrational extends Unknown {
  readonly below: number;
  constructor(below: number, what: string) {
    super('unsupported', `${what} is a floating-point number`);
    this.below = below;
  }
}

/** `math.log2(n)` of an integer. */
export function logarithm(v: Value): Value {
  if (typeof v !== 'number' || v < 1) return new Unknown('unsupported', 'this logarithm is not computed');
  const n = Math.log2(v);
  return 2 ** Math.round(n) === v ? floatOf(Math.round(n)) : new Irrational(Math.floor(n), 'the logarithm');
}

/** `math.sqrt(n)` of an integer. */
export function squareRoot(v: Value): Value {
  const whole = wholeRoot(v);
  if (typeof whole !== 'number') return whole;
  return whole * whole === v ? floatOf(whole) : new Irrational(whole, 'the square root');
}

/** `math.isqrt(n)` */
export function wholeRoot(v: Value): Value {
  if (typeof v !== 'number' || v < 0 || v > LARGEST)
    return new Unknown('unsupported', 'this square root is not computed');
  let root = Math.floor(Math.sqrt(v));
  while (root * root > v) root--;
  while ((root + 1) * (root + 1) <= v) root++;
  return root;
}

type Rounding = 'ceil' | 'floor' | 'zero' | 'even';

/** Names stand for sizes, which are not negative, so that rounding down and towards zero agree. */
export function rounded(x: Value, to: Rounding): Value | null {
  if (x instanceof PythonFloat) return ROUND[to](x.value) + 0;
  if (x instanceof Irrational) return to === 'even' ? null : x.below + (to === 'ceil' ? 1 : 0);
  if (!(x instanceof Quotient) || to === 'even') return null;
  return to === 'ceil' ? ceilDivide(x.dividend, x.divisor) : divide(x.dividend, x.divisor);
}

const ROUND: Readonly<Record<Rounding, (n: number) => number>> = {
  ceil: Math.ceil,
  floor: Math.floor,
  zero: Math.trunc,
  even: (n) => (Math.abs(n % 1) === 0.5 ? 2 * Math.round(n / 2) : Math.round(n)),
};

const numberOf = (v: Value): number | null =>
  v instanceof PythonFloat ? v.value : typeof v === 'number' ? v : typeof v === 'boolean' ? Number(v) : null;

/** The two as numbers, where at least one is a floating-point number. */
export function floatsOf(a: Value, b: Value): readonly [number, number] | null {
  if (!(a instanceof PythonFloat || b instanceof PythonFloat)) return null;
  const [x, y] = [numberOf(a), numberOf(b)];
  return x === null || y === null ? null : [x, y];
}

/** An operator of two numbers, of which one is a floating-point number; null: it is not computed. */
export function ofFloats(operator: string, [a, b]: readonly [number, number]): Value | null {
  switch (operator) {
    case '+':
      return floatOf(a + b);
    case '-':
      return floatOf(a - b);
    case '*':
      return floatOf(a * b);
    case '/':
      return b === 0 ? null : floatOf(a / b);
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    case '//':
      return isSmall(a) && isSmall(b) && b !== 0 ? floatOf(Math.floor(a / b)) : null;
    default:
      return null;
  }
}

const isSmall = (n: number): boolean => Number.isInteger(n) && Math.abs(n) < 2 ** 31;
