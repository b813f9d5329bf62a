// Functions that the file defines, and lambdas: their arguments, and what their bodies return.

import { type Failure, isFailure } from '../algebra/failure.ts';
import { Dynamic } from '../algebra/integer.ts';
import type { Expr } from '../frontends/expression.ts';
import type { Declaration, Guard, Scope } from '../frontends/scope.ts';
import { deduced } from './deduction.ts';
import type { Evaluator } from './evaluator.ts';
import { Frame } from './frame.ts';
import { ClassType, Closure, type FunctionThing, isHostOnly, type Thing } from './thing.ts';
import { ParameterType, Unknown, type Value } from './value.ts';

const MAXIMUM_ARGUMENTS = 64;

/** Calls a function of the file, or a lambda. */
export function callFunction(
  ev: Evaluator,
  target: FunctionThing | Closure,
  template: readonly Thing[],
  args: readonly Thing[],
  keywords: ReadonlyMap<string, Value>,
): Thing | Failure {
  if (target instanceof Closure) return callLambda(ev, target, args);
  const candidates = target.overloads.filter(
    ({ declaration: d }) => d.opens !== null && accepts(d, args.length + keywords.size),
  );
  if (candidates.length === 0)
    return new Unknown('missing-name', `${target.name} is not defined here`, [], target.name);
  if (candidates.length > 1) {
    return new Unknown(
      'unsupported',
      `which overload of ${target.name} is called is not worked out`,
      [],
      target.name,
    );
  }
  const { declaration: d, frame, position } = candidates[0]!;
  const bindings = bindArguments(ev, d, frame, template, args, keywords);
  const inner = new Frame(frame.unit, d.template ?? d.opens!, { frame, position }, bindings);
  for (const p of d.opens!.declarations) {
    if (p.kind !== 'parameter' || p.init === null || bindings.has(p)) continue;
    const value = ev.evaluate(p.init, inner);
    // `T t = {}` is made by the type, which is not looked at here.
    bindings.set(
      p,
      isFailure(value) || p.init.kind === 'tuple' ? defaultMissing(p) : passed(ev, value, p, d, frame),
    );
  }
  const value = runBody(ev, d.opens!, inner);
  if (value === null)
    return new Unknown('unsupported', `${target.name} returns nothing that is worked out`, [], target.name);
  if (value instanceof Unknown || isFailure(value) || d.type === null || isHostOnly(value)) return value;
  const type = ev.evaluate(d.type, inner);
  if (isFailure(type) || type instanceof Unknown || isHostOnly(type) || type instanceof ClassType)
    return value;
  return ev.rules.convert(value, type);
}

const defaultMissing = (p: Declaration): Unknown =>
  new Unknown('violation', `the default argument of ${p.name} has no value`, [], p.name);

/** What template parameters and parameters stand for when a function is called. */
export function bindArguments(
  ev: Evaluator,
  d: Declaration,
  frame: Frame,
  template: readonly Thing[],
  args: readonly Thing[],
  keywords: ReadonlyMap<string, Value> = new Map(),
): Map<Declaration, Thing> {
  const bindings = new Map<Declaration, Thing>();
  const parameters = d.opens!.declarations.filter((p) => p.kind === 'parameter');
  for (const [i, p] of parameters.entries()) {
    const arg = args[i] ?? keywords.get(p.name);
    if (arg !== undefined) bindings.set(p, passed(ev, arg, p, d, frame));
  }
  const templates = d.template?.declarations ?? [];
  for (const [i, t] of templates.entries()) {
    if (t.isPack === true) {
      bindings.set(t, new Unknown('template-parameter', `${t.name} is a parameter pack`, [], t.name));
      continue;
    }
    const given = template[i] ?? deduced(ev, t, parameters, bindings);
    if (given !== undefined) bindings.set(t, given);
    else if (t.init === null && t.kind === 'type-parameter' && t.name !== '') {
      bindings.set(t, new ParameterType(t.name));
    } else if (t.init === null)
      bindings.set(t, new Unknown('template-parameter', `${t.name} of ${d.name} is not deduced`, [], t.name));
  }
  return bindings;
}

function accepts(d: Declaration, count: number): boolean {
  const parameters = d.opens!.declarations.filter((p) => p.kind === 'parameter');
  if (count > MAXIMUM_ARGUMENTS || parameters.some((p) => p.isPack === true))
    return parameters.length <= count;
  return count <= parameters.length && parameters.slice(count).every((p) => p.init !== null);
}

/** What of a function matters to its arguments; a lambda has it too. */
type Called = { readonly opens: Scope | null; readonly template?: Scope | null };

/** An argument as the parameter sees it: converted to the parameter's type when that is no template's. */
function passed(ev: Evaluator, arg: Thing, p: Declaration, d: Called, frame: Frame): Thing {
  if (arg instanceof Unknown) return arg;
  // An assigned parameter holds what its type says.
  const isAssigned = d.opens!.assigned?.has(p.name) === true;
  if (isHostOnly(arg)) return arg;
  let value: Value = arg;
  if (
    p.type !== null &&
    p.type.kind === 'name' &&
    d.template?.declarations.some((t) => t.name === (p.type as { name: string }).name) !== true
  ) {
    const type = ev.evaluate(p.type, frame);
    if (!isFailure(type) && !isHostOnly(type) && !(type instanceof Unknown) && !(type instanceof ClassType)) {
      const changed = ev.rules.convert(arg, type);
      value = isFailure(changed) ? new Unknown('violation', 'an argument cannot be converted') : changed;
    }
  }
  return isAssigned ? ev.rules.forget(value) : value;
}

function callLambda(ev: Evaluator, closure: Closure, args: readonly Thing[]): Thing | Failure {
  const { expr, frame } = closure;
  const scope = lambdaScope(frame.root, expr);
  const parameters = scope?.declarations.filter((p) => p.kind === 'parameter') ?? [];
  if (scope === null || parameters.length !== args.length)
    return new Unknown('unsupported', 'the lambda is not called here');
  const bindings = new Map<Declaration, Thing>();
  for (const [i, p] of parameters.entries())
    bindings.set(p, passed(ev, args[i]!, p, { opens: scope, template: null }, frame));
  const inner = new Frame(frame.unit, scope, { frame, position: expr.span.start }, bindings);
  const value = runBody(ev, scope, inner);
  return value ?? new Unknown('unsupported', 'the lambda returns nothing that is worked out');
}

function lambdaScope(root: Scope, expr: Expr): Scope | null {
  for (const child of root.children) {
    if (child.span.start === expr.span.start && child.kind === 'function' && child.span.end === expr.span.end)
      return child;
    if (child.span.start <= expr.span.start && expr.span.end <= child.span.end)
      return lambdaScope(child, expr);
  }
  return null;
}

/** Runs what a body returns: the first return that is reached. Null: none is. */
function runBody(ev: Evaluator, scope: Scope, frame: Frame): Thing | Failure | null {
  const steps = [
    ...(scope.returns ?? []).map((expr) => ({ at: expr.span.start, expr, scope: null })),
    // A lambda's returns are its own.
    ...scope.children
      .filter((s) => s.kind === 'block')
      .map((s) => ({ at: s.span.start, expr: null, scope: s })),
  ].sort((a, b) => a.at - b.at);
  for (const step of steps) {
    if (step.expr !== null) return ev.evaluate(step.expr, frame);
    const inner = step.scope!;
    if (!returns(inner)) continue;
    if (inner.isLoop === true) return new Unknown('unsupported', 'a loop is not run');
    const runs = inner.guard == null ? true : guardHolds(ev, inner.guard, frame);
    if (runs instanceof Unknown) return runs;
    if (!runs) continue;
    const value = runBody(ev, inner, frame);
    if (value !== null) return value;
  }
  return null;
}

const returns = (scope: Scope): boolean =>
  (scope.returns?.length ?? 0) > 0 || scope.children.some((s) => s.kind === 'block' && returns(s));

function guardHolds(ev: Evaluator, guard: Guard, frame: Frame): boolean | Unknown {
  const value = ev.value(guard.condition, frame);
  if (value instanceof Unknown) return value;
  const known =
    typeof value === 'boolean'
      ? value
      : typeof value === 'number'
        ? value !== 0
        : value instanceof Dynamic && typeof value.value === 'number'
          ? value.value !== 0
          : null;
  if (known === null) return new Unknown('run-time', 'a condition is only known at run time');
  return guard.branch === 'then' ? known : !known;
}
