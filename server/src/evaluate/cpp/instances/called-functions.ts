// Which function a call means, of those with its name.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { type Entity, OverloadSet } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { asOperand } from '../../values/outcome.ts';
import { formOf } from '../calls/argument-forms.ts';
import { resolveOverload } from '../calls/overloads.ts';

/** Whether a function can be called with so many arguments. */
export function takes({ bodyScope: opens }: Declaration, count: number): boolean {
  const parameters = opens!.declarations.filter((p) => p.kind === 'parameter');
  if (parameters.some((p) => p.isPack === true)) return true;
  return count <= parameters.length && parameters.slice(count).every((p) => p.init !== null);
}

/** Whether it is certainly this function that is called, of those with the name that can be called with so many arguments. */
export function isCalled(
  ev: Evaluation,
  d: Declaration,
  expr: Expr,
  args: readonly Expr[],
  callerEnv: Environment,
): boolean {
  const isOther = ({ declaration: other }: { readonly declaration: Declaration }): boolean =>
    other !== d && other.kind === 'function' && other.bodyScope !== null && takes(other, args.length);
  if (!ev.db.declarationsNamed(d.name).some(isOther)) return true;
  let called = callerEnv.resolvedCalls.get(expr);
  if (called === undefined) {
    called = calledBy(ev, expr, args, callerEnv);
    // With more steps another answer may come out.
    if (!ev.isOverBudget) callerEnv.resolvedCalls.set(expr, called);
  }
  return called === d;
}

/** The function that a call certainly means, which each of the overloads asks. */
function calledBy(
  ev: Evaluation,
  expr: Expr,
  args: readonly Expr[],
  callerEnv: Environment,
): Declaration | null {
  const callee = expr.kind === 'call' ? expr.callee : expr;
  const target = ev.evaluate(callee.kind === 'template' ? callee.target : callee, callerEnv);
  if (!(target instanceof OverloadSet)) return null;
  const given = (e: Expr): Entity => {
    const value = ev.evaluate(e, callerEnv);
    return isFailure(value) ? asOperand(value) : value;
  };
  const forms = args.map((e) => formOf(ev, e, callerEnv));
  const found = resolveOverload(ev, target, templateArguments(expr).map(given), args.map(given), forms);
  return found.length === 1 ? found[0]!.overload.declaration : null;
}

export const templateArguments = (e: Expr): readonly Expr[] => {
  if (e.kind === 'template') return e.args;
  return e.kind === 'call' && e.callee.kind === 'template' ? e.callee.args : [];
};
