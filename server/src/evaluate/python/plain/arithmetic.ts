// Python's operators. Integers that the source writes are static; CuTe DSL's Int32 and its like are
// run-time integers, and what they are combined with becomes one.

import { asFailure, type Failure } from '../../../algebra/integer/failure.ts';
import { Dynamic, type Int, type StaticInt, StaticSymbol } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { divide, multiply, remainder } from '../../../algebra/integer/operations.ts';
import { ComposedLayout, Layout, Underscore } from '../../../algebra/layout/layout.ts';
import { printMarked } from '../../../algebra/layout/print.ts';
import { ScaledBasis } from '../../../algebra/layout/stride.ts';
import { Pointer, TypeValue, UnboundTypeParameter, Unknown, type Value } from '../../model/value.ts';
import { binaryOperation, equalValues, isInteger, unaryOperation } from '../../values/arithmetic.ts';
import { movedBy } from '../../values/room.ts';
import { Quotient } from './types.ts';

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
      return identity(operator === 'is', left, right);
    case 'in':
    case 'not in': {
      if (!isSequence(right)) return unsupported(operator);
      const same = right.map((item) => pythonEqual(left, item));
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
      // A whole number is equal to the integer, which is all that is asked of it.
      if (typeof left === 'number' && typeof right === 'number' && right !== 0 && left % right === 0)
        return left / right;
      return isStaticInt(left) && isStaticInt(right) && right !== 0
        ? new Quotient(left, right)
        : new Unknown('unsupported', 'the quotient is a floating-point number');
  }
  if (isSequence(left) || isSequence(right)) return ofSequences(operator, left, right);
  if (typeof left === 'string' && typeof right === 'string') {
    return operator === '+' ? left + right : unsupported(operator);
  }
  if (left instanceof ScaledBasis || right instanceof ScaledBasis) return ofBasis(operator, left, right);
  // A pointer further on.
  if (left instanceof Pointer && isInteger(right) && (operator === '+' || operator === '-'))
    return new Pointer(movedBy(left.engine, operator === '+' ? right : null), left.pointee);
  const a = asInteger(left);
  const b = asInteger(right);
  if (a === null || b === null) return unsupported(operator);
  if (typeof a === 'number' && typeof b === 'number') return ofNumbers(operator, a, b);
  return ofIntegers(operator, a, b);
}

const isStaticInt = (v: Value): v is StaticInt => typeof v === 'number' || v instanceof StaticSymbol;

function ofSequences(operator: string, left: Value, right: Value): Value {
  if (operator === '+' && isSequence(left) && isSequence(right)) return [...left, ...right];
  const [items, count] = isSequence(left) ? [left, right] : [right, left];
  if (operator !== '*' || !isSequence(items) || typeof count !== 'number' || count > 64)
    return unsupported(operator);
  return Array.from({ length: Math.max(0, count) }, () => items).flat();
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

/** `is`: answered for None, booleans and types only. */
function identity(wanted: boolean, left: Value, right: Value): Value {
  const none = [left instanceof Underscore, right instanceof Underscore];
  if (none[0] || none[1]) return (none[0] && none[1]) === wanted;
  if (typeof left === 'boolean' && typeof right === 'boolean') return (left === right) === wanted;
  if (typeof left === 'boolean' || typeof right === 'boolean')
    return isConcrete(left) && isConcrete(right) ? !wanted : unsupported('is');
  if (left instanceof UnboundTypeParameter || right instanceof UnboundTypeParameter)
    return pythonEqual(left, right) === true ? wanted : unsupported('is');
  if (left instanceof TypeValue && right instanceof TypeValue) return (left.name === right.name) === wanted;
  // Enumerators.
  const isEnumerator = (v: Value): boolean => typeof v === 'string' && v.includes('.');
  if (isEnumerator(left) && isEnumerator(right)) return (left === right) === wanted;
  return unsupported('is');
}

const isConcrete = (v: Value): boolean =>
  typeof v === 'boolean' || typeof v === 'number' || typeof v === 'string' || isSequence(v);

/** undefined: only known at run time, or not at all. */
export function pythonEqual(a: Value, b: Value): boolean | undefined {
  if (a instanceof Underscore || b instanceof Underscore)
    return a instanceof Underscore && b instanceof Underscore;
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  // An open element type may be any other one.
  if (a instanceof UnboundTypeParameter || b instanceof UnboundTypeParameter)
    return a instanceof UnboundTypeParameter && b instanceof UnboundTypeParameter && a.name === b.name
      ? true
      : undefined;
  if (a instanceof TypeValue && b instanceof TypeValue) return a.name === b.name;
  const isLayout = (v: Value): v is Layout | ComposedLayout =>
    v instanceof Layout || v instanceof ComposedLayout;
  if (isLayout(a) && isLayout(b)) {
    const [x, y] = [printMarked(a), printMarked(b)];
    // Run-time integers print without a mark.
    return /(^|[(,:])[^_(,:)]/.test(x + y) ? undefined : x === y;
  }
  return equalValues(a, b);
}

export function pythonTruth(v: Value): boolean | undefined {
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
  if (operand instanceof ScaledBasis && operator === '-') return ofBasis('*', operand, -1);
  const n = asInteger(operand);
  return n === null ? unsupported(operator) : guarded(() => unaryOperation(operator, n) as Value);
}
