// Tensors: making them and reading them as elements of another width. The data is only known by its memory space and
// element type; what counts is the layout.

import { innermostLayout } from '../../algebra/composed/composed.ts';
import { asFailure, type Failure, isFailure, Violation } from '../../algebra/integer/failure.ts';
import { Dynamic, type Int } from '../../algebra/integer/integer.ts';
import { type AnyLayout, ComposedLayout, SmemPtrFlag, Underscore } from '../../algebra/layout/layout.ts';
import { ArithTuple, ScaledBasis, type Stride } from '../../algebra/layout/stride.ts';
import { addStrides } from '../../algebra/layout/stride-operations.ts';
import { leavesOf } from '../../algebra/tuple/operations.ts';
import type { Builtin, BuiltinCall } from '../model/builtin.ts';
import { type Engine, Pointer, Tensor, TypeValue, Unknown, type Value } from '../model/value.ts';
import { isInteger } from '../values/arithmetic.ts';
import { roomFor } from '../values/room.ts';
import { makeCoordTensor, makeIdentityTensor } from './coordinate-tensors.ts';
import { pointedTensor, withoutSwizzle } from './engine.ts';
import { localPartition, localTile } from './local-tiles.ts';
import { isLayout, operate, operateOn, pointedLayout } from './operations.ts';
import { offsetBy, sliced } from './slices.ts';

const UNKNOWN_ENGINE: Engine = { space: 'unknown', bits: null, element: null, offset: null };

/** `make_gmem_ptr(p)`, `make_smem_ptr<T>(p)`. */
const tagged =
  (space: Engine['space']): Builtin =>
  ({ args, template }) => {
    const type = template[0];
    const p = args[0];
    const engine = p instanceof Pointer ? p.engine : UNKNOWN_ENGINE;
    const { room } = engine;
    if (type instanceof Unknown) return new Pointer({ ...UNKNOWN_ENGINE, space, room });
    if (type instanceof TypeValue)
      return new Pointer({ space, bits: type.bits, element: type.name, offset: null, room });
    return new Pointer({ ...engine, space });
  };

/** `make_tensor(ptr, layout)`, `make_tensor(ptr, shape, stride)`, `make_tensor<T>(layout)`. */
const makeTensor: Builtin = (call) => {
  const { args, template } = call;
  const type = template[0];
  const owning = type instanceof TypeValue || type instanceof Unknown;
  const first = args[0];
  let engine: Engine = UNKNOWN_ENGINE;
  let rest = args;
  if (type instanceof TypeValue)
    engine = { space: 'rmem', bits: type.bits, element: type.name, offset: null };
  else if (owning) engine = { ...UNKNOWN_ENGINE, space: 'rmem' };
  else {
    rest = args.slice(1);
    if (first instanceof Pointer) engine = first.engine;
    else if (first instanceof ArithTuple)
      engine = { space: 'counting', bits: null, element: null, offset: first };
  }
  if (rest.length === 0) return new Unknown('unsupported', 'make_tensor needs a layout');
  const unknown = rest.find((v) => v instanceof Unknown);
  if (unknown instanceof Unknown) return unknown;
  const only = rest.length === 1 ? rest[0]! : null;
  const layout =
    only !== null && isLayout(only) ? only : operate('make_layout', { ...call, args: rest, template: [] });
  if (isFailure(layout) || layout instanceof Unknown) return layout;
  if (!isLayout(layout)) return new Unknown('unsupported', 'make_tensor of such arguments is not computed');
  if (type instanceof TypeValue && hasRunTimeParts(layout)) return dynamicOwner(call.name);
  return owning ? new Tensor(owned(engine, layout), layout) : pointedTensor(ofWidth(engine, layout), layout);
};

/** Registers and arrays have a size that the compiler knows. */
const dynamicOwner = (name: string): Violation =>
  new Violation(
    'dynamic-storage',
    `${name} makes a tensor that owns its elements: its layout must be static`,
    {
      cute: 'Dynamic owning tensors not supported',
    },
  );

const hasRunTimeParts = (layout: AnyLayout): boolean => {
  const { shape, stride } = innermostLayout(layout);
  return [shape, stride].some((part) => leavesOf(part as Int).some((leaf) => leaf instanceof Dynamic));
};

/** An owning tensor has as many elements as its layout needs. */
function owned(engine: Engine, layout: AnyLayout): Engine {
  const needed = operateOn('cosize', [layout]);
  return { ...engine, room: isFailure(needed) ? undefined : roomFor(needed, engine) };
}

/** A tensor in registers, which has as many elements as its layout needs. */
export const inRegisters = (of: Pick<Engine, 'bits' | 'element'>, layout: AnyLayout): Tensor =>
  new Tensor(owned({ ...of, space: 'rmem', offset: null }, layout), layout);

/** C++ only takes a pointer to elements of the width that the layout was made for (pointer_flagged.hpp). */
function ofWidth(engine: Engine, layout: AnyLayout): Engine {
  if (engine.bits !== null || !(layout instanceof ComposedLayout)) return engine;
  const { offset } = layout;
  return offset instanceof SmemPtrFlag && typeof offset.bits === 'number'
    ? { ...engine, space: 'smem', bits: offset.bits }
    : engine;
}

const makeLike =
  (operation: 'make_layout_like' | 'make_fragment_like'): Builtin =>
  (call) => {
    const x = call.args[0];
    if (!(x instanceof Tensor)) {
      const layout = operate(operation, { ...call, template: [] });
      const type = call.template[0];
      if (!(type instanceof TypeValue) || isFailure(layout) || !isLayout(layout)) return layout;
      if (hasRunTimeParts(layout)) return dynamicOwner(call.name);
      return inRegisters({ bits: type.bits, element: type.name }, layout);
    }
    const layout = operate(operation, { ...call, args: [pointedLayout(x)], template: [] });
    if (isFailure(layout) || !isLayout(layout)) return layout;
    if (hasRunTimeParts(layout)) return dynamicOwner(call.name);
    const type = call.template[0];
    const bits = type instanceof TypeValue ? type.bits : x.engine.bits;
    const element = type instanceof TypeValue ? type.name : x.engine.element;
    return inRegisters({ bits, element }, layout);
  };

const hasUnderscore = (v: Value): boolean =>
  v instanceof Underscore || (Array.isArray(v) && (v as readonly Value[]).some(hasUnderscore));

/** `tensor(coord…)`: a slice, or an element. */
export function callTensor(tensor: Tensor, call: BuiltinCall): Value | Failure {
  const coordinate: Value = call.args.length === 1 ? call.args[0]! : call.args;
  if (!hasUnderscore(coordinate)) return elementAt(tensor, coordinate);
  return offsetBy(tensor, operateOn('slice_and_offset', [coordinate, pointedLayout(tensor)]));
}

/** An element: known for a tensor of coordinates only. */
function elementAt(tensor: Tensor, coordinate: Value): Value | Failure {
  const { engine, layout } = tensor;
  if (engine.space !== 'counting' || engine.offset === null) {
    return new Unknown('not-a-layout', 'an element of a tensor is only known at run time');
  }
  const step = operateOn('call', [layout, coordinate]);
  return isFailure(step) || step instanceof Unknown ? step : sum(engine.offset, step);
}

/** Coordinates added up. */
function sum(a: Value, b: Value): Value | Failure {
  const isStride = (v: Value): boolean => isInteger(v) || v instanceof ArithTuple || v instanceof ScaledBasis;
  if (!isStride(a) || !isStride(b)) return new Unknown('unsupported', 'these coordinates are not added');
  if (a === 0) return b;
  if (b === 0) return a;
  try {
    return addStrides(a as Stride, b as Stride) as Value;
  } catch (e) {
    const failure = asFailure(e);
    return failure instanceof Violation ? failure : new Unknown('undetermined', failure.reason);
  }
}

/** `recast<T>(tensor)`: the same data as elements of another width. */
const recast: Builtin = ({ args, template }) => {
  const [x] = args;
  const [type] = template;
  if (!(x instanceof Tensor) || !(type instanceof TypeValue))
    return new Unknown('unsupported', 'recast needs a tensor and a type');
  const { bits: before } = x.engine;
  if (before === null || type.bits === null)
    return new Unknown('unsupported', 'the width of the elements is not known');
  const layout =
    before === type.bits
      ? x.layout
      : operateOn('recast_layout', [x.layout], { template: [before, type.bits] });
  if (isFailure(layout) || !isLayout(layout)) return layout;
  return new Tensor({ ...x.engine, bits: type.bits, element: type.name, offset: null }, layout);
};

const recastPointer: Builtin = ({ args, template }) => {
  const [type] = template;
  const engine = args[0] instanceof Pointer ? args[0].engine : UNKNOWN_ENGINE;
  if (!(type instanceof TypeValue)) return new Unknown('unsupported', 'recast_ptr needs a type');
  return new Pointer({ ...engine, bits: type.bits, element: type.name, offset: null });
};

const rawPointer: Builtin = ({ args: [of] }) =>
  new Pointer({ ...(of instanceof Pointer ? withoutSwizzle(of.engine) : UNKNOWN_ENGINE), space: 'unknown' });

const domainOffset: Builtin = (call) => {
  const [coord, x] = call.args;
  if (coord === undefined || !(x instanceof Tensor)) return operate('domain_offset', call);
  return offsetBy(x, operateOn('domain_offset', [coord, pointedLayout(x)]));
};

/** `as_position_independent_swizzle_tensor(tensor)`. */
const positionIndependent: Builtin = ({ args }) => {
  const [x] = args;
  if (!(x instanceof Tensor)) return new Unknown('unsupported', 'this is no tensor');
  if (x.engine.swizzle !== undefined)
    return new Unknown('unsupported', 'the swizzle of the pointer is not known in elements');
  // Only a swizzle of the pointer goes into the layout; one that the layout has already stays.
  if (!(x.layout instanceof ComposedLayout && x.layout.offset instanceof SmemPtrFlag)) return x;
  const layout = operateOn('as_position_independent_swizzle_layout', [x.layout]);
  return isFailure(layout) || !isLayout(layout) ? layout : new Tensor(x.engine, layout);
};

export const tensorFunctions: readonly [string, Builtin][] = [
  ['make_gmem_ptr', tagged('gmem')],
  ['make_smem_ptr', tagged('smem')],
  ['make_rmem_ptr', tagged('rmem')],
  ['make_tmem_ptr', tagged('tmem')],
  ['make_tensor', makeTensor],
  ['make_identity_tensor', makeIdentityTensor],
  ['make_coord_tensor', makeCoordTensor],
  // As CUTLASS called it before.
  ['make_counting_tensor', makeCoordTensor],
  ['make_tensor_like', makeLike('make_layout_like')],
  ['make_fragment_like', makeLike('make_fragment_like')],
  ['local_tile', localTile],
  ['local_partition', localPartition],
  ['slice', sliced('slice')],
  ['dice', sliced('dice')],
  ['domain_offset', domainOffset],
  ['recast', recast],
  ['recast_ptr', recastPointer],
  ['raw_pointer_cast', rawPointer],
  ['as_position_independent_swizzle_tensor', positionIndependent],
];
