// The modes of what functions of CuTe DSL make of tensors and layouts that nobody knows: as many as the arguments ask
// for, of the sizes that they say, and … where more may follow.

import { before, test } from 'node:test';
import type { Grammars } from '../../../../server/src/syntax/grammars.ts';
import { pythonGrammars } from '../support.ts';
import { checkModes } from './support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const KERNEL = `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync
@cute.kernel
def kernel(x, y: cute.Tensor, thr_mma, thr_copy, atom, layout: cute.Layout, tile, k: cutlass.Int32, shape):
    two = x[None, None, k]
    three = x[None, None, None, k]
    smem = utils.SmemAllocator()
    storage = smem.allocate(Storage)
`;

const check = (lines: string): void => checkModes(grammars, KERNEL, lines);

test('slices and groups', () => {
  check(`
    x[None, k] → tensor (?)
    three[None, 0, None] → tensor (?,?)
    two.shape → tuple (?,?)
    two.layout → layout (?,?)
    tile[1] → tile[1]
    cute.slice_(layout, (None, None, 0)) → layout (?,?)
    cute.slice_(two, (None, 0)) → tensor (?)
    cute.slice_(shape, (None, 0)) → tuple (?)
    cute.slice_(layout, 0) → unknown: layout is a parameter of the function
    cute.select(shape, mode=[0, 2]) → tuple (?,?)
    cute.select(three, mode=[1, 0]) → tensor (?,?)
    cute.group_modes(three, 0, 2) → tensor (?,?)
    cute.group_modes(three, 1, 3) → tensor (?,?)
    cute.group_modes(two, 1, 2) → tensor (?,?)
    cute.group_modes(layout, 1, 3) → layout (?,?,…)
    cute.group_modes(x, 0, 2) → unknown: x is a parameter of the function
    cute.group_modes(two, 0, cute.rank(two)) → tensor (?)
    cute.group_modes(three, 1, cute.rank(three)) → tensor (?,?)
    cute.group_modes(three, 1, cute.rank(three) - 1) → tensor (?,?,?)
    cute.group_modes(x, 3, cute.rank(x)) → layout (?,?,?,?)
    cute.group_modes(x, 1, cute.rank(x) - 1) → layout (?,?,?)
    cute.group_modes(x, 0, cute.rank(x) - 2) → layout (?,?,?)
    cute.group_modes(two, 0, cute.rank(x) - 1) → tensor (?,…)
    cute.group_modes(y, 12, 13) → tensor (?,?,?,?,?,?,?,?,?,?,?,?,?,…)
    cute.group_modes(y, 13, 14) → unknown: y is a parameter of the function
    cute.group_modes(y, -1, 2) → unknown: y is a parameter of the function
    cute.select(two, mode=[]) → unknown: x is a parameter of the function
    cute.select(two, mode=(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) → tensor (?,?,?,?,?,?,?,?,?,?,?,?)
    cute.select(two, mode=(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) → unknown: x is a parameter of the function
    cute.slice_(two, (0, 0)) → unknown: x is a parameter of the function
    cute.slice_(shape, (0, 0)) → unknown: shape is a parameter of the function
    cute.group_modes(x.a, 0, cute.rank(x.a)) → layout (?)
    cute.group_modes(x.a.b, 2, cute.rank(x.a.b)) → layout (?,?,?)
    cute.group_modes(x.a, 2, cute.rank(x.b)) → unknown: x is a parameter of the function
    cute.group_modes(x.a, 2, cute.rank(y.a)) → unknown: x is a parameter of the function
    cute.group_modes(x.a, 2, cute.rank(y[0])) → unknown: x is a parameter of the function
    cute.group_modes(x.a, 2, cute.rank(x)) → unknown: x is a parameter of the function
    cute.group_modes(x, 2, cute.rank(x.a)) → unknown: x is a parameter of the function
    cute.domain_offset((0, k, 0), y) → tensor (?,?,?)
  `);
});

test('tiles, divisions and compositions', () => {
  check(`
    cute.local_tile(y, (128, 64), (None, None)) → tensor (128,64,…)
    cute.local_tile(y, (128, 64, 32), (None, None, None), proj=(1, None, 1)) → tensor (128,32,…)
    cute.local_tile(y, (128, 64, 32), (None, None, None), (None, 1, 1)) → tensor (64,32,…)
    cute.group_modes(cute.local_tile(y, (128, 64), (None, None)), 0, 2) → tensor ((128,64),…)
    cute.group_modes(cute.local_tile(y, (128, 64), (None, None)), 0, 3) → tensor (?,…)
    cute.group_modes(cute.local_tile(y, (128, 64), (None, None)), 1, 3) → tensor (128,?,…)
    cute.zipped_divide(y, (8, 4)) → tensor ((8,4),?)
    cute.zipped_divide(layout, (8, 4)) → layout ((8,4),?)
    cute.tiled_divide(y, (8, 4)) → tensor ((8,4),?,?,…)
    cute.flat_divide(y, (8, 4)) → tensor (8,4,?,?,…)
    cute.composition(y, (16, 8)) → tensor (16,8)
    cute.composition(y, (None, 8)) → tensor (?,8)
    cute.composition(layout, (16,)) → layout (16)
    cute.composition(layout, (2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2)) → layout (2,2,2,2,2,2,2,2,2,2,2,2)
    cute.composition(layout, (2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2)) → unknown: layout is a parameter of the function
    cute.composition(layout, ()) → unknown: layout is a parameter of the function
    cute.make_layout(shape, stride=()) → unknown: shape is a parameter of the function
    cute.tile_to_shape(layout, shape, (0, 1, 2)) → layout (?,?,?)
    cute.coalesce(layout, target_profile=(1, 1, 1)) → layout (?,?,?,…)
    cute.coalesce(two, target_profile=(1, 1)) → tensor (?,?)
    cute.make_layout(shape, stride=(1, k, 3)) → layout (?,?,?)
    cute.make_ordered_layout(shape, (1, 0)) → layout (?,?)
    cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.select(layout, mode=[0, 1])) → layout (?,?)
    cute.recast_tensor(two, cutlass.Int32) → tensor (?,?)
    cute.filter_zeros(two) → tensor (?,?)
    cute.make_rmem_tensor_like(three) → tensor (?,?,?)
    cute.make_identity_tensor(two.shape) → tensor (?,?)
    cute.make_identity_layout(two.shape) → layout (?,?)
    cute.make_tensor(k, two.layout) → tensor (?,?)
    storage.sA.get_tensor(cute.select(layout, mode=[0, 1])) → tensor (?,?)
    smem.allocate_tensor(cutlass.Float16, cute.select(layout, mode=[2, 0, 1])) → tensor (?,?,?)
    smem.allocate_tensor(cutlass.Float16, layout=cute.select(layout, mode=[2, 0])) → tensor (?,?)
  `);
});

test('partitions and fragments', () => {
  check(`
    thr_mma.partition_A(two) → tensor (MMA,MMA_M,MMA_K)
    thr_mma.partition_A(three) → tensor (MMA,MMA_M,MMA_K,?)
    thr_mma.partition_B(y) → tensor (MMA,MMA_N,MMA_K,…)
    thr_mma.partition_C(two) → tensor (MMA,MMA_M,MMA_N)
    thr_mma.partition_shape_C(shape) → tuple (MMA,MMA_M,MMA_N,…)
    thr_mma.make_fragment_A(thr_mma.partition_A(three)) → tensor (MMA,MMA_M,MMA_K,?)
    thr_copy.partition_S(two) → tensor (CPY,CPY_0,CPY_1)
    thr_copy.partition_D(y) → tensor (CPY,…)
    thr_copy.retile(three) → tensor (CPY,CPY_0,CPY_1)
    cpasync.tma_partition(atom, 0, layout, cute.group_modes(three, 0, 2), y)[0] → tensor (TMA,?)
    cpasync.tma_partition(atom, 0, layout, y, cute.group_modes(three, 0, 1))[1] → tensor (TMA,?,?)
    cpasync.make_tiled_tma_atom(atom, two, layout, (128, 64))[1] → tensor (?,?)
  `);
});
