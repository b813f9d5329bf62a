// Functions and lambdas that are run: which of them are, and what a call in one of them starts.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { returns } from '../../core/bodies.ts';
import { hasUnknownConditionWithin } from '../../core/conditions.ts';
import { asReturned, callEnvironment, dependOnBody, lambdaEnvironment } from '../../core/functions.ts';
import { acceptsCount } from '../../core/parameters.ts';
import { Closure, type Entity } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown } from '../../model/value.ts';
import { NO_KEYWORDS } from '../../values/outcome.ts';
import { specialisationOf } from '../calls/called-specialisations.ts';
import { resolveOverload } from '../calls/overloads.ts';
import { interpretCall, type PrepareCall } from './interpreter.ts';
import { isRunnable } from './runnable.ts';

/** Runs a body that changes variables; null where its returns say what it comes to. */
export const run = (
  ev: Evaluation,
  body: Scope,
  outer: Environment,
  innerEnv: () => Environment,
): Entity | Failure | null =>
  mayRun(ev, body, outer) ? interpretCall(ev, body, innerEnv(), callPreparer(ev)) : null;

const mayRun = (ev: Evaluation, scope: Scope, { unit }: Environment): boolean =>
  returns(scope) && isRunnable(ev, scope) && !hasUnknownConditionWithin(unit, scope.span);

/** Chooses the functions that are called by one that is run. */
function callPreparer(ev: Evaluation): PrepareCall {
  const returnedBy =
    (type: Expr | null, env: Environment) =>
    (value: Entity): Entity | null => {
      const converted = asReturned(ev, value, type, env);
      return isFailure(converted) || converted instanceof Unknown ? null : converted;
    };
  return (target, template, args) => {
    if (target instanceof Closure) {
      const scope = lambdaScope(target.env.root, target.expr);
      if (scope === null || !acceptsCount(scope, args.length)) return null;
      const env = lambdaEnvironment(ev, target, scope, args, true);
      return { scope, env, returned: returnedBy(target.expr.type ?? null, env), returnsReference: false };
    }
    const [first, ...others] = resolveOverload(ev, target, template, args);
    const called = first === undefined || others.length > 0 ? null : specialisationOf(ev, target, first);
    if (called === null || called instanceof Unknown) return null;
    const { declaration: d } = called.overload;
    if (d.bodyScope === null || hasUnknownConditionWithin(called.overload.env.unit, d.bodyScope.span))
      return null;
    dependOnBody(called);
    const env = callEnvironment(ev, called, args, NO_KEYWORDS, true);
    const returned = returnedBy(d.type, env);
    return { scope: d.bodyScope, env, returned, returnsReference: d.isReference === true };
  };
}

/** The scope of a lambda of C++, which is one of its function's. */
export function lambdaScope(root: Scope, expr: Expr): Scope | null {
  for (const child of root.children) {
    if (child.span.start === expr.span.start && child.kind === 'function' && child.span.end === expr.span.end)
      return child;
    if (child.span.start <= expr.span.start && expr.span.end <= child.span.end)
      return lambdaScope(child, expr);
  }
  return null;
}
