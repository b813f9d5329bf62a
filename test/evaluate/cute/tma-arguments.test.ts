// The arguments of TMA copies and atoms: which may be left out, and what is said of those that are none. The layouts of
// what has a value were printed by a compiled program.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, Violation } from '../../../server/src/algebra/integer/failure.ts';
import { Unknown } from '../../../server/src/evaluate/model/value.ts';
import { MARKED, outcomeText } from '../../../server/src/render/text/text.ts';
import { openCpp } from '../cpp/support.ts';

const TENSORS = `#include <cute/tensor.hpp>
using namespace cute;
void kernel(half_t* p, int k) {
  auto g = make_tensor(make_gmem_ptr(p), make_shape(512, 256), make_stride(256, _1{}));
  auto s = make_layout(make_shape(_64{}, _64{}), LayoutRight{});
  auto tile = make_shape(_64{}, _64{});
  auto mnk = make_shape(_64{}, _64{}, _64{});
  auto atom = UMMA::Layout_K_SW128_Atom<half_t>{};
`;

async function check(cases: readonly (readonly [call: string, text: string])[]): Promise<void> {
  const body = cases.map(([call], i) => `  auto made${i} = ${call};\n`).join('');
  const document = await openCpp(`${TENSORS}${body}}\n`);
  const found = cases.map(([call], i) => {
    const site = document.model.sites.find((s) => s.role === 'declaration' && s.name === `made${i}`)!;
    const { value } = document.model.evaluate(site);
    if (isFailure(value))
      return [call, value instanceof Violation ? `error: ${value.message}` : value.reason];
    return [call, value instanceof Unknown ? value.reason : outcomeText(value, MARKED)];
  });
  document.dispose();
  assert.deepEqual(found, cases);
}

const COPY = '(_64,_64) tile, S (_1,((_64,_64),_1)):(_0,((_64,_1),_0))';

test('a copy takes the tile of shared memory and one block where no others are given', () =>
  check([
    ['make_tma_copy(SM90_TMA_LOAD{}, g, s)', COPY],
    ['make_tma_copy(SM90_TMA_LOAD{}, g, s, _1{})', COPY],
    ['make_tma_copy(SM90_TMA_LOAD{}, g, s, tile, _1{})', COPY],
    [
      'make_tma_copy(SM90_TMA_LOAD_MULTICAST{}, g, s, _2{})',
      '(_64,_64) tile, S (_2,((_64,_64),_1)):(_32,((_64,_1),_0))',
    ],
    ['make_tma_copy_C_sm90(SM90_TMA_STORE{}, g, s, tile)', COPY],
    ['make_tma_copy_A_sm90(SM90_TMA_LOAD{}, g, s, mnk, make_shape(_1{}, _1{}, _1{}))', COPY],
    ['make_tma_copy(SM90_TMA_LOAD{}, g, s, g, _1{})', 'make_tma_copy needs a tile and a cluster'],
    ['make_tma_copy(SM90_TMA_LOAD{}, g, s, tile, g)', 'make_tma_copy needs a tile and a cluster'],
    ['make_tma_copy_A_sm90(SM90_TMA_LOAD{}, g, s, mnk)', 'make_tma_copy_A_sm90 needs a tile and a cluster'],
    [
      'make_tma_copy_A_sm90(SM90_TMA_LOAD{}, g, s, mnk, g)',
      'make_tma_copy_A_sm90 needs a tile and a cluster',
    ],
    [
      'make_tma_copy_A_sm90(SM90_TMA_LOAD{}, g, s, _64{}, _1{})',
      'make_tma_copy_A_sm90 needs a tile and a cluster',
    ],
  ]));

test('an atom takes a tile, and counts in elements of the type that is given', () =>
  check([
    ['make_tma_atom(SM90_TMA_LOAD{}, g, s, tile)', 'SM90_TMA_LOAD, half_t'],
    ['make_tma_atom<void>(SM90_TMA_LOAD{}, g, s, tile)', 'SM90_TMA_LOAD, half_t'],
    ['make_tma_atom(SM90_TMA_LOAD_MULTICAST{}, g, s, tile, _2{})', 'SM90_TMA_LOAD_MULTICAST, half_t'],
    ['make_tma_atom(SM90_TMA_LOAD{}, g, s)', 'make_tma_atom needs a tile'],
    [
      'make_tma_atom<4>(SM90_TMA_LOAD{}, g, s, tile)',
      'the width of the type that make_tma_atom counts in is not known',
    ],
    ['make_tma_atom<Missing>(SM90_TMA_LOAD{}, g, s, tile)', 'Missing is not known here'],
  ]));

test('an operation, a tensor of global memory and a layout of shared memory come first', () =>
  check([
    ['make_tma_copy(UniversalCopy<float>{}, g, s)', 'make_tma_copy of this operation is not computed'],
    ['make_tma_copy(SM90_TMA_LOAD{}, 3, s)', 'make_tma_copy needs a tensor of global memory'],
    ['make_tma_copy(SM90_TMA_LOAD{}, g, 3)', 'make_tma_copy needs a layout of shared memory'],
  ]));

test('an atom of shared memory is laid out by the shape of a partition', () => {
  const needed = 'tile_to_mma_shape needs a layout atom and the shape of a partition';
  return check([
    [
      'UMMA::tile_to_mma_shape(atom, make_shape(make_shape(_128{}, _16{}), _1{}, _4{}))',
      'Sw<3,4,3> o smem_ptr[16b](unset) o ((_128,_16),_1,_4):((_64,_1),_0,_16)',
    ],
    [
      'UMMA::tile_to_mma_shape(atom, make_shape(make_shape(_128{}, _16{}), _1{}, _4{}, _2{}))',
      'Sw<3,4,3> o smem_ptr[16b](unset) o ((_128,_16),_1,_4,(_1,_2)):((_64,_1),_0,_16,(_0,_8192))',
    ],
    ['UMMA::tile_to_mma_shape(atom, make_shape(make_shape(_128{}, _16{}), _1{}))', needed],
    ['UMMA::tile_to_mma_shape(atom, make_shape(make_shape(_128{}), _1{}, _4{}))', needed],
    ['UMMA::tile_to_mma_shape(atom, make_shape(_128{}, _1{}, _4{}))', needed],
    ['UMMA::tile_to_mma_shape(3, make_shape(make_shape(_128{}, _16{}), _1{}, _4{}))', needed],
  ]);
});
