// Tensors of CuTe DSL: their data is only known by its type and memory, their layout is what counts.

import { type Failure, isFailure, Violation } from '../../../algebra/integer/failure.ts';
import { Dynamic } from '../../../algebra/integer/integer.ts';
import { ComposedLayout, Layout, Swizzle, Underscore } from '../../../algebra/layout/layout.ts';
import { movedPointer } from '../../cute/engine.ts';
import { isLayout } from '../../cute/operations.ts';
import { inRegisters, tensorFunctions } from '../../cute/tensors.ts';
import type { Builtin, BuiltinCall } from '../../model/builtin.ts';
import { type Engine, Pointer, Tensor, TypeValue, Unknown, type Value } from '../../model/value.ts';
import { roomFor } from '../../values/room.ts';
import { CUTLASS_TYPES, isIntegerType } from '../plain/types.ts';
import { recastLayout } from './differences.ts';
import { SHARED, SHARED_POINTER, type SharedStorage } from './shared-storage.ts';
import {
  type Arguments,
  algebra,
  type DslFunction,
  hasUnderscore,
  NO_KEYWORDS,
  unsupported,
} from './support.ts';
import { UnrankedLayout, UnrankedTensor, withModes } from './unranked.ts';

export const tensorFunction: ReadonlyMap<string, Builtin> = new Map(tensorFunctions);

export function sliceTensor(of: Tensor, coordinate: Value, call: BuiltinCall): Value | Failure {
  if (!hasUnderscore(coordinate)) return elementOf(of.engine);
  const parts = algebra('slice_and_offset', [coordinate, of.layout], call);
  if (isFailure(parts) || parts instanceof Unknown) return parts;
  const [layout, offset] = parts as readonly Value[];
  if (layout === undefined || offset === undefined || !isLayout(layout)) return unsupported('this slice');
  return new Tensor(movedBy(of.engine, offset), layout, of.share);
}

/** An element of integers is a run-time integer; what others hold says nothing of layouts. */
function elementOf({ element }: Engine): Value {
  const type = element === null ? undefined : CUTLASS_TYPES.get(element);
  return type !== undefined && isIntegerType(type)
    ? new Dynamic(null)
    : new Unknown('run-time', 'an element of a tensor is only known at run time');
}

const movedBy = (engine: Engine, offset: Value): Engine =>
  offset === 0 ? engine : movedPointer(engine, offset);

export function makeTensor([iterator, layout]: Arguments, call: BuiltinCall): Value | Failure {
  if (layout instanceof Unknown) return layout;
  if (layout instanceof UnrankedLayout)
    return new UnrankedTensor(iterator instanceof Pointer ? iterator.engine : NO_ENGINE);
  const pointer = iterator instanceof Unknown || iterator === undefined ? new Pointer(NO_ENGINE) : iterator;
  return tensorFunction.get('make_tensor')!({
    ...call,
    args: [pointer, layout!],
    keywords: NO_KEYWORDS,
    template: [],
  });
}

export const NO_ENGINE: Engine = { space: 'unknown', bits: null, element: null, offset: null };

/** A tensor in registers, of a layout or shape. */
export function registerTensor([of, type]: Arguments, call: BuiltinCall): Value | Failure {
  if (of instanceof Unknown) return of;
  const layout = isLayout(of!) ? of : algebra('make_layout', [of!], call);
  if (isFailure(layout) || !isLayout(layout)) return layout;
  const known = type instanceof TypeValue ? type : null;
  return inRegisters({ bits: known?.bits ?? null, element: known?.name ?? null }, layout);
}

export function localTile([of, tiler, coord, proj]: Arguments, call: BuiltinCall): Value | Failure {
  if (of instanceof Unknown) return of;
  // A coordinate of more modes than the projection has keeps the others.
  const open = Array.isArray(proj) && Array.isArray(coord) ? coord.length - proj.length : 0;
  const kept = open > 0 ? (coord as readonly Value[]).slice(-open) : [];
  if (kept.length > 0) {
    const given = (coord as readonly Value[]).slice(0, -open);
    const chosen = (proj as readonly Value[]).flatMap((p, i) => (p instanceof Underscore ? [] : [given[i]!]));
    const own = (proj as readonly Value[]).flatMap((p, i) => (p instanceof Underscore ? [] : [i]));
    const parts =
      Array.isArray(tiler) && tiler.length === given.length ? own.map((i) => tiler[i] as Value) : null;
    if (parts === null) return unsupported('local_tile with this projection');
    return localTile([of, parts, [...chosen, ...kept], undefined], call);
  }
  const isWhole = proj === undefined || proj instanceof Underscore;
  const tiled = isWhole ? withModes(of!, Math.max(countOf(tiler), countOf(coord))) : of!;
  const args = [tiled, tiler!, coord!, ...(isWhole ? [] : [proj])];
  return tensorFunction.get('local_tile')!({ ...call, args, keywords: NO_KEYWORDS, template: [] });
}

/** How many modes a tiler or a coordinate speaks of; 0: it does not say. */
const countOf = (v: Value | undefined): number => (Array.isArray(v) ? v.length : 0);

/** `zipped_divide(tensor, tiler)`: what a tiler divides has its modes. */
export const dividing =
  (name: string): DslFunction =>
  ([of, tiler], call) =>
    algebra(name, [withModes(of!, countOf(tiler)), tiler!], call);

export function localPartition([of, threads, index, proj]: Arguments, call: BuiltinCall): Value | Failure {
  if (of instanceof Unknown) return of;
  if (!(threads instanceof Layout)) return unsupported('local_partition by what is no layout');
  const isWhole = proj === undefined || proj instanceof Underscore || proj === 1;
  const args = [of!, threads, index!, ...(isWhole ? [] : [proj])];
  return tensorFunction.get('local_partition')!({ ...call, args, keywords: NO_KEYWORDS, template: [] });
}

/** The same layout further on in memory. */
export function offsetDomain([coord, of]: Arguments, call: BuiltinCall): Value | Failure {
  if (!(of instanceof Tensor)) return unsupported('domain_offset of this');
  const offset = algebra('crd2idx', [coord!, of.layout], call);
  if (isFailure(offset) || offset instanceof Unknown) return offset;
  return new Tensor(movedBy(of.engine, offset!), of.layout);
}

/** Registers for what a tensor holds: compact, in the order of its strides. */
export function registerTensorLike([of, type]: Arguments, call: BuiltinCall): Value | Failure {
  if (of instanceof Unknown) return of;
  const layout = of instanceof Tensor ? of.layout : of;
  if (!isLayout(layout!)) return unsupported('a tensor like this');
  // Coordinates have no order in memory.
  const isCounting = of instanceof Tensor && of.engine.space === 'counting';
  const source = isCounting
    ? algebra('make_layout', [algebra('shape', [layout], call) as Value], call)
    : layout;
  if (isFailure(source) || source instanceof Unknown) return source;
  const compact = algebra('make_layout_like', [source], call);
  if (isFailure(compact) || !isLayout(compact)) return compact;
  const given = type instanceof TypeValue ? type : null;
  const from = of instanceof Tensor && !isCounting ? of.engine : NO_ENGINE;
  const bits = given?.bits ?? from.bits;
  return inRegisters({ bits, element: given?.name ?? from.element }, compact);
}

/** Of a tensor. Whether that of a layout nests modes as C++ does is not known. */
export function fragmentLike(args: Arguments, call: BuiltinCall): Value | Failure {
  const [of] = args;
  if (of instanceof Tensor || of instanceof Unknown) return registerTensorLike(args, call);
  return unsupported('make_fragment_like of a layout');
}

/** The same memory as elements of another width. */
export function recastTensor([of, type]: Arguments, call: BuiltinCall): Value | Failure {
  if (!(of instanceof Tensor) || !(type instanceof TypeValue)) return unsupported('this recast');
  const widths = [of.engine.bits, type.bits].map((bits) => (bits === 1 ? 8 : bits));
  const [from, to] = widths;
  if (from == null || to == null) return unsupported('a recast of elements of unknown width');
  const layout = recastLayout(of.layout, from, to, call);
  if (isFailure(layout) || !isLayout(layout)) return layout;
  return new Tensor({ ...of.engine, bits: type.bits, element: type.name, offset: null }, layout);
}

/** `cutlass.utils.SmemAllocator()` */
export const SMEM_ALLOCATOR = new TypeValue('SmemAllocator', null);

/** Bytes of the widest vector that a thread moves. */
const WIDEST = 16;

/** What an engine is told of its alignment; tensors of larger ones are all alike. */
export const alignedTo = (bytes: Value | undefined): Pick<Engine, 'aligned'> =>
  typeof bytes === 'number' && bytes > 0 && bytes < WIDEST ? { aligned: bytes } : {};

/** `smem.allocate_tensor(type, layout, …)` */
export function allocateTensor([type, of, align, swizzle]: Arguments, call: BuiltinCall): Value | Failure {
  const layout = typeof of === 'number' ? algebra('make_layout', [of], call) : of!;
  if (isFailure(layout) || !isLayout(layout))
    return layout instanceof Unknown ? layout : unsupported('this allocation');
  if (swizzle instanceof Swizzle && layout instanceof ComposedLayout && layout.outer instanceof Swizzle)
    return new Violation(
      'inadmissible',
      'the layout has a swizzle of its own, so that the pointer takes none',
    );
  const known = type instanceof TypeValue ? type : null;
  return new Tensor(
    {
      ...SHARED,
      bits: known?.bits ?? null,
      element: known?.name ?? null,
      ...alignedTo(align),
      ...swizzledBy(swizzle),
    },
    layout,
  );
}

/** The swizzle that a pointer is given; None is none. */
const swizzledBy = (swizzle: Value | undefined): Pick<Engine, 'swizzle'> =>
  swizzle === undefined || swizzle instanceof Underscore
    ? {}
    : { swizzle: swizzle instanceof Swizzle ? swizzle : null };

/** `storage.field.get_tensor(layout, swizzle=None, dtype=None)`; the swizzle belongs to the pointer. */
export function storageTensor(
  { pointer: { engine } }: SharedStorage,
  [layout, swizzle, type]: Arguments,
): Value {
  if (layout === undefined || !isLayout(layout)) return unsupported('a tensor of this');
  const own = type === undefined || type instanceof Underscore;
  const { bits, element } = own
    ? engine
    : type instanceof TypeValue
      ? { bits: type.bits, element: type.name }
      : SHARED;
  return new Tensor({ ...SHARED, bits, element, ...swizzledBy(swizzle) }, layout);
}

/** `smem.allocate_array(type, count=1)` */
export function allocatedArray(type: Value | undefined, count: Value | undefined): Value {
  const pointer = recastPointer([SHARED_POINTER, undefined, type]);
  if (!(pointer instanceof Pointer) || count === undefined) return pointer;
  return new Pointer({ ...pointer.engine, room: roomFor(count, pointer.engine) });
}

/** `recast_ptr(ptr, swizzle_=None, dtype=None)` */
export function recastPointer([of, swizzle, type]: Arguments): Value {
  if (of instanceof Unknown) return recastPointer([new Pointer(NO_ENGINE), swizzle, type]);
  if (!(of instanceof Pointer)) return unsupported('recast_ptr of this');
  const engine = { ...of.engine, ...swizzledBy(swizzle) };
  if (!(type instanceof TypeValue)) return new Pointer(engine);
  return new Pointer({ ...engine, bits: type.bits, element: type.name, offset: null });
}
