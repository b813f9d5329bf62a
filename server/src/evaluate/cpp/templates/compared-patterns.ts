// Parts of template patterns that are not deduced but evaluated and compared: `typename T::X`, conditions, and what
// depends on nothing.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Entity } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown } from '../../model/value.ts';
import { SUBSTITUTION_FAILURE, sameArgument, type typeView, type Verdict } from '../types/type-identity.ts';
import type { DeductionScope } from './pattern-names.ts';

/** A part that depends on parameters, and waits until they are deduced. */
export interface Deferred {
  readonly expr: Expr;
  readonly arg: Entity;
  readonly scope: DeductionScope;
}

/** A pattern in which nothing is left to deduce. */
export function comparePattern(ev: Evaluation, pattern: Expr, arg: Entity, env: Environment): Verdict {
  const value = ev.evaluate(pattern, env);
  if (isFailure(value)) return 'maybe';
  if (value instanceof Unknown) return value.category === SUBSTITUTION_FAILURE ? 'no' : 'maybe';
  return sameArgument(value, arg);
}

/** `env`: with the parameters bound. The parameters of an alias have no values of their own. */
export const compareDeferred = (ev: Evaluation, { expr, arg, scope }: Deferred, env: Environment): Verdict =>
  scope.aliases.size > 0 ? 'maybe' : comparePattern(ev, expr, arg, env);

/** `MMA_Traits<Op, …>`: an atom is known by its operation, whether or not its traits were written around it. */
export function operationMatches(
  pattern: Expr & { readonly kind: 'template' },
  view: Exclude<ReturnType<typeof typeView>, null>,
): Verdict {
  const [operation] = pattern.args;
  const isOther =
    operation?.kind === 'name' &&
    view !== 'plain' &&
    view.template !== operation.name &&
    /^SM\d/.test(operation.name);
  return isOther ? 'no' : 'maybe';
}
