// CuTe's functions of integers where the types of these make a difference: constants that are no ints, and run-time
// integers in the type that the arguments have in common (cute/numeric/math.hpp, cute/int_tuple.hpp).

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import { Dynamic } from '../../../algebra/integer/integer.ts';
import type { Builtin } from '../../model/builtin.ts';
import { StaticConstant, Unknown, type Value } from '../../model/value.ts';
import { binaryOperation } from '../../values/arithmetic.ts';
import { asType, commonType, INT, TypedInteger } from '../../values/integer-types.ts';
import { constantBinary, constantOf, heldByConstant, isOfCute } from '../../values/static-constants.ts';
import { typedBinary, typedUnary } from '../../values/typed-arithmetic.ts';
import { inConditional } from '../types/conditionals.ts';

/** Null: it is not worked out here. */
type TypedFunction = (args: readonly Value[]) => Value | Failure | null;

/** Whether the algebra, which knows ints and sizes alone, may take it for another number. */
function hasTypeOfItsOwn(v: Value): boolean {
  if (v instanceof StaticConstant) return v.family !== 'open';
  const n = v instanceof Dynamic ? v.value : v;
  return (v instanceof TypedInteger && v.type !== INT) || (typeof n === 'number' && n < 0);
}

const isKnown = (v: Value): v is TypedInteger => v instanceof TypedInteger && typeof v.value === 'number';

/** The integers that the functions of plain integers are called with. */
function heldBy<N extends readonly TypedInteger[]>(args: readonly Value[], count: N['length']): N | null {
  const held = args.map(heldByConstant);
  return held.length === count && held.every(isKnown) ? (held as readonly TypedInteger[] as N) : null;
}

/** Of constants the result is one again. */
const asConstant = (args: readonly Value[], result: Value | Failure): Value | Failure =>
  args.every(isOfCute) && !isFailure(result) ? constantOf(result) : result;

const extreme =
  (least: boolean): TypedFunction =>
  (args) => {
    const held = heldBy<readonly [TypedInteger, TypedInteger]>(args, 2);
    if (held === null) return null;
    const [a, b] = held;
    const isLess = typedBinary('<', a, b);
    if (typeof isLess !== 'boolean') return null;
    const [taken, other] = isLess === least ? [a, b] : [b, a];
    return asConstant(args, inConditional(taken, other));
  };

const abs: TypedFunction = (args) => {
  const [n] = heldBy<readonly [TypedInteger]>(args, 1) ?? [];
  if (n === undefined || n.type.enumeration !== undefined) return null;
  if (n.type.isUnsigned) return asConstant(args, n);
  const isNegative = typeof n.value === 'number' && n.value < 0;
  return asConstant(args, typedUnary(isNegative ? '-' : '+', n) ?? n);
};

/** Euclid's algorithm as CuTe has it, where each of the two variables keeps its type: of negative numbers too. */
const gcd: TypedFunction = (args) => {
  const held = heldBy<readonly [TypedInteger, TypedInteger]>(args, 2);
  if (held === null) return null;
  const [first, second] = held;
  let [divisor, other]: readonly [TypedInteger, TypedInteger] = held;
  while (divisor.value !== 0) {
    const rest = typedBinary('%', other, divisor);
    if (!(rest instanceof Dynamic) || rest.value === null) return null;
    [divisor, other] = [asType(rest, other.type), divisor];
  }
  const type = first.type === second.type ? first.type : commonType(first.type, second.type);
  return asConstant(args, asType(other, type));
};

const operation = (operator: string, a: Value | Failure, b: Value): Value | Failure =>
  isFailure(a) || a instanceof Unknown
    ? a
    : (constantBinary(operator, a, b) ?? typedBinary(operator, a, b) ?? binaryOperation(operator, a, b));

/** `(a + b - _1{}) / b` */
const ceilDiv: TypedFunction = (args) => {
  const [a, b] = args;
  if (a === undefined || b === undefined || heldBy(args, 2) === null) return null;
  return operation('/', operation('-', operation('+', a, b), 1), b);
};

const roundUp: TypedFunction = (args) => {
  const count = ceilDiv(args);
  return count === null ? null : operation('*', count, args[1]!);
};

const FUNCTIONS: ReadonlyMap<string, TypedFunction> = new Map([
  ['max', extreme(false)],
  ['min', extreme(true)],
  ['abs', abs],
  ['gcd', gcd],
  ['ceil_div', ceilDiv],
  ['round_up', roundUp],
]);

/** A function of the library that looks at the types of integers first. */
export function withTypedIntegers(name: string, builtin: Builtin): Builtin {
  const typed = FUNCTIONS.get(name);
  return typed === undefined
    ? builtin
    : (c) => (c.args.some(hasTypeOfItsOwn) ? typed(c.args) : null) ?? builtin(c);
}
