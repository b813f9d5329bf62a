// Calls as they are written: what is called, with what.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import type { CallExpr, Expr } from '../../frontends/common/expression.ts';
import { isBraced } from '../../frontends/common/expression-parts.ts';
import { isHardwareValue } from '../../hardware/value.ts';
import {
  asValue,
  ClassObject,
  ClassType,
  type Entity,
  isHostOnly,
  OverloadSet,
  QualifiedName,
} from '../model/entity.ts';
import type { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { Call } from '../model/language.ts';
import { Pointer, TypeValue, Unknown, type Value } from '../model/value.ts';
import { asOperand, NO_KEYWORDS } from '../values/outcome.ts';
import { callBuiltin, callEntity } from './called-entities.ts';
import { callFunction } from './functions.ts';
import { withModes } from './open-calls.ts';

/** `f(…)`, `object.f(…)`, `L(1, 2)`. */
export function callExpression(ev: Evaluation, expr: CallExpr, env: Environment): Entity | Failure {
  const value = valueOfCall(ev, expr, env);
  return value instanceof Unknown ? withModes(ev, expr, env, value) : value;
}

function valueOfCall(ev: Evaluation, expr: CallExpr, env: Environment): Entity | Failure {
  const { calls, lists } = ev.language;
  // What a plain name stands for is asked once, for macros and functions alike.
  const named = calls.named(ev, expr, env);
  const instead = calls.instead(ev, expr, named, env);
  if (instead !== null) return instead;
  const template = templateArguments(ev, expr.callee, env);
  if (template instanceof Unknown) return template;
  const callee = template !== null && expr.callee.kind === 'template' ? expr.callee.target : expr.callee;
  const args = lists.items(ev, expr.args, env);
  if (args instanceof Unknown) return args;
  const keywords = keywordsOf(ev, expr, env);
  const call: Call = { expr, callee, template: template ?? NO_ARGUMENTS, args, keywords };
  return callOfMember(ev, call, env) ?? calls.plain(ev, call, named, env);
}

const NO_ARGUMENTS: readonly Entity[] = [];

/** `f<4>` of a function: its template arguments; null where the callee is to be evaluated as a whole. */
function templateArguments(
  ev: Evaluation,
  callee: Expr,
  env: Environment,
): readonly Entity[] | Unknown | null {
  if (callee.kind !== 'template') return null;
  const { target } = callee;
  if (target.kind !== 'name' && target.kind !== 'qualified' && target.kind !== 'member') return null;
  const head = target.kind === 'member' ? null : ev.evaluate(target, env);
  const isFunction =
    head === null ||
    head instanceof OverloadSet ||
    (head instanceof QualifiedName && ev.rules.builtin(head.path) !== undefined);
  return isFunction ? ev.language.lists.items(ev, callee.args, env) : null;
}

/** `object.f(…)`; null where no member of an object is called. */
function callOfMember(ev: Evaluation, call: Call, env: Environment): Entity | Failure | null {
  const { expr, callee, args } = call;
  if (callee.kind === 'member') {
    const object = ev.evaluate(callee.object, env);
    if (isFailure(object)) return asOperand(object);
    const given = object instanceof ClassObject ? withoutBraced(expr.args, args) : args;
    return callMethod(ev, object, callee.name.name, { ...call, args: given }, env);
  }
  if (callee.kind !== 'qualified' || callee.scope === null) return null;
  const type = ev.evaluate(callee.scope, env);
  // `TiledMma::make_fragment_C(…)`: what does not depend on the object is called by its type too.
  return type instanceof TypeValue && isHardwareValue(type.instance)
    ? callMethod(ev, type.instance, callee.name.name, call, env)
    : null;
}

/** Calls what the callee stands for, whatever the language. */
export function plainCall(ev: Evaluation, call: Call, env: Environment): Entity | Failure {
  const target = ev.evaluate(call.callee, env);
  return isFailure(target) ? asOperand(target) : callTarget(ev, target, call);
}

export function callTarget(ev: Evaluation, target: Entity, call: Call): Entity | Failure {
  const { expr, template, args, keywords } = call;
  return target instanceof OverloadSet
    ? callFunction(ev, target, template, withoutBraced(expr.args, args), keywords)
    : callEntity(ev, target, template, args, keywords);
}

/** What `{…}` stands for is said by the type of the parameter that takes it. */
export const withoutBraced = (exprs: readonly Expr[], args: readonly Entity[]): readonly Entity[] =>
  exprs.length === args.length && exprs.some(isBraced)
    ? args.map((arg, i) => (isBraced(exprs[i]!) ? BRACED : arg))
    : args;

const BRACED = new Unknown('unsupported', 'a list in braces has the type of the parameter that takes it');

function keywordsOf(ev: Evaluation, expr: CallExpr, env: Environment): ReadonlyMap<string, Value> {
  if (expr.keywords.length === 0) return NO_KEYWORDS;
  return new Map(expr.keywords.map((k) => [k.name, ev.value(k.value, env)]));
}

type Given = Pick<Call, 'template' | 'args' | 'keywords'>;

function callMethod(
  ev: Evaluation,
  object: Entity,
  name: string,
  given: Given,
  env: Environment,
): Entity | Failure {
  const { template, args, keywords } = given;
  if (object instanceof Unknown) return object;
  if (object instanceof QualifiedName || object instanceof ClassType || object instanceof ClassObject) {
    const target = ev.memberOf(object, name, env);
    if (isFailure(target)) return asOperand(target);
    const first = target instanceof OverloadSet ? ev.language.calls.receiver(object, target) : [];
    return callEntity(ev, target, template, first.length === 0 ? args : [...first, ...args], keywords);
  }
  if (isHostOnly(object)) return asValue(object);
  if (object instanceof Pointer && object.pointee instanceof ClassType)
    return callMethod(ev, new ClassObject(object.pointee), name, given, env);
  const builtin = ev.rules.method(object, name);
  if (builtin !== undefined) return callBuiltin(ev, builtin, name, template, args, keywords);
  const member = ev.rules.member(object, name);
  if (member === undefined)
    return new Unknown('unsupported', `the member function ${name} is not known`, [], name);
  return isFailure(member) ? asOperand(member) : callEntity(ev, member, template, args, keywords);
}
