// CuTe's functions of integers where the types of these make a difference: constants that are no ints, and run-time
// integers in the type that the arguments have in common (cute/numeric/math.hpp).

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import type { Builtin } from '../../model/builtin.ts';
import { StaticConstant, type Value } from '../../model/value.ts';
import { TypedInteger } from '../../values/integer-types.ts';
import { constantOf, heldByConstant, isOfCute } from '../../values/static-constants.ts';
import { typedBinary, typedUnary } from '../../values/typed-arithmetic.ts';
import { inConditional } from '../types/conditionals.ts';

/** Null: the types make no difference, or are not known. */
type TypedFunction = (args: readonly Value[]) => Value | Failure | null;

const isTyped = (v: Value): boolean =>
  v instanceof TypedInteger || (v instanceof StaticConstant && v.family !== 'open');

/** As arguments of the functions of plain integers; null where none of them has a type that makes a difference. */
function heldBy(args: readonly Value[]): readonly Value[] | null {
  const held = args.map(heldByConstant);
  const areKnown = held.every((v) => v instanceof TypedInteger && typeof v.value === 'number');
  return areKnown && args.some(isTyped) ? held : null;
}

/** Of constants the result is one again. */
const asConstant = (args: readonly Value[], result: Value | Failure): Value | Failure =>
  args.every(isOfCute) && !isFailure(result) ? constantOf(result) : result;

const extreme =
  (least: boolean): TypedFunction =>
  (args) => {
    const held = args.length === 2 ? heldBy(args) : null;
    if (held === null) return null;
    const [a, b] = held as readonly [Value, Value];
    const isLess = typedBinary('<', a, b);
    if (typeof isLess !== 'boolean') return null;
    const [taken, other] = isLess === least ? [a, b] : [b, a];
    return asConstant(args, inConditional(taken, other));
  };

const abs: TypedFunction = (args) => {
  const held = args.length === 1 ? heldBy(args) : null;
  const n = held?.[0];
  if (!(n instanceof TypedInteger) || n.type.enumeration !== undefined) return null;
  if (n.type.isUnsigned) return asConstant(args, n);
  const isNegative = typeof n.value === 'number' && n.value < 0;
  return asConstant(args, typedUnary(isNegative ? '-' : '+', n) ?? n);
};

const FUNCTIONS: ReadonlyMap<string, TypedFunction> = new Map([
  ['max', extreme(false)],
  ['min', extreme(true)],
  ['abs', abs],
]);

/** A function of the library that looks at the types of integers first. */
export function withTypedIntegers(name: string, builtin: Builtin): Builtin {
  const typed = FUNCTIONS.get(name);
  return typed === undefined ? builtin : (c) => typed(c.args) ?? builtin(c);
}
