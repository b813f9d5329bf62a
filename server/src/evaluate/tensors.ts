// Tensors: making them, slicing them, and tiling them. The data is only known by its memory space and
// element type; what counts is the layout.

import { type Failure, isFailure } from '../algebra/failure.ts';
import { Dynamic, type Int, StaticSymbol } from '../algebra/integer.ts';
import { ComposedLayout, Layout, Underscore } from '../algebra/layout.ts';
import { ArithTuple } from '../algebra/stride.ts';
import type { Builtin, BuiltinCall } from './dialect.ts';
import { isLayout, operate } from './operations.ts';
import { type Engine, Pointer, Tensor, TypeValue, Unknown, type Value } from './value.ts';

const NO_KEYWORDS: ReadonlyMap<string, Value> = new Map();
const plain = (name: string, args: readonly Value[], template: readonly Value[] = []): BuiltinCall => ({
  name,
  args,
  keywords: NO_KEYWORDS,
  template,
});

const UNKNOWN_ENGINE: Engine = { space: 'unknown', bits: null, element: null, offset: null };

/** `make_gmem_ptr(p)`, `make_smem_ptr<T>(p)`. */
const tagged =
  (space: Engine['space']): Builtin =>
  ({ args, template }) => {
    const type = template[0];
    if (type instanceof TypeValue)
      return new Pointer({ space, bits: type.bits, element: type.name, offset: null });
    const p = args[0];
    const engine = p instanceof Pointer ? p.engine : UNKNOWN_ENGINE;
    return new Pointer({ ...engine, space });
  };

/** `make_tensor(ptr, layout)`, `make_tensor(ptr, shape, stride)`, `make_tensor<T>(layout)`. */
const makeTensor: Builtin = (call) => {
  const { args, template } = call;
  const type = template[0];
  const owning = type instanceof TypeValue;
  const first = args[0];
  let engine: Engine = UNKNOWN_ENGINE;
  let rest = args;
  if (owning) engine = { space: 'rmem', bits: type.bits, element: type.name, offset: null };
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
  return isLayout(layout)
    ? new Tensor(engine, layout)
    : new Unknown('unsupported', 'make_tensor of such arguments is not computed');
};

/** The coordinate of all zeros with the shape's profile. */
const origin = (shape: Value): Value => (Array.isArray(shape) ? (shape as readonly Value[]).map(origin) : 0);

/** `make_identity_tensor(shape)`: coordinates as data. */
const makeIdentityTensor: Builtin = (call) => {
  const layout = operate('make_identity_layout', call);
  if (isFailure(layout) || !(layout instanceof Layout)) return layout;
  const zero = origin(layout.shape as Value);
  const entries = Array.isArray(zero) ? (zero as never) : [zero as Int];
  return new Tensor(
    { space: 'counting', bits: null, element: null, offset: new ArithTuple(entries) },
    layout,
  );
};

const makeLike =
  (operation: 'make_layout_like' | 'make_fragment_like'): Builtin =>
  (call) => {
    const x = call.args[0];
    if (!(x instanceof Tensor)) {
      const layout = operate(operation, { ...call, template: [] });
      const type = call.template[0];
      if (!(type instanceof TypeValue) || isFailure(layout) || !isLayout(layout)) return layout;
      return new Tensor({ space: 'rmem', bits: type.bits, element: type.name, offset: null }, layout);
    }
    const layout = operate(operation, { ...call, args: [x.layout], template: [] });
    if (isFailure(layout) || !isLayout(layout)) return layout;
    const type = call.template[0];
    const bits = type instanceof TypeValue ? type.bits : x.engine.bits;
    const element = type instanceof TypeValue ? type.name : x.engine.element;
    return new Tensor({ space: 'rmem', bits, element, offset: null }, layout);
  };

const isIndex = (v: Value): v is Int =>
  typeof v === 'number' || v instanceof Dynamic || v instanceof StaticSymbol;
const hasUnderscore = (v: Value): boolean =>
  v instanceof Underscore || (Array.isArray(v) && (v as readonly Value[]).some(hasUnderscore));

/** `tensor(coord…)`: a slice, or an element. */
export function callTensor(tensor: Tensor, call: BuiltinCall): Value | Failure {
  const coordinate: Value = call.args.length === 1 ? call.args[0]! : call.args;
  if (!hasUnderscore(coordinate)) {
    if (tensor.engine.space === 'counting' && tensor.layout instanceof Layout)
      return new Unknown('unsupported', 'a single coordinate of a tensor is not computed');
    return new Unknown('run-time', 'an element of a tensor is only known at run time');
  }
  const parts = operate('slice_and_offset', plain('slice_and_offset', [coordinate, tensor.layout]));
  if (isFailure(parts) || parts instanceof Unknown) return parts;
  if (!Array.isArray(parts)) return new Unknown('unsupported', 'this slice is not computed');
  const [layout, offset] = parts as readonly Value[];
  if (!isLayout(layout!)) return new Unknown('unsupported', 'this slice is not computed');
  return new Tensor(moved(tensor.engine, offset!), layout);
}

/** The data further on by an offset; null where it is not known any more. */
function moved(engine: Engine, offset: Value): Engine {
  if (offset === 0) return engine;
  if (engine.space === 'counting') {
    const sum = engine.offset instanceof ArithTuple && offset instanceof ArithTuple ? null : null;
    return { ...engine, offset: sum };
  }
  return { ...engine, offset: null };
}

/** `local_tile(tensor, tiler, coord[, projection])`: inner_partition of zipped_divide. */
const localTile: Builtin = (call) => {
  const [tensor, tiler, coord, projection] = call.args;
  if (tensor === undefined || tiler === undefined || coord === undefined)
    return new Unknown('unsupported', 'local_tile needs a tiler and a coordinate');
  if (projection !== undefined) {
    const t = projected(tiler, projection);
    const c = projected(coord, projection);
    if (t === null || c === null)
      return new Unknown('unsupported', 'this projection of a tiler is not computed');
    return innerPartition(tensor, t, c);
  }
  return innerPartition(tensor, tiler, coord);
};

/** dice(projection, x): the modes where the projection has no `_`. */
function projected(x: Value, projection: Value): Value | null {
  if (!Array.isArray(projection) || !Array.isArray(x) || projection.length > x.length) return null;
  const kept = (x as readonly Value[]).filter(
    (_, i) => !((projection as readonly Value[])[i] instanceof Underscore) && i < projection.length,
  );
  return kept;
}

/** The tile at a coordinate of the tiles: zipped_divide(tensor, tiler)((_,…), coord). */
function innerPartition(tensor: Value, tiler: Value, coord: Value): Value | Failure {
  const divided = operate('zipped_divide', plain('zipped_divide', [tensor, tiler]));
  if (isFailure(divided) || divided instanceof Unknown) return divided;
  const layout = divided instanceof Tensor ? divided.layout : divided;
  if (!(layout instanceof Layout)) return partitionComposed(divided);
  const inner = rankOf((layout.shape as readonly Value[])[0]!);
  const outer = (layout.shape as readonly Value[])[1]!;
  // Coordinates of the tiles that are not given stay as modes.
  const padded = padCoordinate(coord, rankOf(outer));
  const slice: Value = [repeat(inner, layout.shape as readonly Value[], 0), padded];
  return divided instanceof Tensor
    ? callTensor(divided, plain('()', [slice]))
    : operate('call', plain('call', [layout, slice]));
}

const rankOf = (shape: Value): number => (Array.isArray(shape) ? shape.length : 1);

function repeat(rank: number, shape: readonly Value[], i: number): Value {
  return Array.isArray(shape[i]) ? Array.from({ length: rank }, () => new Underscore()) : new Underscore();
}

function padCoordinate(coord: Value, rank: number): Value {
  if (!Array.isArray(coord)) return rank === 1 ? coord : coord;
  const items = [...(coord as readonly Value[])];
  while (items.length < rank) items.push(new Underscore());
  return items;
}

const partitionComposed = (v: Value): Value =>
  new Unknown(
    'unsupported',
    v instanceof ComposedLayout
      ? 'tiles of a composed layout are not computed'
      : 'this partition is not computed',
  );

export const tensorFunctions: readonly [string, Builtin][] = [
  ['make_gmem_ptr', tagged('gmem')],
  ['make_smem_ptr', tagged('smem')],
  ['make_rmem_ptr', tagged('rmem')],
  ['make_tmem_ptr', tagged('tmem')],
  ['make_tensor', makeTensor],
  ['make_identity_tensor', makeIdentityTensor],
  ['make_tensor_like', makeLike('make_layout_like')],
  ['make_fragment_like', makeLike('make_fragment_like')],
  ['local_tile', localTile],
];

export const isTensorIndex = isIndex;
