// Parts of template patterns that are not deduced but evaluated and compared: `typename T::X`, conditions, and what
// depends on nothing.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Entity } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { TypeValue, Unknown } from '../../model/value.ts';
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

/**
 * `MMA_Traits<Op, …>`: an atom is known by its operation, whether or not its traits were written around it. Another
 * operation's it is not.
 */
export function operationMatches(
  ev: Evaluation,
  pattern: Expr & { readonly kind: 'template' },
  view: Exclude<ReturnType<typeof typeView>, null>,
  env: Environment,
): Verdict {
  const [operation] = pattern.args;
  if (operation?.kind !== 'name' || view === 'plain' || !/^SM\d/.test(operation.name)) return 'maybe';
  const found = ev.find(operation.name, operation.span.start, env)?.declarations ?? [];
  // A name that a file gives may stand for any operation.
  if (found.some(({ kind }) => kind !== 'class')) return 'maybe';
  const known = view.template === 'MMA_Atom' ? view.args?.[0] : view.template;
  const name = known instanceof TypeValue ? known.name : known;
  return typeof name === 'string' && name !== operation.name ? 'no' : 'maybe';
}
