// TMA and tensor memory in C++ as people write it: whole prologues and epilogues of SM90 and SM100 kernels.
// Every expected text was printed by C++ CuTe (commit 7107b0553): the same declarations, compiled on the host
// with g++, each followed by a print of its layout; of tilings (thread, value) layout and tiler.

import { test } from 'node:test';
import { innermostLayout } from '../../../server/src/algebra/composed/composed.ts';
import { printMarked } from '../../../server/src/algebra/layout/print.ts';
import { Tensor, type Value } from '../../../server/src/evaluate/model/value.ts';
import { TiledCopy } from '../../../server/src/hardware/copy/tiled-copy.ts';
import { checkDeclarations } from '../../hardware/declarations.ts';

function special(value: Value): string | null {
  // In a tensor the swizzle belongs to the pointer.
  if (value instanceof Tensor) return printMarked(innermostLayout(value.layout));
  if (value instanceof TiledCopy) return `${printMarked(value.layoutTv)} ${printMarked(value.tiler)}`;
  return null;
}

const check = (text: string): void => checkDeclarations(text, special);

test('an SM90 GEMM with TMA loads, multicast and stores', () => {
  check(`
using namespace cute;
void kernel(cutlass::half_t const* ph, cutlass::half_t* phOut, float const* pf, float* pfOut) {
  using TA = cutlass::half_t; using TB = cutlass::half_t; using TC = cutlass::half_t;
  int m = 512; int n = 256; int k = 1024; int ldA = 1024; int ldB = 1024; int ldC = 512;
  TA const* A = ph; TB const* B = ph; TC* C = phOut;
  auto problem = make_shape(m, n, k);
  auto dA = make_stride(ldA, Int<1>{});
  auto dB = make_stride(ldB, Int<1>{});
  auto dC = make_stride(Int<1>{}, ldC);
  auto bM = Int<128>{}; auto bN = Int<128>{}; auto bK = Int<64>{};
  auto tile = make_shape(bM, bN, bK);
  auto bP = Int<3>{};
  auto sA_layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<TA>{}, make_shape(bM, bK, bP));
  auto sB_layout = tile_to_shape(GMMA::Layout_K_SW128_Atom<TB>{}, make_shape(bN, bK, bP));
  TiledMMA mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  Tensor mA_g = make_tensor(A, make_shape(m, k), dA);
  Tensor mB_g = make_tensor(B, make_shape(n, k), dB);
  Copy_Atom tmaA = make_tma_atom(SM90_TMA_LOAD{}, mA_g, sA_layout(_,_,0), make_shape(bM, bK));
  Copy_Atom tmaB = make_tma_atom(SM90_TMA_LOAD{}, mB_g, sB_layout(_,_,0), make_shape(bN, bK));
  auto [M, N, K] = problem;
  Tensor mA = tmaA.get_tma_tensor(make_shape(M, K));
  Tensor mB = tmaB.get_tma_tensor(make_shape(N, K));
  Tensor mC = make_tensor(make_gmem_ptr(C), make_shape(M, N), dC);
  auto at = make_coord(0, 0, _);
  Tensor gA = local_tile(mA, tile, at, Step<_1, X, _1>{});
  Tensor gB = local_tile(mB, tile, at, Step<X, _1, _1>{});
  Tensor gC = local_tile(mC, tile, at, Step<_1, _1, X>{});
  Tensor sA = make_tensor(make_smem_ptr(static_cast<TA*>(nullptr)), sA_layout);
  Tensor sB = make_tensor(make_smem_ptr(static_cast<TB*>(nullptr)), sB_layout);
  auto [tAgA, tAsA] = tma_partition(tmaA, Int<0>{}, Layout<_1>{}, group_modes<0,2>(sA), group_modes<0,2>(gA));
  auto [tBgB, tBsB] = tma_partition(tmaB, Int<0>{}, Layout<_1>{}, group_modes<0,2>(sB), group_modes<0,2>(gB));
  ThrMMA slice = mma.get_thread_slice(0);
  Tensor tCsA = slice.partition_A(sA);
  Tensor tCsB = slice.partition_B(sB);
  Tensor tCgC = slice.partition_C(gC);
  Tensor tCrC = slice.make_fragment_C(tCgC);
  Tensor tCrA = slice.make_fragment_A(tCsA);
  Tensor tCrB = slice.make_fragment_B(tCsB);
  auto cluster = make_shape(_2{}, _2{}, _1{});
  TiledCopy loada = make_tma_copy_A_sm90(SM90_TMA_LOAD_MULTICAST{}, mA_g, sA_layout(_,_,_0{}), tile, cluster);
  TiledCopy loadb = make_tma_copy_B_sm90(SM90_TMA_LOAD_MULTICAST{}, mB_g, sB_layout(_,_,_0{}), tile, cluster);
  Tensor mA_mkl = loada.get_tma_tensor(make_shape(m, k));
  Tensor gA_mk = local_tile(mA_mkl, tile, make_coord(_, _, _), Step<_1, X, _1>{});
  auto loadActa = loada.get_slice(0);
  Tensor tAgA_a = loadActa.partition_S(gA_mk);
  Tensor tAsA_a = loadActa.partition_D(sA);
  auto sC_layout = tile_to_shape(GMMA::Layout_MN_SW128_Atom<TC>{}, make_shape(_128{}, _64{}));
  TiledCopy storeC = make_tma_copy(SM90_TMA_STORE{}, mC, sC_layout, make_shape(_128{}, _64{}), _1{});
  TiledCopy storeDefault = make_tma_copy(SM90_TMA_STORE{}, mC, sC_layout);
  auto storeCta = storeC.get_slice(Int<0>{});
  Tensor tDsC = storeCta.partition_S(make_tensor(make_smem_ptr(static_cast<TC*>(nullptr)), sC_layout));
}
//= problem (512,256,1024)
//= dA (1024,_1)
//= dB (1024,_1)
//= dC (_1,512)
//= bM _128
//= tile (_128,_128,_64)
//= bP _3
//= sA_layout Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))
//= sB_layout Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))
//= mA_g (512,1024):(1024,_1)
//= mB_g (256,1024):(1024,_1)
//= M 512
//= N 256
//= K 1024
//= mA (512,1024):(_1@1,_1@0)
//= mB (256,1024):(_1@1,_1@0)
//= mC (512,256):(_1,512)
//= at (0,0,_)
//= gA (_128,_64,16):(_1@1,_1@0,_64@0)
//= gB (_128,_64,16):(_1@1,_1@0,_64@0)
//= gC (_128,_128):(_1,512)
//= sA ((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))
//= sB ((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))
//= tAgA (((_64,_128),_1),16):(((_1@0,_1@1),_0),_64@0)
//= tAsA ((_8192,_1),(_1,_3)):((_1,_0),(_0,_8192))
//= tBgB (((_64,_128),_1),16):(((_1@0,_1@1),_0),_64@0)
//= tBsB ((_8192,_1),(_1,_3)):((_1,_0),(_0,_8192))
//= tCsA ((_64,_16),_2,_4,(_1,_3)):((_64,_1),_4096,_16,(_0,_8192))
//= tCsB ((_64,_16),_2,_4,(_1,_3)):((_64,_1),_4096,_16,(_0,_8192))
//= tCgC ((_2,_2,_8),_2,_2):((512,_8,4096),_64,32768)
//= tCrC ((_2,_2,_8),_2,_2):((_1,_2,_4),_32,_64)
//= tCrA (_1,_2,_4,(_1,_3)):(_0,_512,_2,(_0,_1024))
//= tCrB (_1,_2,_4,(_1,_3)):(_0,_512,_2,(_0,_1024))
//= cluster (_2,_2,_1)
//= loada (_2,(((_64,_128),_1))):(_64,(((_128,_1),_0))) (_128,_64)
//= loadb (_2,(((_64,_128),_1))):(_64,(((_128,_1),_0))) (_128,_64)
//= mA_mkl (512,1024):(_1@1,_1@0)
//= gA_mk (_128,_64,4,16):(_1@1,_1@0,_128@1,_64@0)
//= tAgA_a (((_64,_128),_1),_1,_1,4,16):(((_1@0,_1@1),_0),_0,_0,_128@1,_64@0)
//= tAsA_a (((_64,_128),_1),_1,_1,(_1,_3)):(((_1,_64),_0),_0,_0,(_0,_8192))
//= sC_layout Sw<3,4,3> o smem_ptr[16b](unset) o ((_64,_2),(_8,_8)):((_1,_512),(_64,_1024))
//= storeC (_1,(((_64,_8),(_2,_8)))):(_0,(((_1,_128),(_64,_1024)))) (_128,_64)
//= storeDefault (_1,(((_64,_8),(_2,_8)))):(_0,(((_1,_128),(_64,_1024)))) (_128,_64)
//= tDsC (((_64,_8),(_2,_8)),_1,_1):(((_1,_64),(_512,_1024)),_0,_0)
`);
});

test('an SM100 GEMM of CTA pairs: TMA multicast, UMMA, tensor memory, epilogue tiles', () => {
  check(`
using namespace cute;
void kernel(cutlass::half_t const* ph, cutlass::half_t* phOut, float const* pf, float* pfOut) {
  using TypeA = cutlass::half_t; using TypeB = cutlass::half_t; using TypeC = float; using TypeD = float;
  int gemmM = 512; int gemmN = 1024; int gemmK = 256;
  TypeA const* pA = ph; TypeB const* pB = ph; TypeC const* pC = pf; TypeD* pD = pfOut;
  Layout glA = make_layout(make_shape(gemmM, gemmK), make_stride(gemmK, Int<1>{}));
  Layout glB = make_layout(make_shape(gemmN, gemmK), make_stride(gemmK, Int<1>{}));
  Layout glC = make_layout(make_shape(gemmM, gemmN), make_stride(gemmN, Int<1>{}));
  Tensor mA = make_tensor(make_gmem_ptr(pA), glA);
  Tensor mB = make_tensor(make_gmem_ptr(pB), glB);
  Tensor mC = make_tensor(make_gmem_ptr(pC), glC);
  Tensor mD = make_tensor(make_gmem_ptr(pD), glC);
  TiledMMA mma = make_tiled_mma(SM100_MMA_F16BF16_2x1SM_SS<TypeA, TypeB, TypeC, 256, 256, UMMA::Major::K, UMMA::Major::K>{});
  auto bM = tile_size<0>(mma);
  auto bN = tile_size<1>(mma);
  auto bK = tile_size<2>(mma) * Int<4>{};
  auto tile = make_shape(bM, bN, bK);
  auto partA = partition_shape_A(mma, make_shape(size<0>(tile), size<2>(tile)));
  auto partB = partition_shape_B(mma, make_shape(size<1>(tile), size<2>(tile)));
  auto sA_layout = UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<TypeA>{}, partA);
  auto sB_layout = UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<TypeB>{}, partB);
  auto cluster = make_shape(Int<4>{}, Int<4>{}, Int<1>{});
  Layout ctas = tiled_divide(make_layout(cluster), make_tile(typename decltype(mma)::AtomThrID{}));
  Copy_Atom tmaA = make_tma_atom_A_sm100(SM100_TMA_2SM_LOAD_MULTICAST{}, mA, sA_layout, tile, mma, ctas);
  Tensor mA_tma = tmaA.get_tma_tensor(shape(mA));
  Copy_Atom tmaB = make_tma_atom_B_sm100(SM100_TMA_2SM_LOAD_MULTICAST{}, mB, sB_layout, tile, mma, ctas);
  Tensor mB_tma = tmaB.get_tma_tensor(shape(mB));
  auto at = make_coord(0, 0, _);
  Tensor gA = local_tile(mA_tma, tile, at, Step<_1, X, _1>{});
  Tensor gB = local_tile(mB_tma, tile, at, Step<X, _1, _1>{});
  Tensor gC = local_tile(mC, tile, at, Step<_1, _1, X>{});
  Tensor tCsA = make_tensor(make_smem_ptr(static_cast<TypeA*>(nullptr)), sA_layout);
  Tensor tCsB = make_tensor(make_smem_ptr(static_cast<TypeB*>(nullptr)), sB_layout);
  ThrMMA slice = mma.get_slice(0);
  Tensor tCgA = slice.partition_A(gA);
  Tensor tCgB = slice.partition_B(gB);
  Tensor tCgC = slice.partition_C(gC);
  Tensor tCrA = slice.make_fragment_A(tCsA);
  Tensor tCrB = slice.make_fragment_B(tCsB);
  Tensor tCtAcc = slice.make_fragment_C(tCgC);
  auto rank = ctas.get_flat_coord(0);
  auto [tAgA, tAsA] = tma_partition(tmaA, get<2>(rank), make_layout(size<2>(ctas)), group_modes<0,3>(tCsA), group_modes<0,3>(tCgA));
  auto [tBgB, tBsB] = tma_partition(tmaB, get<1>(rank), make_layout(size<1>(ctas)), group_modes<0,3>(tCsB), group_modes<0,3>(tCgB));
  auto partC = partition_shape_C(mma, make_shape(size<0>(tile), size<1>(tile)));
  auto epiTile = make_tile(size<0,0>(partC), size<0,1>(partC) / Int<4>{});
  auto sC_layout_mn = tile_to_shape(UMMA::Layout_K_SW128_Atom<TypeC>{}, make_shape(size<0>(epiTile), size<1>(epiTile)));
  auto sC_layout = group<0,2>(sC_layout_mn);
  Copy_Atom tmaC = make_tma_atom(SM90_TMA_LOAD{}, mC, sC_layout, epiTile);
  Tensor mC_tma = tmaC.get_tma_tensor(shape(mC));
  Tensor gC_tma = local_tile(mC_tma, tile, at, Step<_1, _1, X>{});
  Tensor tCgC_tma = slice.partition_C(gC_tma);
  auto epiTileV = make_tile(epiTile);
  Tensor tAcc_epi = zipped_divide(tCtAcc, epiTileV);
  Tensor gC_epi = zipped_divide(tCgC_tma, epiTileV);
  Tensor sC_epi = make_tensor(make_smem_ptr(static_cast<TypeC*>(nullptr)), sC_layout);
  auto [tGS_gC, tGS_sC] = tma_partition(tmaC, sC_epi, gC_epi);
  TiledCopy t2r = make_tmem_copy(SM100_TMEM_LOAD_32dp32b1x{}, tAcc_epi(_,_0{}));
  ThrCopy t2rThr = t2r.get_slice(0);
  Tensor tTR_tAcc = t2rThr.partition_S(tAcc_epi);
  Tensor tTR_sC = t2rThr.partition_D(sC_epi);
  Tensor tTR_rD = make_fragment_like(tTR_sC);
  TiledCopy t2rAll = make_tmem_copy(SM100_TMEM_LOAD_32dp32b1x{}, tCtAcc);
  ThrCopy t2rAllThr = t2rAll.get_slice(0);
  Tensor tDgC = t2rAllThr.partition_D(tCgC);
  Tensor tDrC = make_fragment_like(tDgC);
  Tensor tDtAcc = t2rAllThr.partition_S(tCtAcc);
  Tensor tDrAcc = make_tensor<TypeC>(shape(tDgC));
}
//= glA (512,256):(256,_1)
//= glB (1024,256):(256,_1)
//= glC (512,1024):(1024,_1)
//= mA (512,256):(256,_1)
//= mB (1024,256):(256,_1)
//= mC (512,1024):(1024,_1)
//= mD (512,1024):(1024,_1)
//= bM _256
//= bN _256
//= bK _64
//= tile (_256,_256,_64)
//= partA ((_128,_16),_1,_4)
//= partB ((_128,_16),_1,_4)
//= sA_layout Sw<3,4,3> o smem_ptr[16b](unset) o ((_128,_16),_1,_4):((_64,_1),_0,_16)
//= sB_layout Sw<3,4,3> o smem_ptr[16b](unset) o ((_128,_16),_1,_4):((_64,_1),_0,_16)
//= cluster (_4,_4,_1)
//= ctas ((_2),_2,_4,_1):((_1),_2,_4,_0)
//= mA_tma (512,256):(_1@1,_1@0)
//= mB_tma (1024,256):(_1@1,_1@0)
//= at (0,0,_)
//= gA (_256,_64,4):(_1@1,_1@0,_64@0)
//= gB (_256,_64,4):(_1@1,_1@0,_64@0)
//= gC (_256,_256):(1024,_1)
//= tCsA ((_128,_16),_1,_4):((_64,_1),_0,_16)
//= tCsB ((_128,_16),_1,_4):((_64,_1),_0,_16)
//= tCgA ((_128,_16),_1,_4,4):((_1@1,_1@0),_0,_16@0,_64@0)
//= tCgB ((_128,_16),_1,_4,4):((_1@1,_1@0),_0,_16@0,_64@0)
//= tCgC ((_128,_256),_1,_1):((1024,_1),_0,_0)
//= tCrA (_1,_1,_4):(_0,_0,_2)
//= tCrB (_1,_1,_4):(_0,_0,_2)
//= tCtAcc ((_128,_256),_1,_1):((_65536,_1),_0,_0)
//= rank (0,0,0,_0)
//= tAgA (((_64,_128),_1),4):(((_1@0,_1@1),_0),_64@0)
//= tAsA ((_8192,_1)):((_1,_0))
//= tBgB (((_64,_128),_1),4):(((_1@0,_1@1),_0),_64@0)
//= tBsB ((_8192,_1)):((_1,_0))
//= partC ((_128,_256),_1,_1)
//= epiTile (_128,_64)
//= sC_layout_mn Sw<3,4,3> o smem_ptr[32b](unset) o ((_8,_16),(_32,_2)):((_32,_256),(_1,_4096))
//= sC_layout Sw<3,4,3> o smem_ptr[32b](unset) o (((_8,_16),(_32,_2))):(((_32,_256),(_1,_4096)))
//= mC_tma (512,1024):(_1@1,_1@0)
//= gC_tma (_256,_256):(_1@1,_1@0)
//= tCgC_tma ((_128,_256),_1,_1):((_1@1,_1@0),_0,_0)
//= epiTileV ((_128,_64))
//= tAcc_epi (((_128,_64)),((_1,_4),_1,_1)):(((_65536,_1)),((_0,_64),_0,_0))
//= gC_epi (((_128,_64)),((_1,_4),_1,_1)):(((_1@1,_1@0)),((_0,_64@0),_0,_0))
//= sC_epi (((_8,_16),(_32,_2))):(((_32,_256),(_1,_4096)))
//= tGS_gC (((_32,_128),_2),((_1,_4),_1,_1)):(((_1@0,_1@1),_32@0),((_0,_64@0),_0,_0))
//= tGS_sC ((_4096,_2)):((_1,_4096))
//= t2r ((_32,_4),_32):((_0,_1),_4) ((_4,_32):(_32,_1))
//= tTR_tAcc ((_32,_1),_64,((_1,_4),_1,_1)):((_65536,_0),_1,((_0,_64),_0,_0))
//= tTR_sC ((_1,_1),((_32,_2))):((_0,_0),((_1,_4096)))
//= tTR_rD ((_1,_1),(((_32,_2)))):((_0,_0),(((_1,_32))))
//= t2rAll ((_32,_4),_32):((_0,_1),_4) ((_4,_32):(_32,_1),_1:_0,_1:_0)
//= tDgC ((_1,_1),_256,_1,_1):((_0,_0),_1,_0,_0)
//= tDrC ((_1,_1),_256,_1,_1):((_0,_0),_1,_0,_0)
//= tDtAcc ((_32,_1),_256,_1,_1):((_65536,_0),_1,_0,_0)
//= tDrAcc ((_1,_1),_256,_1,_1):((_0,_0),_1,_0,_0)
`);
});

test('TMA copies of the operands of CTA pairs, and of a tile to be stored', () => {
  check(`
using namespace cute;
void host(cutlass::half_t const* ph, float const* pf) {
  using TypeA = cutlass::half_t; using TypeB = cutlass::half_t; using TypeC = float;
  Tensor mA = make_tensor(make_gmem_ptr(ph), make_layout(make_shape(512, 256), make_stride(256, Int<1>{})));
  Tensor mB = make_tensor(make_gmem_ptr(ph), make_layout(make_shape(1024, 256), make_stride(256, Int<1>{})));
  Tensor mC = make_tensor(make_gmem_ptr(pf), make_layout(make_shape(512, 1024), make_stride(1024, Int<1>{})));
  auto mma4 = make_tiled_mma(SM100_MMA_F16BF16_2x1SM_SS<TypeA, TypeB, TypeC, 256, 256, UMMA::Major::K, UMMA::Major::K>{}, Layout<Shape<_2,_2,_1>>{});
  auto tile4 = make_shape(_512{}, _512{}, _64{});
  auto partA4 = partition_shape_A(mma4, make_shape(_512{}, _64{}));
  auto partB4 = partition_shape_B(mma4, make_shape(_512{}, _64{}));
  auto sA4 = UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<TypeA>{}, partA4);
  auto sB4 = UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<TypeB>{}, partB4);
  TiledCopy cA4 = make_tma_copy_A_sm100(SM100_TMA_2SM_LOAD_MULTICAST{}, mA, sA4, tile4, mma4);
  TiledCopy cB4 = make_tma_copy_B_sm100(SM100_TMA_2SM_LOAD_MULTICAST{}, mB, sB4, tile4, mma4);
  TiledCopy nA4 = make_tma_copy_A_sm100(SM100_TMA_2SM_LOAD{}, mA, sA4, tile4, mma4);
  auto sC90 = tile_to_shape(GMMA::Layout_K_SW128_Atom<TypeC>{}, make_shape(_128{}, _64{}));
  TiledCopy cC90 = make_tma_copy_C_sm90(SM90_TMA_STORE{}, mC, sC90, make_shape(_128{}, _64{}, _32{}));
  Tensor tA4 = cA4.get_tma_tensor(shape(mA));
}
//= partA4 ((_128,_16),_1,_4)
//= partB4 ((_128,_16),_1,_4)
//= sA4 Sw<3,4,3> o smem_ptr[16b](unset) o ((_128,_16),_1,_4):((_64,_1),_0,_16)
//= sB4 Sw<3,4,3> o smem_ptr[16b](unset) o ((_128,_16),_1,_4):((_64,_1),_0,_16)
//= cA4 ((_4,_2),(((_64,_128),_1))):((_0,_64),(((_128,_1),_0))) (_2048,_1,_4)
//= cB4 ((_2,_2,_2),(((_64,_128),_1))):((_0,_64,_0),(((_128,_1),_0))) (_2048,_1,_4)
//= nA4 (_8,(((_64,_128),_1))):(_0,(((_128,_1),_0))) (_2048,_1,_4)
//= cC90 (_1,(((_32,_128),_2))):(_0,(((_128,_1),_4096))) (_128,_64)
//= tA4 (512,256):(_1@1,_1@0)
`);
});
