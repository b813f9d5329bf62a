// Operators on values, with CuTe's rules for static and run-time integers.

import { sameValue } from '../../algebra/integer/comparison.ts';
import { asFailure, type Failure, Violation } from '../../algebra/integer/failure.ts';
import { Dynamic, type Int, StaticSymbol } from '../../algebra/integer/integer.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import { add, divide, multiply, negate, remainder, subtract } from '../../algebra/integer/operations.ts';
import { overflowSeen, watchOverflow } from '../../algebra/integer/overflow.ts';
import { ComposedLayout, Layout, Swizzle } from '../../algebra/layout/layout.ts';
import { ArithTuple, ScaledBasis } from '../../algebra/layout/stride.ts';
import { addStrides, scaleStride } from '../../algebra/layout/stride-operations.ts';
import { StaticConstant, TypeValue, Unknown, type Value } from '../model/value.ts';

export const isInteger = (v: Value): v is Int =>
  typeof v === 'number' || v instanceof Dynamic || v instanceof StaticSymbol;

const ARITHMETIC: Readonly<Record<string, (a: Int, b: Int) => Int>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '%': remainder,
};

const BITS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a * 2 ** b,
  '>>': (a, b) => Math.floor(a / 2 ** b),
};

const unsupported = (operator: string): Unknown =>
  new Unknown('unsupported', `${operator} of these values is not computed`);

/** An integer for a condition or a boolean in arithmetic. */
const asInt = (v: Value): Int | null =>
  isInteger(v) ? v : typeof v === 'boolean' ? new Dynamic(v ? 1 : 0) : null;

const isFlag = (left: Value, right: Value): boolean =>
  (typeof left === 'boolean' && !(right instanceof Dynamic)) ||
  (typeof right === 'boolean' && !(left instanceof Dynamic));

export function binaryOperation(operator: string, left: Value, right: Value): Value | Failure {
  if (operator === '==' || operator === '!=') {
    const same = equalValues(left, right);
    if (same === undefined)
      return new Unknown('run-time', 'whether two values are equal is only known at run time');
    return operator === '==' ? same : !same;
  }
  if (operator === '&&' || operator === '||') {
    const a = truthOf(left);
    const b = truthOf(right);
    const decides = operator === '||';
    if (a === decides || b === decides) return decides;
    if (a === undefined || b === undefined)
      return new Unknown('run-time', 'a condition is only known at run time');
    return !decides;
  }
  const a = asInt(left);
  const b = asInt(right);
  if (a === null || b === null) return basisOperation(operator, left, right) ?? unsupported(operator);
  if (ARITHMETIC[operator] !== undefined && isFlag(left, right)) return unsupported(operator);
  return integerOperation(operator, a, b);
}

export const isBasis = (v: Value): v is ScaledBasis | ArithTuple =>
  v instanceof ScaledBasis || v instanceof ArithTuple;

/** `2 * E<0>{}`, `E<0>{} + E<1>{}`. */
function basisOperation(operator: string, left: Value, right: Value): Value | Failure | null {
  try {
    if (operator === '*') {
      if (isInteger(left) && isBasis(right)) return scaleStride(left, right) as Value;
      if (isBasis(left) && isInteger(right)) return scaleStride(right, left) as Value;
    }
    if (operator === '+' && isBasis(left) && isBasis(right)) return addStrides(left, right) as Value;
    return null;
  } catch (e) {
    const failure = asFailure(e);
    return failure instanceof Violation ? failure : new Unknown('undetermined', failure.reason);
  }
}

function integerOperation(operator: string, a: Int, b: Int): Value | Failure {
  const run = ARITHMETIC[operator];
  if (run !== undefined) {
    watchOverflow();
    try {
      const result = run(a, b);
      const overflow = overflowSeen();
      if (overflow === null) return result;
      // An int of 64 bits may hold it: which type it has is not tracked.
      return result instanceof Dynamic ? new Dynamic(null) : overflow;
    } catch (e) {
      const failure = asFailure(e);
      return failure instanceof Violation
        ? failure
        : new Unknown('undetermined', failure.reason, [], failure.needs[0] ?? null);
    }
  }
  if (operator === '<' || operator === '>' || operator === '<=' || operator === '>=') {
    const less = operator === '<' || operator === '>=' ? isLess(a, b) : isLess(b, a);
    if (less === undefined) return new Unknown('run-time', 'a comparison is only known at run time');
    return operator === '<' || operator === '>' ? less : !less;
  }
  const bits = BITS[operator];
  if (bits === undefined) return unsupported(operator);
  const x = knownNumber(a);
  const y = knownNumber(b);
  const isDynamic = a instanceof Dynamic || b instanceof Dynamic;
  if (operator === '&' && (a === 0 || b === 0)) return 0;
  if (x === undefined || y === undefined) return isDynamic ? new Dynamic(null) : unsupported(operator);
  const isShift = operator === '<<' || operator === '>>';
  if (isShift ? y < 0 || y > 31 || x < 0 : Math.abs(x) > 2147483647 || Math.abs(y) > 2147483647)
    return unsupported(operator);
  const value = bits(x, y);
  if (Math.abs(value) > 2147483647) return isDynamic ? new Dynamic(null) : unsupported(operator);
  return isDynamic ? new Dynamic(value) : value;
}

/** a < b where their difference is known. That a size is not negative holds for layouts, not for any `int n`. */
function isLess(a: Int, b: Int): boolean | undefined {
  const difference = knownNumber(subtract(a, b));
  return difference === undefined ? undefined : difference < 0;
}

export function unaryOperation(operator: string, operand: Value): Value | Failure {
  if (operator === '!') {
    const truth = truthOf(operand);
    return truth === undefined ? new Unknown('run-time', 'a condition is only known at run time') : !truth;
  }
  const n = asInt(operand);
  if (n === null) return unsupported(operator);
  if (operator === '+') return n;
  if (operator === '-') return negate(n);
  if (operator === '~') {
    const value = knownNumber(n);
    if (value === undefined) return n instanceof Dynamic ? new Dynamic(null) : unsupported(operator);
    return n instanceof Dynamic ? new Dynamic(~value) : ~value;
  }
  return unsupported(operator);
}

/** Whether a value counts as true; undefined when it is only known at run time. */
export function truthOf(v: Value): boolean | undefined {
  if (typeof v === 'boolean') return v;
  if (v instanceof StaticConstant) return Boolean(v.value);
  if (!isInteger(v)) return undefined;
  const n = knownNumber(v);
  return n === undefined ? undefined : n !== 0;
}

/** Equality as `==` has it: static and run-time integers of one value are equal. */
export function equalValues(a: Value, b: Value): boolean | undefined {
  if (typeof a === 'string' && typeof b === 'string') return a === b;
  const x = asInt(a);
  const y = asInt(b);
  if (x !== null && y !== null) return sameValue(x, y);
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return false;
    return all(a.map((v, i) => equalValues(v as Value, b[i] as Value)));
  }
  if (Array.isArray(a) !== Array.isArray(b)) return x === null && y === null ? undefined : false;
  if (a instanceof Layout && b instanceof Layout) {
    return all([
      equalValues(a.shape as Value, b.shape as Value),
      equalValues(a.stride as Value, b.stride as Value),
    ]);
  }
  if (a instanceof Swizzle && b instanceof Swizzle)
    return a.bits === b.bits && a.base === b.base && a.shift === b.shift;
  if (a instanceof ComposedLayout && b instanceof ComposedLayout) {
    return all([
      equalValues(a.outer as Value, b.outer as Value),
      equalValues(a.offset as Value, b.offset as Value),
      equalValues(a.inner as Value, b.inner as Value),
    ]);
  }
  if (a instanceof ScaledBasis && b instanceof ScaledBasis) {
    if (a.path.join() !== b.path.join()) return false;
    return isInteger(a.value as Value) && isInteger(b.value as Value)
      ? sameValue(a.value as Int, b.value as Int)
      : undefined;
  }
  if (a instanceof ArithTuple && b instanceof ArithTuple)
    return equalValues(a.entries as Value, b.entries as Value);
  if (a instanceof TypeValue && b instanceof TypeValue) return undefined;
  return undefined;
}

function all(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}
