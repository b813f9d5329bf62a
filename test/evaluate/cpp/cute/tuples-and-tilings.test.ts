// Functions of tuples that hold more than integers, members of tilings, and tensors of coordinates. Every value that is
// known was printed by a compiled program; what is unsupported or an error does not compile.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pick, printed } from '../support.ts';

const UNSUPPORTED = 'unknown(unsupported)';

test('zip turns tuples of tuples round, and takes what is alone as one', () =>
  printed([
    ['zip(make_tuple(make_tuple(_1{},_2{}), make_tuple(_3{},4)))', '((_1,_3),(_2,4))'],
    ['zip(make_tuple(_1{},_2{}), make_tuple(_3{},_4{}))', '((_1,_3),(_2,_4))'],
    ['zip(make_tuple(_1{},_2{}))', '((_1,_2))'],
    ['zip(_1{}, _2{})', '((_1,_2))'],
    ['zip(_1{})', '_1'],
    ['zip(make_tuple(make_layout(_4{}),_2{}), make_tuple(_3{},_4{}))', '((_4:_1,_3),(_2,_4))'],
    ['zip(make_tuple(make_layout(_4{})), make_tuple(_1{},_2{}))', 'error(rank-mismatch)'],
    ['zip(make_tuple(make_layout(_4{})), _3{})', 'error(rank-mismatch)'],
  ]));

test('elements are put in, taken out and grouped at places that there are', () =>
  printed([
    ['insert<1>(make_tuple(_1{},_2{}), _3{})', '(_1,_3,_2)'],
    ['insert<2>(make_tuple(_1{},_2{}), _3{})', '(_1,_2,_3)'],
    ['insert<3>(make_tuple(_1{},_2{}), _3{})', UNSUPPORTED],
    ['insert<0>(_1{}, _2{})', UNSUPPORTED],
    ['remove<0>(make_tuple(_1{},_2{}))', '(_2)'],
    ['remove<2>(make_tuple(_1{},_2{}))', UNSUPPORTED],
    ['replace<1>(make_tuple(_1{},make_layout(_4{})), _9{})', '(_1,_9)'],
    ['replace<2>(make_tuple(_1{},make_layout(_4{})), _9{})', UNSUPPORTED],
    ['replace_front(make_tuple(_1{},_2{}), _5{})', '(_5,_2)'],
    ['replace_back(make_tuple(_1{},_2{}), _5{})', '(_1,_5)'],
    ['take<1,2>(make_tuple(_1{},make_layout(_4{})))', '(_4:_1)'],
    ['take<0,-1>(make_tuple(_1{},make_layout(_4{})))', '(_1,_4:_1)'],
    ['group<0,2>(make_tuple(_1{},make_layout(_4{}),_3{}))', '((_1,_4:_1),_3)'],
    ['group<1,1>(make_tuple(_1{},make_layout(_4{}),_3{}))', '(_1,_4:_1,_3)'],
    ['append<3>(make_layout(_4{}), _)', '(_4:_1,_,_)'],
    ['append<1>(make_layout(_4{}), _)', '_4:_1'],
    ['prepend<2>(make_layout(_4{}), _)', '(_,_4:_1)'],
  ]));

const TILINGS = `#include <cute/tensor.hpp>
using namespace cute;
void f(float* p) {
  auto tm = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_1,_1>>{}, Tile<_32,_16,_16>{});
  auto cp = Copy_Atom<UniversalCopy<uint128_t>, half_t>{};
  auto tc = make_tiled_copy(cp, Layout<Shape<_8,_4>,Stride<_4,_1>>{}, Layout<Shape<_1,_8>>{});
  auto idt = make_identity_tensor(make_shape(_8{},_8{}));
`;

async function check(cases: readonly (readonly [expression: string, value: string])[]): Promise<void> {
  const body = cases.map(([expression], i) => `  auto v${i} = ${expression};\n`).join('');
  const names = cases.map((_, i) => `v${i}`);
  const found = await pick(`${TILINGS}${body}}\n`, names);
  assert.deepEqual(
    cases.map(([expression], i) => [expression, found[`v${i}`]]),
    cases,
  );
}

test('the tile of a tiling by its modes, of which there are three', () =>
  check([
    ['tile_size<0>(tm)', '_32'],
    ['tile_size<2>(tm)', '_16'],
    ['tm.tile_size_mnk<0>()', '_32'],
    ['tm.tile_size_mnk<1>()', '_16'],
    ['tm.tile_size_mnk<2>()', '_16'],
    ['tm.tile_size_mnk<3>()', UNSUPPORTED],
    ['tm.permutation_mnk<0>()', '_32'],
    ['tm.permutation_mnk<2>()', '_16'],
    ['tile_shape(tm)', '(_32,_16,_16)'],
    ['tile_shape(tc)', UNSUPPORTED],
    ['thr_size(tm)', '_64'],
    ['thr_size(3)', UNSUPPORTED],
    ['size(tc)', '_32'],
  ]));

test('layouts and tensors that a tiling is laid over', () =>
  check([
    [
      'tm.thrfrg_C(make_layout(make_shape(_32{},_16{})))',
      '(((_4,_8),(_2,_1)),((_2,_2),(_1,_2))):(((_64,_1),(_16,_0)),((_32,_8),(_0,_256)))',
    ],
    [
      'tm.thrfrg_A(composition(Swizzle<2,3,3>{}, _0{}, make_layout(make_shape(_32{},_16{}))))',
      'Sw<2,3,3> o _0 o (((_4,_8),(_2,_1)),((_2,_2,_2),(_1,_1))):(((_64,_1),(_16,_0)),((_32,_8,_256),(_0,_0)))',
    ],
    ['tm.thrfrg_C(3)', UNSUPPORTED],
    [
      'tc.tidfrg_S(make_layout(make_shape(_32{},_16{})))',
      '((_4,_8),(_8,_1),(_4,_1)):((_256,_1),(_32,_0),(_8,_0))',
    ],
    [
      'tm.get_slice(0).partition_C(make_identity_tensor(make_shape(_32{},_16{})))',
      'ArithTuple(0,0) o ((_2,_2),_1,_2):((_1@1,_8@0),_0,_8@1)',
    ],
    ['tc.get_slice(1).partition_S(make_layout(make_shape(_32{},_16{})))', UNSUPPORTED],
    ['partition_fragment_C(tm, make_shape(_32{},_16{}))', 'ptr[32b] o ((_2,_2),_1,_2):((_1,_2),_0,_4)'],
    ['partition_fragment_C(3, make_shape(_32{},_16{}))', UNSUPPORTED],
    ['partition_fragment_C(tm, missing)', 'unknown(missing-name)'],
    ['make_cotiled_copy(cp, 3, make_layout(_128{}))', UNSUPPORTED],
    ['make_cotiled_copy(cp, make_layout(make_shape(_32{},_8{})), _128{})', UNSUPPORTED],
  ]));

test('tensors of coordinates, their elements and their tiles', () =>
  check([
    ['idt(1, 2)', '(1,2)'],
    ['idt(_, 2)', 'ArithTuple(_0,2) o (_8):(_1@0)'],
    [
      'make_tensor(idt.data(), make_layout(make_shape(_2{},_2{}), make_stride(E<0>{},E<1>{})))',
      'ArithTuple(_0,_0) o (_2,_2):(_1@0,_1@1)',
    ],
    [
      'make_coord_tensor(make_layout(make_shape(_2{},_2{}), make_stride(E<0>{},E<1>{})))',
      'ArithTuple(_0,_0) o (_2,_2):(_1@0,_1@1)',
    ],
    ['make_coord_tensor(3)', UNSUPPORTED],
    // Its strides have no directions.
    ['make_coord_tensor(make_layout(make_shape(_4{}, _2{})))', UNSUPPORTED],
    ['domain_offset(make_coord(2, 3), idt)', 'ArithTuple(2,3) o (_8,_8):(_1@0,_1@1)'],
    // A number is no step from a coordinate.
    ['domain_offset(2, make_tensor(idt.data(), make_layout(_4{})))', 'counting_iter(?) o _4:_1'],
    ['make_tensor(idt.data(), make_layout(_4{}))(2)', 'error(unsupported)'],
    ['local_tile(idt, make_shape(_2{},_2{}), make_coord(1, 0))', 'ArithTuple(2,0) o (_2,_2):(_1@0,_1@1)'],
    [
      'local_tile(idt, make_shape(_2{},_2{},_4{}), make_coord(1, 0, 2), Step<_1, X, _1>{})',
      'ArithTuple(2,8) o (_2,_4):(_1@0,_1@1)',
    ],
    ['local_tile(idt, make_shape(_2{},_2{}))', UNSUPPORTED],
    ['local_tile(make_layout(_8{}), make_shape(_2{}), make_coord(1))', UNSUPPORTED],
    ['local_partition(idt, make_layout(make_shape(_2{},_4{})), 3)', 'ArithTuple(1,1) o (_4,_2):(_2@0,_4@1)'],
    ['local_partition(idt, 3, 3)', UNSUPPORTED],
    ['local_partition(idt, missing, 3)', 'unknown(missing-name)'],
    ['local_partition(idt, make_layout(_2{}))', UNSUPPORTED],
  ]));

test('the same data as elements of another width', () =>
  check([
    ['recast<half_t>(make_tensor<float>(make_layout(_8{})))', 'ptr[16b] o _16:_1'],
    ['recast<double>(make_tensor<float>(make_layout(_7{})))', 'ptr[64b] o _4:_1'],
    ['recast<double>(3)', UNSUPPORTED],
    ['make_tensor_like<half_t>(make_tensor<float>(make_layout(_8{})))', 'ptr[16b] o _8:_1'],
    ['make_tensor(make_smem_ptr<half_t>(p), make_layout(_4{}))', 'smem_ptr[16b] o _4:_1'],
    ['make_tensor(make_smem_ptr(p), make_layout(_4{}))', 'smem_ptr[32b] o _4:_1'],
    // Nobody knows how wide the elements are.
    ['make_tensor(make_smem_ptr<Missing>(p), make_layout(_4{}))', 'smem_ptr[?b] o _4:_1'],
    ['as_position_independent_swizzle_tensor(3)', UNSUPPORTED],
  ]));
