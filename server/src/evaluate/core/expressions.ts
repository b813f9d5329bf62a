// The kinds of expressions: those that every language has, and the frequent ones. The others are the language's.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { staticSymbol } from '../../algebra/integer/operations.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { asValue, Closure, type Entity, QualifiedName } from '../model/entity.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { Frame } from '../model/frame.ts';
import { TypeValue, Unknown, withQualifiers } from '../model/value.ts';
import { needed } from '../values/outcome.ts';
import { forEach } from '../values/undecided.ts';
import { callExpression } from './calls.ts';
import { nameAt } from './names.ts';
import { construct } from './objects.ts';
import { binaryExpression, conditionalExpression, indexExpression, unaryExpression } from './operators.ts';
import { applied } from './templates.ts';

type Of<K extends Expr['kind']> = Extract<Expr, { readonly kind: K }>;
type Read = (ev: Evaluation, expr: Expr, frame: Frame) => Entity | Failure;

export function evaluated(ev: Evaluation, expr: Expr, frame: Frame): Entity | Failure {
  switch (expr.kind) {
    case 'integer':
      return expr.isRunTime === true
        ? new Dynamic(expr.value)
        : ev.rules.integer(expr.value, expr.marked, expr.type);
    case 'boolean':
    case 'string':
      return expr.value;
    case 'name':
      return named(ev, expr, frame);
    case 'qualified':
      return qualified(ev, expr, frame);
    case 'member':
      return member(ev, expr, frame);
    case 'template':
      return template(ev, expr, frame);
    case 'call':
      return callExpression(ev, expr, frame);
    case 'construct':
      return constructed(ev, expr, frame);
    case 'index':
      return indexExpression(ev, expr, frame);
    case 'unary':
      return unaryExpression(ev, expr, frame);
    case 'binary':
      return binaryExpression(ev, expr, frame);
    case 'conditional':
      return conditionalExpression(ev, expr, frame);
    case 'qualified-type': {
      const type = ev.evaluate(expr.type, frame);
      return type instanceof TypeValue ? withQualifiers(type, expr.qualifiers) : type;
    }
    case 'lambda':
      return new Closure(expr, frame);
    case 'tuple':
      return tuple(ev, expr, frame);
    case 'expansion':
      return new Unknown('unsupported', 'a parameter pack is expanded outside of a list');
    case 'opaque':
      return new Unknown('unsupported', expr.reason);
    default: {
      const read = ev.language.expressions[expr.kind] as Read | undefined;
      return read === undefined ? NOT_EVALUATED : read(ev, expr, frame);
    }
  }
}

const NOT_EVALUATED = new Unknown('unsupported', 'this is not evaluated');

function named(ev: Evaluation, expr: Of<'name'>, frame: Frame): Entity | Failure {
  const { name, span } = expr;
  // `_kBlockM` of the notation.
  if (expr.marked === true && ev.find(name, span.start, frame) === null) return staticSymbol(name);
  return nameAt(ev, name, span.start, frame);
}

function qualified(ev: Evaluation, expr: Of<'qualified'>, frame: Frame): Entity | Failure {
  const name = expr.name.name;
  const scope = expr.scope === null ? new QualifiedName([]) : ev.evaluate(expr.scope, frame);
  if (isFailure(scope)) return needed(scope);
  // `conditional<…>::type` is what the trait itself stands for here; a plain int has no members.
  const isNamed = name === 'type' && expr.scope?.kind === 'name' && scope instanceof TypeValue;
  if (isNamed && ev.rules.isFundamental(scope))
    return new Unknown('unsupported', `${scope.name} has no member ${name}`, [], name);
  return ev.memberOf(scope, name, frame);
}

function member(ev: Evaluation, expr: Of<'member'>, frame: Frame): Entity | Failure {
  const object = ev.evaluate(expr.object, frame);
  if (isFailure(object)) return needed(object);
  const name = expr.name.name;
  return (
    ev.language.names.attribute(ev, object, name, frame, expr.span.start) ?? ev.memberOf(object, name, frame)
  );
}

function template(ev: Evaluation, expr: Of<'template'>, frame: Frame): Entity | Failure {
  const target = ev.templateNamed(expr.target, frame);
  if (isFailure(target)) return needed(target);
  const args = ev.language.lists.items(ev, expr.args, frame);
  return args instanceof Unknown ? args : applied(ev, target, args);
}

function constructed(ev: Evaluation, expr: Of<'construct'>, frame: Frame): Entity | Failure {
  const type = ev.evaluate(expr.type, frame);
  if (isFailure(type)) return needed(type);
  const args = ev.language.lists.items(ev, expr.args, frame);
  return args instanceof Unknown ? args : construct(ev, type, args.map(asValue));
}

function tuple(ev: Evaluation, expr: Of<'tuple'>, frame: Frame): Entity | Failure {
  const { lists } = ev.language;
  const open = lists.open(ev, expr.items, frame);
  if (open !== null) return open;
  // An element that is not known leaves the others as they are.
  const items = lists.items(ev, expr.items, frame);
  return items instanceof Unknown ? items : forEach(items.map(asValue), (chosen) => chosen);
}
