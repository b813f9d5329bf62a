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
  const open = parameterUnknown(name);
  if (isCall || scope.assigned?.has(d.name) === true) return open;
  return new Symbolic(open, { kind: 'term', extent: { text: d.name, isConstant: false }, rank });
}
