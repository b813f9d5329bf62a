// Arithmetic on run-time integers by their types: promotions, conversions to the common type, and what wraps around.

import type { Failure } from '../../algebra/integer/failure.ts';
import { Dynamic, StaticSymbol } from '../../algebra/integer/integer.ts';
import { Unknown, type Value } from '../model/value.ts';
import { binaryOperation, isInteger, unaryOperation } from './arithmetic.ts';
import {
  asType,
  commonType,
  holds,
  INT,
  type IntegerType,
  integerOfType,
  mayBeBelowZero,
  promoted,
  TypedInteger,
  typed,
  typeOfInteger,
} from './integer-types.ts';

const WRAPS = 'an unsigned integer below zero wraps around, which is not computed';

/** Operations of which C++ makes the same bits whether the type is signed or not; unlike `/` and `<`. */
const SAME_BITS: ReadonlySet<string> = new Set(['+', '-', '*', '<<']);
/** What depends on whether an operand below zero is a large one. */
const BY_SIGN: ReadonlySet<string> = new Set(['/', '%', '>>', '<', '>', '<=', '>=']);
const COMPARISONS: ReadonlySet<string> = new Set(['<', '>', '<=', '>=', '==', '!=']);

/** Flags are ints in arithmetic; static integers are those of `Int<N>`. */
const typeOfOperand = (v: Value): IntegerType | null => (v instanceof Dynamic ? typeOfInteger(v) : INT);

const isNegative = (v: unknown): boolean =>
  v instanceof Dynamic && typeof v.value === 'number' && v.value < 0;

/** The operation on two values of which one is a run-time integer; undefined for others. */
export function typedBinary(operator: string, left: Value, right: Value): Value | Failure | undefined {
  if (!(left instanceof Dynamic || right instanceof Dynamic)) return undefined;
  if (operator === '&&' || operator === '||') return undefined;
  if (!isOperand(left) || !isOperand(right)) return undefined;
  const [a, b] = [typeOfOperand(left), typeOfOperand(right)];
  const isShift = operator === '<<' || operator === '>>';
  if (a === null || (b === null && !isShift)) return partlyTyped(operator, left, right, a ?? b);
  const type = isShift ? promoted(a) : commonType(a, b!);
  const [x, y] = [numberOf(left), numberOf(right)];
  const result = binaryOperation(operator, left, right);
  // `_0{} * n` is static whatever n is; nothing is divided by zero.
  const isStatic = typeof result === 'number' || result instanceof StaticSymbol;
  const isRefused = (operator === '/' || operator === '%') && y === 0n;
  if (isStatic || isRefused) return result;
  if (x !== null && y !== null) return onNumbers(operator, x, y, type);
  if (type.isUnsigned && BY_SIGN.has(operator) && (mayBeBelowZero(left) || mayBeBelowZero(right)))
    return COMPARISONS.has(operator)
      ? new Unknown('run-time', 'a comparison is only known at run time')
      : new TypedInteger(null, type);
  if (type.isUnsigned && !SAME_BITS.has(operator) && (isNegative(left) || isNegative(right)))
    return new Unknown('unsupported', WRAPS);
  // What wraps around is a multiple of nothing that the number below zero is.
  if (type.isUnsigned && operator === '*' && (isNegative(left) || isNegative(right)))
    return new TypedInteger(null, type);
  return result instanceof Dynamic ? typed(result, type) : result;
}

const isOperand = (v: Value): boolean => isInteger(v) || typeof v === 'boolean';

/** The type of one operand is not known, nor whether the result wraps around. */
function partlyTyped(
  operator: string,
  left: Value,
  right: Value,
  known: IntegerType | null,
): Value | Failure {
  const isBelow = mayBeBelowZero(left) || mayBeBelowZero(right);
  if (
    (operator === '/' || operator === '%') &&
    known?.isUnsigned === true &&
    known.bits >= INT.bits &&
    isBelow
  )
    return new Dynamic(null);
  const result = binaryOperation(operator, left, right);
  const meets = isNegative(result) || isNegative(left) || isNegative(right);
  if (!meets || (SAME_BITS.has(operator) && !isNegative(result)))
    return result instanceof TypedInteger ? new Dynamic(result.value, result.divisor) : result;
  return new Unknown('unsupported', WRAPS);
}

/** The number that a value is; null where it is not known. */
function numberOf(v: Value): bigint | null {
  if (typeof v === 'number' || typeof v === 'boolean') return BigInt(v);
  return v instanceof Dynamic && typeof v.value === 'number' ? BigInt(v.value) : null;
}

function onNumbers(operator: string, left: bigint, right: bigint, type: IntegerType): Value {
  if (operator === '<<' || operator === '>>') return shifted(operator, left, right, type);
  const [x, y] = [within(left, type), within(right, type)];
  switch (operator) {
    case '==':
      return x === y;
    case '!=':
      return x !== y;
    case '<':
      return x < y;
    case '>':
      return x > y;
    case '<=':
      return x <= y;
    case '>=':
      return x >= y;
    case '+':
      return held(x + y, type);
    case '-':
      return held(x - y, type);
    case '*':
      return held(x * y, type);
    case '/':
      return held(x / y, type);
    case '%':
      return held(x % y, type);
    case '&':
      return held(x & y, type);
    case '|':
      return held(x | y, type);
    case '^':
      return held(x ^ y, type);
    default:
      return new Unknown('unsupported', `${operator} of these values is not computed`);
  }
}

const within = (n: bigint, { bits, isUnsigned }: IntegerType): bigint =>
  isUnsigned ? BigInt.asUintN(bits, n) : BigInt.asIntN(bits, n);

/** The result of an operation: unsigned integers wrap around, and of signed ones C++ does not say. */
function held(n: bigint, type: IntegerType): Value {
  if (!type.isUnsigned && !holds(type, n))
    return new Unknown('unsupported', `the result is larger than ${article(type)} holds`);
  return integerOfType(n, type);
}

const article = ({ name }: IntegerType): string => `${name.startsWith('i') ? 'an' : 'a'} ${name}`;

function shifted(operator: '<<' | '>>', n: bigint, by: bigint, type: IntegerType): Value {
  if (by < 0n || by >= BigInt(type.bits))
    return new Unknown('unsupported', `${article(type)} is shifted by as many bits as it has`);
  if (operator === '>>') return integerOfType(n >> by, type);
  const result = n << by;
  // A bit may be shifted into the sign, and none out of it.
  if (!type.isUnsigned && (n < 0n || result >> BigInt(type.bits) !== 0n))
    return new Unknown('unsupported', `the result is larger than ${article(type)} holds`);
  return integerOfType(result, type);
}

/** The operation on a run-time integer; undefined for other values. */
export function typedUnary(operator: string, operand: Value): Value | Failure | undefined {
  if (!(operand instanceof Dynamic) || operator === '!') return undefined;
  const type = typeOfInteger(operand);
  const result = unaryOperation(operator, operand);
  if (type === null)
    return isNegative(result) || isNegative(operand) ? new Unknown('unsupported', WRAPS) : result;
  const into = promoted(type);
  if (typeof operand.value === 'number') {
    const n = BigInt(operand.value);
    if (operator === '+') return asType(operand, into);
    if (operator === '-') return held(-n, into);
    if (operator === '~') return integerOfType(~n, into);
  }
  // Only zero stays the same of a name for a number.
  if (operator === '-' && into.isUnsigned) return new Unknown('unsupported', WRAPS);
  return result instanceof Dynamic ? typed(result, into) : result;
}

/** `c ? a : b` where c is known and a is meant: both are converted to their common type. */
export function inCommonInteger(a: Value, b: Value): Value {
  if (!isOperand(a) || !isOperand(b) || !(a instanceof Dynamic)) return a;
  const [from, other] = [typeOfOperand(a), typeOfOperand(b)];
  if (from !== null && other !== null) return from === other ? a : asType(a, commonType(from, other));
  if (mayBeBelowZero(a) && (other?.isUnsigned ?? true)) return new Unknown('unsupported', WRAPS);
  return new Dynamic(a.value, a.divisor);
}
