// Results: what of them is certain, and which are to be kept.

import { type Failure, isFailure, Violation } from '../../algebra/integer/failure.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Declaration } from '../../frontends/common/scope.ts';
import { type Entity, isHostOnly } from '../model/entity.ts';
import type { Environment, Result } from '../model/environment.ts';
import { Unknown } from '../model/value.ts';
import { forDisplay } from '../values/one-of.ts';
import { isCutShort } from '../values/size.ts';
import { isContradictory, isDeviceOnly, isHostCode } from './conditions.ts';

/** What is worked out once, and where violations arise. */
export const MEMOISED: ReadonlySet<Expr['kind']> = new Set([
  'call',
  'construct',
  'template',
  'compose',
  'layout',
  'swizzle',
  'index',
]);
/** What makes no value, or none that is larger than what it is made of. */
export const STABLE: ReadonlySet<Expr['kind']> = new Set([
  'integer',
  'boolean',
  'name',
  'qualified',
  'lambda',
  'decltype',
  'qualified-type',
  'pack-size',
  'opaque',
]);

/** Joins alternatives and hides containers before a result leaves the evaluator. */
export const displayed = (t: Entity | Failure): Entity | Failure =>
  isFailure(t) || isHostOnly(t) ? t : forDisplay(t);

/** Why host code does not have a value. */
export const DEVICE_ALONE = 'it is declared under __CUDA_ARCH__, without which host code is compiled';

/** Nothing is compiled for two GPUs at once. */
export function consistent(result: Result, { unit }: Environment): Result {
  if (isDeviceOnly(result.assumptions) && isHostCode(unit)) {
    return { ...result, value: new Unknown('conditional', DEVICE_ALONE) };
  }
  if (!isContradictory(result.assumptions)) return result;
  const value = new Unknown('conditional', 'parts of it are compiled for different GPUs or toolkits');
  return { ...result, value };
}

/** A value that was cut short by the budget is worked out again when it is asked for itself. */
export const isGood = ({ value }: Result): boolean => !isCutShort(value);

export const dependsOnItself = ({ name }: Declaration): Result => ({
  value: new Unknown('recursive', `${name} depends on itself`, [], name),
  provenance: null,
  assumptions: [],
});

/** What an operator refuses for its layouts. What numbers come to may stand where it does not run: `n % stages`. */
export const isOfLayouts = (value: Entity | Failure): boolean =>
  value instanceof Violation && value.code !== 'unsupported' && value.code !== 'overflow';
