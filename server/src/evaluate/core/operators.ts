// Operators: what they make of their operands, and which of these need not be known.

import type { Failure } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { valueOfType } from '../cpp/types/branch-types.ts';
import { asInteger, inConditional } from '../cpp/types/flags.ts';
import { addressOf, arrayOf, pointedTo } from '../cpp/types/storage.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { Frame } from '../model/frame.ts';
import { reasonOf, type Thing } from '../model/thing.ts';
import { Pointer, TypeValue, Unknown, type Value } from '../model/value.ts';
import { INT, TypedInteger } from '../values/integer-types.ts';
import { chosenOf, isStaticInt } from '../values/merged.ts';
import { needed, truth } from '../values/outcome.ts';
import { Repeated } from '../values/repeated.ts';
import { inCommonInteger } from '../values/typed-arithmetic.ts';
import { eitherInteger, undecidedOf } from '../values/undecided.ts';
import { isCompileTime } from './dependent.ts';

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
  frame: Frame,
): Thing | Failure {
  const { rules } = ev;
  const object = ev.value(expr.object, frame);
  if (object instanceof Unknown) return reasonOf(object);
  const isCpp = rules.name === 'cpp';
  if (object instanceof TypeValue && isCpp) return arrayOf(object);
  const args = expr.args.map((e) => ev.value(e, frame));
  if (object instanceof Pointer && isCpp) return pointedTo(ev, object, args[0]);
  // Which of items that are all alike makes no difference.
  const item = object instanceof Repeated && args.length === 1 ? object.taken(args[0]!) : null;
  if (item !== null) return item;
  const unknown = args.find((a) => a instanceof Unknown);
  return unknown instanceof Unknown ? unknown : rules.index(object, args);
}

export function unaryExpression(
  ev: Evaluation,
  expr: Expr & { kind: 'unary' },
  frame: Frame,
): Thing | Failure {
  const { rules } = ev;
  const address = expr.operator === '&' ? addressOf(ev, expr.operand, frame) : null;
  if (address !== null) return address;
  const written = promoted(ev, expr.operator, expr.operand, frame);
  if (written instanceof Unknown) return reasonOf(written);
  const operand = /^[-+~]$/.test(expr.operator) ? asInteger(ev, written, expr.operand, frame) : written;
  if (expr.operator === '*' && operand instanceof Pointer) return pointedTo(ev, operand);
  return rules.unary(expr.operator, operand);
}

const ARITHMETIC = /^(?:[-+*/%&|^]|<<|>>)$/;

/** An operand; a literal of bool is an int in arithmetic. */
const promoted = (ev: Evaluation, operator: string, e: Expr, frame: Frame): Value =>
  e.kind === 'boolean' && ev.rules.name === 'cpp' && ARITHMETIC.test(operator)
    ? new TypedInteger(Number(e.value), INT)
    : ev.value(e, frame);

export function binaryExpression(
  ev: Evaluation,
  expr: Expr & { kind: 'binary' },
  frame: Frame,
): Thing | Failure {
  if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(expr.operator)) {
    return expr.operator === '='
      ? ev.evaluate(expr.right, frame)
      : new Unknown('run-time', 'the variable is changed here');
  }
  const left = promoted(ev, expr.operator, expr.left, frame);
  // What decides alone needs no other side.
  const decides = DECIDES.get(expr.operator);
  const isDecided = (v: Value): boolean =>
    decides !== undefined && (ev.rules.name === 'cpp' ? truth(v) : v) === decides;
  if (decides !== undefined && isDecided(left)) return decides;
  const right = promoted(ev, expr.operator, expr.right, frame);
  // Python's operators give what stands on the right.
  if (decides !== undefined && /\W/.test(expr.operator) && isDecided(right)) return decides;
  if (left instanceof Unknown) return reasonOf(left);
  if (right instanceof Unknown) return reasonOf(right);
  const shifted = /^(?:<<|>>)$/.test(expr.operator) ? asInteger(ev, left, expr.left, frame) : left;
  return ev.rules.binary(expr.operator, shifted, right);
}

export function conditionalExpression(
  ev: Evaluation,
  expr: Expr & { kind: 'conditional' },
  frame: Frame,
): Thing | Failure {
  const known = truth(ev.value(expr.condition, frame));
  // `sizeof(T) == 1` of a parameter: the compiler knows which.
  const condition =
    known instanceof Unknown && known.category === 'run-time' && isCompileTime(ev, expr.condition, frame)
      ? new Unknown(
          'template-parameter',
          'a condition depends on a template parameter',
          known.chain,
          known.subject,
        )
      : known;
  if (typeof condition === 'boolean') {
    const [taken, other] = condition ? [expr.then, expr.otherwise] : [expr.otherwise, expr.then];
    const value = ev.evaluate(taken, frame);
    if (ev.rules.name !== 'cpp') return value;
    if (typeof value === 'boolean' || isStaticInt(value))
      return inConditional(ev, value, taken, other, frame);
    return value instanceof Dynamic ? inCommonInteger(value, valueOfType(ev, other, frame)) : value;
  }
  const then = needed(ev.evaluate(expr.then, frame));
  const otherwise = needed(ev.evaluate(expr.otherwise, frame));
  const shared = chosenOf(then, otherwise, condition);
  if (shared !== null) return shared;
  // Python keeps what each side is; an object's class and the like are no values.
  if (ev.rules.name === 'python')
    return then instanceof Unknown || otherwise instanceof Unknown
      ? condition
      : undecidedOf([then, otherwise], condition);
  if (ev.rules.name !== 'cpp') return condition;
  return eitherInteger(then, otherwise, condition);
}
