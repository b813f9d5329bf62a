// Indexing, calling and the attributes of CuTe DSL's layouts and tensors.

import { type Failure, Violation } from '../../../algebra/integer/failure.ts';
import type { Int } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { ComposedLayout, Layout, Swizzle, VersionedLayout } from '../../../algebra/layout/layout.ts';
import { ScaledBasis } from '../../../algebra/layout/stride.ts';
import { isLayout } from '../../cute/operations.ts';
import type { Builtin, BuiltinCall } from '../../model/builtin.ts';
import {
  Pointer,
  Tensor,
  TypeValue,
  UnboundTypeParameter,
  Unknown,
  type Value,
  widthOf,
} from '../../model/value.ts';
import { CUTLASS_TYPES, isIntegerType } from '../plain/types.ts';
import { algebra, unsupported } from './support.ts';
import { sliceTensor } from './tensors.ts';
import { get } from './tuples.ts';
import { elementTypeOf } from './unranked.ts';
import { stridesOf } from './versions.ts';

/** `L[i]`, `t[coord]` */
export function indexCute(of: Value, args: readonly Value[], call: BuiltinCall): Value | Failure {
  const coordinate: Value = args.length === 1 ? args[0]! : args;
  if (of instanceof Tensor) return sliceTensor(of, coordinate, call);
  if (!isLayout(of)) return unsupported('this index');
  return typeof coordinate === 'number' ? get([of, coordinate], call) : unsupported('this mode');
}

/** `L(coord)` */
export function callCute(of: Value, call: BuiltinCall): Value | Failure {
  if (!isLayout(of)) return unsupported('this call');
  if (call.args.length !== 1)
    return new Violation('wrong-kind', 'a layout takes one coordinate, a tuple for several modes');
  return algebra('call', [of, call.args[0]!], call);
}

export function memberOfCute(of: Value, name: string): Value | undefined {
  if (of instanceof Tensor) {
    if (name === 'layout') return of.layout;
    if (name === 'shape' || name === 'stride') return memberOfCute(of.layout, name);
    if (name === 'iterator') return new Pointer(of.engine);
    if (name === 'load') return new Unknown('not-a-layout', 'the values of a tensor are no layout');
    if (name !== 'element_type' && name !== 'dtype') return undefined;
    return (
      elementTypeOf(of.engine) ?? new Unknown('unsupported', 'the element type of the tensor is not known')
    );
  }
  if (of instanceof Pointer) {
    const isType = name === 'dtype' || name === 'value_type' || name === 'element_type';
    return isType ? (elementTypeOf(of.engine) ?? undefined) : undefined;
  }
  if (of instanceof Layout) {
    if (name === 'shape') return of.shape as Value;
    if (name !== 'stride') return undefined;
    return of instanceof VersionedLayout ? stridesOf(of) : (of.stride as Value);
  }
  if (of instanceof ComposedLayout) {
    if (name === 'inner') return of.outer as Value;
    if (name === 'outer') return of.inner;
    if (name === 'offset') return of.offset as Value;
    return name === 'shape' && of.inner instanceof Layout ? (of.inner.shape as Value) : undefined;
  }
  if (of instanceof TypeValue) return memberOfType(of, name);
  if (of instanceof Swizzle) {
    const field = { num_bits: of.bits, num_base: of.base, num_shift: of.shift }[name];
    return field;
  }
  if (of instanceof ScaledBasis)
    return name === 'value' && knownNumber(of.value as Int) !== undefined ? (of.value as Value) : undefined;
  return undefined;
}

const METHODS: Readonly<Record<string, string>> = {
  get_hier_coord: 'get_hier_coord',
  get_flat_coord: 'get_flat_coord',
};

export function methodOfCute(of: Value, name: string): Builtin | undefined {
  const operation = METHODS[name];
  if (operation === undefined || !(of instanceof Layout)) return undefined;
  return (call) => algebra(operation, [of, ...call.args], call);
}

/** `cutlass.Float16.width`, `is_integer`, `is_float`, `signed` */
function memberOfType(of: TypeValue, name: string): Value | undefined {
  if (of instanceof UnboundTypeParameter && name === 'width') return widthOf(of) ?? undefined;
  if (of.bits === null || CUTLASS_TYPES.get(of.name)?.bits !== of.bits) return undefined;
  if (name === 'width') return of.bits;
  if (name === 'is_integer') return isIntegerType(of);
  return name === 'is_float' ? !isIntegerType(of) : undefined;
}
