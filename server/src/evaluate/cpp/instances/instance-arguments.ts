// What the arguments of a call say of an instantiation: the types of the parameters, and values only as far as types
// say them. A run-time value is one call's, and another call may compile to the same code.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { Dynamic } from '../../../algebra/integer/integer.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { isBraced, namesOf } from '../../../frontends/common/expression-parts.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { boundParameters } from '../../core/arguments.ts';
import { asValue, type Entity, isHostOnly } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { TypeValue, Unknown, type Value } from '../../model/value.ts';
import { asOperand, NO_KEYWORDS } from '../../values/outcome.ts';
import { formCandidate } from '../calls/overloads.ts';

/** An argument, as far as its type says. */
export function argumentAsType(ev: Evaluation, arg: Expr, callerEnv: Environment): Entity {
  const value = ev.evaluate(arg, callerEnv);
  return isFailure(value) ? new Unknown('violation', 'an argument has no value') : asType(ev, value);
}

/** What is handed over, as far as its type says. */
export function asType(ev: Evaluation, value: Entity): Entity {
  if (value instanceof Unknown || value instanceof TypeValue || isHostOnly(value)) return value;
  const type = ev.rules.typeOf(asValue(value));
  return type instanceof TypeValue && type.instance !== null ? type.instance : value;
}

/** `{}` has the type of the parameter that takes it. */
const UNTYPED = new Unknown('unsupported', 'a list in braces has no type of its own');

/**
 * What template parameters and parameters stand for when a function is called. `ofClass`: those that stand for arguments
 * of its class.
 */
export function bindArguments(
  ev: Evaluation,
  d: Declaration,
  env: Environment,
  template: readonly Entity[],
  args: readonly Entity[],
  keywords: ReadonlyMap<string, Value> = new Map(),
  ofClass: ReadonlyMap<Declaration, Entity> = new Map(),
): Map<Declaration, Entity> {
  const position = d.span.start;
  const { deduced } = formCandidate(ev, { declaration: d, env, position, given: ofClass }, template, args);
  return boundParameters(ev, d, env, deduced, args, keywords);
}

/** The parameters of `d` in the instantiation that a call makes; `call`: null where only template arguments are named. */
export function instanceBindings(
  ev: Evaluation,
  d: Declaration,
  env: Environment,
  template: readonly Expr[],
  call: readonly Expr[] | null,
  callerEnv: Environment,
  ofClass?: ReadonlyMap<Declaration, Entity>,
): Map<Declaration, Entity> {
  const given = template.map((a) => {
    const value = ev.evaluate(a, callerEnv);
    return isFailure(value) ? asOperand(value) : value;
  });
  const args = (call ?? []).map((a) => (isBraced(a) ? UNTYPED : argumentAsType(ev, a, callerEnv)));
  const bindings = bindArguments(ev, d, env, given, args, NO_KEYWORDS, ofClass);
  const templates = d.template?.declarations ?? [];
  for (const [i, p] of d.bodyScope!.declarations.filter((each) => each.kind === 'parameter').entries()) {
    const value = bindings.get(p);
    if (value === undefined) continue;
    // What a parameter's own type says is left to it, and run-time integers go by its name.
    const isGivenByType = call?.[i] !== undefined && isBraced(call[i]);
    if (!isDependent(p, templates) || isRunTime(value) || isGivenByType) bindings.delete(p);
  }
  return bindings;
}

/** Whether the parameter's type is the instantiation's to say. */
const isDependent = (p: Declaration, templates: readonly Declaration[]): boolean =>
  p.type === null || namesOf(p.type).some(({ name }) => templates.some((t) => t.name === name));

/** An integer that is not known before the program runs, or a tuple with one. */
const isRunTime = (value: Entity): boolean =>
  value instanceof Dynamic
    ? value.value === null
    : typeof value === 'boolean' || (Array.isArray(value) && value.some(isRunTime));
