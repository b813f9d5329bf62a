// `c ? a : b` of values that differ in their types: the one that is taken is converted to what both have in common
// ([expr.cond]).

import { Dynamic } from '../../../algebra/integer/integer.ts';
import { StaticConstant, Unknown, type Value } from '../../model/value.ts';
import { truthOf } from '../../values/arithmetic.ts';
import { asType, commonType, INT, TypedInteger, typeOfInteger } from '../../values/integer-types.ts';
import { entityKey } from '../../values/key.ts';
import { FLAG_UNKNOWN, heldByConstant, isConstant } from '../../values/static-constants.ts';
import { inCommonInteger } from '../../values/typed-arithmetic.ts';

/** The value of the side that is taken, in the type that the conditional has. */
export function inConditional(taken: Value, other: Value): Value {
  if (isConstant(taken)) return constantTaken(taken, other);
  if (taken instanceof StaticConstant) return openTaken(taken, other);
  const second = heldByConstant(other);
  if (typeof taken === 'boolean')
    return second instanceof Dynamic && !isConstant(other) ? inCommonInteger(asInt(taken), second) : taken;
  // A constant converts to whatever type the integer has.
  const isOfOwnType = !(taken instanceof TypedInteger) || !isConstant(other);
  return taken instanceof Dynamic && isOfOwnType ? inCommonInteger(taken, second) : taken;
}

function constantTaken(taken: Value, other: Value): Value {
  if (other instanceof Unknown) return other;
  if (typeof other === 'boolean') return truthOf(taken) ?? FLAG_UNKNOWN;
  if (other instanceof StaticConstant && other.family === 'open') return FLAG_UNKNOWN;
  if (other instanceof TypedInteger && other.type.enumeration === undefined)
    return asType(asInt(taken), other.type);
  if (other instanceof Dynamic) return inCommonInteger(asInt(taken), other);
  if (!isConstant(other) || entityKey(taken) === entityKey(other)) return taken;
  // Neither class converts to the other one: both are numbers.
  const [a, b] = [asInt(taken), asInt(other)];
  return asType(a, commonType(typeOfInteger(a) ?? INT, typeOfInteger(b) ?? INT));
}

function openTaken(taken: StaticConstant, other: Value): Value {
  if (typeof other === 'boolean') return Boolean(taken.value);
  return other instanceof Dynamic ? new Dynamic(Number(taken.value)) : FLAG_UNKNOWN;
}

/** A bool or a constant as an integer. */
function asInt(v: Value): Dynamic {
  const held = heldByConstant(v);
  return held instanceof Dynamic ? held : new TypedInteger(Number(held), INT);
}
