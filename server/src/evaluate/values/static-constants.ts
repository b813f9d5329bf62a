// Constants that are types, besides the static integers of the algebra: flags, `C<3u>`, those of the standard. CuTe's
// operators make constants of constants (cute/numeric/integral_constant.hpp).

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic, type StaticInt, StaticSymbol } from '../../algebra/integer/integer.ts';
import { StaticConstant, Unknown, type Value } from '../model/value.ts';
import { binaryOperation, unaryOperation } from './arithmetic.ts';
import { INT, integerType, TypedInteger, typeOfInteger } from './integer-types.ts';
import { typedBinary, typedUnary } from './typed-arithmetic.ts';

export const FLAG_UNKNOWN = new Unknown(
  'unsupported',
  'whether a flag is a bool or a static one is not known',
);

/** Operators of which integers make an integer. */
const MAKES_INTEGER = /^(?:[-+*/%&|^~]|<<|>>)$/;

export const staticFlag = (value: boolean): StaticConstant => new StaticConstant(value, 'bool');

/** A flag of which it is not known whether it is a bool or static. */
export const openFlag = (value: boolean): StaticConstant => new StaticConstant(value, 'bool', 'open');

const isOpen = (v: Value): boolean => v instanceof StaticConstant && v.family === 'open';
const isOfStandard = (v: Value): boolean => v instanceof StaticConstant && v.family === 'std';
export const isStaticInt = (v: unknown): v is StaticInt => typeof v === 'number' || v instanceof StaticSymbol;

/** Whether CuTe has operators for it that make constants. */
export const isOfCute = (v: Value): boolean =>
  isStaticInt(v) || (v instanceof StaticConstant && v.family === 'cute');

/** Whether a value is a type of its own, of CuTe or of the standard. */
export const isConstant = (v: Value): v is StaticInt | StaticConstant =>
  isStaticInt(v) || (v instanceof StaticConstant && v.family !== 'open');

/** Whether it cannot be told if the value is all in its type: it holds a flag of which that is not known. */
export const mayBeStatic = (v: Value): boolean =>
  isOpen(v) || v instanceof Unknown || (Array.isArray(v) && (v as readonly Value[]).some(mayBeStatic));

/** What a constant converts to: an integer of its type, or a bool. */
export function heldByConstant(v: Value): Value {
  if (typeof v === 'number') return new TypedInteger(v, INT);
  if (v instanceof StaticSymbol) return new TypedInteger(v.term, INT);
  if (!(v instanceof StaticConstant)) return v;
  return typeof v.value === 'boolean' ? v.value : new TypedInteger(v.value, integerType(v.type)!);
}

/** `C<v>` of a bool or an integer of known type; unknown for what is not known. */
export function constantOf(v: Value, family: 'cute' | 'std' = 'cute'): Value {
  if (v instanceof Unknown) return v;
  if (typeof v === 'boolean') return new StaticConstant(v, 'bool', family);
  if (!(v instanceof Dynamic)) return v;
  if (v.value === null) return new Unknown('run-time', 'a template argument must be a constant');
  const type = typeOfInteger(v) ?? INT;
  const isInt = type === INT && family === 'cute';
  if (type.enumeration === undefined && typeof v.value === 'number')
    return isInt ? v.value : new StaticConstant(v.value, type.name, family);
  return isInt && typeof v.value !== 'number'
    ? new StaticSymbol(v.value)
    : new Unknown('unsupported', `static integers of type ${type.name} are not computed here`);
}

const asConstant = (v: Value | Failure): Value | Failure => (isFailure(v) ? v : constantOf(v));

/** As an operand of C++'s own operators: in arithmetic a flag is an int. */
function operand(operator: string, v: Value): Value {
  const held = heldByConstant(v);
  return typeof held === 'boolean' && MAKES_INTEGER.test(operator)
    ? new TypedInteger(Number(held), INT)
    : held;
}

const onValues = (operator: string, left: Value, right: Value): Value | Failure =>
  typedBinary(operator, left, right) ?? binaryOperation(operator, left, right);

/** The operation where a constant takes part in it; undefined for what the algebra's integers make of themselves. */
export function constantBinary(operator: string, left: Value, right: Value): Value | Failure | undefined {
  if (isStaticInt(left) && isStaticInt(right)) {
    const result = MAKES_INTEGER.test(operator) ? undefined : binaryOperation(operator, left, right);
    return typeof result === 'boolean' ? staticFlag(result) : result;
  }
  if (![left, right].some((v) => takesPart(operator, v))) return undefined;
  if (!isScalar(left) || !isScalar(right)) return undefined;
  const [a, b] = [operand(operator, left), operand(operator, right)];
  if (isOfStandard(left) || isOfStandard(right)) return onValues(operator, a, b);
  if (isOfCute(left) && isOfCute(right)) return asConstant(onValues(operator, a, b));
  const decided = isOfCute(left) ? decidedByLeft(operator, a) : null;
  const result = decided ?? (isOfCute(right) ? decidedByRight(operator, b) : null);
  if (result !== null) return result;
  if (!isOpen(left) && !isOpen(right)) return onValues(operator, a, b);
  return withOpenFlag(operator, left, right, a, b);
}

/** It is a constant where the flag is one that meets another one. */
function withOpenFlag(operator: string, left: Value, right: Value, a: Value, b: Value): Value | Failure {
  const others = [left, right].filter((v) => !isOpen(v));
  const result = onValues(operator, a, b);
  if (typeof result === 'boolean') return openFlag(result);
  // Beside a bool or a number a flag of either kind is a number, unless it is the one that decides.
  const isPlain = others.length === 1 && !isOfCute(others[0]!);
  return isPlain && decidedByLeft(operator, a) === null && decidedByRight(operator, b) === null
    ? result
    : FLAG_UNKNOWN;
}

/** A bool is an int in arithmetic, and a static integer may decide a condition. */
const takesPart = (operator: string, v: Value): boolean =>
  v instanceof StaticConstant ||
  (typeof v === 'boolean' && MAKES_INTEGER.test(operator)) ||
  (isStaticInt(v) && (operator === '&&' || operator === '||'));

const isScalar = (v: Value): boolean =>
  typeof v === 'boolean' || v instanceof Dynamic || isStaticInt(v) || v instanceof StaticConstant;

const numberOf = (v: Value): number | null =>
  typeof v === 'boolean' ? Number(v) : v instanceof Dynamic && typeof v.value === 'number' ? v.value : null;

/** `C<false>{} * n` is static whatever the number n is; null: the constant on the left does not decide. */
function decidedByLeft(operator: string, constant: Value): Value | null {
  const n = numberOf(constant);
  if (n === 0) return /^[*/%&]$/.test(operator) ? 0 : operator === '&&' ? staticFlag(false) : null;
  return n !== null && operator === '||' ? staticFlag(true) : null;
}

function decidedByRight(operator: string, constant: Value): Value | null {
  const n = numberOf(constant);
  if (n === 0) return /^[*&]$/.test(operator) ? 0 : operator === '&&' ? staticFlag(false) : null;
  if (operator === '%' && (n === 1 || n === -1)) return 0;
  return n !== null && operator === '||' ? staticFlag(true) : null;
}

/** The operation on a constant or an open flag; undefined for others. */
export function constantUnary(operator: string, v: Value): Value | Failure | undefined {
  if (isStaticInt(v)) {
    const result = operator === '!' ? unaryOperation(operator, v) : undefined;
    return typeof result === 'boolean' ? staticFlag(result) : result;
  }
  if (!(v instanceof StaticConstant) || !/^[-+~!]$/.test(operator)) return undefined;
  const held = operand(operator, v);
  const result = typedUnary(operator, held) ?? unaryOperation(operator, held);
  if (v.family === 'std') return result;
  if (v.family === 'cute') return asConstant(result);
  return typeof result === 'boolean' ? openFlag(result) : FLAG_UNKNOWN;
}
