// The copies that CUTLASS's collective builders choose for a cluster and for an accumulator. The expected ones follow
// from the conditions in sm100_common.inl and sm90_common.inl.

import { test } from 'node:test';
import { inMain } from '../cpp/support.ts';

const load = (operand: 'A' | 'B', cluster: string, threads: string): string =>
  `decltype(cutlass::gemm::collective::detail::sm100_cluster_shape_to_tma_atom_${operand}(${cluster}, ${threads}))`;

const store = (stride: string, element: string, tile: string): string =>
  `decltype(cutlass::epilogue::collective::detail::sm90_get_smem_store_op_for_accumulator<${stride}, ${element}, ${tile}>())`;

const chosen = (cases: readonly (readonly [string, string])[]): Promise<void> =>
  inMain(
    '',
    cases.map(([type], i) => `using V${i} = ${type};`).join('\n'),
    Object.fromEntries(cases.map(([, name], i) => [`V${i}`, name])),
  );

test('loads of single CTAs are multicast along the mode that their operand lacks', () =>
  chosen([
    [load('A', 'Shape<_2,_1,_1>{}', '_1{}'), 'SM90_TMA_LOAD'],
    [load('A', 'Shape<_1,_2,_1>{}', '_1{}'), 'SM90_TMA_LOAD_MULTICAST'],
    [load('B', 'Shape<_2,_1,_1>{}', '_1{}'), 'SM90_TMA_LOAD_MULTICAST'],
    [load('B', 'Shape<_1,_2,_1>{}', '_1{}'), 'SM90_TMA_LOAD'],
    [load('B', 'Shape<_1,_2,_1>{}', 'Layout<_1>{}'), 'SM90_TMA_LOAD'],
  ]));

test('loads of pairs of CTAs: a pair alone needs no multicast of B', () =>
  chosen([
    [load('A', 'Shape<_2,_1,_1>{}', '_2{}'), 'SM100_TMA_2SM_LOAD'],
    [load('A', 'Shape<_2,_4,_1>{}', '_2{}'), 'SM100_TMA_2SM_LOAD_MULTICAST'],
    [load('B', 'Shape<_2,_1,_1>{}', '_2{}'), 'SM100_TMA_2SM_LOAD'],
    [load('B', 'Shape<_4,_4,_1>{}', 'Layout<_2>{}'), 'SM100_TMA_2SM_LOAD_MULTICAST'],
    [load('B', 'Shape<_4,_4,_1>{}', '_4{}'), 'unknown(unsupported)'],
  ]));

test('one extent that is known at run time makes every load of the cluster a multicast', () =>
  chosen([
    [load('A', 'make_shape(2, 4, _1{})', '_2{}'), 'SM100_TMA_2SM_LOAD_MULTICAST'],
    [load('A', 'make_shape(2, _1{}, _1{})', '_1{}'), 'SM90_TMA_LOAD_MULTICAST'],
    [load('B', 'make_shape(_1{}, 4, _1{})', '_1{}'), 'SM90_TMA_LOAD_MULTICAST'],
    [load('A', 'make_shape(2, _1{}, _1{})', '_2{}'), 'SM100_TMA_2SM_LOAD_MULTICAST'],
    [load('B', 'make_shape(_2{}, 4, _1{})', '_2{}'), 'SM100_TMA_2SM_LOAD_MULTICAST'],
  ]));

test('accumulators of two bytes are stored as matrices, as wide as the tile lets', () =>
  chosen([
    [store('Stride<int64_t,_1,int64_t>', 'half_t', 'Shape<_64,_32>'), 'SM90_U32x4_STSM_N'],
    [store('Stride<int64_t,_1,int64_t>', 'half_t', 'Shape<_64,_8>'), 'SM90_U32x2_STSM_N'],
    [store('Stride<int64_t,_1,int64_t>', 'cutlass::bfloat16_t', 'Shape<_64,Int<40>>'), 'SM90_U32x2_STSM_N'],
    [store('Stride<_1,int64_t,int64_t>', 'half_t', 'Shape<_64,_32>'), 'SM90_U16x8_STSM_T'],
    [store('Stride<_1,int64_t,int64_t>', 'half_t', 'Shape<_64,Int<24>>'), 'SM90_U16x4_STSM_T'],
    // No store takes a row of 12.
    [store('Stride<_1,int64_t,int64_t>', 'half_t', 'Shape<_64,Int<12>>'), 'unknown(unsupported)'],
  ]));

test('other accumulators are stored as their vectors allow', () =>
  chosen([
    [
      store('Stride<int64_t,_1,int64_t>', 'float', 'Shape<_64,_32>'),
      'AutoVectorizingCopyWithAssumedAlignment<128>',
    ],
    [
      store('Stride<int64_t,int64_t,int64_t>', 'half_t', 'Shape<_64,_32>'),
      'AutoVectorizingCopyWithAssumedAlignment<128>',
    ],
    [
      store('Stride<_1,int64_t,int64_t>', 'cute::float_e4m3_t', 'Shape<_64,_32>'),
      'AutoVectorizingCopyWithAssumedAlignment<128>',
    ],
  ]));

test('functions of these names elsewhere are not those of the builders', () =>
  inMain(
    'namespace mine { auto sm100_cluster_shape_to_tma_atom_A(int, int) { return _7{}; } }',
    'auto own = mine::sm100_cluster_shape_to_tma_atom_A(1, 2);',
    { own: '_7' },
  ));

test('a width or a tile that a parameter leaves open leaves the stores of it', () =>
  inMain(
    `template <class Element, int kColumns> struct Epilogue {
       using Width = ${store('Stride<int64_t,_1,int64_t>', 'Element', 'Shape<_64,_32>')};
       using Columns = ${store('Stride<int64_t,_1,int64_t>', 'half_t', 'Shape<_64,Int<kColumns>>')};
       using Eights = ${store('Stride<_1,int64_t,int64_t>', 'half_t', 'Shape<_64,Int<8 * kColumns>>')};
       using Narrow = ${store('Stride<int64_t,_1,int64_t>', 'Element', 'Shape<_64,_8>')};
     };`,
    '',
    {
      Width: 'SM90_U32x4_STSM_N or AutoVectorizingCopyWithAssumedAlignment<128>',
      Columns: 'SM90_U32x4_STSM_N or SM90_U32x2_STSM_N',
      Eights: 'SM90_U16x8_STSM_T or SM90_U16x4_STSM_T',
      Narrow: 'SM90_U32x2_STSM_N or AutoVectorizingCopyWithAssumedAlignment<128>',
    },
  ));

test('what is no stride, tile or cluster chooses nothing', () =>
  chosen([
    [store('_1', 'half_t', 'Shape<_64,_32>'), 'unknown(unsupported)'],
    [store('Stride<int64_t,_1,int64_t>', 'half_t', '_64'), 'unknown(unsupported)'],
    [store('Stride<int64_t,_1,int64_t>', '_4', 'Shape<_64,_32>'), 'unknown(unsupported)'],
    [load('A', 'Shape<_2,_1>{}', 'half_t{}'), 'unknown(unsupported)'],
    ['decltype(cutlass::gemm::collective::detail::sm90_cluster_shape_to_tma_atom(_1{}))', 'SM90_TMA_LOAD'],
    [
      'decltype(cutlass::gemm::collective::detail::sm90_cluster_shape_to_tma_atom(_2{}))',
      'SM90_TMA_LOAD_MULTICAST',
    ],
    [
      'decltype(cutlass::gemm::collective::detail::sm90_cluster_shape_to_tma_atom(half_t{}))',
      'unknown(unsupported)',
    ],
    ['decltype(cutlass::gemm::collective::detail::sm90_cluster_shape_to_tma_atom())', 'unknown(unsupported)'],
  ]));
