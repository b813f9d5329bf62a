// Triton's layouts for the dialects that know them: functions by name, attributes, methods, operators.

import { asFailure, type Failure } from '../../algebra/integer/failure.ts';
import { LinearLayout } from '../../algebra/linear/layout.ts';
import { LayoutConversion } from '../../hardware/triton/conversion/conversion.ts';
import { TritonLayout } from '../../hardware/triton/encoding.ts';
import { TritonTensor } from '../../hardware/triton/value.ts';
import type { Builtin } from '../model/builtin.ts';
import type { Value } from '../model/value.ts';
import { guarded } from '../values/guarded.ts';
import { asLinear } from './arguments.ts';
import { BRIDGES, cuteOfLinear } from './bridges.ts';
import { conversionAttribute, conversionOf } from './conversion.ts';
import { layoutAttribute, layoutFunction } from './layouts.ts';
import { LINEAR_MAKERS, linearAttribute, linearBinary, linearOperation } from './linear-operations.ts';
import { tensorBinary } from './tensor-arithmetic.ts';
import { tensorAttribute, tensorIndex, tensorMethod } from './tensors.ts';

/** What makes a value of Triton out of others. */
export function tritonFunction(path: readonly string[]): Builtin | undefined {
  const [first, ...rest] = path;
  const maker = rest.join('.');
  if (first === 'LinearLayout' && Object.hasOwn(LINEAR_MAKERS, maker)) {
    return (call) => guarded(() => LINEAR_MAKERS[maker]!(call));
  }
  if (path.length === 1 && first === 'convert_layout') return (call) => guarded(() => conversionOf(call));
  if (path.length === 1 && Object.hasOwn(BRIDGES, first!))
    return (call) => guarded(() => BRIDGES[first!]!(call));
  return layoutFunction(path);
}

/** An operation written as a function: `invert(L)` is `L.invert()`. Undefined for names that mean none. */
export function linearFunction(name: string): Builtin | undefined {
  const run = linearOperation(name);
  if (run === undefined) return undefined;
  return (call) => {
    const [layout, ...args] = call.args;
    return guarded(() => run(asLinear(layout, `the first argument of ${name}`), args, call));
  };
}

/** `to_cute` of a linear layout. */
export const toCute: Builtin = (call) => guarded(() => cuteOfLinear(call));

/** Whether a call is about linear layouts, so that `product` means theirs. */
export const isOfLinear = (args: readonly Value[]): boolean => args[0] instanceof LinearLayout;

export function tritonMember(of: Value, name: string): Value | undefined {
  if (of instanceof LinearLayout) return linearAttribute(of, name);
  if (of instanceof TritonTensor) return tensorAttribute(of, name);
  if (of instanceof LayoutConversion) return conversionAttribute(of, name);
  return of instanceof TritonLayout ? layoutAttribute(of, name) : undefined;
}

export function tritonMethod(of: Value, name: string): Builtin | undefined {
  if (of instanceof TritonTensor) {
    const method = tensorMethod(name);
    return method === undefined ? undefined : (call) => guarded(() => method(of, call));
  }
  const run = of instanceof LinearLayout ? linearOperation(name) : undefined;
  return run === undefined ? undefined : (call) => guarded(() => run(of as LinearLayout, call.args, call));
}

export function tritonBinary(operator: string, left: Value, right: Value): Value | Failure | undefined {
  if (left instanceof LinearLayout && right instanceof LinearLayout)
    return linearBinary(operator, left, right);
  try {
    return tensorBinary(operator, left, right);
  } catch (e) {
    return asFailure(e);
  }
}

/** `x[:, None]` of a tensor. */
export const tritonIndex = (of: Value, items: readonly Value[]): Value | Failure | undefined =>
  of instanceof TritonTensor ? guarded(() => tensorIndex(of, items)) : undefined;
