// What the parameters of a generic lambda stand for: `[&](auto x) { … }` is called by its name, or handed to a
// function, another lambda or one of CuTe's functions on tuples that calls it. Each call is one way in which it is
// compiled.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { dependencyRegionAt, dependencyRegionsOf } from '../../../frontends/common/body-edits.ts';
import type { CallExpr, Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import { addTo } from '../../../frontends/common/lists.ts';
import type { Declaration, Guard, Scope } from '../../../frontends/common/scope.ts';
import { recordDependency } from '../../model/body-dependencies.ts';
import { Closure, type Entity, OverloadSet, Pack, QualifiedName } from '../../model/entity.ts';
import { Environment, scopePath } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown } from '../../model/value.ts';
import { entityKey } from '../../values/key.ts';
import { asOperand, truth } from '../../values/outcome.ts';
import { handedElements, handsElements } from './handed-elements.ts';
import { argumentAsType, asType, bindArguments } from './instance-arguments.ts';

/** A call of a lambda: what its parameters take. */
interface LambdaCall {
  readonly bindings: ReadonlyMap<Declaration, Entity>;
  readonly call: CallExpr;
}

const MAXIMUM_CALLS = 8;
const MAXIMUM_SEEN = 64;

const NO_PARAMETERS: readonly Declaration[] = [];

/** The parameters of which only a call says the type. */
export const genericParameters = (lambda: Scope): readonly Declaration[] =>
  lambda.kind === 'function' && lambda.name === null
    ? lambda.declarations.filter((d) => d.kind === 'parameter' && d.type === null)
    : NO_PARAMETERS;

/** The different calls of a lambda of the environment. */
export function callsOfLambda(ev: Evaluation, env: Environment, lambda: Scope): readonly LambdaCall[] {
  const found: LambdaCall[] = [];
  const keys = new Set<string>();
  for (const { call, taken } of takenBy(ev, env, lambda)) {
    const bindings = bound(lambda, taken);
    if (bindings === null) continue;
    const key = [...bindings.values()].map(entityKey).join(';');
    if (keys.has(key)) continue;
    keys.add(key);
    found.push({ bindings, call });
    if (found.length >= MAXIMUM_CALLS) break;
  }
  return found;
}

/** What a call's arguments say of the types of the parameters; null where it has too few or too many. */
function bound(lambda: Scope, taken: readonly Taken[]): ReadonlyMap<Declaration, Entity> | null {
  const parameters = lambda.declarations.filter((d) => d.kind === 'parameter');
  // `auto... xs` takes the rest, and stands last.
  const pack = parameters.at(-1)?.isPack === true ? parameters.pop()! : null;
  if (pack === null ? taken.length !== parameters.length : taken.length < parameters.length) return null;
  const bindings = new Map<Declaration, Entity>();
  for (const [i, p] of parameters.entries()) {
    const given = taken[i]!;
    if (p.type === null && given !== null && given !== 'expansion') bindings.set(p, given);
  }
  const rest = taken.slice(parameters.length);
  if (pack?.type === null && !taken.includes('expansion') && !rest.includes(null))
    bindings.set(pack, new Pack(rest as Entity[]));
  return bindings;
}

/** What a parameter takes; null: only that call says. */
type Taken = Entity | 'expansion' | null;

/** A plain bool is one call's. */
const taken = (value: Entity): Taken => (typeof value === 'boolean' ? null : value);

/** The calls of a lambda, each with what it hands over, in the order of the parameters. */
function* takenBy(
  ev: Evaluation,
  env: Environment,
  lambda: Scope,
): Generator<{ readonly call: CallExpr; readonly taken: readonly Taken[] }> {
  const handed = handedByLibrary(ev, env, lambda);
  for (const row of handed?.rows ?? [])
    yield { call: handed!.call, taken: row.map((value) => taken(asType(ev, value))) };
  if (handed !== null) return;
  for (const { call, callerEnv } of sites(ev, env, lambda))
    yield {
      call,
      taken: call.args.map((a) =>
        a.kind === 'expansion' ? 'expansion' : taken(argumentAsType(ev, a, callerEnv)),
      ),
    };
}

/** The calls that one of CuTe's functions on tuples makes of a lambda that is its last argument; null: none of them has it. */
function handedByLibrary(
  ev: Evaluation,
  env: Environment,
  lambda: Scope,
): { readonly call: CallExpr; readonly rows: readonly (readonly Entity[])[] } | null {
  const call = lambda.enclosingCall;
  const last = call?.args.at(-1);
  if (call == null || last?.kind !== 'lambda' || last.span.start !== lambda.span.start) return null;
  const target = ev.evaluate(call.callee, env);
  if (!(target instanceof QualifiedName) || !handsElements(target.path)) return null;
  const before = call.args.slice(0, -1).map((a) => ev.evaluate(a, env));
  const isKnown = before.every((value) => !isFailure(value) && !(value instanceof Unknown));
  return { call, rows: (isKnown ? handedElements(target.path, before as Entity[]) : null) ?? [] };
}

interface Site {
  readonly call: CallExpr;
  readonly callerEnv: Environment;
}

function sites(ev: Evaluation, env: Environment, lambda: Scope): readonly Site[] {
  const around = scopePath(env.root, lambda.span.start);
  const owner = [...around].reverse().find((s) => s !== lambda && s.children.includes(lambda));
  if (owner === undefined) return [];
  if (lambda.enclosingCall != null) return handedOn(ev, env, lambda, lambda.enclosingCall);
  const named = owner.declarations.find(
    (d) => d.init?.kind === 'lambda' && d.init.span.start === lambda.span.start,
  );
  if (named === undefined) return [];
  const { unit } = env.unit.placed;
  // A member of a class is called in functions, of which it is no part.
  if (dependencyRegionAt(unit, lambda.span.start).of === null)
    for (const region of dependencyRegionsOf(unit)) recordDependency(region);
  return callsIn(owner, named.name)
    .filter(({ call }) => ev.find(named.name, call.span.start, env)?.declarations.includes(named) === true)
    .map(({ call }) => ({ call, callerEnv: env }));
}

/** The calls that a function makes of a lambda that it is handed. */
function handedOn(ev: Evaluation, env: Environment, lambda: Scope, call: CallExpr): readonly Site[] {
  const index = call.args.findIndex((a) => a.kind === 'lambda' && a.span.start === lambda.span.start);
  const target = index < 0 ? null : ev.evaluate(call.callee, env);
  const called = target === null || isFailure(target) ? null : bodyOf(ev, target, call, env);
  if (called === null) return [];
  const parameter = called.scope.declarations.filter((d) => d.kind === 'parameter')[index];
  if (parameter === undefined || parameter.name === '') return [];
  return callsIn(called.scope, parameter.name)
    .filter(({ guards }) => mayRun(ev, guards, called.env))
    .map(({ call: inner }) => ({ call: inner, callerEnv: called.env }));
}

/** The body of what is called, and an environment in which it is evaluated. */
function bodyOf(
  ev: Evaluation,
  target: Entity,
  call: CallExpr,
  callerEnv: Environment,
): { readonly scope: Scope; readonly env: Environment } | null {
  if (target instanceof Closure) {
    const { expr, env } = target;
    const path = scopePath(env.root, expr.span.end - 1);
    const scope = path.find((s) => s.span.start === expr.span.start && s.span.end === expr.span.end);
    if (scope === undefined) return null;
    const parent = { env, position: expr.span.start };
    return { scope, env: new Environment(env.unit, scope, parent, new Map()) };
  }
  if (!(target instanceof OverloadSet)) return null;
  const [only, other] = target.overloads.filter((o) => o.declaration.bodyScope !== null);
  if (only === undefined || other !== undefined) return null;
  const { declaration: d, env, position } = only;
  // What the body calls, and be it nothing, is what the lambda is compiled for.
  recordDependency(dependencyRegionAt(env.unit.placed.unit, d.bodyScope!.body ?? d.bodyScope!.span.start));
  const args = call.args.map((a): Entity => {
    const value = a.kind === 'lambda' ? new Unknown('not-a-layout', 'a lambda') : ev.evaluate(a, callerEnv);
    return isFailure(value) ? asOperand(value) : value;
  });
  const bindings = bindArguments(ev, d, env, [], args);
  const root = d.template ?? d.bodyScope!;
  return { scope: d.bodyScope!, env: new Environment(env.unit, root, { env, position }, bindings) };
}

/** The calls of a name in a scope and those inside of it, with what they run under. */
function callsIn(
  scope: Scope,
  name: string,
): readonly { readonly call: CallExpr; readonly guards: readonly Guard[] }[] {
  const found: { call: CallExpr; guards: readonly Guard[] }[] = [];
  const visit = (s: Scope, around: readonly Guard[]): void => {
    const guards = s.guard == null ? around : [...around, s.guard];
    for (const call of ownCalls(s).get(name) ?? [])
      if (found.length < MAXIMUM_SEEN) found.push({ call, guards });
    for (const child of s.children) visit(child, guards);
  };
  visit(scope, NO_GUARDS);
  return found;
}

const NO_GUARDS: readonly Guard[] = [];

/** By the name that is called. */
type Calls = ReadonlyMap<string, readonly CallExpr[]>;

interface OwnCalls extends Pick<Scope, 'declarations' | 'expressions'> {
  readonly calls: Calls;
}

const callsOf = new WeakMap<Scope, OwnCalls>();

/** The calls by a plain name that stand in a scope itself. An edit gives a lambda's scope other lists. */
function ownCalls(scope: Scope): Calls {
  const { declarations, expressions } = scope;
  const known = callsOf.get(scope);
  if (known?.declarations === declarations && known.expressions === expressions) return known.calls;
  const calls = new Map<string, CallExpr[]>();
  const expression = (e: Expr): void => {
    if (e.kind === 'call' && e.callee.kind === 'name') {
      addTo(calls, e.callee.name, e);
    }
    for (const part of partsOf(e)) expression(part);
  };
  for (const d of declarations) if (d.init !== null) expression(d.init);
  for (const e of expressions) expression(e);
  callsOf.set(scope, { declarations, expressions, calls });
  return calls;
}

const mayRun = (ev: Evaluation, guards: readonly Guard[], env: Environment): boolean =>
  guards.every(({ condition, branch }) => {
    const known = truth(ev.value(condition, env));
    return known instanceof Unknown || known === (branch === 'then');
  });
