// Calls of functions by their names: macros, what arguments bring along, and which of several functions is meant.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import type { CallExpr, Expr } from '../../../frontends/common/expression.ts';
import { callEntity } from '../../core/called-entities.ts';
import { callTarget, withoutBraced } from '../../core/calls.ts';
import { callOneOf, returned } from '../../core/functions.ts';
import { type Entity, OverloadSet, QualifiedName } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { Call } from '../../model/language.ts';
import type { Unknown } from '../../model/value.ts';
import { asOperand } from '../../values/outcome.ts';
import { withArgumentDependent } from './argument-dependent.ts';
import { type ArgumentForm, formOf } from './argument-forms.ts';
import { resolveOverload } from './overloads.ts';

type Outcome = Entity | Failure;

/** Calls what is no member of an object. `named`: what the callee stands for, where it is a plain name. */
export function cppCall(ev: Evaluation, call: Call, named: Outcome | null, env: Environment): Outcome {
  const { expr, callee, template, args, keywords } = call;
  let target = named ?? ev.evaluate(callee, env);
  if (isFailure(target)) return asOperand(target);
  const given = withoutBraced(expr.args, args);
  if (named !== null && (target instanceof OverloadSet || target instanceof QualifiedName)) {
    const { name, span } = expr.callee as Expr & { kind: 'name' };
    const forms = target instanceof OverloadSet ? formsOf(ev, expr, args, env) : [];
    target = withArgumentDependent(ev, name, span.start, target, template, given, forms, env);
  }
  if (!(target instanceof OverloadSet)) return callEntity(ev, target, template, args, keywords);
  // Templates alone take template arguments.
  const meant = expr.callee.kind === 'template' ? templatesAmong(target) : target;
  const found = resolveOverload(ev, meant, template, given, formsOf(ev, expr, args, env));
  return callOneOf(ev, meant, found, given, keywords);
}

/** The same where functions are told apart by their counts of parameters. */
export function callByCount(ev: Evaluation, call: Call, env: Environment): Outcome {
  const target = ev.evaluate(call.callee, env);
  if (isFailure(target)) return asOperand(target);
  return callTarget(ev, target, call);
}

const templatesAmong = (target: OverloadSet): OverloadSet =>
  new OverloadSet(
    target.name,
    target.overloads.filter(
      ({ declaration: d, isSpecialisation }) => d.template != null || isSpecialisation === true,
    ),
  );

/** What the arguments are besides their values, where that may tell functions apart. */
const formsOf = (
  ev: Evaluation,
  expr: CallExpr,
  args: readonly Entity[],
  env: Environment,
): readonly ArgumentForm[] =>
  expr.args.length === args.length ? expr.args.map((e) => formOf(ev, e, env)) : [];

/** What a function without a body returns, as far as its type says. */
export function declaredReturn(ev: Evaluation, target: OverloadSet, unknown: Unknown): Entity {
  const [only, ...others] = target.overloads;
  if (only === undefined || others.length > 0) return unknown;
  const { declaration: d, env } = only;
  return d.type === null || d.template != null ? unknown : returned(ev, d.type, env, unknown);
}
