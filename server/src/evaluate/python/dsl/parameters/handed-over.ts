// What of an argument arrives in a function of CuTe DSL: what is compiled knows run-time integers by no value.

import { Dynamic } from '../../../../algebra/integer/integer.ts';
import { Underscore } from '../../../../algebra/layout/layout.ts';
import type { Declaration } from '../../../../frontends/common/scope.ts';
import { ClassObject, type Entity } from '../../../model/entity.ts';
import type { Environment } from '../../../model/environment.ts';
import { Unknown, type Value } from '../../../model/value.ts';
import type { CallSite } from '../../plain/calls.ts';
import { type compiledAs, isConstexpr, isTraced, keepsStatic } from '../../plain/functions.ts';
import { adapted } from '../host/tensors.ts';
import { TorchTensor } from '../host/torch.ts';

/**
 * What of an argument arrives in a function that is compiled as `to` says. A kernel, and a compiled function that is called from outside, take integers as
 * run-time ones unless the parameter is `Constexpr` or a shape, a tile or the like; between compiled functions arguments stay what they are.
 */
export function handedOver(
  value: Entity,
  parameter: Declaration,
  to: ReturnType<typeof compiledAs>,
  { call, isCompiled }: CallSite,
  callerEnv: Environment,
): Entity {
  if (parameter.type !== null && (isConstexpr(parameter.type) || keepsStatic(parameter.type))) return value;
  if (to === 'kernel') return atRunTime(value, true);
  if (to !== 'jit') return value;
  // What `cute.compile` is handed are examples: the function is called with others later.
  if (isCompiled) return withoutValues(atRunTime(value, true));
  // A plain function may be called from a compiled one.
  return isTraced(callerEnv.root, call.span.start) ? value : atRunTime(value, false);
}

const RUN_TIME = new Unknown(
  'run-time',
  'an integer that is handed to a compiled function may be known at run time only',
);

/** Run-time integers of which nothing is known but what divides them. */
function withoutValues(value: Entity): Entity {
  if (value instanceof Dynamic)
    return typeof value.value === 'number' ? new Dynamic(null, value.divisor) : value;
  if (Array.isArray(value)) return (value as readonly Value[]).map((v) => withoutValues(v) as Value);
  return value;
}

/** `isCertain`: integers become run-time ones for certain. */
function atRunTime(value: Entity, isCertain: boolean): Entity {
  if (value instanceof TorchTensor) return adapted(value);
  if (value instanceof Unknown || value instanceof Underscore) return value;
  if (typeof value === 'number') return isCertain ? new Dynamic(value) : RUN_TIME;
  if (typeof value === 'boolean' || typeof value === 'string' || value instanceof ClassObject)
    return RUN_TIME;
  if (Array.isArray(value)) return (value as readonly Value[]).map((v) => atRunTime(v, isCertain) as Value);
  return value;
}
