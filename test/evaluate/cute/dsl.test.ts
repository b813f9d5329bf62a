// Atoms and tilings of CuTe DSL: the value of every variable that a comment names. The expected texts are what
// the DSL itself printed, as its users have published it (`print(tiled_copy)`, `print(tensor)`), of these atoms,
// thread layouts and tiles; the shapes of partitions follow from them.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Failure, isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { printPlain } from '../../../server/src/algebra/layout/print.ts';
import type { AlgebraValue } from '../../../server/src/algebra/layout/value.ts';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { Tensor, Unknown, type Value } from '../../../server/src/evaluate/model/value.ts';
import { type Grammars, loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';

let grammars: Grammars;
before(async () => {
  grammars = await loadGrammars(grammarFiles);
  await Promise.all([grammars.ready('python'), grammars.ready('notation')]);
});

function written(value: Value | Failure): string {
  if (isFailure(value)) return `violation: ${JSON.stringify(value)}`;
  if (value instanceof Unknown) return `unknown: ${value.reason}`;
  if (Array.isArray(value)) return `(${(value as readonly Value[]).map(written).join(',')})`;
  return printPlain((value instanceof Tensor ? value.layout : value) as AlgebraValue);
}

/** Checks every `#= name value` line. */
function check(text: string): void {
  const { model } = openDocument(grammars, 'python', text);
  const values = new Map<string, Value | Failure>();
  for (const site of model.sites) {
    if (site.role === 'declaration' && site.name !== null) values.set(site.name, model.evaluate(site).value);
  }
  const expected = [...text.matchAll(/#= (\w+) (.+)/g)];
  assert.ok(expected.length > 0);
  for (const [, name, value] of expected) {
    assert.ok(values.has(name!), `${name} is assigned`);
    assert.equal(written(values.get(name!)!), value!.trim(), name);
  }
}

const HEAD = `
import cutlass
import cutlass.cute as cute
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import cpasync, tcgen05, warp, warpgroup

half = cutlass.Float16
`;

test('copies by thread and value layouts', () => {
  check(`${HEAD}
@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    op = cpasync.CopyG2SOp(cache_mode=cpasync.LoadCacheMode.GLOBAL)
    load = cute.make_copy_atom(op, half, num_bits_per_copy=128)
    wide = cute.make_tiled_copy_tv(load, cute.make_layout((32, 4), stride=(4, 1)), cute.make_layout((1, 8)))
    wide_tv = wide.layout_tv_tiled
    wide_tiler = wide.tiler_mn
    wide_src = wide.layout_src_tv
    #= wide_tv ((4,32),8):((256,1),32)
    #= wide_tiler (32:1,32:1)
    #= wide_src (1,8):(0,1)
    gA = cute.make_tensor(p, cute.make_layout((128, 32, 1), stride=(32, 1, 0)))
    part = wide.get_slice(tidx).partition_S(gA)
    thread = wide.get_slice(5).thr_idx
    #= thread 5
    #= part ((8,1),4,1,1):((1,?),1024,?,?)
    sB = cute.make_tensor(p, cute.make_layout((128, 32), stride=(1, 128)))
    strided = wide.get_slice(tidx).partition_D(sB)
    #= strided ((8,1),4,1):((128,?),32,?)
    narrow = cute.make_tiled_copy_tv(load, cute.make_layout((64, 2), stride=(2, 1)), cute.make_layout((1, 8)))
    narrow_tv = narrow.layout_tv_tiled
    narrow_tiler = narrow.tiler_mn
    #= narrow_tv ((2,64),8):((512,1),64)
    #= narrow_tiler (64:1,16:1)
    given = cute.make_tiled_copy(
        cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32, num_bits_per_copy=128),
        cute.make_layout(((32, 2), 8), stride=((1, 32), 64)), (64, 8))
    given_dst = given.layout_dst_tv
    #= given_dst (1,4):(0,1)
`);
});

// IR of NVIDIA's elementwise example: \`((1,(4,4)),1,1):((0,(1,?)),0,0)\`, and of the epilogue of its grouped GEMM.
test('a copy without a width is of one element, which the compiler vectorises', () => {
  check(`${HEAD}
@cute.kernel
def kernel(p: cute.Pointer, n: cutlass.Int32):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32)
    src = atom.layout_src_tv
    #= src (1,1):(0,0)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((4, 32), stride=(32, 1)), cute.make_layout((4, 4), stride=(4, 1)))
    tv = tiled.layout_tv_tiled
    #= tv ((32,4),(4,4)):((64,4),(16,1))
    part = tiled.get_slice(0).partition_S(cute.make_tensor(p, cute.make_layout((16, 128), stride=(n, 1))))
    #= part ((1,(4,4)),1,1):((?,(1,n)),?,?)
    loud = cute.make_copy_atom(cute.nvgpu.CopyG2ROp(), half, memory_order=cute.nvgpu.MemoryOrder.VOLATILE)
    heard = loud.layout_dst_tv
    #= heard (1,1):(0,0)
    async_copy = cute.make_copy_atom(cpasync.CopyG2SOp(), half)
    #= async_copy unknown: a copy of this width
`);
});

// What flash-attention's authors have noted of the DSL's output in a kernel of two CTAs with 64 rows each.
test('tensor memory: where an accumulator lies, and what a thread loads of it', () => {
  check(`${HEAD}
@cute.kernel
def kernel():
    mma = cute.make_tiled_mma(tcgen05.MmaF16BF16Op(half, cutlass.Float32, (128, 128, 16), tcgen05.CtaGroup.TWO,
        tcgen05.OperandSource.SMEM, tcgen05.OperandMajorMode.K, tcgen05.OperandMajorMode.K))
    acc = mma.make_fragment_C(mma.partition_shape_C((128, 128)))
    tile = acc[(None, None), 0, 0]
    load = cute.make_copy_atom(tcgen05.copy.Ld16x256bOp(tcgen05.copy.Repetition(8)), cutlass.Float32)
    copy = tcgen05.make_tmem_copy(load, tile)
    part = copy.get_slice(0).partition_S(tile)
    place = mma.get_slice(0).partition_C(cute.make_identity_tensor((128, 128)))[(None, None), 0, 0]
    own = copy.get_slice(0).partition_D(place)
    #= acc ((64,(64,2)),1,1):((65536,(1,4194304)),0,0)
    #= part (((64,16),1),2,1):(((1,65536),?),1048576,?)
    #= place (64,128):(1@0,1@1)
    #= own (((2,2,8),1),2,1):(((1@1,8@0,8@1),?),16@0,?)
`);
});

test('warp MMAs, ldmatrix and stmatrix', () => {
  check(`${HEAD}
@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    op = warp.MmaF16BF16Op(half, half, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)), permutation_mnk=(32, 32, 16))
    threads = mma.thr_layout_vmnk
    tile_n = mma.get_tile_size(1)
    permutation = mma.permutation_mnk
    a = mma.tv_layout_A
    b = mma.tv_layout_B
    c = mma.tv_layout_C
    #= threads (32,2,2,1):(1,32,64,0)
    #= tile_n 32
    #= permutation (32:1,32:1,16:1)
    #= a ((4,8),(2,2,2)):((32,1),(16,8,128))
    #= b ((4,8),(2,2)):((16,1),(8,64))
    #= c ((4,8),(2,2)):((32,1),(16,8))
    gA = cute.make_tensor(p, cute.make_layout((128, 32, 1), stride=(32, 1, 0)))
    part = mma.get_slice(tidx).partition_A(gA)
    fragment = mma.make_fragment_A(part[None, None, None, 0])
    #= part ((2,2,2),4,2,1):((1,256,8),1024,16,?)
    #= fragment ((2,2,2),4,2):((1,2,4),16,8)
    shape = mma.partition_shape_C((128, 128))
    #= shape ((2,2),4,8)
    plain = cute.make_tiled_mma(op, (2, 2, 1))
    ld = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), half)
    ld_src = ld.layout_src_tv
    ld_dst = ld.layout_dst_tv
    #= ld_src (32,8):(8,1)
    #= ld_dst (32,(2,4)):(2,(1,64))
    ld_a = cute.make_tiled_copy_A(ld, plain)
    ld_tv = ld_a.layout_tv_tiled
    ld_tiler = ld_a.tiler_mn
    #= ld_tv ((4,8,2,2),((2,2,2),(1,1))):((64,1,16,0),((32,8,256),(0,0)))
    #= ld_tiler (32:1,16:1)
    one = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 1), half)
    one_src = one.layout_src_tv
    #= one_src ((8,4),8):((8,0),1)
    st = cute.make_copy_atom(warp.StMatrix8x8x16bOp(False, 4), half)
    st_src = st.layout_src_tv
    st_dst = st.layout_dst_tv
    #= st_src (32,(2,4)):(2,(1,64))
    #= st_dst (32,8):(8,1)
`);
});

test('warp-group and tcgen05 MMAs', () => {
  check(`${HEAD}
@cute.jit
def host(p: cute.Pointer):
    op = warpgroup.MmaF16BF16Op(cutlass.BFloat16, cutlass.Float32, (64, 128, 16), warpgroup.OperandSource.SMEM,
                                warpgroup.OperandMajorMode.K, warpgroup.OperandMajorMode.K)
    group = cute.make_tiled_mma(op, (2, 1, 1))
    group_threads = group.thr_layout_vmnk
    group_a = group.tv_layout_A
    group_c = group.tv_layout_C
    #= group_threads (128,2,1,1):(1,128,0,0)
    #= group_a (128,(64,16)):(0,(1,64))
    #= group_c ((4,8,4),(2,2,16)):((128,1,16),(64,8,512))
    pair = cute.make_tiled_mma(tcgen05.MmaF16BF16Op(half, cutlass.Float32, (256, 128, 16), tcgen05.CtaGroup.TWO,
        tcgen05.OperandSource.SMEM, tcgen05.OperandMajorMode.K, tcgen05.OperandMajorMode.K))
    pair_threads = pair.thr_layout_vmnk
    pair_a = pair.tv_layout_A
    pair_b = pair.tv_layout_B
    pair_c = pair.tv_layout_C
    #= pair_threads (2,1,1,1):(1,0,0,0)
    #= pair_a (2,(128,16)):(128,(1,256))
    #= pair_b (2,(64,16)):(64,(1,128))
    #= pair_c (2,(128,128)):(128,(1,256))
    accumulator = pair.make_fragment_C(pair.partition_shape_C((256, 128)))
    #= accumulator ((128,128),1,1):((65536,1),0,0)
    ultra = sm100_utils.sm103_make_blockscaled_trivial_tiled_mma(
        cutlass.Float8E4M3FN, 16, tcgen05.CtaGroup.TWO, (256, 128))
    ultra_shape = ultra.shape_mnk
    ultra_a = ultra.tv_layout_A
    #= ultra_shape (256,128,96)
    #= ultra_a (2,(128,96)):(128,(1,256))
`);
});

// IR of NVIDIA's examples: smem_desc_view<"(1,2,4,(1,6)):(0,512,2,(0,1024))"> of the layout below, and of the second one
// "(1,1,4,6):(0,0,2,1024)". The release's stride of a mode of one element is not that of the open IR.
test('descriptors of shared memory count in units of 16 bytes', () => {
  check(`${HEAD}
@cute.kernel
def kernel(p: cute.Pointer):
    group = cute.make_tiled_mma(warpgroup.MmaF16BF16Op(half, cutlass.Float32, (64, 128, 16),
        warpgroup.OperandSource.SMEM, warpgroup.OperandMajorMode.K, warpgroup.OperandMajorMode.K))
    sA = cute.make_tensor(p, cute.make_layout(((64, 16), 2, 4, (1, 6)), stride=((64, 1), 4096, 16, (0, 8192))))
    rA = group.make_fragment_A(sA)
    #= rA (1,2,4,(1,6)):(?,512,2,(?,1024))
    pair = cute.make_tiled_mma(tcgen05.MmaF16BF16Op(half, cutlass.Float32, (128, 128, 16), tcgen05.CtaGroup.ONE,
        tcgen05.OperandSource.SMEM, tcgen05.OperandMajorMode.K, tcgen05.OperandMajorMode.K))
    sB = cute.make_tensor(p, cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0,
        cute.make_layout(((128, 16), 1, 4, 6), stride=((64, 1), 0, 16, 8192))))
    rB = pair.make_fragment_B(sB)
    #= rB (1,1,4,6):(?,?,2,1024)
    short = pair.make_fragment_B(cute.make_tensor(p, cute.make_layout((128, 16))))
    #= short unknown: descriptors of this tensor
    bytes = pair.make_fragment_B(cute.make_tensor(cute.recast_ptr(p, dtype=cutlass.Int8), sB.layout))
    #= bytes unknown: descriptors of this tensor
`);
});
