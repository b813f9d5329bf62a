// The bases of classes: what they stand for, and the order in which Python looks for attributes in all of them (C3): each
// class before its bases, and bases as they are written.

import type { Failure } from '../../algebra/integer/failure.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { ClassType, type Entity, type UsedAssumption } from '../model/entity.ts';
import type { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { Unknown } from '../model/value.ts';
import { isDependent } from './dependent.ts';

/** What the bases of a class have taken, whoever was first to ask for them. */
const takenByBases = new WeakMap<readonly (Entity | Failure)[], readonly UsedAssumption[]>();

/** A member of a base depends on what the base was given; a name that is found elsewhere does not. */
export function noteTaken(ev: Evaluation, bases: readonly (Entity | Failure)[]): void {
  for (const parameter of takenByBases.get(bases) ?? []) ev.noteAssumption(parameter);
}

/** Which of the bases depend on template parameters. */
export const dependentBases = new WeakMap<readonly (Entity | Failure)[], ReadonlySet<number>>();

/** What the base classes stand for. None while that is worked out: their own names are not looked up in themselves. */
export function basesOf(ev: Evaluation, env: Environment, scope: Scope): readonly (Entity | Failure)[] {
  return ev.db.structures.compute(
    env.bases,
    scope,
    () => {
      const { value: bases, parameters } = ev.noting(() => workedOut(ev, env, scope));
      takenByBases.set(bases, parameters);
      return bases;
    },
    () => [],
    (bases) => !bases.some((b) => b instanceof Unknown && b.category === 'budget'),
  );
}

function workedOut(ev: Evaluation, env: Environment, scope: Scope): readonly (Entity | Failure)[] {
  const bases: (Entity | Failure)[] = [];
  const dependent = new Set<number>();
  for (const base of scope.bases) {
    // `struct X : Bs...`
    const listed =
      base.kind === 'expansion' ? ev.language.lists.items(ev, [base], env) : [ev.evaluate(base, env)];
    const isOpen = base.kind === 'expansion' || isDependent(ev, base, env);
    for (const type of listed instanceof Unknown ? [listed] : listed) {
      if (isOpen) dependent.add(bases.length);
      bases.push(type);
    }
  }
  dependentBases.set(bases, dependent);
  return bases;
}

/** A class as its attributes are looked for. */
interface Ancestor {
  readonly scope: Scope;
  readonly env: Environment;
  /** Whether a base that is not known comes before it, or may. */
  readonly isBehindUnknown: boolean;
}

const MAXIMUM_DEPTH = 64;

/** The class first. Bases that are not known are left out, and where there is no such order, the bases stand as they are met. */
export const linearised = (ev: Evaluation, env: Environment, scope: Scope): readonly Ancestor[] =>
  orderOf(ev, { scope, env, isBehindUnknown: false }, new Map(), 0);

/** `known`: those of the classes that were met before, of which many may have the same bases. */
function orderOf(
  ev: Evaluation,
  own: Ancestor,
  known: Map<string, readonly Ancestor[]>,
  depth: number,
): readonly Ancestor[] {
  const { scope, env } = own;
  if (scope.bases.length === 0 || depth > MAXIMUM_DEPTH) return [own];
  const key = `${env.id}.${scope.span.start}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const bases: Ancestor[] = [];
  let isBehindUnknown = false;
  for (const [i, base] of basesOf(ev, env, scope).entries())
    if (base instanceof ClassType) bases.push({ scope: base.scope, env: base.env, isBehindUnknown });
    else isBehindUnknown ||= !isBare(ev, scope.bases[i]);
  const orders = bases.map((base) => {
    const order = orderOf(ev, base, known, depth + 1);
    return base.isBehindUnknown ? order.map((a) => ({ ...a, isBehindUnknown: true })) : order;
  });
  const order = [own, ...(orders.length === 1 ? orders[0]! : merged([...orders, bases]))];
  known.set(key, order);
  return order;
}

const isBare = (ev: Evaluation, base: Expr | undefined): boolean =>
  base !== undefined && ev.language.scopes.isBareBase?.(base) === true;

const isSame = (a: Ancestor, b: Ancestor): boolean => a.scope === b.scope && a.env === b.env;

/** The first of an order that stands behind others in none. */
function merged(orders: readonly (readonly Ancestor[])[]): readonly Ancestor[] {
  const result: Ancestor[] = [];
  let left = orders.filter((order) => order.length > 0);
  while (left.length > 0) {
    const isFree = (c: Ancestor): boolean =>
      left.every((order) => !order.slice(1).some((other) => isSame(other, c)));
    const next = left.map((order) => order[0]!).find(isFree) ?? left[0]![0]!;
    result.push(next);
    left = left
      .map((order) => order.filter((other) => !isSame(other, next)))
      .filter((order) => order.length > 0);
  }
  return result;
}
