// The uses of names in a function or in a unit: those of each function are worked out once, and an edit in one leaves those
// of the others.

import { JoinedTables } from '../../common/joined-tables.ts';
import type { Scope } from '../../common/scope.ts';
import { attributesFor, Graph, pathOf, type Use, type Uses } from './graph.ts';

export type { Use, Uses };

const known = new WeakMap<Scope, Uses>();
/** Those that somebody has asked about, in this version or, of an edited function, in an earlier one. */
const asked = new WeakSet<Scope>();

/**
 * The uses of names in a function, or in a unit of a module with all functions in it. `owner`: the class whose method the
 * function is.
 */
export function usesIn(scope: Scope, owner: Scope | null = null): Uses {
  asked.add(scope);
  let uses = known.get(scope);
  if (uses === undefined) {
    uses =
      scope.kind === 'function' ? usesAlone(scope, owner) : new JoinedTables([...partsOf(scope)], eachOnce);
    known.set(scope, uses);
  }
  return uses;
}

/** A function in the scope is another one now. */
export const forgetUses = (scope: Scope): boolean => known.delete(scope);

/** Whether somebody has asked for the uses in a function or in one inside of it. */
export const areUsesAsked = (scope: Scope): boolean => asked.has(scope) || scope.children.some(areUsesAsked);

/** What was said of one version of a function depends on the next one, too. */
export const askAsBefore = (before: Scope, now: Scope): void => {
  if (areUsesAsked(before)) asked.add(now);
};

/** The uses in a scope that nobody has asked about. */
export const usesAlone = (scope: Scope, owner: Scope | null): ReadonlyMap<string, readonly Use[]> =>
  new Graph().all(scope, true, owner?.declarations ?? []).uses;

type Part = Graph['uses'];

/** A function in a unit, in the place where it stands there. */
interface KnownFunction {
  readonly path: string;
  readonly attributes: Scope['declarations'];
  readonly uses: Part;
}

const functions = new WeakMap<Scope, KnownFunction>();

/** Those of what stands around the functions of a scope, and of each of them. */
function* partsOf(
  scope: Scope,
  around = '',
  isOutermost = true,
  attributes: Scope['declarations'] = [],
): Generator<Part> {
  if (scope.kind === 'function') {
    yield usesOfFunction(scope, around, attributes);
    return;
  }
  const path = pathOf(scope, around);
  yield new Graph(path).here(scope, isOutermost, attributes).uses;
  for (const child of scope.children) yield* partsOf(child, path, false, attributesFor(child, scope));
}

function usesOfFunction(scope: Scope, path: string, attributes: Scope['declarations']): Part {
  const before = functions.get(scope);
  if (before?.path === path && before.attributes === attributes) return before.uses;
  const { uses } = new Graph(path).all(scope, false, attributes);
  functions.set(scope, { path, attributes, uses });
  return uses;
}

/** Two functions may join the same names. */
function eachOnce(uses: readonly Use[]): readonly Use[] {
  const seen = new Set<string>();
  return uses.filter((use) => {
    if (use.kind !== 'named') return true;
    const key = `${use.name} ${use.from} ${use.by}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
