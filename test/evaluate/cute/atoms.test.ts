// Atoms and tilings in C++ as people write it: the value of every declaration that a comment names.
// Expected texts were printed by C++ CuTe where they are not plain facts of the atoms' table.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { printMarked } from '../../../server/src/algebra/layout/print.ts';
import { Tensor, Unknown } from '../../../server/src/evaluate/model/value.ts';
import { checkDeclarations, valuesOf, written } from '../../hardware/declarations.ts';

test('an SM80 GEMM with ldmatrix and cp.async', () => {
  checkDeclarations(`
using namespace cute;
template <class T> struct Shared;
__global__ void gemm(half_t const* A, half_t const* B, half_t* C, int M, int N, int K) {
  using Element = cute::half_t;
  auto bM = Int<128>{}; auto bN = Int<128>{}; auto bK = Int<64>{}; auto bP = Int<3>{};
  TiledMMA mmaC = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{});
  TiledCopy copyA = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, Element>{},
                                    Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{});
  auto layoutTV = typename decltype(copyA)::TiledLayout_TV{};
  auto tiler = typename decltype(copyA)::Tiler_MN{};
  //= layoutTV ((_8,_16),_8):((_128,_1),_16)
  //= tiler (_16,_64)
  //= mmaC TiledMMA ThrLayoutVMNK=(_32,_2,_2,_1):(_1,_32,_64,_0) PermutationMNK=(_32,_32,_16) ThrID=_32:_1 Shape_MNK=(_16,_8,_16) LayoutA_TV=((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128)) LayoutB_TV=((_4,_8),(_2,_2)):((_16,_1),(_8,_64)) LayoutC_TV=((_4,_8),(_2,_2)):((_32,_1),(_16,_8))
  auto swizzle_atom = composition(Swizzle<3,3,3>{}, Layout<Shape<_8,Shape<_8,_8>>, Stride<_8,Stride<_1,_64>>>{});
  auto sA_layout = tile_to_shape(swizzle_atom, make_shape(bM,bK,bP));
  Tensor sC = make_tensor(make_smem_ptr(C), make_layout(make_shape(bM,bN)));
  Tensor gA = make_tensor(make_gmem_ptr(A), make_shape(bM,bK), make_stride(K, Int<1>{}));
  ThrCopy thr_copy_a = copyA.get_slice(threadIdx.x);
  Tensor tAgA = thr_copy_a.partition_S(gA);
  //= tAgA ((_8,_1),_8,_1):((_1,_0),16*K,_0)
  ThrMMA thr_mma = mmaC.get_slice(threadIdx.x);
  Tensor tCgC = thr_mma.partition_C(sC);
  //= tCgC ((_2,_2),_4,_8):((_128,_8),_32,_2048)
  Tensor tCrC = thr_mma.make_fragment_C(tCgC);
  //= tCrC ((_2,_2),_4,_8):((_1,_2),_4,_16)
  Tensor sA2 = make_tensor(make_smem_ptr(A), make_layout(make_shape(bM,bK)));
  Tensor tCrA = thr_mma.partition_fragment_A(sA2);
  //= tCrA ((_2,_2,_2),_4,_4):((_1,_2,_4),_8,_32)
  Copy_Atom<SM75_U32x4_LDSM_N, half_t> s2r_atom_A;
  Copy_Atom same_atom = s2r_atom_A;
  TiledCopy s2r_copy_a = make_tiled_copy_A(same_atom, mmaC);
  ThrCopy s2r_thr_copy_a = s2r_copy_a.get_slice(threadIdx.x);
  Tensor tXrA = s2r_thr_copy_a.retile_D(tCrA);
  //= tXrA ((_8,_1),_4,_4):((_1,_0),_8,_32)
  auto threads = size(mmaC);
  //= threads _128
  auto tileM = tile_size<0>(mmaC);
  //= tileM _32
}
`);
});

test('class members and traits', () => {
  checkDeclarations(`
namespace config {
using namespace cute;
template <typename T_, int kTileM_ = 128>
struct Traits {
  using T = T_;
  static constexpr int kTileM = kTileM_;
  using mma_op = SM80_16x8x16_F16F16F16F16_TN;
  using mma_traits = MMA_Traits<mma_op>;
  using mma_atom = MMA_Atom<mma_traits>;
  using mma_atom_shape = mma_traits::Shape_MNK;
  using MMA = decltype(make_tiled_mma(mma_atom{}, make_layout(Shape<_2, _2, _1>{}), Tile<_32, _32, _16>{}));
  using g2s_copy_atom = Copy_Atom<Copy_Traits<SM80_CP_ASYNC_CACHEGLOBAL<cute::uint128_t>>, T>;
  using G2SCopyA = decltype(make_tiled_copy(g2s_copy_atom{},
      make_layout(make_shape(Int<32>{}, Int<4>{}), make_stride(Int<4>{}, Int<1>{})),
      make_layout(make_shape(Int<1>{}, Int<8>{}))));
  static constexpr int kThreadNum = size(MMA{});
  using FragShape = decltype(partition_shape_C(MMA{}, Shape<_128,_128>{}));
};
using P = Traits<cute::half_t>;
using AtomShape = typename P::mma_atom_shape;
//= AtomShape (_16,_8,_16)
using TV = typename P::G2SCopyA::TiledLayout_TV;
//= TV ((_4,_32),_8):((_256,_1),_32)
using Frag = typename P::FragShape;
//= Frag ((_2,_2),_4,_8)
constexpr int threads = P::kThreadNum;
//= threads 128
using LayoutA = decltype(typename P::MMA{}.get_layoutA_TV());
//= LayoutA ((_4,_8,_2,_2),((_2,_2,_2),(_1,_1))):((_64,_1,_16,_0),((_32,_8,_256),(_0,_0)))
}
`);
});

test('an SM90 mainloop: GMMA atoms, shared-memory atoms, descriptors', () => {
  checkDeclarations(`
using namespace cute;
using Element = cutlass::half_t;
using TileShape = Shape<_128, _128, _64>;
using SmemAtomA = GMMA::Layout_K_SW128_Atom<Element>;
//= SmemAtomA Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)
using SmemLayoutA = decltype(tile_to_shape(SmemAtomA{}, make_shape(shape<0>(TileShape{}), shape<2>(TileShape{}), Int<3>{})));
using SmemLayoutB = decltype(tile_to_shape(GMMA::Layout_SW128_Atom<Element, GMMA::Major::MN>{}, Shape<_128,_64,_3>{}));
using Direct = decltype(make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::MN>{}, Layout<Shape<_2,_1,_1>>{}));
using Selected = decltype(make_tiled_mma(GMMA::ss_op_selector<Element, Element, float, TileShape, GMMA::Major::K, GMMA::Major::MN>(), Layout<Shape<_2,_1,_1>>{}));
using AtomShape = typename Selected::AtomShape_MNK;
//= AtomShape (_64,_128,_16)
__global__ void kernel(Element* a, Element* b, int thread) {
  Tensor sA = make_tensor(make_smem_ptr(a), SmemLayoutA{});
  Tensor sB = make_tensor(make_smem_ptr(b), SmemLayoutB{});
  Direct tiled_mma;
  auto slice = tiled_mma.get_slice(thread);
  Tensor tCsA = slice.partition_A(sA);
  Tensor tCrA = slice.make_fragment_A(tCsA);
  //= tCrA (_1,_1,_4,(_1,_3)):(_0,_0,_2,(_0,_1024))
  Tensor tCrB = tiled_mma.make_fragment_B(slice.partition_B(sB));
  //= tCrB (_1,_1,_4,(_1,_3)):(_0,_0,_256,(_0,_1024))
  Tensor acc = partition_fragment_C(tiled_mma, select<0,1>(TileShape{}));
  //= acc ((_2,_2,_16),_1,_1):((_1,_2,_4),_0,_0)
}
`);
});

test('SM100: UMMA atoms and tensor memory', () => {
  checkDeclarations(`
using namespace cute;
__global__ void kernel() {
  TiledMMA tiled_mma = make_tiled_mma(SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 256, UMMA::Major::K, UMMA::Major::K>{});
  auto bM = tile_size<0>(tiled_mma);
  //= bM _128
  auto mma_tiler = make_shape(bM, tile_size<1>(tiled_mma), tile_size<2>(tiled_mma) * Int<4>{});
  //= mma_tiler (_128,_256,_64)
  auto mma_shape_A = partition_shape_A(tiled_mma, make_shape(size<0>(mma_tiler), size<2>(mma_tiler)));
  //= mma_shape_A ((_128,_16),_1,_4)
  auto acc_shape = partition_shape_C(tiled_mma, Shape<_256,_256>{});
  Tensor acc = tiled_mma.make_fragment_C(acc_shape);
  //= acc ((_128,_256),_2,_1):((_65536,_1),_256,_0)
}
`);
});

test('partitions of coordinates keep their coordinates', () => {
  const values = valuesOf(`
using namespace cute;
void f() {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2,_1>>{});
  Tensor cC = make_identity_tensor(Shape<_32,_64>{});
  Tensor tCcC = mma.get_thread_slice(_35{}).partition_C(cC);
}
`);
  const tensor = values.get('tCcC')!;
  assert.ok(tensor instanceof Tensor);
  assert.equal(printMarked(tensor.layout), '((_2,_2),_1,_4):((_1@1,_8@0),_0,_16@1)');
});

test('what is not known stays unknown with a reason', () => {
  const values = valuesOf(`
using namespace cute;
template <int kBlockM, class Element>
void f() {
  auto atom = SM100_MMA_F16BF16_SS<half_t, half_t, float, kBlockM, 256, UMMA::Major::K, UMMA::Major::K>{};
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, 1, 2);
  using CopyAtom = Copy_Atom<UniversalCopy<Element>, Element>;
  auto wide = make_tiled_mma(GMMA::ss_op_selector<half_t, half_t, float, Shape<_128,_176,_64>>());
}
`);
  for (const name of ['atom', 'tma', 'wide']) {
    assert.ok(values.get(name) instanceof Unknown, `${name}: ${written(values.get(name)!)}`);
  }
  assert.match(written(values.get('wide')!), /CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED/);
  // One element of whatever width is one value of the atom.
  assert.match(written(values.get('CopyAtom')!), /ValLayoutSrc=\(_1,_1\):\(_0,_1\)/);
});

test('a tiling with too few values is refused as C++ refuses it', () => {
  const values = valuesOf(`
using namespace cute;
void f() {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  auto copy = make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
}
`);
  const copy = values.get('copy')!;
  assert.ok(isFailure(copy));
  assert.match(JSON.stringify(copy), /TiledCopy uses too few vals for selected CopyAtom/);
});

test('descriptors count the bytes that an operand is unpacked from', () => {
  checkDeclarations(`
using namespace cute;
using Mma = decltype(make_tiled_mma(SM100_MMA_MXF8F6F4_SS<float_e4m3_t, float_e2m1_t, float, float_ue8m0_t, 128, 128,
                                                          UMMA::Major::K, UMMA::Major::K>{}));
using Stages = decltype(UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<uint8_t>{},
                                                append(partition_shape_B(Mma{}, Shape<_128, _128>{}), Int<4>{})));
void fragments(uint8_t* b) {
  Tensor sB = make_tensor(make_smem_ptr(b), Stages{});
  Tensor rB = Mma{}.get_slice(_0{}).make_fragment_B(sB);
  //= rB (_1,_1,_4,(_1,_4)):(_0,_0,_2,(_0,_1024))
}
`);
});
