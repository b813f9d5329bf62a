// What the functions of CuTe DSL (`cutlass.cute`) compute. Their names and arguments are the DSL's;
// the operations behind them are those of the algebra.

import { Violation } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { ComposedLayout, Layout, Swizzle, Underscore } from '../../algebra/layout/layout.ts';
import { pythonAlgorithms } from '../cute/algorithms/algorithms.ts';
import { isLayout } from '../cute/operations.ts';
import type { Builtin } from '../model/builtin.ts';
import { Tensor, Unknown, type Value } from '../model/value.ts';
import { isInteger } from '../values/arithmetic.ts';
import { asCoordinate } from './dsl/coordinates.ts';
import { recastLayout, tileToShape } from './dsl/differences.ts';
import { symInt } from './dsl/host/tensors.ts';
import { FILLS } from './dsl/host/torch.ts';
import { makeComposed, makeLayout, makeLayoutTv, makeSwizzle, sizeInBytes } from './dsl/layouts.ts';
import { tensorMemory } from './dsl/pipelines.ts';
import { allocatedBytes, allocatedStorage, type SharedStorage } from './dsl/shared-storage.ts';
import {
  algebra,
  type DslFunction,
  direct,
  isSequence,
  NO_KEYWORDS,
  ofMode,
  unsupported,
} from './dsl/support.ts';
import {
  allocatedArray,
  allocateTensor,
  dividing,
  fragmentLike,
  localPartition,
  localTile,
  makeTensor,
  offsetDomain,
  recastPointer,
  recastTensor,
  registerTensor,
  registerTensorLike,
  storageTensor,
  tensorFunction,
} from './dsl/tensors.ts';
import {
  appendOnes,
  assume,
  basisElement,
  ceilDiv,
  depthOf,
  extend,
  flattenTuple,
  get,
  groupModes,
  incrementCoordinate,
  isStatic,
  product,
  rank,
  repeated,
  repeatLike,
  roundUp,
  scaledBasis,
  select,
  slicing,
  tupleCat,
} from './dsl/tuples.ts';
import { bindSignature, firstUnknownPart, signature } from './plain/call.ts';

/** Threads and blocks are numbered at run time. */
const threeIndices: DslFunction = () => [new Dynamic(null), new Dynamic(null), new Dynamic(null)];
const oneIndex: DslFunction = () => new Dynamic(null);

const FUNCTIONS: readonly (readonly [string, DslFunction])[] = [
  ['make_layout(shape, *, stride?)', makeLayout],
  ['make_ordered_layout(shape, order)', direct('make_ordered_layout')],
  ['make_identity_layout(shape)', direct('make_identity_layout')],
  [
    'make_layout_like(input)',
    ([of], call) => algebra('make_layout_like', [of instanceof Tensor ? of.layout : of!], call),
  ],
  ['make_composed_layout(inner, offset, outer)', makeComposed],
  ['make_swizzle(b, m, s)', makeSwizzle],
  ['make_layout_tv(thr_layout, val_layout)', makeLayoutTv],
  ['composition(lhs, rhs)', direct('composition')],
  ['complement(input, cotarget)', direct('complement')],
  ['right_inverse(input)', direct('right_inverse')],
  ['left_inverse(input)', direct('left_inverse')],
  ['coalesce(input, *, target_profile?)', direct('coalesce')],
  ['filter(input)', direct('filter')],
  ['filter_zeros(input, *, target_profile?)', direct('filter_zeros')],
  ['nullspace(layout)', direct('nullspace')],
  [
    'flatten(a)',
    ([of], call) =>
      isSequence(of) ? flattenTuple(of) : isInteger(of!) ? of : algebra('flatten', [of!], call),
  ],
  ['logical_divide(target, tiler)', dividing('logical_divide')],
  ['zipped_divide(target, tiler)', dividing('zipped_divide')],
  ['tiled_divide(target, tiler)', dividing('tiled_divide')],
  ['flat_divide(target, tiler)', dividing('flat_divide')],
  ['logical_product(block, tiler)', direct('logical_product')],
  ['zipped_product(block, tiler)', direct('zipped_product')],
  ['tiled_product(block, tiler)', direct('tiled_product')],
  ['flat_product(block, tiler)', direct('flat_product')],
  ['blocked_product(block, tiler)', direct('blocked_product')],
  ['raked_product(block, tiler)', direct('raked_product')],
  ['tile_to_shape(atom, trg_shape, order)', tileToShape],
  [
    'recast_layout(new_type_bits, old_type_bits, src_layout)',
    ([to, from, of], call) => recastLayout(of!, from!, to!, call),
  ],
  ['max_common_layout(a, b)', direct('max_common_layout')],
  ['max_common_vector(a, b)', direct('max_common_vector')],
  ['size(a, mode?)', ofMode('size')],
  ['cosize(a, mode?)', ofMode('cosize')],
  ['rank(a, mode?)', rank],
  ['depth(a)', ([a], call) => (isSequence(a) ? depthOf(a) : algebra('depth', [a!], call))],
  ['shape(input, *, mode?)', ofMode('shape')],
  ['get(input, mode)', get],
  ['select(input, mode)', select],
  ['group_modes(input, begin, end?)', groupModes],
  ['slice_(src, coord)', slicing('none')],
  ['dice(src, dicer)', slicing('some')],
  ['slice_and_offset(coord, src)', ([coord, src], call) => algebra('slice_and_offset', [coord!, src!], call)],
  ['append(input, elem, up_to_rank?)', extend('append')],
  ['prepend(input, elem, up_to_rank?)', extend('prepend')],
  ['ceil_div(input, tiler)', ceilDiv],
  ['round_up(a, b)', ([a, b], call) => roundUp(a!, b!, call)],
  ['shape_div(lhs, rhs)', direct('shape_div')],
  ['product(a)', ([a]) => product(a!)],
  ['product_each(a)', direct('product_each')],
  ['product_like(a, target_profile)', direct('product_like')],
  ['crd2idx(coord, layout)', ([coord, of], call) => algebra('crd2idx', [coord!, of!], call)],
  ['idx2crd(idx, shape)', direct('idx2crd')],
  ['E(mode)', basisElement],
  ['ScaledBasis(value, mode)', scaledBasis],
  ['append_ones(t, up_to_rank?)', appendOnes],
  ['increment_coord(coord, shape)', incrementCoordinate],
  // A set of CTAs, which the place in the cluster decides.
  ['make_layout_image_mask(lay, coord, mode)', () => new Dynamic(null)],
  ['is_congruent(a, b)', direct('congruent')],
  ['is_weakly_congruent(a, b)', direct('weakly_congruent')],
  ['is_static(x)', ([x]) => isStatic(x!)],
  [
    'get_swizzle_portion(layout)',
    ([of]) =>
      of instanceof ComposedLayout && of.outer instanceof Swizzle
        ? of.outer
        : isLayout(of!)
          ? new Swizzle(0, 4, 3)
          : unsupported('the swizzle of this'),
  ],
  [
    'get_nonswizzle_portion(layout)',
    ([of]) =>
      of instanceof ComposedLayout ? of.inner : of instanceof Layout ? of : unsupported('the layout of this'),
  ],
  ['size_in_bytes(dtype, layout)', sizeInBytes],
  ['repeat(x, n)', ([x, n]) => (n === 1 ? x! : (repeated(x!, n) ?? unsupported('repeat so often')))],
  ['repeat_as_tuple(x, n)', ([x, n]) => repeated(x!, n) ?? unsupported('repeat_as_tuple so often')],
  ['repeat_like(x, target)', ([x, target]) => repeatLike(x!, target!)],
  ['flatten_to_tuple(a)', ([a]) => flattenTuple(a!)],
  ['wrap(x)', ([x]) => (isSequence(x) ? x : [x!])],
  ['assume(src, divby?)', assume],
  ['static(value)', ([x]) => x!],
  ['sym_int(width?, divisibility?, symbol?)', ([, by]) => symInt([by])],
  ['sym_int32(divisibility?, symbol?)', symInt],
  ['sym_int64(divisibility?, symbol?)', symInt],
  ['make_tensor(iterator, layout)', makeTensor],
  [
    'make_identity_tensor(shape)',
    ([shape], call) =>
      tensorFunction.get('make_identity_tensor')!({ ...call, args: [shape!], keywords: NO_KEYWORDS }),
  ],
  ['make_rmem_tensor(layout_or_shape, dtype)', registerTensor],
  ['make_fragment(layout_or_shape, dtype)', registerTensor],
  ['make_fragment_like(src, dtype?)', fragmentLike],
  ['make_rmem_tensor_like(src, dtype?)', registerTensorLike],
  ['recast_tensor(src, dtype, swizzle_?)', recastTensor],
  ['domain_offset(coord, tensor)', offsetDomain],
  ['recast_ptr(ptr, swizzle_?, dtype?)', recastPointer],
  ['local_tile(input, tiler, coord, proj?)', localTile],
  ['local_partition(target, tiler, index, proj?)', localPartition],
];

const ARCH: readonly (readonly [string, DslFunction])[] = [
  ...[
    'thread_idx',
    'block_idx',
    'block_dim',
    'grid_dim',
    'cluster_idx',
    'cluster_dim',
    'block_idx_in_cluster',
    'block_in_cluster_idx',
    'block_in_cluster_dim',
  ].map((name) => [`${name}()`, name === 'block_idx_in_cluster' ? oneIndex : threeIndices] as const),
  [
    'retrieve_tmem_ptr(element_type, alignment?, ptr_to_buffer_holding_addr?)',
    ([type]) => tensorMemory(type),
  ],
  ['alloc_smem(element_type, size_in_elems, alignment?)', ([type, count]) => allocatedArray(type, count)],
  ['warp_idx()', oneIndex],
  ['lane_idx()', oneIndex],
  ['make_warp_uniform(value)', ([x]) => (typeof x === 'number' ? new Dynamic(x) : x!)],
];

/** Functions that say something even where an argument is unknown: data does not decide about layouts. */
export const ACCEPTS_UNKNOWN: ReadonlySet<string> = new Set([
  'make_tensor',
  'make_rmem_tensor',
  'make_rmem_tensor_like',
  'make_fragment',
  'make_fragment_like',
  'allocate_tensor',
  'allocate',
  'recast_ptr',
  'copy',
  'autovec_copy',
  'gemm',
  // Whatever divides it, it is an integer.
  'sym_int',
  'sym_int32',
  'sym_int64',
  // What is not known of the tensor leaves two orders.
  'from_tensor',
  // Sizes that the host counts are run-time ones in what is compiled.
  'matrix',
  // What a tensor is filled with says nothing of its layout.
  ...FILLS,
]);

/** Besides those, functions of tuples whose items need not all be known. */
const TOLERANT: ReadonlySet<string> = new Set([
  ...ACCEPTS_UNKNOWN,
  // The strides of modes of one element need not be known.
  'make_layout',
  'rank',
  'depth',
  'get',
  'select',
  'group_modes',
  'append',
  'prepend',
  'slice_',
  'repeat',
  'repeat_as_tuple',
  'repeat_like',
  'flatten',
  'flatten_to_tuple',
  'wrap',
  'retrieve_tmem_ptr',
]);

/** What first parameters are called that stand for a layout or tensor. */
const TAKES_LAYOUT: ReadonlySet<string> = new Set([
  'a',
  'input',
  'layout',
  'lhs',
  'block',
  'target',
  'tensor',
  'src',
  'src_layout',
]);

const build = (functions: readonly (readonly [string, DslFunction])[]): ReadonlyMap<string, Builtin> =>
  new Map(
    functions.map(([text, run]) => {
      const sign = signature(text);
      const coordinate = sign.parameters.findIndex(({ name }) => name === 'coord' || name === 'index');
      const builtin: Builtin = (call) => {
        const bound = bindSignature(sign, call);
        if (bound instanceof Violation || bound instanceof Unknown) return bound;
        // Code that does not run has None where it would have a layout.
        if (bound[0] instanceof Underscore && TAKES_LAYOUT.has(sign.parameters[0]!.name))
          return new Unknown('discarded', `${sign.name} of None is no layout`);
        if (coordinate >= 0 && bound[coordinate] !== undefined)
          (bound as Value[])[coordinate] = asCoordinate(bound[coordinate]);
        const unknown = TOLERANT.has(sign.name) ? null : firstUnknownPart(bound as readonly Value[]);
        return unknown ?? run(bound, call);
      };
      return [sign.name, builtin] as const;
    }),
  );

/** Methods of `cutlass.utils.SmemAllocator`. */
const ALLOCATOR = build([
  ['allocate_tensor(element_type, layout, byte_alignment?, swizzle?)', allocateTensor],
  // So many bytes, or a struct.
  [
    'allocate(size_or_type, byte_alignment?)',
    ([of]) => (of !== undefined && isInteger(of) ? allocatedBytes(of) : allocatedStorage(of)),
  ],
  [
    'allocate_array(element_type, num_elems?, byte_alignment?)',
    ([type, count]) => allocatedArray(type, count),
  ],
]);

/** Methods of the fields of structs in shared memory. */
const storageMethods = (of: SharedStorage): ReadonlyMap<string, Builtin> =>
  build([
    ['get_tensor(layout, swizzle?, dtype?)', (args) => storageTensor(of, args)],
    ['data_ptr()', () => of.pointer],
  ]);

export const storageMethod = (of: SharedStorage, name: string): Builtin | undefined =>
  storageMethods(of).get(name);

export const allocatorMethod = (name: string): Builtin | undefined => ALLOCATOR.get(name);

const CUTE: ReadonlyMap<string, Builtin> = new Map([
  ...build(FUNCTIONS),
  ...pythonAlgorithms,
  // It takes as many tuples as it is given.
  ['tuple_cat', ({ args }) => tupleCat(args)],
]);
const CUTE_ARCH = build(ARCH);

/** The function of `cutlass.cute` with the path behind it: ['make_layout'], ['arch', 'thread_idx']. */
export function cuteBuiltin(path: readonly string[]): Builtin | undefined {
  const [first, second] = path;
  if (path.length === 1) return CUTE.get(first!);
  return path.length === 2 && first === 'arch' ? CUTE_ARCH.get(second!) : undefined;
}
