// What a branch that is not taken has for a type, without what it comes to: a function that calls itself there would
// do so without end.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { OverloadSet } from '../../model/entity.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { Frame } from '../../model/frame.ts';
import { TypeValue, type Value } from '../../model/value.ts';
import { commonType, type IntegerType, promoted, TypedInteger } from '../../values/integer-types.ts';

/** Steps for a branch whose type is not written: those of a literal, a name, a member. */
const STEPS = 200;

/** A value of the type of an expression: the expression's own where that takes few steps. */
export function valueOfType(ev: Evaluation, e: Expr, frame: Frame): Value {
  const type = writtenType(ev, e, frame);
  return type === null ? ev.within(STEPS, () => ev.value(e, frame)) : new TypedInteger(null, type);
}

/** The type of calls of functions that say what they return, and of arithmetic on them; null for everything else. */
function writtenType(ev: Evaluation, e: Expr, frame: Frame): IntegerType | null {
  if (e.kind === 'call') return returnedBy(ev, e.callee, frame);
  if (e.kind === 'unary' && /^[-+~]$/.test(e.operator)) {
    const operand = writtenType(ev, e.operand, frame);
    return operand === null ? null : promoted(operand);
  }
  if (e.kind !== 'binary' || !/^[-+*/%&|^]$/.test(e.operator)) return null;
  const left = writtenType(ev, e.left, frame);
  const right = writtenType(ev, e.right, frame);
  if (left === null && right === null) return null;
  const [a, b] = [left ?? integerOf(ev, e.left, frame), right ?? integerOf(ev, e.right, frame)];
  return a === null || b === null ? null : commonType(a, b);
}

const integerOf = (ev: Evaluation, e: Expr, frame: Frame): IntegerType | null => {
  const value = ev.within(STEPS, () => ev.value(e, frame));
  return value instanceof TypedInteger ? value.type : null;
};

function returnedBy(ev: Evaluation, callee: Expr, frame: Frame): IntegerType | null {
  if (callee.kind !== 'name' && callee.kind !== 'qualified') return null;
  const target = ev.evaluate(callee, frame);
  if (!(target instanceof OverloadSet)) return null;
  let type: IntegerType | null = null;
  for (const { declaration: d, frame: of } of target.overloads) {
    const returned = d.type === null ? null : ev.evaluate(d.type, of);
    if (returned === null || isFailure(returned) || !(returned instanceof TypeValue)) return null;
    const { instance } = returned;
    if (!(instance instanceof TypedInteger) || (type !== null && type !== instance.type)) return null;
    type = instance.type;
  }
  return type;
}
