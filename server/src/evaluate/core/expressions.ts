// The kinds of expressions: those that every language has, and the frequent ones. The others are the language's.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { staticSymbol } from '../../algebra/integer/operations.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { asValue, Closure, type Entity, QualifiedName, reasonOf } from '../model/entity.ts';
import type { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { Symbolic } from '../model/symbolic.ts';
import { TypeValue, Unknown, type Value, withQualifiers } from '../model/value.ts';
import { listOf } from '../values/list-values.ts';
import { liftOverAlternatives } from '../values/one-of.ts';
import { asOperand } from '../values/outcome.ts';
import { callExpression } from './calls.ts';
import { resolveName } from './names.ts';
import { construct } from './objects.ts';
import { memberByName } from './open-names.ts';
import { binaryExpression, conditionalExpression, indexExpression, unaryExpression } from './operators.ts';
import { specialise } from './templates.ts';

type Of<K extends Expr['kind']> = Extract<Expr, { readonly kind: K }>;
type Read = (ev: Evaluation, expr: Expr, env: Environment) => Entity | Failure;

/** Kinds whose value is that of what they name: of all others an unknown part is only a reason. */
const NAMING: ReadonlySet<Expr['kind']> = new Set([
  'name',
  'qualified',
  'call',
  'member',
  'index',
  'construct',
  'decltype',
  'qualified-type',
  'tuple',
  'conditional',
]);

export function evaluateExpression(ev: Evaluation, expr: Expr, env: Environment): Entity | Failure {
  const value = evaluated(ev, expr, env);
  return value instanceof Symbolic && !NAMING.has(expr.kind) ? reasonOf(value) : value;
}

function evaluated(ev: Evaluation, expr: Expr, env: Environment): Entity | Failure {
  switch (expr.kind) {
    case 'integer':
      return expr.isRunTime === true
        ? new Dynamic(expr.value)
        : ev.rules.integer(expr.value, expr.marked, expr.type);
    case 'boolean':
    case 'string':
      return expr.value;
    case 'name':
      return named(ev, expr, env);
    case 'qualified':
      return qualified(ev, expr, env);
    case 'member':
      return member(ev, expr, env);
    case 'template':
      return template(ev, expr, env);
    case 'call':
      return callExpression(ev, expr, env);
    case 'construct':
      return constructed(ev, expr, env);
    case 'index':
      return indexExpression(ev, expr, env);
    case 'unary':
      return unaryExpression(ev, expr, env);
    case 'binary':
      return binaryExpression(ev, expr, env);
    case 'conditional':
      return conditionalExpression(ev, expr, env);
    case 'qualified-type': {
      const type = ev.evaluate(expr.type, env);
      return type instanceof TypeValue ? withQualifiers(type, expr.qualifiers) : type;
    }
    case 'lambda':
      return new Closure(expr, env);
    case 'tuple':
      return tuple(ev, expr, env);
    case 'expansion':
      return new Unknown('unsupported', 'a parameter pack is expanded outside of a list');
    case 'opaque':
      return new Unknown('unsupported', expr.reason);
    default: {
      const read = ev.language.expressions[expr.kind] as Read | undefined;
      return read === undefined ? NOT_EVALUATED : read(ev, expr, env);
    }
  }
}

const NOT_EVALUATED = new Unknown('unsupported', 'this is not evaluated');

function named(ev: Evaluation, expr: Of<'name'>, env: Environment): Entity | Failure {
  const { name, span } = expr;
  // `_kBlockM` of the notation.
  if (expr.marked === true && ev.find(name, span.start, env) === null) return staticSymbol(name);
  return resolveName(ev, name, span.start, env);
}

function qualified(ev: Evaluation, expr: Of<'qualified'>, env: Environment): Entity | Failure {
  const name = expr.name.name;
  const scope = expr.scope === null ? new QualifiedName([]) : ev.evaluate(expr.scope, env);
  if (isFailure(scope)) return asOperand(scope);
  // `conditional<…>::type` is what the trait itself stands for here; a plain int has no members.
  const isNamed = name === 'type' && expr.scope?.kind === 'name' && scope instanceof TypeValue;
  if (isNamed && ev.rules.isFundamental(scope))
    return new Unknown('unsupported', `${scope.name} has no member ${name}`, [], name);
  const found = ev.memberOf(scope, name, env);
  return found === scope && found instanceof Symbolic ? reasonOf(found) : found;
}

function member(ev: Evaluation, expr: Of<'member'>, env: Environment): Entity | Failure {
  const object = ev.evaluate(expr.object, env);
  if (isFailure(object)) return asOperand(object);
  const name = expr.name.name;
  const own = ev.language.names.attribute(ev, object, name, env, expr.span.start);
  if (own !== undefined) return own;
  const found = ev.memberOf(object, name, env);
  return found === object && found instanceof Symbolic ? memberByName(found, name) : found;
}

function template(ev: Evaluation, expr: Of<'template'>, env: Environment): Entity | Failure {
  const target = ev.templateNamed(expr.target, env);
  if (isFailure(target)) return asOperand(target);
  const args = ev.language.lists.items(ev, expr.args, env);
  return args instanceof Unknown ? args : specialise(ev, target, args);
}

function constructed(ev: Evaluation, expr: Of<'construct'>, env: Environment): Entity | Failure {
  const type = ev.evaluate(expr.type, env);
  if (isFailure(type)) return asOperand(type);
  const args = ev.language.lists.items(ev, expr.args, env);
  return args instanceof Unknown ? args : construct(ev, type, args);
}

function tuple(ev: Evaluation, expr: Of<'tuple'>, env: Environment): Entity | Failure {
  const { lists } = ev.language;
  const open = lists.unranked(ev, expr.items, env);
  if (open !== null) return open;
  // An element that is not known leaves the others as they are.
  const items = lists.items(ev, expr.items, env);
  if (items instanceof Unknown) return items;
  const made = (chosen: readonly Value[]): Value => (expr.bracket === '[' ? listOf(chosen) : chosen);
  return liftOverAlternatives(items.map(asValue), made);
}
