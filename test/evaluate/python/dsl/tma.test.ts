// TMA atoms of CuTe DSL: which are made, which are not, and the partitions by them. Layouts are those that C++ CuTe prints
// for the same atoms.

import { before, test } from 'node:test';
import type { Grammars } from '../../../../server/src/syntax/grammars.ts';
import { checkValues, pythonGrammars } from '../support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const HOST = `import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100
from cutlass.cute.nvgpu import cpasync, tcgen05
from cutlass.cute.runtime import make_fake_compact_tensor
half, K = cutlass.Float16, tcgen05.OperandMajorMode.K
@cute.jit
def host(p: cute.Pointer, n: cutlass.Int32):
    mma = sm100.make_trivial_tiled_mma(half, half, K, K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128))
    a = make_fake_compact_tensor(half, (512, 256), stride_order=(1, 0))
    load, multi = cpasync.CopyBulkTensorTileG2SOp(), cpasync.CopyBulkTensorTileG2SMulticastOp()
    rows = cute.make_layout((128, 64), stride=(64, 1))
    stage = cute.slice_(sm100.make_smem_layout_a(mma, (128, 128, 64), half, 3), (None, None, None, 0))
    tall = cute.slice_(sm100.make_smem_layout_a(mma, (512, 128, 64), half, 1), (None, None, None, 0))
`;

const check = (text: string, expected: Readonly<Record<string, string | RegExp>>): void =>
  checkValues(grammars, `${HOST}${text.replaceAll(/^(?=.)/gm, '    ')}`, expected);

const NOT_COMPUTED = (what: string): RegExp => new RegExp(`^unknown: ${what} is not computed`);

test('an atom of another operation, tensor, layout, type or tile is not made up', () => {
  check(
    `
operation = cpasync.make_tiled_tma_atom(half, a, rows, (128, 64))
number = cpasync.make_tiled_tma_atom(load, 16, rows, (128, 64))
swizzled = cute.make_tensor(p, cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((512, 256))))
composed = cpasync.make_tiled_tma_atom(load, swizzled, rows, (128, 64))
untyped = cpasync.make_tiled_tma_atom(load, cute.make_tensor(p, cute.make_layout((512, 256), stride=(256, 1))), rows, (128, 64))
extent = cpasync.make_tiled_tma_atom(load, a, 64, (128, 64))
ranks = cpasync.make_tiled_tma_atom(load, a, cute.make_layout((128, 64, 2, 2)), (128, 64))
tile = cpasync.make_tiled_tma_atom(load, a, rows, "rows")
count = cpasync.make_tiled_tma_atom(load, a, rows, (128, 64), num_multicast="two")
inner = cpasync.make_tiled_tma_atom(load, a, rows, (128, 64), 1, cute.Tensor)
columns = cpasync.make_tiled_tma_atom(load, a, cute.make_layout((128, 64)), (128, 64))
`,
    {
      operation: NOT_COMPUTED('a TMA atom of this operation'),
      number: NOT_COMPUTED('a TMA atom of this tensor'),
      composed: NOT_COMPUTED('a TMA atom of this tensor'),
      untyped: NOT_COMPUTED('a TMA atom of an unknown element type'),
      extent: NOT_COMPUTED('a TMA atom of this layout'),
      ranks: /^refused: the layout of shared memory has 4 modes, where a tile of 2 takes 2/,
      tile: NOT_COMPUTED('a TMA atom for this tile'),
      count: NOT_COMPUTED('a TMA atom for this tile'),
      inner: NOT_COMPUTED('a TMA atom of this type'),
      columns: /^refused: along the first direction of the box the global tensor has stride 256/,
    },
  );
});

test('an operand is multicast along the mode that it lacks, which the cluster has', () => {
  check(
    `
flat = cute.nvgpu.make_tiled_tma_atom_A(load, a, stage, 128, mma, (1, 1, 1, 1))
atom_of_type = cute.nvgpu.make_tiled_tma_atom_A(load, a, stage, (128, 128, 64), half, (1, 1, 1, 1))
alone = cute.nvgpu.make_tiled_tma_atom_A(multi, a, stage, (128, 128, 64), mma)
by_none = cute.nvgpu.make_tiled_tma_atom_A(multi, a, stage, (128, 128, 64), mma, None)
open = cute.nvgpu.make_tiled_tma_atom_A(multi, a, stage, (128, 128, 64), mma, (1, 1, n, 1))
atom, coordinates = cute.nvgpu.make_tiled_tma_atom_A(multi, a, stage, (128, 128, 64), mma, (1, 1, 2, 1))
source = atom.layout_src_tv
shared = cute.make_tensor(cute.make_ptr(half, 0, cute.AddressSpace.smem), cute.make_layout(((128, 16), 1, 4), stride=((64, 1), 0, 16)))
parts = mma.get_slice(0).partition_A(cute.local_tile(coordinates, (128, 64), (None, None)))
into, of = cpasync.tma_partition(atom, 0, cute.make_layout(2), cute.group_modes(shared, 0, 3), cute.group_modes(parts, 0, 3))
`,
    {
      flat: NOT_COMPUTED('a TMA atom for this tile'),
      atom_of_type: NOT_COMPUTED('a TMA atom for this tile'),
      alone: NOT_COMPUTED('a multicast without a cluster'),
      by_none: NOT_COMPUTED('a multicast without a cluster'),
      open: NOT_COMPUTED('a multicast to a cluster that is not known'),
      coordinates: 'tensor (512,256):(1@1,1@0)',
      source: '(1,8192):(0,1)',
      into: 'tensor ((8192,1)):((1,0))',
      of: 'tensor (((64,128),1),4,4):(((1@0,1@1),0),128@1,64@0)',
    },
  );
});

// A box has no more than 256 rows. Each CTA of a multicast copies its part of it.
test('a box of too many rows is only copied by several CTAs', () => {
  check(
    `
one = cute.nvgpu.make_tiled_tma_atom_A(load, a, tall, (512, 128, 64), mma, (1, 1, 2, 1))
by_one = cute.nvgpu.make_tiled_tma_atom_A(multi, a, tall, (512, 128, 64), mma, (1, 2, 1, 1))
_, two = cute.nvgpu.make_tiled_tma_atom_A(multi, a, tall, (512, 128, 64), mma, (1, 1, 2, 1))
`,
    { one: /^refused: /, by_one: /^refused: /, two: 'tensor (512,256):(1@1,1@0)' },
  );
});

test('a partition by what is no atom, or of what are no tensors, is not made up', () => {
  check(
    `
atom, coordinates = cpasync.make_tiled_tma_atom(load, a, rows, (128, 64))
shared = cute.group_modes(cute.make_tensor(cute.make_ptr(half, 0, cute.AddressSpace.smem), rows), 0, 2)
tiles = cute.local_tile(coordinates, (128, 64), (None, None))
into, of = cpasync.tma_partition(atom, 0, cute.make_layout(1), shared, cute.group_modes(tiles, 0, 2))
by_type = cpasync.tma_partition(half, 0, cute.make_layout(1), shared, tiles)
of_number = cpasync.tma_partition(atom, 0, cute.make_layout(1), 4, 5)
to_number = cpasync.tma_partition(atom, 0, cute.make_layout(1), shared, 5)
ungrouped = cpasync.tma_partition(atom, 0, cute.make_layout(1), shared, tiles)
`,
    {
      into: 'tensor ((8192,1)):((1,0))',
      of: 'tensor (((64,128),1),4,4):(((1@0,1@1),0),128@1,64@0)',
      by_type: NOT_COMPUTED('a partition by this atom'),
      of_number: /^unknown: tma_partition needs/,
      to_number: /^unknown: tma_partition needs/,
      ungrouped: /^refused: the first modes of the tensors of a tma_partition differ in size/,
    },
  );
});
