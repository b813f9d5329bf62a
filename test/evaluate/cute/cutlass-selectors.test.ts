// The atoms that CUTLASS's collective builders choose. Every expected value was printed by a compiled program that
// includes CUTLASS; what the choice depends on may also be open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pick } from '../cpp/support.ts';

const shown = (body: string, expected: Record<string, string>) =>
  pick(`#include <cute/tensor.hpp>\nusing namespace cute;\n${body}`, Object.keys(expected)).then((found) =>
    assert.deepEqual(found, expected),
  );

const selector = (name: string, args: string): string =>
  `decltype(cutlass::gemm::collective::detail::${name}<${args}>())`;

test('the widest swizzle whose row divides the tile', () =>
  shown(
    `using K64 = ${selector('ss_smem_selector', 'GMMA::Major::K, half_t, _128, _64')};
     using K32 = ${selector('ss_smem_selector', 'GMMA::Major::K, half_t, _128, _32')};
     using K8 = ${selector('ss_smem_selector', 'GMMA::Major::K, float, _128, _8')};
     using K80 = ${selector('ss_smem_selector', 'GMMA::Major::K, half_t, _128, Int<80>')};
     using K72 = ${selector('ss_smem_selector', 'GMMA::Major::K, half_t, _128, Int<72>')};
     using N128 = ${selector('ss_smem_selector', 'GMMA::Major::MN, half_t, _128, _64')};
     using N96 = ${selector('ss_smem_selector', 'GMMA::Major::MN, float, Int<96>, _64')};
     using N32 = ${selector('ss_smem_selector', 'GMMA::Major::MN, cute::float_e4m3_t, _32, _64')};
     using K4 = ${selector('ss_smem_selector', 'GMMA::Major::K, half_t, _128, _4')};`,
    {
      K64: 'Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)',
      K32: 'Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_32):(_32,_1)',
      K8: 'Sw<1,4,3> o smem_ptr[32b](unset) o (_8,_8):(_8,_1)',
      K80: 'Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1)',
      K72: 'Sw<0,4,3> o smem_ptr[16b](unset) o (_8,_8):(_8,_1)',
      N128: 'Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_8):(_1,_64)',
      N96: 'Sw<3,4,3> o smem_ptr[32b](unset) o (_32,_8):(_1,_32)',
      N32: 'Sw<1,4,3> o smem_ptr[8b](unset) o (_32,_8):(_1,_32)',
      K4: 'unknown(violation)',
    },
  ));

test('operands in registers leave other layouts for shared memory', () =>
  shown(
    `using F32 = ${selector('rs_smem_selector', 'GMMA::Major::MN, float, _128, _64')};
     using Turned = ${selector('rs_smem_selector', 'GMMA::Major::MN, float, _128, _64, true')};
     using F8 = ${selector('rs_smem_selector', 'GMMA::Major::MN, cute::float_e4m3_t, _128, _64, true')};
     using F16 = ${selector('rs_smem_selector', 'GMMA::Major::MN, half_t, Int<48>, _64')};
     using KMajor = ${selector('rs_smem_selector', 'GMMA::Major::K, half_t, Int<48>, Int<24>')};`,
    {
      F32: 'Sw<1,4,3> o smem_ptr[32b](unset) o (_8,_8):(_1,_8)',
      Turned: 'Sw<1,4,3> o smem_ptr[32b](unset) o (_8,_8):(_1,_8)',
      F8: 'Sw<3,4,3> o smem_ptr[8b](unset) o (_128,_8):(_1,_128)',
      F16: 'Sw<1,4,3> o smem_ptr[16b](unset) o (_16,_8):(_1,_16)',
      KMajor: 'Sw<0,4,3> o smem_ptr[16b](unset) o (_8,_8):(_8,_1)',
    },
  ));

test('layouts of SM100', () =>
  shown(
    `using KMajor = ${selector('sm100_smem_selector', 'UMMA::Major::K, half_t, _128, _64')};
     using F32 = ${selector('sm100_smem_selector', 'UMMA::Major::MN, float, _128, _64')};
     using F16 = ${selector('sm100_smem_selector', 'UMMA::Major::MN, half_t, _64, _64')};
     using F8 = ${selector('sm100_smem_selector', 'UMMA::Major::K, cute::float_e4m3_t, _128, _32')};`,
    {
      KMajor: 'Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)',
      F32: 'Sw<2,5,2> o smem_ptr[32b](unset) o (_32,_4):(_1,_32)',
      F16: 'Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_8):(_1,_64)',
      F8: 'Sw<1,4,3> o smem_ptr[8b](unset) o (_8,_32):(_32,_1)',
    },
  ));

test('choices that a parameter leaves open', () =>
  shown(
    `template <int kHead, int kCluster, class Element>
     struct Loop {
       using Wide = ${selector('ss_smem_selector', 'GMMA::Major::K, half_t, _128, Int<64 * kHead>')};
       using Open = ${selector('ss_smem_selector', 'GMMA::Major::K, half_t, _128, Int<kHead>')};
       using Rows = decltype(make_layout(size<0>(Open{})));
       using Width = ${selector('ss_smem_selector', 'GMMA::Major::K, Element, _128, _64')};
       using WidthRows = decltype(make_layout(size<0>(Width{})));
       using Load = decltype(cutlass::gemm::collective::detail::sm90_cluster_shape_to_tma_atom(Int<kCluster>{}));
       using One = decltype(cutlass::gemm::collective::detail::sm90_cluster_shape_to_tma_atom(_1{}));
       using Two = decltype(cutlass::gemm::collective::detail::sm90_cluster_shape_to_tma_atom(_2{}));
       using StageRows = decltype(make_layout(size<0>(tile_to_shape(Open{}, Shape<_64, Int<kHead>>{}))));
     };`,
    {
      Wide: 'Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)',
      Open: [
        'Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)',
        'Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_32):(_32,_1)',
        'Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1)',
        'Sw<0,4,3> o smem_ptr[16b](unset) o (_8,_8):(_8,_1)',
      ].join(' or '),
      Rows: '_8:_1',
      WidthRows: '_8:_1',
      Load: 'SM90_TMA_LOAD or SM90_TMA_LOAD_MULTICAST',
      One: 'SM90_TMA_LOAD',
      Two: 'SM90_TMA_LOAD_MULTICAST',
      StageRows: '_64:_1',
    },
  ));

test('a cluster whose extents are known at run time is served by the multicast', () =>
  shown(
    `__global__ void f(int n) {
       auto any = cutlass::gemm::collective::detail::sm90_cluster_shape_to_tma_atom(n);
       auto none = cutlass::gemm::collective::detail::sm90_cluster_shape_to_tma_atom(half_t{});
     }`,
    { any: 'SM90_TMA_LOAD_MULTICAST', none: 'unknown(unsupported)' },
  ));

test('storage is known by where its elements begin', () =>
  shown(
    `template <class Element, class L>
     struct Storage {
       cute::array_aligned<half_t, cosize_v<L>> halves;
       cute::array_aligned<Element, cosize_v<L>> open;
       cute::ArrayEngine<float, cosize_v<L>> engine;
       auto f() {
         auto a = make_tensor(make_smem_ptr(halves.data()), Layout<_8>{});
         auto b = make_tensor(make_smem_ptr(open.data()), Layout<_8>{});
         auto c = make_tensor(make_smem_ptr(engine.begin()), Layout<_8>{});
         auto pair = cute::array<int, 2>{1, 2};
         auto first = pair.data();
       }
     };`,
    {
      a: 'smem_ptr[16b] o _8:_1',
      b: 'smem_ptr[?b] o _8:_1',
      c: 'smem_ptr[32b] o _8:_1',
      pair: 'unknown(not-a-layout)',
      first: 'ptr[32b]',
    },
  ));
