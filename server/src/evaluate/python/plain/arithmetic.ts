// Python's operators. Integers that the source writes are static; CuTe DSL's Int32 and its like are
// run-time integers, and what they are combined with becomes one.

import { asFailure, type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import { Dynamic, type Int, type StaticInt, StaticSymbol } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { divide, multiply, remainder } from '../../../algebra/integer/operations.ts';
import { Underscore } from '../../../algebra/layout/layout.ts';
import { ScaledBasis } from '../../../algebra/layout/stride.ts';
import { Pointer, Unknown, type Value } from '../../model/value.ts';
import { binaryOperation, isInteger, unaryOperation } from '../../values/arithmetic.ts';
import { alike, isIterator, isList } from '../../values/list-values.ts';
import { movedBy } from '../../values/room.ts';
import { Dictionary } from './dictionary.ts';
import { pythonEqual, pythonIs } from './equality.ts';
import { floatOf, floatsOf, ofFloats, PythonFloat, Quotient } from './floats.ts';
import { ofSets, PythonSet } from './sets.ts';
import { isPlainText } from './strings.ts';

const isSequence = (v: Value): v is readonly Value[] => Array.isArray(v);

const unsupported = (operator: string): Unknown =>
  new Unknown('unsupported', `${operator} of these values is not computed`);

/** A bool counts as 0 or 1 in arithmetic. */
const asInteger = (v: Value): Int | null => (isInteger(v) ? v : typeof v === 'boolean' ? Number(v) : null);

export function pythonBinary(operator: string, left: Value, right: Value): Value | Failure {
  switch (operator) {
    case 'and':
    case 'or': {
      const first = pythonTruth(left);
      if (first === undefined) return new Unknown('run-time', 'a condition is only known at run time');
      return first === (operator === 'or') ? left : right;
    }
    case 'is':
    case 'is not':
      return pythonIs(operator === 'is', left, right);
    case 'in':
    case 'not in': {
      if (typeof left === 'string' && typeof right === 'string')
        return right.includes(left) === (operator === 'in');
      if (right instanceof Dictionary)
        return typeof left === 'string'
          ? right.entries.has(left) === (operator === 'in')
          : unsupported(operator);
      const items = right instanceof PythonSet ? right.items : right;
      if (!isSequence(items)) return unsupported(operator);
      const same = items.map((item) => pythonEqual(left, item));
      if (same.includes(true)) return operator === 'in';
      return same.includes(undefined) ? unsupported(operator) : operator !== 'in';
    }
    case '==':
    case '!=': {
      const same = pythonEqual(left, right);
      if (same === undefined)
        return new Unknown('run-time', 'whether these are equal is only known at run time');
      return operator === '==' ? same : !same;
    }
    case '/':
      if (typeof left === 'number' && typeof right === 'number' && right !== 0) return floatOf(left / right);
      return isStaticInt(left) && isStaticInt(right) && right !== 0
        ? new Quotient(left, right)
        : new Unknown('unsupported', 'the quotient is a floating-point number');
  }
  const floats = floatsOf(left, right);
  if (floats !== null) return ofFloats(operator, floats) ?? unsupported(operator);
  if (left instanceof PythonSet && right instanceof PythonSet)
    return ofSets(operator, left, right) ?? unsupported(operator);
  if (isSequence(left) || isSequence(right)) return ofSequences(operator, left, right);
  if (typeof left === 'string' || typeof right === 'string') return ofTexts(operator, left, right);
  if (left instanceof ScaledBasis || right instanceof ScaledBasis) return ofBasis(operator, left, right);
  // A pointer further on.
  if (left instanceof Pointer && isInteger(right) && (operator === '+' || operator === '-'))
    return new Pointer(movedBy(left.engine, operator === '+' ? right : null), left.pointee);
  const a = asInteger(left);
  const b = asInteger(right);
  if (a === null || b === null) return unsupported(operator);
  if (typeof left === 'boolean' && typeof right === 'boolean' && /^[&|^]$/.test(operator))
    return operator === '&' ? left && right : operator === '|' ? left || right : left !== right;
  if (typeof a === 'number' && typeof b === 'number') return ofNumbers(operator, a, b);
  return ofIntegers(operator, a, b);
}

const isStaticInt = (v: Value): v is StaticInt => typeof v === 'number' || v instanceof StaticSymbol;

function ofTexts(operator: string, left: Value, right: Value): Value {
  const [text, count] = typeof left === 'string' ? [left, right] : [right, left];
  if (operator === '*' && typeof text === 'string' && typeof count === 'number' && text.length * count < 4096)
    return text.repeat(Math.max(0, count));
  // By code points, as Python does, where no enumerator is meant.
  if (!isPlainText(left) || !isPlainText(right)) return unsupported(operator);
  switch (operator) {
    case '+':
      return left + right;
    case '<':
      return left < right;
    case '>':
      return left > right;
    case '<=':
      return left <= right;
    case '>=':
      return left >= right;
    default:
      return unsupported(operator);
  }
}

function ofSequences(operator: string, left: Value, right: Value): Value {
  if (isIterator(left) || isIterator(right)) return unsupported(operator);
  if (/^[<>]=?$/.test(operator)) return ofOrder(operator, left, right);
  if (operator === '+' && isSequence(left) && isSequence(right))
    return isList(left) === isList(right) ? alike(left, [...left, ...right]) : unsupported(operator);
  const [items, count] = isSequence(left) ? [left, right] : [right, left];
  if (operator !== '*' || !isSequence(items) || typeof count !== 'number' || count > 64)
    return unsupported(operator);
  return alike(items, Array.from({ length: Math.max(0, count) }, () => items).flat());
}

/** Sequences are compared by the first items that differ. */
function ofOrder(operator: string, left: Value, right: Value): Value {
  const isAlike = isSequence(left) && isSequence(right) && isList(left) === isList(right);
  if (!isAlike) return unsupported(operator);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [a, b] = [left[i]!, right[i]!];
    const same = pythonEqual(a, b);
    if (same === undefined) return unsupported(operator);
    if (same) continue;
    const answer = pythonBinary(operator, a, b);
    return isFailure(answer) ? unsupported(operator) : answer;
  }
  return pythonBinary(operator, left.length, right.length) as Value;
}

function ofBasis(operator: string, left: Value, right: Value): Value | Failure {
  const [basis, factor] = left instanceof ScaledBasis ? [left, right] : [right, left];
  if (
    operator !== '*' ||
    !(basis instanceof ScaledBasis) ||
    !isInteger(factor) ||
    !isInteger(basis.value as Value)
  ) {
    return unsupported(operator);
  }
  return guarded(() => new ScaledBasis(multiply(basis.value as Int, factor), basis.path));
}

/** Python's own integers, as far as JavaScript holds them exactly. */
function ofNumbers(operator: string, a: number, b: number): Value | Failure {
  const exact = (n: number): Value =>
    Number.isSafeInteger(n) ? n + 0 : new Unknown('unsupported', 'the integer is too large');
  switch (operator) {
    case '+':
      return exact(a + b);
    case '-':
      return exact(a - b);
    case '*':
      return exact(a * b);
    case '**':
      return b < 0 ? unsupported(operator) : exact(a ** b);
    case '//':
      return b === 0 ? new Unknown('unsupported', 'division by zero') : exact(Math.floor(a / b));
    case '%':
      return b === 0 ? new Unknown('unsupported', 'division by zero') : exact(a - b * Math.floor(a / b));
    case '<<':
      return b < 0 ? unsupported(operator) : exact(a * 2 ** b);
    case '>>':
      return b < 0 ? unsupported(operator) : exact(Math.floor(a / 2 ** b));
    case '&':
      return Number(BigInt(a) & BigInt(b));
    case '|':
      return Number(BigInt(a) | BigInt(b));
    case '^':
      return Number(BigInt(a) ^ BigInt(b));
    default:
      return binaryOperation(operator, a, b);
  }
}

function ofIntegers(operator: string, a: Int, b: Int): Value | Failure {
  const known = [knownNumber(a), knownNumber(b)] as const;
  if ((operator === '//' || operator === '%') && known[0] !== undefined && known[1] !== undefined) {
    const value = ofNumbers(operator, known[0], known[1]);
    return typeof value === 'number' && (a instanceof Dynamic || b instanceof Dynamic)
      ? new Dynamic(value)
      : value;
  }
  // Sizes are not negative, so that rounding down and towards zero agree.
  if (operator === '//') return guarded(() => divide(a, b));
  if (operator === '%') return guarded(() => remainder(a, b));
  if (operator === '**') return new Dynamic(null);
  return binaryOperation(operator, a, b);
}

function guarded(run: () => Value): Value | Failure {
  try {
    return run();
  } catch (error) {
    return asFailure(error);
  }
}

export function pythonTruth(v: Value): boolean | undefined {
  if (v instanceof PythonFloat) return v.value !== 0;
  if (v instanceof Dictionary) return v.entries.size > 0;
  if (v instanceof PythonSet) return v.items.length > 0;
  if (isIterator(v)) return true;
  if (v instanceof Underscore) return false;
  if (typeof v === 'string') return v !== '';
  if (isSequence(v)) return v.length > 0;
  if (typeof v === 'boolean') return v;
  const n = isInteger(v) ? knownNumber(v) : undefined;
  return n === undefined ? undefined : n !== 0;
}

export function pythonUnary(operator: string, operand: Value): Value | Failure {
  if (operator === '!') {
    const truth = pythonTruth(operand);
    return truth === undefined ? new Unknown('run-time', 'a condition is only known at run time') : !truth;
  }
  if (operator === '*') return new Unknown('unsupported', 'this is unpacked where it stands');
  if (operator === '**') return new Unknown('unsupported', 'unpacked keyword arguments');
  if (operand instanceof PythonFloat)
    return operator === '-' ? floatOf(-operand.value) : operator === '+' ? operand : unsupported(operator);
  if (operator === '~' && typeof operand === 'number') return -operand - 1;
  const n = asInteger(operand);
  return n === null ? unsupported(operator) : guarded(() => unaryOperation(operator, n) as Value);
}
