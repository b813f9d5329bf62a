// Expressions that come to an integer whatever they are worked out of: a counter of `range_constexpr`, and arithmetic on it.

import { Dynamic } from '../../../algebra/integer/integer.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';

/** Some integer of a coordinate. */
export const ANY_PLACE = new Dynamic(null);

/** Operators that make an integer of integers. */
export const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '//', '%']);

/** So many names are followed. */
const MAXIMUM_DEPTH = 8;

/** The coordinate, with an integer for each part that nobody knows and that is one. `e`: as it is written. */
export function withCounters(ev: Evaluation, e: Expr, value: Value, env: Environment): Value {
  if (value instanceof Unknown) return isIntegerExpression(ev, e, env, MAXIMUM_DEPTH) ? ANY_PLACE : value;
  if (e.kind !== 'tuple' || !Array.isArray(value)) return value;
  const items = value as readonly Value[];
  return items.length !== e.items.length
    ? value
    : items.map((item, i) => withCounters(ev, e.items[i]!, item, env));
}

function isIntegerExpression(ev: Evaluation, e: Expr, env: Environment, depth: number): boolean {
  if (depth === 0) return false;
  const isOne = (part: Expr): boolean => isIntegerExpression(ev, part, env, depth - 1);
  if (e.kind === 'opaque') return e.isInteger === true;
  if (e.kind === 'binary' && ARITHMETIC.has(e.operator)) return isOne(e.left) && isOne(e.right);
  const value = ev.value(e, env);
  if (e.kind !== 'name' || !(value instanceof Unknown)) return isInteger(value);
  const found = ev.find(e.name, e.span.start, env);
  if (found === null || found.isAmbiguous || found.declarations.length !== 1) return false;
  const [d] = found.declarations;
  // What a call is handed, and an item of something, is another matter.
  if (d!.kind !== 'value' || d!.init === null || d!.element !== null || found.env.bindings.has(d!))
    return false;
  return isIntegerExpression(ev, d!.init, found.env, depth - 1);
}
