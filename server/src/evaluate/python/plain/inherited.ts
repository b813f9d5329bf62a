// Attributes and properties that an object has from the methods of a base of its class.

import type { Failure } from '../../../algebra/integer/failure.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { membersOf } from '../../core/members.ts';
import type { ClassObject, Entity } from '../../model/entity.ts';
import { declarationsOf, Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { LookupResult } from '../../model/lookup-result.ts';
import { Unknown } from '../../model/value.ts';
import { methodKind } from './functions.ts';

const environments = new WeakMap<ClassObject, Map<Scope, Environment>>();

/** The attribute as the methods of the base see the object; undefined: the class has it itself, or it is no such attribute. */
export function inheritedAttribute(
  ev: Evaluation,
  object: ClassObject,
  name: string,
): Entity | Failure | undefined {
  const { type } = object;
  if (type.scope.bases.length === 0 || declarationsOf(type.scope, name).length > 0) return undefined;
  const found = membersOf(ev, type.env, type.scope, name);
  const declaration = found?.declarations.at(-1);
  if (found == null || declaration?.kind !== 'value') return undefined;
  const method = methodOf(declaration, found.scope);
  if (method === undefined) return undefined;
  if (isOpen(ev, object, found, method))
    return new Unknown('unsupported', `what ${name} is made of in ${type.name} is not worked out`, [], name);
  return ev.found({ ...found, env: seenFrom(object, found) }, name);
}

const methodOf = ({ span, bodyScope }: Declaration, type: Scope): Scope | undefined =>
  bodyScope ?? type.children.find((m) => m.span.start <= span.start && span.end <= m.span.end);

/** Whether the class calls the `__init__` of the base itself, with arguments that defaults may stand in for. */
function isOpen(ev: Evaluation, { type }: ClassObject, found: LookupResult, method: Scope): boolean {
  if (method.name !== '__init__') return false;
  const init = membersOf(ev, type.env, type.scope, '__init__');
  return (
    init?.scope !== found.scope && method.declarations.some((d) => d.kind === 'parameter' && d.init !== null)
  );
}

/** The base, with the object as what its methods call self. */
function seenFrom(object: ClassObject, { scope, env }: LookupResult): Environment {
  let known = environments.get(object);
  if (known === undefined) {
    known = new Map();
    environments.set(object, known);
  }
  let seen = known.get(scope);
  if (seen === undefined) {
    const bindings = new Map([...env.bindings, ...object.env.bindings]);
    for (const method of scope.declarations) {
      if (method.bodyScope === null || methodKind(method) !== 'method') continue;
      const first = method.bodyScope.declarations.find((p) => p.kind === 'parameter');
      if (first !== undefined) bindings.set(first, object);
    }
    seen = new Environment(env.unit, env.root, env.parent, bindings);
    known.set(scope, seen);
  }
  return seen;
}
