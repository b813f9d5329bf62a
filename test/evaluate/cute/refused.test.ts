// What CuTe's functions of tensors, tuples and atoms do not take. C++ refuses each of these, or nothing is known of it.

import { test } from 'node:test';
import { inMain, printed } from '../cpp/support.ts';

const OPEN = 'unknown(unsupported)';

test('tuples of different lengths are not put side by side', () =>
  printed([
    ['zip(make_tuple(1, 2), make_tuple(3, 4, 5))', 'error(rank-mismatch)'],
    ['zip(make_tuple(1, 2), 3)', 'error(rank-mismatch)'],
    ['zip(make_tuple(_, 2), make_tuple(3, 4, 5))', 'error(rank-mismatch)'],
    ['zip(make_tuple(_, 2), make_tuple(3))', 'error(rank-mismatch)'],
    ['zip(make_tuple(_, 2), make_tuple(3, 4), make_tuple(5))', 'error(rank-mismatch)'],
    ['zip(make_tuple(_, 2), make_tuple(5), make_tuple(3, 4))', 'error(rank-mismatch)'],
    ['zip(make_tuple(_, 2), 3)', 'error(rank-mismatch)'],
    ['zip(make_tuple(make_tuple(_, 2), make_tuple(3)))', 'error(rank-mismatch)'],
    ['zip(make_tuple(make_tuple(_, 2), 3))', 'error(rank-mismatch)'],
    ['zip(make_tuple(make_layout(_4{}), 2), make_tuple(3))', 'error(rank-mismatch)'],
    ['zip()', OPEN],
    ['insert<0>(_4{}, _5{})', OPEN],
    ['remove<0>(_4{})', OPEN],
    ['replace_front(_4{}, _5{})', OPEN],
    ['tuple_cat(make_tuple(1), _5{})', OPEN],
  ]));

test('functions of tensors on what is none', () =>
  printed([
    ['recast<float>(make_layout(_4{}))', OPEN],
    ['recast_ptr(make_layout(_4{}))', OPEN],
    ['as_position_independent_swizzle_tensor(make_layout(_4{}))', OPEN],
    ['local_tile(make_layout(_4{}), _2{}, 0)', OPEN],
    ['local_tile(make_layout(_4{}), _2{})', OPEN],
    ['local_partition(make_layout(_4{}), make_layout(_2{}), 0)', OPEN],
    ['local_partition(make_tensor<float>(make_layout(_4{})), _2{}, 0)', OPEN],
    ['local_partition(make_tensor<float>(make_layout(_4{})), make_layout(_2{}))', OPEN],
    ['make_tensor<float>()', OPEN],
    ['make_coord_tensor(_4{})', OPEN],
    ['make_coord_tensor(make_layout(_4{}))', OPEN],
    ['make_tensor<float>(make_layout(_4{}))(1)', 'unknown(not-a-layout)'],
  ]));

test('functions of atoms on what is none', () =>
  inMain(
    'using Mma = SM80_16x8x8_F32F16F16F32_TN; using Copy = Copy_Atom<UniversalCopy<float>, float>;',
    [
      'make_tiled_mma(Copy{})',
      'make_tiled_mma(Mma{}, _4{})',
      'make_tiled_mma(Mma{}, make_layout(_1{}), half_t{})',
      'make_tiled_copy(Mma{}, make_layout(_4{}))',
      'make_tiled_copy(Copy{})',
      'make_tiled_copy(Copy{}, make_layout(_4{}), _4{})',
      'make_tiled_copy_impl(Copy{}, make_layout(_4{}))',
      'make_tiled_copy_impl(Copy{}, _4{}, make_shape(_4{}))',
      'make_cotiled_copy(Copy{}, make_layout(_4{}), _4{})',
      'make_cotiled_copy(Copy{}, _4{}, make_layout(_4{}))',
      'make_cotiled_copy(Mma{}, make_layout(_4{}), make_layout(_4{}))',
      'make_tiled_copy_A(Copy{}, Copy{})',
      'make_tiled_copy_A(make_tiled_mma(Mma{}), make_tiled_mma(Mma{}))',
      'make_tiled_copy_S(Copy{}, Copy{})',
      'partition_shape_C(Copy{}, make_shape(_16{}, _8{}))',
      'partition_shape_C(make_tiled_mma(Mma{}), half_t{})',
      'partition_fragment_C(Copy{}, make_shape(_16{}, _8{}))',
      'partition_fragment_C(make_tiled_mma(Mma{}), half_t{})',
      'tile_shape(Copy{})',
      'tile_size(_4{})',
      'thr_size(_4{})',
    ]
      .map((text, i) => `auto v${i} = ${text};`)
      .join('\n'),
    Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`v${i}`, OPEN])),
  ));
