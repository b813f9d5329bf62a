// Atoms and tilings by their types, and what chooses them, where an argument is of the wrong kind or open. What has a
// value compiles in C++ and has it there; what is unsupported does not compile, or depends on what is not known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { Unknown } from '../../../server/src/evaluate/model/value.ts';
import { MARKED, outcomeText } from '../../../server/src/render/text/text.ts';
import { openCpp } from '../cpp/support.ts';

/** What types are, and why they are nothing. */
async function check(cases: readonly (readonly [type: string, text: string])[], head = ''): Promise<void> {
  const uses = cases.map(([type], i) => `using U${i} = ${type};\n`).join('');
  const document = await openCpp(`#include <cute/tensor.hpp>\nusing namespace cute;\n${head} {\n${uses}}\n`);
  const found = cases.map(([type], i) => {
    const site = document.model.sites.find((s) => s.role === 'declaration' && s.name === `U${i}`)!;
    const { value } = document.model.evaluate(site);
    return [type, !isFailure(value) && value instanceof Unknown ? value.reason : outcomeText(value, MARKED)];
  });
  document.dispose();
  assert.deepEqual(found, cases);
}

const ATOM = 'MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>';
const COPY = 'Copy_Atom<UniversalCopy<uint128_t>, half_t>';

test('atoms of shared memory in bits are types by themselves, in elements they are templates', () =>
  check(
    [
      ['GMMA::Layout_K_SW128_Atom_Bits', 'Sw<3,4,3> o smem_ptr[1b](unset) o (_8,_1024):(_1024,_1)'],
      ['GMMA::Layout_MN_INTER_Atom_Bits', 'Sw<0,4,3> o smem_ptr[1b](unset) o (_128,_8):(_1,_128)'],
      ['GMMA::Layout_K_SW128_Atom<half_t>', 'Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)'],
    ],
    'void f()',
  ));

test('a tiling of an MMA has an atom, a layout of them and a tiler', () =>
  check(
    [
      // Until CUTLASS 3.4 the layout had a default.
      [`TiledMMA<${ATOM}>`, '16×8×16 tile, C ((_4,_8),((_2,_2),(_1,_1))):((_32,_1),((_16,_8),(_0,_0)))'],
      [
        `TiledMMA<${ATOM}, Layout<Shape<_2,_1,_1>>>`,
        '32×8×16 tile, C ((_4,_8,_2),((_2,_2),(_1,_1))):((_64,_1,_16),((_32,_8),(_0,_0)))',
      ],
      [
        `TiledMMA<${ATOM}, Layout<Shape<_2,_1,_1>>, Tile<_32,_8,_16>>`,
        '32×8×16 tile, C ((_4,_8,_2),((_2,_2),(_1,_1))):((_64,_1,_16),((_32,_8),(_0,_0)))',
      ],
      [`TiledMMA<${ATOM}, Shape<_2,_1,_1>>`, 'a TiledMMA needs a layout of atoms'],
      ['TiledMMA<half_t, Layout<Shape<_2,_1,_1>>>', 'a TiledMMA needs an MMA_Atom'],
      [`TiledMMA<${ATOM}, Layout<Shape<_2,_1,_1>>, half_t>`, 'the permutation of a TiledMMA is a tiler'],
      ['MMA_Atom<half_t>', 'MMA_Atom of what is no MMA operation'],
      ['MMA_Traits<half_t>', 'MMA_Traits of what is no MMA operation'],
    ],
    'void f()',
  ));

test('a copy has an operation, an element type, and its tiling a layout and a tiler', () =>
  check(
    [
      [COPY, 'UniversalCopy<uint128_t>, half_t'],
      ['Copy_Atom<Copy_Traits<UniversalCopy<uint128_t>>, half_t>', 'UniversalCopy<uint128_t>, half_t'],
      [
        `TiledCopy<${COPY}, Layout<Shape<_32,_8>>, Shape<_16,_16>>`,
        '(_16,_16) tile, S (_32,(_8,_1)):(_1,(_32,_0))',
      ],
      ['Copy_Atom<UniversalCopy<uint128_t>>', 'a Copy_Atom needs an element type'],
      ['Copy_Atom<half_t, half_t>', 'Copy_Atom of what is no copy operation'],
      [`TiledCopy<${COPY}, Layout<Shape<_32,_8>>>`, 'a TiledCopy needs a Copy_Atom, a layout and a tiler'],
      [`TiledCopy<${COPY}, half_t, Shape<_16,_16>>`, 'a TiledCopy needs a Copy_Atom, a layout and a tiler'],
      [
        'TiledCopy<half_t, Layout<Shape<_32,_8>>, Shape<_16,_16>>',
        'a TiledCopy needs a Copy_Atom, a layout and a tiler',
      ],
    ],
    'void f()',
  ));

test('what depends on a parameter is open', () =>
  check(
    [
      ['Copy_Atom<UniversalCopy<T>, half_t>', 'UniversalCopy<T>, half_t'],
      ['Copy_Atom<UniversalCopy<uint128_t>, T>', 'UniversalCopy<uint128_t>, T'],
      [
        'Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<N>, half_t>',
        'the atom depends on a template parameter',
      ],
      ['uint_bit_t<N>', 'the width depends on a template parameter'],
      ['cutlass::Array<half_t, N>', 'the width of Array is not known'],
      [
        'GMMA::Layout_K_SW128_Atom<T>',
        'Sw<3,4,3> o smem_ptr[sizeof_bits<T>b](unset) o (_8,_(1024/sizeof_bits<T>)):(_(1024/sizeof_bits<T>),_1)',
      ],
    ],
    'template <class T, int N> void f()',
  ));

test('operations that CUTLASS and CuTe choose need types and a tile', () => {
  const collective = (name: string, args: string, given = '') =>
    `decltype(cutlass::gemm::collective::detail::${name}${args}(${given}))`;
  const store = (args: string) =>
    `decltype(cutlass::epilogue::collective::detail::sm90_get_smem_store_op_for_accumulator<${args}>())`;
  const needed =
    'sm90_get_smem_store_op_for_accumulator needs the stride, the element type and the tile of an epilogue';
  const gmma = (args: string) => `decltype(GMMA::ss_op_selector<${args}>())`;
  return check(
    [
      [
        collective('ss_smem_selector', '<GMMA::Major::K, half_t, _128, half_t>'),
        'ss_smem_selector needs a majorness, an element type and the extents of a tile',
      ],
      [collective('sm90_cluster_shape_to_tma_atom', '', '_1{}'), 'SM90_TMA_LOAD'],
      [collective('sm90_cluster_shape_to_tma_atom', '', '_2{}'), 'SM90_TMA_LOAD_MULTICAST'],
      [
        collective('sm90_cluster_shape_to_tma_atom', ''),
        'sm90_cluster_shape_to_tma_atom needs an extent of the cluster',
      ],
      [store('Stride<_1,int,int>, float, Shape<_64,_32>'), 'AutoVectorizingCopyWithAssumedAlignment<128>'],
      [store('int, half_t, Shape<_64,_32>'), needed],
      [store('Stride<_1,int,int>, half_t, _64'), needed],
      [store('Stride<_1,int,int>, half_t'), needed],
      [gmma('half_t, half_t, float, Shape<_64,_64,_16>'), 'SM90_64x64x16_F32F16F16_SS: 64×64×16'],
      [gmma('half_t, 3, float, Shape<_64,_64,_16>'), 'ss_op_selector needs three types and a tile'],
      [gmma('half_t, half_t, float, _64'), 'ss_op_selector needs three types and a tile'],
      [gmma('half_t, half_t, float, Shape<_64,Int<N>,_16>'), 'the tile depends on a template parameter'],
    ],
    'template <int N> void f()',
  );
});
