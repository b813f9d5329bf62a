// What a branch that is not taken has for a type, without what it comes to: a function that calls itself there would
// do so without end.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { OverloadSet } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { TypeValue, type Value } from '../../model/value.ts';
import { commonType, type IntegerType, promoted, TypedInteger } from '../../values/integer-types.ts';

/** Steps for a branch whose type is not written: those of a literal, a name, a member. */
const STEPS = 200;

/** A value of the type of an expression: the expression's own where that takes few steps. */
export function valueOfType(ev: Evaluation, e: Expr, env: Environment): Value {
  const type = writtenType(ev, e, env);
  return type === null ? ev.withStepLimit(STEPS, () => ev.value(e, env)) : new TypedInteger(null, type);
}

/** The type of calls of functions that say what they return, and of arithmetic on them; null for everything else. */
function writtenType(ev: Evaluation, e: Expr, env: Environment): IntegerType | null {
  if (e.kind === 'call') return returnedBy(ev, e.callee, env);
  if (e.kind === 'unary' && /^[-+~]$/.test(e.operator)) {
    const operand = writtenType(ev, e.operand, env);
    return operand === null ? null : promoted(operand);
  }
  if (e.kind !== 'binary' || !/^[-+*/%&|^]$/.test(e.operator)) return null;
  const left = writtenType(ev, e.left, env);
  const right = writtenType(ev, e.right, env);
  if (left === null && right === null) return null;
  const [a, b] = [left ?? integerOf(ev, e.left, env), right ?? integerOf(ev, e.right, env)];
  return a === null || b === null ? null : commonType(a, b);
}

const integerOf = (ev: Evaluation, e: Expr, env: Environment): IntegerType | null => {
  const value = ev.withStepLimit(STEPS, () => ev.value(e, env));
  return value instanceof TypedInteger ? value.type : null;
};

function returnedBy(ev: Evaluation, callee: Expr, env: Environment): IntegerType | null {
  if (callee.kind !== 'name' && callee.kind !== 'qualified') return null;
  const target = ev.evaluate(callee, env);
  if (!(target instanceof OverloadSet)) return null;
  let type: IntegerType | null = null;
  for (const { declaration: d, env: of } of target.overloads) {
    const returned = d.type === null ? null : ev.evaluate(d.type, of);
    if (returned === null || isFailure(returned) || !(returned instanceof TypeValue)) return null;
    const { instance } = returned;
    if (!(instance instanceof TypedInteger) || (type !== null && type !== instance.type)) return null;
    type = instance.type;
  }
  return type;
}
