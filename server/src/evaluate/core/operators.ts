// Operators: what they make of their operands, and which of these need not be known.

import type { Failure } from '../../algebra/integer/failure.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { type Entity, reasonOf } from '../model/entity.ts';
import type { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { Operators } from '../model/language.ts';
import { Symbolic } from '../model/symbolic.ts';
import { Tensor, Unknown, type Value } from '../model/value.ts';
import { joinConditional } from '../values/join.ts';
import { asOperand, truth } from '../values/outcome.ts';
import { Repeated } from '../values/repeated.ts';
import { isCompileTime } from './dependent.ts';

/** Operators that are the library's on values alone. */
export const PLAIN_OPERATORS: Operators = {
  decided: (_, value, decides) => (value === decides ? decides : null),
  address: () => null,
  pointee: () => null,
  beside: () => null,
  indexed: () => null,
  conditional: (_, value) => value,
  joinConditional: (_then, _otherwise, condition) => condition,
};

/** The truth of one side that decides alone. */
const DECIDES: ReadonlyMap<string, boolean> = new Map([
  ['&&', false],
  ['and', false],
  ['||', true],
  ['or', true],
]);

const NO_KEYWORDS: ReadonlyMap<string, Value> = new Map();

export function indexExpression(
  ev: Evaluation,
  expr: Expr & { kind: 'index' },
  env: Environment,
): Entity | Failure {
  const object = ev.value(expr.object, env);
  if (object instanceof Unknown) {
    const part =
      object instanceof Symbolic && expr.isAssigned !== true
        ? ev.language.operators.indexed(ev, object, expr.args, env)
        : null;
    return part ?? reasonOf(object);
  }
  if (expr.isAssigned === true && !(object instanceof Tensor))
    return new Unknown('not-a-layout', 'an element is assigned here');
  const own = ev.language.operators.indexed(ev, object, expr.args, env);
  if (own !== null) return own;
  const args = expr.args.map((e) => ev.value(e, env));
  // Which of items that are all alike makes no difference.
  const item = object instanceof Repeated && args.length === 1 ? object.taken(args[0]!) : null;
  if (item !== null) return item;
  const unknown = args.find((a) => a instanceof Unknown);
  if (unknown instanceof Unknown) return unknown;
  // A part of a tensor is told with its coordinate.
  if (object instanceof Tensor)
    return ev.run((c) => ev.rules.index(object, c.args), {
      name: '[]',
      args,
      keywords: NO_KEYWORDS,
      template: [],
    });
  return ev.collectSuppositions(() => ev.rules.index(object, args));
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
  const operand = ev.value(expr.operand, env);
  if (operand instanceof Unknown) return reasonOf(operand);
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
  const left = ev.value(expr.left, env);
  // What decides alone needs no other side.
  const decides = DECIDES.get(operator);
  const byLeft = decides === undefined ? null : operators.decided(ev, left, decides, expr.right, env);
  if (byLeft !== null) return byLeft;
  const right = ev.value(expr.right, env);
  // Python's operators give what stands on the right.
  const byRight =
    decides === undefined || /^\w/.test(operator) || !(left instanceof Unknown)
      ? null
      : operators.decided(ev, right, decides, expr.left, env);
  if (byRight !== null) return byRight;
  if (left instanceof Unknown) return operators.beside(operator, right, expr.left) ?? reasonOf(left);
  if (right instanceof Unknown) return operators.beside(operator, left, expr.right) ?? reasonOf(right);
  return ev.rules.binary(operator, left, right);
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
    return operators.conditional(ev, ev.evaluate(taken, env), other, env);
  }
  const then = asOperand(ev.evaluate(expr.then, env));
  const otherwise = asOperand(ev.evaluate(expr.otherwise, env));
  const reason = reasonOf(condition);
  return joinConditional(then, otherwise, reason) ?? operators.joinConditional(then, otherwise, reason);
}
