// What C++ CuTe has no overload for, or refuses, where a swizzle or a composed layout is given; and what it computes next
// to that. The conditions are those of cute/swizzle_layout.hpp and cute/layout_composed.hpp.

import { test } from 'node:test';
import { check, MARKED } from './told.ts';

const S = 'Sw<2,1,3> o _0 o (_8,_8):(_8,_1)';

test('compositions', async () => {
  await check(
    {
      'composition(Sw<2,0,3>, Sw<2,0,3> o _0 o (_8,_8):(_8,_1))':
        'error[unsupported]: C++ CuTe has no composition of a swizzle with a composed layout',
      'composition((8,8):(8,1), Sw<2,0,3>)':
        'error[unsupported]: the bits of the new swizzle are not constants',
      'composition((_8,_8):(_8,_1), Sw<2,0,3>)': 'Sw<2,0,-3> o _0 o (_8,_8):(_8,_1)',
      'composition((_8,_8):(_1,_8), Sw<2,0,3> o 4 o (_8,_8):(_8,_1))':
        'error[unsupported]: a layout composes with a composed layout only when its offset is 0',
      'composition((_8,_8):(_8,_1), Sw<2,0,3> o _0 o (_8,_8):(_8,_1))': 'Sw<2,0,-3> o _0 o (_8,_8):(_1,_8)',
      'composition(Sw<2,1,3>, 3)': 'error[wrong-kind]: composition does not take an integer here',
      [`composition((_4,_4):(_1,_4), ${S}, 3)`]:
        'error[wrong-kind]: composition does not take a composed layout here',
      'composition((_4,_4):(_1,_4), Sw<2,1,3>, 3)':
        'error[wrong-kind]: composition does not take a swizzle here',
    },
    MARKED,
  );
});

test('inverses: that of a swizzle is itself, and an offset has none', async () => {
  await check(
    {
      'right_inverse(Sw<2,0,3> o _4 o (_8,_8):(_8,_1))':
        'error[unsupported]: the right_inverse of this composed layout is a function that has no shape',
      'left_inverse(Sw<2,0,3> o _4 o (_8,_8):(_8,_1))':
        'error[unsupported]: the left_inverse of this composed layout is a function that has no shape',
      'left_inverse((_8,_8):(_8,_1) o _0 o (_8,_8):(_8,_1))':
        'error[unsupported]: the left_inverse of this composed layout is a function that has no shape',
      'left_inverse(Sw<2,0,3> o _0 o (_8,_8):(_8,_1))': 'Sw<2,0,-3> o _0 o (_8,_8):(_8,_1)',
      'left_inverse(Sw<2,1,3>)': 'Sw<2,1,3>',
      'right_inverse(Sw<2,1,-3>)': 'Sw<2,1,-3>',
    },
    MARKED,
  );
});

test('casts move the offset as they move the swizzle', async () => {
  await check(
    {
      'upcast<2>(Sw<2,1,3> o _3 o (_8,_8):(_8,_1))':
        'error[indivisible]: 3 in the offset is not a multiple of 2',
      'upcast<2>(Sw<2,1,3> o _4 o (_8,_8):(_8,_1))': 'Sw<2,0,3> o _2 o (_8,_4):(_4,_1)',
      'upcast<2>(Sw<2,1,3> o 4 o (_8,_8):(_8,_1))':
        'error[unsupported]: C++ CuTe has no cast of a run-time offset',
      'downcast<2>(Sw<2,1,3> o 3 o (_8,_8):(_8,_1))':
        'error[unsupported]: C++ CuTe has no cast of a run-time offset',
      'downcast<2>(Sw<2,1,3> o _3 o (_8,_8):(_8,_1))': 'Sw<2,2,3> o _6 o (_8,_16):(_16,_1)',
      'downcast<2>(Sw<2,1,3> o smem_ptr[16b](unset) o (_8,_8):(_8,_1))':
        'Sw<2,1,3> o smem_ptr[8b](unset) o (_8,_16):(_16,_1)',
      'recast_layout<8,16>(Sw<2,1,3> o _4 o (_8,_8):(_8,_1))': 'Sw<2,0,3> o _2 o (_8,_4):(_4,_1)',
      'recast_layout<16,8>(Sw<2,1,3> o _4 o (_8,_8):(_8,_1))': 'Sw<2,2,3> o _8 o (_8,_16):(_16,_1)',
      'recast_layout<8,16>(Sw<2,1,3>)': 'Sw<2,0,3>',
    },
    MARKED,
  );
});

test('swizzles of addresses, alignments and common parts', async () => {
  const none = 'as_position_independent_swizzle_layout of a layout without a pointer placeholder';
  await check(
    {
      'as_position_independent_swizzle_layout((_8,_8):(_8,_1))': `error[unsupported]: C++ CuTe has no ${none}`,
      [`as_position_independent_swizzle_layout(${S})`]: `error[unsupported]: C++ CuTe has no ${none}`,
      'as_position_independent_swizzle_layout(Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1))':
        'Sw<3,3,3> o _0 o (_8,_64):(_64,_1)',
      'max_alignment(Sw<2,1,3> o 4 o (_8,_8):(_8,_4))':
        'error[unsupported]: C++ CuTe has no max_alignment of a run-time offset',
      'max_alignment(Sw<2,3,3>)': '_8',
      'max_alignment(_8:_1 o _0 o (_8,_8):(_8,_4))': '_1',
      [`max_common_layout(${S}, ${S})`]:
        'error[unsupported]: C++ CuTe has no max_common_layout of these composed layouts',
      'max_common_layout(_64:_1 o _0 o (_8,_8):(_8,_1), (_8,_8):(_8,_1))':
        'error[unsupported]: C++ CuTe has no max_common_layout of these composed layouts',
      [`max_common_layout((_8,_8):(_8,_1), ${S})`]: '_2:_8',
      'max_common_layout(Sw<2,1,3>, (_8,_8):(_1,_8))':
        'error[wrong-kind]: max_common_layout does not take a swizzle here',
      'max_common_layout((_8,_8):(_1,_8), Sw<2,1,3>)':
        'error[wrong-kind]: max_common_layout does not take a swizzle here',
      [`max_common_vector(${S}, _64:_1 o _0 o (_8,_8):(_8,_1))`]:
        'error[unsupported]: C++ CuTe has no max_common_vector of these composed layouts',
      'max_common_vector(_64:_1 o _0 o (_8,_8):(_8,_1), (_8,_8):(_8,_1))':
        'error[unsupported]: C++ CuTe has no max_common_vector of these composed layouts',
      [`max_common_vector(${S}, ${S})`]: '_64',
      [`max_common_vector(${S}, Sw<2,2,3> o _0 o (_8,_8):(_8,_1))`]: '_2',
      [`max_common_vector((_8,_8):(_8,_1), ${S})`]: '_2',
    },
    MARKED,
  );
});

test('products by a swizzled tiler', async () => {
  await check(
    {
      'logical_product((_2,_2):(_1,_2), Sw<2,1,3> o _1 o (_8,_8):(_8,_1))':
        'error[unsupported]: the offset of the tiler is not 0',
      'logical_product((_2,_2):(_1,_2), _64:_1 o _0 o (_8,_8):(_8,_1))':
        'error[unsupported]: C++ CuTe has no logical_product by a composed layout without a swizzle',
      'logical_product((_2,_2):(_1,_2), Sw<2,1,3> o _0 o (8,_8):(8,_1))':
        'error[unsupported]: the tiler has a run-time size',
      [`logical_product((_2,_2):(_1,_2), ${S})`]: 'Sw<2,3,3> o _0 o ((_2,_2),(_8,_8)):((_1,_2),(_32,_4))',
      'logical_product(Sw<2,1,3>, (_8,_8):(_1,_8))':
        'error[wrong-kind]: logical_product does not take a layout here',
    },
    MARKED,
  );
});

test('operations that take no swizzle, or none there', async () => {
  await check(
    {
      'make_layout(Sw<2,1,3>)': 'Sw<2,1,3> o _0 o _6:_1',
      'make_layout(Sw<2,1,3> o _0 o _8:_1, _3:_1)':
        'error[unsupported]: C++ CuTe has no make_layout from composed layouts',
      [`filter(${S})`]: 'error[unsupported]: C++ CuTe has no filter of a composed layout without a profile',
      [`logical_divide((_8,_8):(_1,_8), ${S})`]:
        'error[unsupported]: C++ CuTe has no logical_divide of a composed layout as its second argument',
      [`crd2idx((1,1), ${S})`]:
        'error[unsupported]: C++ CuTe has no crd2idx of a composed layout as its second argument',
      'size(Sw<2,1,3>)': 'error[unsupported]: C++ CuTe has no size of a swizzle',
      'ceil_div(3, Sw<1,0,1>)':
        'error[unsupported]: C++ CuTe has no ceil_div of a swizzle as its second argument',
      'call(Sw<1,0,1>, 3)': 'error[wrong-kind]: call does not take a swizzle here',
      'make_fragment_like(Sw<2,1,3>)': 'error[wrong-kind]: make_fragment_like does not take a swizzle here',
      [`nullspace(${S})`]: '_1:_0',
      [`rank(${S})`]: '_2',
    },
    MARKED,
  );
});

test('portions and masks', async () => {
  await check(
    {
      'get_swizzle_portion((_4,_4):(_1,_4))': 'Sw<0,4,3>',
      [`get_nonswizzle_portion(${S})`]: '(_8,_8):(_8,_1)',
      'get_swizzle_portion(3)':
        'error[wrong-kind]: get_swizzle_portion: argument 1 must be a layout, not an integer',
      'get_nonswizzle_portion((2,2))':
        'error[wrong-kind]: get_nonswizzle_portion: argument 1 must be a layout, not a tuple of integers',
      'get_swizzle_portion((_4,_4):(_1,_4), 2)':
        'error[wrong-kind]: get_swizzle_portion takes 1 argument, not 2',
      'as_position_independent_swizzle_layout(4)':
        'error[wrong-kind]: as_position_independent_swizzle_layout: argument 1 must be a layout, not an integer',
      'make_swizzle<3,7>()': 'error[inadmissible]: 0x3 has 2 bits and 0x7 has 3',
      'make_swizzle<3,12>()': 'Sw<2,0,-2>',
      'make_swizzle<3>()': 'error[wrong-kind]: make_swizzle needs a template argument: make_swizzle<…>',
    },
    MARKED,
  );
});
