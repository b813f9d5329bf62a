// What the template parameters of a member function stand for: the types of the arguments that it is called with, on
// objects of the class as it is instantiated in an environment.

import { dependencyRegionAt } from '../../../frontends/common/body-edits.ts';
import type { CallExpr, Expr } from '../../../frontends/common/expression.ts';
import { CALL_OPERATOR } from '../../../frontends/common/references.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { memberOfClass } from '../../core/members.ts';
import { recordDependency } from '../../model/body-dependencies.ts';
import { ClassObject, type Entity, OverloadSet } from '../../model/entity.ts';
import { dependencyKey, type Environment, type UnitMemo } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { UnboundTypeParameter, Unknown } from '../../model/value.ts';
import { entityKey } from '../../values/key.ts';
import { instanceBindings } from './instance-arguments.ts';

/** A call of the function: what its parameters take. */
interface MemberCall {
  readonly bindings: ReadonlyMap<Declaration, Entity>;
  /** The template parameters among them, by name. */
  readonly arguments: readonly { readonly name: string; readonly value: Entity }[];
  readonly call: CallExpr;
}

/** In which environments an expression is compiled. */
interface Surroundings {
  /** In all instantiations of the template around it. */
  environmentsAround(ev: Evaluation, memo: UnitMemo, expr: Expr): readonly Environment[];
  /** In one of them. */
  environmentsWithin(ev: Evaluation, env: Environment, expr: Expr): readonly Environment[];
}

const MAXIMUM_CALLS = 4;
const MAXIMUM_LOOKED = 60;

/** The different calls of a member function template `d` of the class in `env`. */
export function memberCalls(
  ev: Evaluation,
  d: Declaration,
  env: Environment,
  around: Surroundings,
): readonly MemberCall[] {
  const found: MemberCall[] = [];
  const keys = new Set<string>();
  let looked = 0;
  ev.db.queriedNames.add(d.name);
  // Whoever calls it, or ceases to, changes what is shown here.
  env.unit.useDependencies.add(d.name);
  for (const { memo: other, reference } of ev.db.referencesTo(d.name)) {
    const { expr } = reference;
    if (expr.kind !== 'call') continue;
    const isInside = d.span.start <= expr.span.start && expr.span.end <= d.span.end;
    if (isInside && other === env.unit) continue;
    recordDependency(dependencyRegionAt(other.placed.unit, expr.span.start));
    if (other !== env.unit) env.unit.nameDependencies.add(dependencyKey(other));
    for (const callerEnv of callersOf(ev, d, expr, other, env, around)) {
      if (++looked > MAXIMUM_LOOKED) return found;
      const call = callIn(ev, d, expr, callerEnv, env);
      if (call === null) continue;
      const key = call.arguments.map(({ name, value }) => `${name}=${entityKey(value)}`).join(';');
      if (keys.has(key)) continue;
      keys.add(key);
      found.push(call);
      if (found.length >= MAXIMUM_CALLS) return found;
    }
  }
  return found;
}

const targetOf = ({ callee }: CallExpr): Expr => (callee.kind === 'template' ? callee.target : callee);

/** `f(…)` and `this->f(…)` of the class's own functions. */
const isOwn = (target: Expr): boolean =>
  target.kind === 'name' ||
  (target.kind === 'member' && target.object.kind === 'name' && target.object.name === 'this');

function callersOf(
  ev: Evaluation,
  d: Declaration,
  expr: CallExpr,
  other: UnitMemo,
  env: Environment,
  around: Surroundings,
): readonly Environment[] {
  if (d.name === CALL_OPERATOR || !isOwn(targetOf(expr))) return around.environmentsAround(ev, other, expr);
  if (other !== env.unit) return [];
  const meant = ev.find(d.name, expr.span.start, env)?.declarations.includes(d) === true;
  return meant ? around.environmentsWithin(ev, env, expr) : [];
}

function callIn(
  ev: Evaluation,
  d: Declaration,
  expr: CallExpr,
  callerEnv: Environment,
  env: Environment,
): MemberCall | null {
  const target = targetOf(expr);
  if (d.name === CALL_OPERATOR || !isOwn(target)) {
    const meant = calledFunctions(ev, d, target, callerEnv);
    if (meant === null) return null;
    const own = meant.overloads.find((o) => o.declaration === d);
    if (own === undefined || !isSameInstance(own.env, env)) return null;
    if (meant.overloads.some((o) => o !== own && takes(o.declaration, expr.args.length))) return null;
  }
  if (!takes(d, expr.args.length)) return null;
  const template = expr.callee.kind === 'template' ? expr.callee.args : [];
  return called(d, expr, instanceBindings(ev, d, env, template, expr.args, callerEnv));
}

/** The functions that a call may mean; of an object those that its class has for that. */
function calledFunctions(
  ev: Evaluation,
  d: Declaration,
  target: Expr,
  callerEnv: Environment,
): OverloadSet | null {
  const meant = ev.evaluate(target, callerEnv);
  const called =
    d.name === CALL_OPERATOR && meant instanceof ClassObject
      ? memberOfClass(ev, meant.type, CALL_OPERATOR, meant.env)
      : meant;
  return called instanceof OverloadSet ? called : null;
}

/** What is known of a call's arguments. */
function called(d: Declaration, call: CallExpr, bound: ReadonlyMap<Declaration, Entity>): MemberCall | null {
  const bindings = new Map<Declaration, Entity>();
  const args: { name: string; value: Entity }[] = [];
  for (const t of d.template?.declarations ?? []) {
    const value = bound.get(t);
    if (value === undefined || value instanceof Unknown || value instanceof UnboundTypeParameter) continue;
    bindings.set(t, value);
    if (t.name !== '') args.push({ name: t.name, value });
  }
  for (const p of d.bodyScope!.declarations) {
    const value = p.kind === 'parameter' ? bound.get(p) : undefined;
    if (value === undefined || value instanceof Unknown) continue;
    bindings.set(p, value);
  }
  return bindings.size === 0 ? null : { bindings, arguments: args, call };
}

/** Whether two environments of a class have the same template arguments. */
function isSameInstance(a: Environment, b: Environment): boolean {
  if (a === b) return true;
  if (a.unit !== b.unit || a.root !== b.root) return a.unit === b.unit && b.root.kind === 'file';
  return (
    a.root.kind !== 'template' ||
    a.root.declarations.every((p) => {
      const [one, two] = [a.bindings.get(p), b.bindings.get(p)];
      return one === two || (one !== undefined && two !== undefined && entityKey(one) === entityKey(two));
    })
  );
}

function takes({ bodyScope: opens }: Declaration, count: number): boolean {
  if (opens === null) return false;
  const parameters = opens.declarations.filter((p) => p.kind === 'parameter');
  if (parameters.some((p) => p.isPack === true)) return true;
  return count <= parameters.length && parameters.slice(count).every((p) => p.init !== null);
}
