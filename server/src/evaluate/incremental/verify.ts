// Whether expressions in an edited body are worth what they were to those outside of it.

import { dependencyRegionAt } from '../../frontends/common/body-edits.ts';
import { isSameStructure } from '../../frontends/common/structure.ts';
import { Evaluator } from '../core/evaluator.ts';
import { recordObservation } from '../model/body-dependencies.ts';
import { Environment, type Observation } from '../model/environment.ts';
import type { FileView } from '../model/file.ts';
import { isCutShort } from '../values/size.ts';

export function areAsBefore(db: FileView, observations: readonly Observation[]): boolean {
  if (observations.length === 0) return true;
  const evaluator = new Evaluator(db);
  return observations.every((observation) => {
    const { expr, env, value, assumptions } = observation;
    const now = evaluator.withSearchBudget(() => evaluator.noting(() => evaluator.evaluate(expr, env)));
    // It may have been put in the place of another one.
    const region = dependencyRegionAt(env.unit.placed.unit, expr.span.start);
    recordObservation(region, { expr, env, value: now.value, assumptions: now.parameters });
    return (
      !isCutShort(now.value) && isSameValue(now.value, value) && isSameStructure(now.parameters, assumptions)
    );
  });
}

/** Values in all that is told of them, names and reasons too. */
const isSameValue = (a: unknown, b: unknown): boolean =>
  isSameStructure(a, b, undefined, (x, y, isSame) =>
    x instanceof Environment ? isSameEnvironment(x, y as Environment, isSame) : null,
  );

/** That of an object is told by what it was made with. */
const isSameEnvironment = (
  a: Environment,
  b: Environment,
  isSame: (a: unknown, b: unknown) => boolean,
): boolean =>
  a.unit === b.unit &&
  a.root === b.root &&
  a.isCall === b.isCall &&
  a.isInterpreted === b.isInterpreted &&
  a.base === b.base &&
  a.parent?.position === b.parent?.position &&
  isSame(a.parent?.env, b.parent?.env) &&
  a.bindings.size === b.bindings.size &&
  [...a.bindings].every(([d, held]) => b.bindings.has(d) && isSame(held, b.bindings.get(d)));
