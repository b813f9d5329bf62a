// The instantiations of a template that its file shows: calls of a function template, and classes and
// functions named with arguments. They give values to what is only a parameter in the template itself.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { Dynamic, StaticSymbol } from '../../../algebra/integer/integer.ts';
import { dependencyRegionAt } from '../../../frontends/common/body-edits.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Condition, Reference } from '../../../frontends/common/references.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { recordDependency } from '../../model/body-dependencies.ts';
import { ClassType, type Entity, OverloadSet, QualifiedName, TemplateEntity } from '../../model/entity.ts';
import { dependencyKey, Environment, scopePath, type UnitMemo } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { Instantiation } from '../../model/lookup-result.ts';
import { type Pending, tableOf } from '../../model/memo.ts';
import { UnboundTypeParameter, Unknown } from '../../model/value.ts';
import { entityKey } from '../../values/key.ts';
import { truth } from '../../values/outcome.ts';
import { isCalled, takes, templateArguments } from './called-functions.ts';
import { hasDefaults, isOfDefaults, withDefaults } from './default-arguments.ts';
import { instanceBindings } from './instance-arguments.ts';
import { contextsAt, genericScopeAt, type InstantiationContext } from './instantiation-contexts.ts';
import { memberCalls } from './member-calls.ts';

/** How many different instantiations are worked out, and how many references are looked at. */
const MAXIMUM = 8;
const MAXIMUM_MENTIONS = 200;
/** Steps for one reference: with arguments that are known few are enough, and without them it tells little. */
const STEPS_FOR_MENTION = 10_000;

const found = new WeakMap<UnitMemo, Map<Declaration, readonly Instantiation[] | Pending>>();

/** The different instantiations of a template of the file, in the order in which they are named. */
export function instantiationsOf(ev: Evaluation, d: Declaration, memo: UnitMemo): readonly Instantiation[] {
  memo.useDependencies.add(d.name);
  // A template that names itself is being worked out already.
  return ev.db.searches.compute(
    tableOf(found, memo),
    d,
    () => search(ev, d, memo),
    () => [],
  );
}

/** A reference to a template, in the environments in which it is compiled. */
interface Caller {
  readonly memo: UnitMemo;
  readonly reference: Reference;
  readonly envs: readonly Environment[];
}

function search(ev: Evaluation, d: Declaration, memo: UnitMemo): readonly Instantiation[] {
  const result: Instantiation[] = [];
  const keys = new Set<string>();
  const callers = callersOf(ev, d, memo);
  let looked = 0;
  // One of every caller, then the others: what a caller does in many ways is seen in one.
  for (let n = 0; callers.some(({ envs }) => n < envs.length); n++) {
    for (const { memo: other, reference, envs } of callers) {
      const callerEnv = envs[n];
      if (callerEnv === undefined) continue;
      if (++looked > MAXIMUM_MENTIONS || result.length >= MAXIMUM) return complete(result, d);
      const { expr, conditions } = reference;
      if (!isCompiled(ev, conditions, callerEnv)) continue;
      const env = ev.withStepLimit(STEPS_FOR_MENTION, () =>
        d.kind === 'function'
          ? functionEnvironment(ev, d, expr, callerEnv, memo)
          : classEnvironment(ev, d, expr, callerEnv),
      );
      if (env === null) continue;
      const args = boundArguments(ev, d, env);
      if (args.length === 0) continue;
      const key = args.map((a) => `${a.name}=${entityKey(a.value)}`).join(';');
      if (keys.has(key)) continue;
      keys.add(key);
      result.push({ env, arguments: args, memo: other, expr });
    }
  }
  return complete(result, d);
}

function callersOf(ev: Evaluation, d: Declaration, memo: UnitMemo): readonly Caller[] {
  const callers: Caller[] = [];
  ev.db.queriedNames.add(d.name);
  for (const { memo: other, reference } of ev.db.referencesTo(d.name)) {
    if (callers.length >= MAXIMUM_MENTIONS) return callers;
    const { expr } = reference;
    // The template's own body names it with its own parameters.
    if (other === memo && d.span.start <= expr.span.start && expr.span.end <= d.span.end) continue;
    recordDependency(dependencyRegionAt(other.placed.unit, expr.span.start));
    if (!names(ev, expr, d, other.env)) continue;
    // A change of the caller changes what is shown here.
    memo.nameDependencies.add(dependencyKey(other));
    callers.push({ memo: other, reference, envs: environmentsAround(ev, other, expr) });
  }
  return callers;
}

/** Those with a value for every parameter, where there are any: what is only named with parameters says little. */
function complete(found: readonly Instantiation[], d: Declaration): readonly Instantiation[] {
  const full = found.filter((i) => isComplete(i, d));
  return full.length > 0 ? full : found;
}

/** Whether every parameter has an argument or a default, and no argument names what is only a parameter itself. */
export function isComplete({ arguments: args }: Pick<Instantiation, 'arguments'>, d: Declaration): boolean {
  const asked = (d.template?.declarations ?? []).filter((p) => p.name !== '' && p.init === null && !p.isPack);
  return (
    asked.every((p) => args.some((a) => a.name === p.name)) &&
    !args.some(({ value }) => isUnknownArgument(value, 0))
  );
}

/** Whether a template argument is not known, or one of its own is not. */
function isUnknownArgument(t: Entity, depth: number): boolean {
  if (t instanceof Unknown || t instanceof UnboundTypeParameter || isSymbol(t)) return true;
  if (!(t instanceof ClassType) || t.template === null || depth > MAXIMUM_NESTING) return false;
  return t.template.args.some((a) => isUnknownArgument(a, depth + 1));
}

const MAXIMUM_NESTING = 6;

/** Whether a call or a name with template arguments means the declaration. */
function names(ev: Evaluation, expr: Expr, d: Declaration, env: Environment): boolean {
  const callee = expr.kind === 'call' ? expr.callee : expr;
  const target = callee.kind === 'template' ? callee.target : callee;
  if (target.kind === 'name') return ev.find(d.name, expr.span.start, env)?.declarations.includes(d) === true;
  // Whose member function it is may depend on the parameters of the template around the call.
  if (d.bodyScope?.owner !== undefined && (target.kind === 'qualified' || target.kind === 'member'))
    return true;
  if (target.kind !== 'qualified') return false;
  const meant = ev.evaluate(target, env);
  if (isFailure(meant)) return false;
  if (meant instanceof TemplateEntity) return meant.declarations.includes(d);
  if (meant instanceof OverloadSet) return meant.overloads.some((o) => o.declaration === d);
  return meant instanceof ClassType && meant.declaration === d;
}

/** Whether nothing says that a reference is left out. */
const isCompiled = (ev: Evaluation, conditions: readonly Condition[], env: Environment): boolean =>
  conditions.every(({ expr, holds }) => {
    const known = truth(ev.value(expr, env));
    return known instanceof Unknown || known === holds;
  });

/**
 * The environments in which an expression runs: those of the template around it, else the unit's own, and of each those
 * for the constants that macros choose.
 */
function environmentsAround(ev: Evaluation, memo: UnitMemo, expr: Expr): readonly Environment[] {
  const around = templateAt(memo.placed.unit.scope, expr.span.start);
  const instances = around === null ? [] : instantiationsOf(ev, around, memo);
  const envs = instances.length === 0 ? [memo.env] : instances.map((i) => i.env);
  if (genericScopeAt(memo.placed.unit.scope, expr.span.start) === null) return envs;
  const variants = envs.map((env) => instantiationContextsAt(ev, env, expr.span.start));
  const most = Math.max(...variants.map((of) => of.length));
  return Array.from({ length: most }, (_, n) =>
    variants.flatMap((of) => (n < of.length ? [of[n]!.env] : [])),
  ).flat();
}

/**
 * The ways in which what stands at an offset of an environment's unit is compiled; the environment alone where nothing
 * varies.
 */
export const instantiationContextsAt = (
  ev: Evaluation,
  env: Environment,
  offset: number,
): readonly InstantiationContext[] =>
  contextsAt(ev, env, offset, (e, d, of) =>
    memberCalls(e, d, of, {
      environmentsAround,
      environmentsWithin: (inner, within, expr) =>
        instantiationContextsAt(inner, within, expr.span.start).map((v) => v.env),
    }),
  );

/** By path of scopes: the template around. */
const templates = new WeakMap<readonly Scope[], Declaration | null>();

/** The template that an offset of a unit stands in, the outermost one with parameters. */
export function templateAt(root: Scope, offset: number): Declaration | null {
  const path = scopePath(root, offset);
  let template = templates.get(path);
  if (template === undefined) {
    template = templateOn(path);
    templates.set(path, template);
  }
  return template;
}

function templateOn(path: readonly Scope[]): Declaration | null {
  for (const [i, scope] of path.entries()) {
    if (scope.kind !== 'template' || scope.declarations.length === 0) continue;
    return path[i - 1]?.declarations.find((d) => d.template === scope && d.bodyScope !== null) ?? null;
  }
  return null;
}

function classEnvironment(
  ev: Evaluation,
  d: Declaration,
  expr: Expr,
  callerEnv: Environment,
): Environment | null {
  if (expr.kind !== 'template') return null;
  // Remembered in the environment: a template with many specialisations is asked for by each of them.
  const type = ev.evaluate(expr, callerEnv);
  if (!(type instanceof ClassType) || type.declaration !== d) return null;
  return expr.args.length === 0 && hasDefaults(d) ? withDefaults(ev, d, type.env) : type.env;
}

function functionEnvironment(
  ev: Evaluation,
  d: Declaration,
  expr: Expr,
  callerEnv: Environment,
  memo: UnitMemo,
): Environment | null {
  const args = expr.kind === 'call' ? expr.args : null;
  if (args !== null && !(takes(d, args.length) && isCalled(ev, d, expr, args, callerEnv))) return null;
  const ofClass = d.bodyScope?.owner === undefined ? NOTHING_GIVEN : givenByClass(ev, d, expr, callerEnv);
  if (ofClass === null) return null;
  const bindings = instanceBindings(ev, d, memo.env, templateArguments(expr), args, callerEnv, ofClass);
  const env = new Environment(
    memo,
    d.template ?? d.bodyScope!,
    { env: memo.env, position: d.span.start },
    bindings,
  );
  const isNamed = d.template?.declarations.some((p) => bindings.has(p)) === true;
  return isNamed || !isOfDefaults(d) ? env : withDefaults(ev, d, env);
}

const NOTHING_GIVEN: ReadonlyMap<Declaration, Entity> = new Map();

/**
 * The parameters of a member function defined outside of its class that stand for the arguments of the class; null when
 * another function is called.
 */
function givenByClass(
  ev: Evaluation,
  d: Declaration,
  expr: Expr,
  callerEnv: Environment,
): ReadonlyMap<Declaration, Entity> | null {
  const callee = expr.kind === 'call' ? expr.callee : expr;
  const meant = ev.evaluate(callee.kind === 'template' ? callee.target : callee, callerEnv);
  const own = meant instanceof OverloadSet ? meant.overloads.find((o) => o.declaration === d) : undefined;
  return own === undefined ? null : (own.given ?? NOTHING_GIVEN);
}

/** The parameters that have a known value in the environment. */
function boundArguments(ev: Evaluation, d: Declaration, env: Environment): Instantiation['arguments'] {
  const result: { name: string; value: Entity }[] = [];
  for (const p of d.template?.declarations ?? []) {
    const value = env.bindings.get(p);
    if (p.name === '' || value === undefined) continue;
    if (value instanceof Unknown || isSymbol(value)) continue;
    // A parameter of the caller tells its width, where that is known.
    if (value instanceof UnboundTypeParameter && typeof value.width !== 'number') continue;
    if (value instanceof QualifiedName && ev.rules.template(value.path, []) === undefined) continue;
    result.push({ name: p.name, value });
  }
  return result;
}

/** A number that is only a name so far tells nothing. */
const isSymbol = (t: Entity): boolean =>
  t instanceof StaticSymbol || (t instanceof Dynamic && typeof t.value !== 'number');
