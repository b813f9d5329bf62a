// Members of the classes that a file defines, their own and those of their bases.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { ClassType, type Entity, isHostOnly, OverloadSet, QualifiedName } from '../model/entity.ts';
import { declarationsOf, type Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { LookupResult } from '../model/lookup-result.ts';
import { Unknown } from '../model/value.ts';
import { basesOf, dependentBases, linearised, noteTaken } from './bases.ts';
import { inNamespace } from './lookup.ts';
import { memberOfNamed } from './symbols.ts';

/**
 * A member by name: of the class itself, else of its bases. A name without qualification does not see the
 * members of a base that depends on a template parameter (C++, [temp.dep]).
 */
export function membersOf(
  ev: Evaluation,
  env: Environment,
  scope: Scope,
  name: string,
  seen: Set<string> | null = null,
  isUnqualified = false,
): LookupResult | null {
  if (scope.kind === 'function') return membersOfOwner(ev, env, scope, name);
  const declarations = declarationsOf(scope, name);
  if (declarations.length > 0) {
    const chosen = ev.language.scopes.classScopesSeenFromMethods ? declarations : [declarations.at(-1)!];
    return { declarations: chosen, scope, env, isAmbiguous: false };
  }
  // The members of `union { … };` are those of the class around it.
  for (const d of declarationsOf(scope, '')) {
    if (d.kind !== 'class' || d.bodyScope === null) continue;
    const found = membersOf(ev, env, d.bodyScope, name, seen);
    if (found !== null) return found;
  }
  if (scope.bases.length === 0) return null;
  // Instances of one template are classes of their own.
  const key = `${env.id}.${scope.span.start}`;
  const around = seen ?? new Set<string>();
  if (around.has(key) || around.size > MAXIMUM_BASES) return null;
  around.add(key);
  const bases = basesOf(ev, env, scope);
  if (bases.length > 1 && ev.language.scopes.isBareBase !== null) return inOrder(ev, env, scope, name);
  for (const [i, type] of bases.entries()) {
    if (!(type instanceof ClassType)) continue;
    if (isUnqualified && dependentBases.get(bases)?.has(i) === true) continue;
    const found = membersOf(ev, type.env, type.scope, name, around);
    if (found === null) continue;
    noteTaken(ev, bases);
    return found;
  }
  return null;
}

/** A member of the bases, in the order of all of them. */
function inOrder(ev: Evaluation, env: Environment, scope: Scope, name: string): LookupResult | null {
  for (const base of linearised(ev, env, scope).slice(1)) {
    const last = declarationsOf(base.scope, name).at(-1);
    if (last === undefined) continue;
    // What is not known may have it before.
    if (base.isBehindUnknown) return null;
    noteTaken(ev, basesOf(ev, env, scope));
    return { declarations: [last], scope: base.scope, env: base.env, isAmbiguous: false };
  }
  return null;
}

/** What `X<T>::f() { … }` sees of X<T>. */
function membersOfOwner(ev: Evaluation, env: Environment, scope: Scope, name: string): LookupResult | null {
  if (scope.owner === undefined) return null;
  const owner = ev.evaluate(scope.owner, env);
  // `void gemm::f() { … }` of a namespace.
  if (owner instanceof QualifiedName) return inNamespace(ev.db, owner.path.join('::'), name, env);
  return owner instanceof ClassType ? membersOf(ev, owner.env, owner.scope, name, null, true) : null;
}

/** `env`: the class's, or that of an object of it; `path`: the name of the object, where it has one. */
export function memberOfClass(
  ev: Evaluation,
  type: ClassType,
  name: string,
  env: Environment = type.env,
  path: string | null = null,
): Entity | Failure {
  const found = membersOf(ev, env, type.scope, name);
  if (found !== null) {
    const value = ev.found(found, name);
    if (value instanceof OverloadSet)
      return ev.language.names.withOutOfClassDefinitions(ev, value, found, type);
    const isOwn = path !== null && found.declarations.every((d) => d.isMember === true && d.kind === 'value');
    return isOwn && !isFailure(value) ? memberOfNamed(value, `${path}.${name}`) : value;
  }
  return (
    memberOfBases(ev, type, name, new Set()) ??
    new Unknown('missing-name', `${type.name} has no member ${name}`, [], name)
  );
}

const MAXIMUM_BASES = 64;

/** The injected class name, what the library's bases have, and what a base that is not known may define. */
function memberOfBases(
  ev: Evaluation,
  type: ClassType,
  name: string,
  seen: Set<string>,
): Entity | Failure | null {
  if (name === type.declaration.name) return type;
  const key = `${type.env.id}.${type.scope.span.start}`;
  // Of a class that several have as their base nothing is found by the second of them either.
  if (seen.has(key)) return null;
  if (seen.size > MAXIMUM_BASES) return new Unknown('budget', `${type.name} has too many bases`);
  seen.add(key);
  const bases = basesOf(ev, type.env, type.scope);
  for (const base of bases) {
    const found = memberOfBase(ev, base, name, seen);
    if (found === null) continue;
    noteTaken(ev, bases);
    return found;
  }
  return null;
}

function memberOfBase(
  ev: Evaluation,
  base: Entity | Failure,
  name: string,
  seen: Set<string>,
): Entity | Failure | null {
  if (base instanceof Unknown) return base;
  if (base instanceof ClassType) return memberOfBases(ev, base, name, seen);
  if (isFailure(base) || isHostOnly(base))
    return new Unknown('missing-name', `${name} may be a member of a base class that is not known`, [], name);
  return ev.rules.member(base, name) ?? null;
}
