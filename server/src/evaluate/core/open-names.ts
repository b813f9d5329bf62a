// Names for what nobody knows: what is made of an object of an open type goes by the name of the object, what is made of
// a type by that of the type.

import type { Failure } from '../../algebra/integer/failure.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { BoxedObject, type Entity, reasonOf } from '../model/entity.ts';
import { Symbolic } from '../model/symbolic.ts';
import { parameterUnknown, type UnboundTypeParameter, Unknown } from '../model/value.ts';

/** `auto [M, N, K] = problem_shape`: what is bound goes by its own name. */
export const byItsName = (of: Unknown, name: string): Unknown =>
  new Symbolic(reasonOf(of), { kind: 'term', extent: { text: name, isConstant: false } });

/** A type of which nothing is known goes by its own name. */
export const openType = (type: Entity | Failure, { name }: Declaration): Entity | Failure =>
  type instanceof Unknown &&
  (!(type instanceof Symbolic) || isMemberOfOpen(type)) &&
  !(type instanceof BoxedObject)
    ? new Symbolic(reasonOf(type), { kind: 'term', extent: { text: name, isConstant: true } })
    : type;

/** `T::Member` */
const isMemberOfOpen = ({ parts }: Symbolic): boolean =>
  parts.kind === 'term' && parts.extent.text.includes('::');

/** What is made of an object of an open type goes by the object's name, in the function itself and as long as nothing assigns to it. */
export function openObject(
  { name, rank }: UnboundTypeParameter,
  d: Declaration,
  scope: Scope,
  isCall = false,
): Unknown {
  return named(parameterUnknown(name), d, scope, isCall, rank);
}

function named(of: Unknown, d: Declaration, scope: Scope, isCall: boolean, rank: number | null): Unknown {
  if (isCall || scope.assigned?.has(d.name) === true) return of;
  const extent = { text: d.name, isConstant: false };
  return new Symbolic(of, { kind: 'term', extent, rank, isUnchanged: d.isConstant === true });
}

/** A parameter of a type that is not known: where nobody can change it, its members have names. */
export function objectWithMembers(type: Unknown, d: Declaration, scope: Scope, isCall: boolean): Unknown {
  const of = reasonOf(type);
  return d.isConstant === true ? named(of, d, scope, isCall, null) : of;
}

/** `args.tile` of an object that nobody changes. */
export function memberByName(object: Symbolic, name: string): Unknown {
  const { parts } = object;
  const of = reasonOf(object);
  if (parts.kind !== 'term' || parts.isUnchanged !== true) return of;
  const extent = { text: `${parts.extent.text}.${name}`, isConstant: false };
  return new Symbolic(of, { kind: 'term', extent, isUnchanged: true });
}
