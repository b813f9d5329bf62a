// Members of the classes that a file defines, their own and those of their bases.

import { type Failure, isFailure } from '../algebra/failure.ts';
import type { Scope } from '../frontends/scope.ts';
import { isDependent } from './dependent.ts';
import type { Evaluator } from './evaluator.ts';
import { declarationsOf, type Frame } from './frame.ts';
import type { Found } from './lookup.ts';
import { ClassType, isHostOnly, type Thing } from './thing.ts';
import { Unknown } from './value.ts';

/**
 * A member by name: of the class itself, else of its bases. A name without qualification does not see the
 * members of a base that depends on a template parameter (C++, [temp.dep]).
 */
export function membersOf(
  ev: Evaluator,
  frame: Frame,
  scope: Scope,
  name: string,
  seen: Set<Scope>,
  isUnqualified = false,
): Found | null {
  const declarations = declarationsOf(scope, name);
  if (declarations.length > 0) {
    const chosen = ev.rules.classScopesSeenFromMethods ? declarations : [declarations.at(-1)!];
    return { declarations: chosen, scope, frame, isAmbiguous: false };
  }
  if (seen.has(scope) || scope.bases.length === 0) return null;
  seen.add(scope);
  const bases = basesOf(ev, frame, scope);
  for (const [i, type] of bases.entries()) {
    if (!(type instanceof ClassType)) continue;
    if (isUnqualified && dependentBases.get(bases)?.has(i) === true) continue;
    const found = membersOf(ev, type.frame, type.scope, name, seen);
    if (found !== null) return found;
  }
  return null;
}

/** Which of the bases depend on template parameters. */
const dependentBases = new WeakMap<readonly (Thing | Failure)[], ReadonlySet<number>>();

/** What the base classes stand for. None while that is worked out: their own names are not looked up in themselves. */
function basesOf(ev: Evaluator, frame: Frame, scope: Scope): readonly (Thing | Failure)[] {
  const known = frame.bases.get(scope);
  if (known !== undefined) return known === 'pending' ? [] : known;
  frame.bases.set(scope, 'pending');
  const bases = scope.bases.map((base) => ev.evaluate(base, frame));
  dependentBases.set(
    bases,
    new Set(scope.bases.flatMap((base, i) => (isDependent(ev, base, frame) ? [i] : []))),
  );
  if (bases.some((b) => b instanceof Unknown && b.category === 'budget')) frame.bases.delete(scope);
  else frame.bases.set(scope, bases);
  return bases;
}

/** `frame`: the class's, or that of an object of it. */
export function memberOfClass(
  ev: Evaluator,
  type: ClassType,
  name: string,
  frame: Frame = type.frame,
): Thing | Failure {
  const found = membersOf(ev, frame, type.scope, name, new Set());
  if (found !== null) return ev.found(found, name);
  // The injected class name, and what a base that is not known may define.
  for (const value of basesOf(ev, type.frame, type.scope)) {
    if (value instanceof Unknown) return value;
    if (isFailure(value) || isHostOnly(value))
      return new Unknown(
        'missing-name',
        `${name} may be a member of a base class that is not known`,
        [],
        name,
      );
    const member = ev.rules.member(value, name);
    if (member !== undefined) return member;
  }
  if (name === type.declaration.name) return type;
  return new Unknown('missing-name', `${type.name} has no member ${name}`, [], name);
}
