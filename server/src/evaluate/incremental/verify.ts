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
const isSameValue = (a: unknown, b: unknown): boolean => new Comparison().isSame(a, b);

class Comparison {
  /** An object may hold what holds it. */
  readonly #begun = new Map<object, object>();

  isSame(a: unknown, b: unknown): boolean {
    if (a === b) return true;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
      return Number.isNaN(a) && Number.isNaN(b);
    if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
    if (this.#begun.get(a) === b) return true;
    this.#begun.set(a, b);
    if (a instanceof Environment) return this.#isSameEnvironment(a, b as Environment);
    if (a instanceof Map) return this.#isSameMap(a, b as ReadonlyMap<unknown, unknown>);
    if (a instanceof Set) return this.isSame([...a], [...(b as ReadonlySet<unknown>)]);
    const [x, y] = [Object.entries(a), Object.entries(b)];
    return (
      x.length === y.length && x.every(([key, value], i) => y[i]![0] === key && this.isSame(value, y[i]![1]))
    );
  }

  #isSameMap(a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>): boolean {
    return a.size === b.size && [...a].every(([key, value]) => b.has(key) && this.isSame(value, b.get(key)));
  }

  /** That of an object is told by what it was made with. */
  #isSameEnvironment(a: Environment, b: Environment): boolean {
    return (
      a.unit === b.unit &&
      a.root === b.root &&
      a.isCall === b.isCall &&
      a.isInterpreted === b.isInterpreted &&
      a.base === b.base &&
      a.parent?.position === b.parent?.position &&
      this.isSame(a.parent?.env, b.parent?.env) &&
      this.#isSameMap(a.bindings, b.bindings)
    );
  }
}
