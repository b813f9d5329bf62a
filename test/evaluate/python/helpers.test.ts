// The helpers of `cutlass.utils`, TMA, tensor memory and tensors on the host. Layouts of shared memory and scale
// factors are what C++ CuTe computes of the same atoms and shapes (compiled), or what users of the DSL have published.

import { before, describe, test } from 'node:test';
import type { Grammars } from '../../../server/src/syntax/grammars.ts';
import { checkValues, pythonGrammars } from './support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const IMPORTS = `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100
import cutlass.utils.hopper_helpers as sm90
import cutlass.utils.blockscaled_layout as scaled
from cutlass.cute.nvgpu import cpasync, tcgen05, warpgroup
half = cutlass.Float16
row, col = utils.LayoutEnum.ROW_MAJOR, utils.LayoutEnum.COL_MAJOR
K, MN = tcgen05.OperandMajorMode.K, tcgen05.OperandMajorMode.MN
`;

const check = (text: string, expected: Readonly<Record<string, string | RegExp>>): void =>
  checkValues(grammars, `${IMPORTS}${text}`, expected);

test('shared memory of Blackwell MMAs, its epilogue and scale factors', () => {
  check(
    `
def layouts():
    mma = sm100.make_trivial_tiled_mma(half, half, K, MN, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128))
    older = sm100.make_trivial_tiled_mma(half, K, K, cutlass.Float32, tcgen05.CtaGroup.ONE, (64, 128))
    a = sm100.make_smem_layout_a(mma, (128, 128, 64), half, 7)
    b = utils.sm100.make_smem_layout_b(mma, (128, 128, 64), half, 7)
    tall = cute.slice_(sm100.make_smem_layout_a(older, (64, 128, 128), half, 1), (None, None, None, 0))
    kind = sm100.get_smem_layout_atom_ab(K, half, (128, 32))
    mma_k = cute.size(mma.shape_mnk, mode=[2])
    major = mma.op.b_major_mode
    tile = sm100.compute_epilogue_tile_shape((128, 128, 64), False, row, half)
    epilogue = sm100.make_smem_layout_epi(half, row, (64, 128), 1)
    four = cutlass.Float4E2M1FN
    block = sm100.make_blockscaled_trivial_tiled_mma(four, four, K, K, cutlass.Float8E4M3FN, 16,
        tcgen05.CtaGroup.ONE, (128, 128))
    factors = scaled.tile_atom_to_shape_SF((256, 256, 2), 16)
    sfa = scaled.make_smem_layout_sfa(block, (128, 128, 256), 16, 3)
`,
    {
      a: 'Sw<3,4,3> o 0 o ((128,16),1,4,7):((64,1),?,16,8192)',
      b: 'Sw<3,4,3> o 0 o (((64,2),16),1,4,7):(((1,4096),64),?,1024,8192)',
      tall: 'Sw<3,4,3> o 0 o ((64,16),1,(4,2)):((64,1),?,(16,4096))',
      kind: '"SmemLayoutAtomKind.K_SW64"',
      mma_k: '16',
      major: '"OperandMajorMode.MN"',
      tile: '(128:1,32:1)',
      epilogue: 'Sw<3,4,3> o 0 o ((8,8),(64,2),(1,1)):((64,512),(1,4096),(0,0))',
      factors: '(((32,4),2),((16,4),4),(1,2)):(((16,4),2048),((0,1),512),(0,4096))',
      sfa: '((((32,4),1),(16,4)),1,4,3):((((16,4),?),(0,1)),?,512,2048)',
    },
  );
});

test('shared memory of Hopper MMAs', () => {
  check(
    `
def layouts():
    a = sm90.make_smem_layout_a(row, (128, 96, 64), half, 4)
    b = sm90.make_smem_layout_b(col, (128, 96, 64), half, 2)
    atom = warpgroup.make_smem_layout_atom(sm90.get_smem_layout_atom(row, half, 64), half)
    again = cute.tile_to_shape(atom, (128, 64, 4), order=(0, 1, 2))
    mma = sm90.make_trivial_tiled_mma(half, half, K, K, cutlass.Float32, (2, 1, 1), (64, 128))
    threads = mma.thr_layout_vmnk
    acc = mma.make_fragment_C(mma.partition_shape_C((128, 128))).layout
    e4m3, e5m2 = cutlass.Float8E4M3FN, cutlass.Float8E5M2
    of_bytes = sm90.make_trivial_tiled_mma(e4m3, e5m2, K, K, cutlass.Float32, (1, 1, 1), (64, 64)).shape_mnk
    of_both = sm90.make_trivial_tiled_mma(half, e4m3, K, K, cutlass.Float32, (1, 1, 1), (64, 64)).shape_mnk
    of_others = sm90.make_trivial_tiled_mma(e4m3, half, K, K, cutlass.Float32, (1, 1, 1), (64, 64)).shape_mnk
    capacity = utils.get_smem_capacity_in_bytes("sm_90")
    elsewhere = utils.get_smem_capacity_in_bytes("sm_55")
`,
    {
      a: 'Sw<3,4,3> o 0 o ((8,16),(64,1),(1,4)):((64,512),(1,0),(0,8192))',
      b: 'Sw<2,4,3> o 0 o ((32,3),(8,8),(1,2)):((1,2048),(32,256),(0,6144))',
      atom: 'Sw<3,4,3> o 0 o (8,64):(64,1)',
      again: 'Sw<3,4,3> o 0 o ((8,16),(64,1),(1,4)):((64,512),(1,0),(0,8192))',
      threads: '(128,2,1,1):(1,128,0,0)',
      of_bytes: '(64,64,32)',
      of_both: /a warp-group MMA of these types/,
      of_others: /a warp-group MMA of these types/,
      acc: '((2,2,16),1,1):((1,2,4),0,0)',
      capacity: '232448',
      elsewhere: /the shared memory of this device/,
    },
  );
});

test('tensors on the host: what is static of them', () => {
  check(
    `
import torch
import cutlass.torch as cutlass_torch
from cutlass.cute.runtime import from_dlpack, make_fake_compact_tensor
t = torch.empty(8, 4, 16, 2).permute(2, 3, 1, 0)
plain = from_dlpack(t)
dynamic = from_dlpack(t).mark_layout_dynamic()
leading = from_dlpack(torch.empty(8, 4)).mark_layout_dynamic(leading_dim=1)
broadcast = cute.is_static(dynamic.stride)
one_mode = from_dlpack(torch.empty(8, 4)).mark_compact_shape_dynamic(mode=1, divisibility=2)
both = from_dlpack(torch.empty(8, 4)).mark_layout_dynamic(leading_dim=1).mark_compact_shape_dynamic(
    mode=1, stride_order=(0, 1), divisibility=8)
fake = make_fake_compact_tensor(cutlass.Float32, (8, 3, 2))
fake_rows = make_fake_compact_tensor(cutlass.Float32, (100, cute.sym_int(divisibility=8)), stride_order=(1, 0))
matrix = from_dlpack(cutlass_torch.matrix(2, 16, 8, True, half))
like, storage = cutlass_torch.cute_tensor_like(cutlass_torch.matrix(2, 16, 8, False, half), half, True, 16)
order = utils.LayoutEnum.from_tensor(leading)
column = utils.LayoutEnum.from_tensor(matrix).is_m_major_a()
element = fake.element_type
typed = from_dlpack(torch.empty(8, 4))
typed.element_type = cutlass.TFloat32
of_type = typed.element_type
default_type = plain.element_type
unknown_type = from_dlpack(torch.full((8, 4), n)).element_type
`,
    {
      plain: 'tensor (16,2,4,8):(2,1,32,128)',
      dynamic: 'tensor (?,?,?,?):(?,1,?,?)',
      leading: 'tensor (?,?):(?,1)',
      broadcast: 'false',
      one_mode: 'tensor (8,?{div=2}):(?{div=2},1)',
      both: 'tensor (?,?{div=8}):(?{div=8},1)',
      fake: 'tensor (8,3,2):(1,8,24)',
      fake_rows: 'tensor (100,?{div=8}):(?{div=8},1)',
      matrix: 'tensor (16,8,2):(1,16,128)',
      like: 'tensor (?,?,?):(?,1,?)',
      order: '"LayoutEnum.ROW_MAJOR"',
      column: 'true',
      element: 'Float32',
      of_type: 'TFloat32',
      default_type: 'Float32',
      unknown_type: /element type of the tensor is not known/,
    },
  );
});

test('TMA atoms count in coordinates, and their partitions follow the boxes', () => {
  check(
    `
from cutlass.cute.runtime import make_fake_compact_tensor
def load():
    mma = sm100.make_trivial_tiled_mma(half, half, K, K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128))
    layout = sm100.make_smem_layout_a(mma, (128, 128, 64), half, 3)
    a = make_fake_compact_tensor(half, (512, 256), stride_order=(1, 0))
    op = sm100.cluster_shape_to_tma_atom_A((1, 1), mma.thr_id)
    atom, coordinates = cute.nvgpu.make_tiled_tma_atom_A(op, a, cute.slice_(layout, (None, None, None, 0)),
        (128, 128, 64), mma, (1, 1, 1, 1))
    tiles = cute.local_tile(coordinates, (128, 64), (None, None))
    parts = mma.get_slice(0).partition_A(tiles)
    storage = utils.SmemAllocator().allocate(cutlass.Int8)
    sA = storage.sA.get_tensor(layout.outer, swizzle=layout.inner)
    shared, source = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(sA, 0, 3),
        cute.group_modes(parts, 0, 3))
    info = cute.nvgpu.make_tiled_tma_atom_A(op, a, cute.slice_(layout, (None, None, None, 0)),
        (128, 128, 64), mma, (1, 1, 1, 1))
    of_info = info.tma_tensor
    by_info, _ = cpasync.tma_partition(info.atom, 0, cute.make_layout(1), cute.group_modes(sA, 0, 3),
        cute.group_modes(parts, 0, 3))
`,
    {
      coordinates: 'tensor (512,256):(1@1,1@0)',
      tiles: 'tensor (128,64,4,4):(1@1,1@0,128@1,64@0)',
      parts: 'tensor ((128,16),1,4,4,4):((1@1,1@0),?,16@0,128@1,64@0)',
      sA: 'tensor ((128,16),1,4,3):((64,1),?,16,8192)',
      shared: 'tensor ((8192,1),3):((1,0),8192)',
      source: 'tensor (((64,128),1),4,4):(((1@0,1@1),0),128@1,64@0)',
      of_info: 'tensor (512,256):(1@1,1@0)',
      by_info: 'tensor ((8192,1),3):((1,0),8192)',
    },
  );
});

test('a number of stages that depends on the device: one stage is as it is', () => {
  check(
    `
def stages(mma):
    free = utils.get_smem_capacity_in_bytes() - 1024
    count = free // 32768
    layout = sm100.make_smem_layout_a(mma, (128, 128, 64), half, count)
    one = cute.slice_(layout, (None, None, None, 0))
stages(sm100.make_trivial_tiled_mma(half, half, K, K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128)))
`,
    {
      count: '(smem_capacity-1024)/32768',
      one: 'Sw<3,4,3> o 0 o ((128,16),1,4):((64,1),?,16)',
    },
  );
});

test('sizes that the device decides', () => {
  check(
    `
import torch
ranks = torch.distributed.get_world_size()
of_ranks = torch.empty((ranks, 4), dtype=torch.float16, device=torch.device("cuda"))
extent = of_ranks.shape[1]
`,
    { ranks: '?', extent: '4' },
  );
});

test('alignments are powers of two', () => {
  check(
    `
odd = utils.get_divisibility(35)
even = utils.get_divisibility(24)
bounded = utils.get_divisibility(1024)
by_four = utils.get_divisibility(1024, upper_bound=4)
plain = utils.is_shuffle_a("k", 64, cutlass.Int8, cutlass.BFloat16, 128)
unclear = utils.is_shuffle_a("k", 64, cutlass.Int4, cutlass.BFloat16, 128)
`,
    { plain: 'false', unclear: /^unknown/, odd: '1', even: '8', bounded: '128', by_four: '4' },
  );
});

test('None where a layout would be, and an unnamed device, are no errors', () => {
  check(
    `
part = cute.select(None, mode=[0, 1])
grouped = cute.group_modes(None, 0, 2)
capacity = utils.get_smem_capacity_in_bytes()
`,
    {
      part: /unknown: select of None/,
      grouped: /unknown: group_modes of None/,
      capacity: 'smem_capacity',
    },
  );
});

describe('what orders work holds no layouts, and its counts are run-time integers', () => {
  test('pipelines, their states and handles', () => {
    check(
      `
import cutlass.pipeline as pipeline
def f(group):
    buffer = cute.make_tensor(0, cute.make_layout((8, 4)))
    producer, consumer = pipeline.PipelineUmmaAsync.create(num_stages=4, producer_group=group).make_participants()
    handle = producer.acquire_and_advance()
    stage = buffer[None, handle.index]
    state = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, 4)
    other = buffer[None, state.index]
`,
      { stage: 'tensor (8):(1)', other: 'tensor (8):(1)' },
    );
  });

  test('tiles of a scheduler, from round to round', () => {
    check(
      `
@cute.kernel
def f(params):
    tiles = cute.make_tensor(0, cute.make_layout((8, 4, 3, 2)))
    scheduler = utils.StaticPersistentTileScheduler.create(params, (0, 0, 0), (1, 1, 1))
    work = scheduler.initial_work_tile_info()
    while work.is_valid_tile:
        m, n, l = work.tile_idx
        tile = tiles[None, m, n, l]
        scheduler.advance_to_next_work()
        work = scheduler.get_current_work()
`,
      { tile: 'tensor (8):(1)' },
    );
  });

  test('pointers to tensor memory', () => {
    check(
      `
def f(barrier):
    memory = utils.TmemAllocator(barrier)
    pointer = memory.retrieve_ptr(cutlass.Float16)
    tensor = cute.make_tensor(pointer + 16, cute.make_layout((128, 64), stride=(65536, 1)))
    kind = tensor.element_type
    direct = cute.arch.retrieve_tmem_ptr(cutlass.Float32, 16, barrier).dtype
`,
      { tensor: 'tensor (128,64):(65536,1)', kind: 'Float16', direct: 'Float32' },
    );
  });
});
