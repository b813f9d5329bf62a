// Defaults that a function's own assertions refuse: whoever calls it hands over something else.

import { isFailure } from '../../../../algebra/integer/failure.ts';
import { namesOf } from '../../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../../frontends/common/scope.ts';
import type { Entity } from '../../../model/entity.ts';
import { Environment } from '../../../model/environment.ts';
import type { Evaluation } from '../../../model/evaluation.ts';
import { asOperand, truth } from '../../../values/outcome.ts';

/** Whether `assert` of the parameter alone is false with the value, so that the rest of the function does not run. */
export function isRefusedByAssertion(
  ev: Evaluation,
  d: Declaration,
  scope: Scope,
  env: Environment,
  value: Entity,
): boolean {
  const asserted = (scope.assertions ?? []).filter((condition) => {
    const names = namesOf(condition);
    return names.length > 0 && names.every(({ name }) => name === d.name);
  });
  if (asserted.length === 0) return false;
  const { unit, root, parent, bindings, isCall } = env;
  const called = new Environment(unit, root, parent, bindings, isCall, { env, scope });
  called.declarations.set(d, { value, provenance: null, assumptions: [] });
  return asserted.some((condition) => {
    const holds = ev.evaluate(condition, called);
    return !isFailure(holds) && truth(asOperand(holds)) === false;
  });
}
