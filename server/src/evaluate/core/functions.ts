// Functions that the file defines, and lambdas: their arguments, and what their bodies return.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { dependencyRegionAt } from '../../frontends/common/body-edits.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { recordDependency } from '../model/body-dependencies.ts';
import {
  ClassObject,
  ClassType,
  Closure,
  type Entity,
  isHostOnly,
  type OverloadSet,
} from '../model/entity.ts';
import { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { ChosenFunction } from '../model/language.ts';
import { Pointer, TypeValue, Unknown, type Value } from '../model/value.ts';
import { entityKey } from '../values/key.ts';
import { NO_KEYWORDS, openArgument } from '../values/outcome.ts';
import { boundParameters, passArgument } from './arguments.ts';
import { returns, runBody } from './bodies.ts';
import { withReturnedModes } from './open-calls.ts';
import { acceptsCount } from './parameters.ts';

const MAXIMUM_ARGUMENTS = 64;
const MAXIMUM_AGREEING = 4;

/** Calls a function of the file, or a lambda. */
export function callFunction(
  ev: Evaluation,
  target: OverloadSet | Closure,
  template: readonly Entity[],
  args: readonly Entity[],
  keywords: ReadonlyMap<string, Value>,
): Entity | Failure {
  if (target instanceof Closure) return callLambda(ev, target, args);
  const found = ev.language.calls.resolveOverload(ev, target, template, args, keywords);
  return callOneOf(ev, target, found, args, keywords);
}

/** Calls the one of several functions that is meant, or what those that may be meant have in common. */
export function callOneOf(
  ev: Evaluation,
  target: OverloadSet,
  found: readonly ChosenFunction[],
  args: readonly Entity[],
  keywords: ReadonlyMap<string, Value>,
): Entity | Failure {
  const { calls } = ev.language;
  if (found.length === 0) return calls.withoutBody(ev, target, undefinedHere(target));
  const [first, ...others] = found.map((c) => calls.explicitSpecialisation(ev, target, c));
  if (first instanceof Unknown) return first;
  if ([first!, ...others].some((c) => !(c instanceof Unknown) && c.overload.declaration.bodyScope === null))
    return others.length > 0
      ? openOverload(target, args)
      : calls.withoutBody(ev, target, undefinedHere(target));
  const value = run(ev, target, first!, args, keywords);
  if (others.length === 0) return value;
  // Which one is called is not worked out, but they may come to the same.
  if (others.length < MAXIMUM_AGREEING && !isFailure(value) && !(value instanceof Unknown)) {
    const isCommon = others.every((o) => {
      if (o instanceof Unknown) return false;
      const other = run(ev, target, o, args, keywords);
      return (
        !isFailure(other) && !isHostOnly(other) && !isHostOnly(value) && entityKey(other) === entityKey(value)
      );
    });
    if (isCommon) return value;
  }
  return openOverload(target, args);
}

const undefinedHere = ({ name }: OverloadSet): Unknown =>
  new Unknown('missing-name', `${name} is not defined here`, [], name);

/** Why it is not known which function is called: an argument that is not known, or the question itself. */
const openOverload = (target: OverloadSet, args: readonly Entity[]): Unknown =>
  openArgument(args) ??
  new Unknown('unsupported', `which overload of ${target.name} is called is not worked out`, [], target.name);

/** Functions as they are told apart without their types: by how many arguments they take. */
export const candidatesByCount = (target: OverloadSet, count: number): readonly ChosenFunction[] =>
  target.overloads
    .filter(({ declaration: d }) => d.bodyScope !== null && accepts(d, count))
    .map((overload) => ({ overload, deduced: new Map() }));

/** The environment of a call, with the parameters bound. */
export function callEnvironment(
  ev: Evaluation,
  { overload, deduced }: ChosenFunction,
  args: readonly Entity[],
  keywords: ReadonlyMap<string, Value>,
  isRun: boolean,
): Environment {
  const { declaration: d, env, position } = overload;
  const bindings = boundParameters(ev, d, env, deduced, args, keywords);
  const innerEnv = new Environment(
    env.unit,
    d.template ?? d.bodyScope!,
    { env, position },
    bindings,
    true,
    null,
    isRun,
  );
  bindDefaults(ev, d, env, bindings, innerEnv);
  return innerEnv;
}

/** Whoever calls a function depends on what its body does, be it that nothing of it is worked out. */
export const dependOnBody = ({ overload: { declaration: d, env } }: ChosenFunction): void =>
  recordDependency(
    dependencyRegionAt(env.unit.placed.unit, d.bodyScope!.body ?? d.bodyScope!.span.start),
    'result',
  );

/** Runs one function. */
function run(
  ev: Evaluation,
  target: OverloadSet,
  called: ChosenFunction,
  args: readonly Entity[],
  keywords: ReadonlyMap<string, Value>,
): Entity | Failure {
  const { declaration: d, env } = called.overload;
  if (returns(d.bodyScope!)) dependOnBody(called);
  const innerEnv = callEnvironment(ev, called, args, keywords, false);
  const ran = ev.language.calls.run(ev, d.bodyScope!, env, () =>
    callEnvironment(ev, called, args, keywords, true),
  );
  const value =
    ran ??
    runBody(ev, d.bodyScope!, innerEnv) ??
    new Unknown('unsupported', `${target.name} returns nothing that is worked out`, [], target.name);
  return withReturnedModes(ev, asReturned(ev, value, d.type, innerEnv), d);
}

/** The value as the function's type has it. */
export function asReturned(
  ev: Evaluation,
  value: Entity | Failure,
  declared: Expr | null,
  innerEnv: Environment,
): Entity | Failure {
  if (isFailure(value) || declared === null || isHostOnly(value) || !ev.language.scopes.typesConvert)
    return value;
  if (value instanceof Unknown) return returned(ev, declared, innerEnv, value);
  const type = ev.evaluate(declared, innerEnv);
  if (isFailure(type) || type instanceof Unknown || isHostOnly(type) || type instanceof ClassType)
    return value;
  return ev.rules.convert(value, type);
}

/** The parameters that get no argument have their defaults. */
function bindDefaults(
  ev: Evaluation,
  d: Declaration,
  env: Environment,
  bindings: Map<Declaration, Entity>,
  innerEnv: Environment,
): void {
  for (const p of d.bodyScope!.declarations) {
    if (p.kind !== 'parameter' || p.init === null || bindings.has(p)) continue;
    if (p.init.kind === 'tuple' && ev.language.scopes.typesConvert) {
      bindings.set(p, (p.init.items.length === 0 ? empty(ev, p, innerEnv) : null) ?? defaultMissing(p));
      continue;
    }
    const value = ev.evaluate(p.init, innerEnv);
    bindings.set(p, isFailure(value) ? defaultMissing(p) : passArgument(ev, value, p, d, env));
  }
}

/** `T t = {}`: an object of the type without arguments; null where nothing is known of it. */
function empty(ev: Evaluation, { type: written }: Declaration, env: Environment): Entity | null {
  const type = written === null ? null : ev.evaluate(written, env);
  if (type === null || isFailure(type)) return null;
  if (type instanceof Unknown) return type;
  if (type instanceof ClassType) return new ClassObject(type);
  if (!(type instanceof TypeValue)) return null;
  const made = ev.rules.construct(type, []);
  return isFailure(made) ? null : made;
}

/** What the return type says of a value that is not known. */
export function returned(ev: Evaluation, declared: Expr, env: Environment, unknown: Unknown): Entity {
  if (WITHOUT_VALUE.has(unknown.category)) return unknown;
  const type = ev.evaluate(declared, env);
  if (type instanceof ClassType) return new ClassObject(type);
  if (isFailure(type) || !(type instanceof TypeValue)) return unknown;
  const { instance } = type;
  if (instance instanceof Pointer) return instance;
  // For a constant that is not known it is worth more to know what it needs.
  return instance instanceof Dynamic && !CONSTANT.has(unknown.category) ? instance : unknown;
}

const WITHOUT_VALUE: ReadonlySet<string> = new Set(['recursive', 'violation', 'budget']);
const CONSTANT: ReadonlySet<string> = new Set(['template-parameter', 'conditional', 'undetermined']);

const defaultMissing = (p: Declaration): Unknown =>
  new Unknown('violation', `the default argument of ${p.name} has no value`, [], p.name);

const accepts = (d: Declaration, count: number): boolean =>
  count > MAXIMUM_ARGUMENTS || acceptsCount(d.bodyScope!, count);

function callLambda(ev: Evaluation, closure: Closure, args: readonly Entity[]): Entity | Failure {
  const { expr, env } = closure;
  const { calls } = ev.language;
  const scope = calls.lambda(env.root, expr);
  if (scope === null || !acceptsCount(scope, args.length))
    return new Unknown('unsupported', 'the lambda is not called here');
  const ran = calls.run(ev, scope, env, () => lambdaEnvironment(ev, closure, scope, args, true));
  const innerEnv = lambdaEnvironment(ev, closure, scope, args, false);
  const value = ran ?? runBody(ev, scope, innerEnv);
  return value === null
    ? new Unknown('unsupported', 'the lambda returns nothing that is worked out')
    : asReturned(ev, value, expr.type ?? null, innerEnv);
}

/** The environment of a call of a lambda, with the parameters bound. */
export function lambdaEnvironment(
  ev: Evaluation,
  { expr, env }: Closure,
  scope: Scope,
  args: readonly Entity[],
  isRun: boolean,
): Environment {
  const deduced = ev.language.calls.deduceLambda(ev, scope, env, expr.span.start, args);
  const bindings = boundParameters(ev, { bodyScope: scope, template: null }, env, deduced, args, NO_KEYWORDS);
  for (const [parameter, value] of deduced) bindings.set(parameter, value);
  return new Environment(env.unit, scope, { env, position: expr.span.start }, bindings, true, null, isRun);
}
