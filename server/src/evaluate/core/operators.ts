// Operators: what they make of their operands, and which of these need not be known.

import type { Failure } from '../../algebra/integer/failure.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { type Entity, reasonOf } from '../model/entity.ts';
import type { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { Operators } from '../model/language.ts';
import { Unknown } from '../model/value.ts';
import { joinConditional } from '../values/join.ts';
import { asOperand, truth } from '../values/outcome.ts';
import { Repeated } from '../values/repeated.ts';
import { isCompileTime } from './dependent.ts';

/** Operators that are the library's on values alone. */
export const PLAIN_OPERATORS: Operators = {
  operand: (ev, _, expr, env) => ev.value(expr, env),
  integer: (_, value) => value,
  isTruth: (value, decides) => value === decides,
  address: () => null,
  pointee: () => null,
  indexed: () => null,
  conditional: (_, value) => value,
  joinConditional: (_then, _otherwise, condition) => condition,
};

/** Operators of which integers make an integer. */
export const ARITHMETIC = /^(?:[-+*/%&|^]|<<|>>)$/;

/** The truth of one side that decides alone. */
const DECIDES: ReadonlyMap<string, boolean> = new Map([
  ['&&', false],
  ['and', false],
  ['||', true],
  ['or', true],
]);

export function indexExpression(
  ev: Evaluation,
  expr: Expr & { kind: 'index' },
  env: Environment,
): Entity | Failure {
  const object = ev.value(expr.object, env);
  if (object instanceof Unknown) return reasonOf(object);
  const own = ev.language.operators.indexed(ev, object, expr.args, env);
  if (own !== null) return own;
  const args = expr.args.map((e) => ev.value(e, env));
  // Which of items that are all alike makes no difference.
  const item = object instanceof Repeated && args.length === 1 ? object.taken(args[0]!) : null;
  if (item !== null) return item;
  const unknown = args.find((a) => a instanceof Unknown);
  return unknown instanceof Unknown ? unknown : ev.collectSuppositions(() => ev.rules.index(object, args));
}

export function unaryExpression(
  ev: Evaluation,
  expr: Expr & { kind: 'unary' },
  env: Environment,
): Entity | Failure {
  const { operators } = ev.language;
  const { operator } = expr;
  const address = operator === '&' ? operators.address(ev, expr.operand, env) : null;
  if (address !== null) return address;
  const written = operators.operand(ev, operator, expr.operand, env);
  if (written instanceof Unknown) return reasonOf(written);
  const isArithmetic = /^[-+~]$/.test(operator);
  const operand = isArithmetic ? operators.integer(ev, written, expr.operand, env) : written;
  const pointee = operator === '*' ? operators.pointee(ev, operand) : null;
  return pointee ?? ev.rules.unary(operator, operand);
}

export function binaryExpression(
  ev: Evaluation,
  expr: Expr & { kind: 'binary' },
  env: Environment,
): Entity | Failure {
  const { operators } = ev.language;
  const { operator } = expr;
  if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(operator)) {
    return operator === '='
      ? ev.evaluate(expr.right, env)
      : new Unknown('run-time', 'the variable is changed here');
  }
  const left = operators.operand(ev, operator, expr.left, env);
  // What decides alone needs no other side.
  const decides = DECIDES.get(operator);
  if (decides !== undefined && operators.isTruth(left, decides)) return decides;
  const right = operators.operand(ev, operator, expr.right, env);
  // Python's operators give what stands on the right.
  if (decides !== undefined && /\W/.test(operator) && operators.isTruth(right, decides)) return decides;
  if (left instanceof Unknown) return reasonOf(left);
  if (right instanceof Unknown) return reasonOf(right);
  if (!ARITHMETIC.test(operator)) return ev.rules.binary(operator, left, right);
  const [a, b] = [operators.integer(ev, left, expr.left, env), operators.integer(ev, right, expr.right, env)];
  return ev.rules.binary(operator, a, b);
}

export function conditionalExpression(
  ev: Evaluation,
  expr: Expr & { kind: 'conditional' },
  env: Environment,
): Entity | Failure {
  const { operators } = ev.language;
  const known = truth(ev.value(expr.condition, env));
  // `sizeof(T) == 1` of a parameter: the compiler knows which.
  const condition =
    known instanceof Unknown && known.category === 'run-time' && isCompileTime(ev, expr.condition, env)
      ? new Unknown(
          'template-parameter',
          'a condition depends on a template parameter',
          known.chain,
          known.subject,
        )
      : known;
  if (typeof condition === 'boolean') {
    const [taken, other] = condition ? [expr.then, expr.otherwise] : [expr.otherwise, expr.then];
    return operators.conditional(ev, ev.evaluate(taken, env), taken, other, env);
  }
  const then = asOperand(ev.evaluate(expr.then, env));
  const otherwise = asOperand(ev.evaluate(expr.otherwise, env));
  return joinConditional(then, otherwise, condition) ?? operators.joinConditional(then, otherwise, condition);
}
