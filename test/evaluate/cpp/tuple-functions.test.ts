// CuTe's functions on tuples, of integers and of whatever else tuples hold. Every expected value was printed by a
// compiled program.

import { test } from 'node:test';
import { printed } from './support.ts';

test('elements are added', () =>
  printed([
    ['append(make_tuple(_, _4{}), _)', '(_,_4,_)'],
    ['append<4>(make_tuple(_, 3), _1{})', '(_,3,_1,_1)'],
    ['append(make_layout(_4{}), make_layout(_2{}))', '(_4,_2):(_1,_1)'],
    ['append<3>(make_shape(2, _3{}), _1{})', '(2,_3,_1)'],
    ['append(make_shape(2, _3{}), make_shape(_5{}, 7))', '(2,_3,(_5,7))'],
    ['append(_4{}, 5)', '(_4,5)'],
    ['append<1>(_4{}, 5)', '_4'],
    ['append<3>(_4{}, _1{})', '(_4,_1,_1)'],
    ['prepend(make_shape(_, _), make_layout(_4{}))', '(_4:_1,_,_)'],
    ['prepend(make_tuple(make_layout(_2{}), _3{}), _)', '(_,_2:_1,_3)'],
    ['prepend<3>(make_tuple(_), 2)', '(2,2,_)'],
    ['prepend<4>(make_shape(2, _3{}), _1{})', '(_1,_1,2,_3)'],
    ['prepend(make_shape(2, _3{}), make_shape(_5{}, 7))', '((_5,7),2,_3)'],
  ]));

test('elements are taken, put in and taken out', () =>
  printed([
    ['replace<1>(make_tuple(_, _4{}, 2), make_shape(_2{}, _2{}))', '(_,(_2,_2),2)'],
    ['replace<0>(make_shape(3, _4{}), _)', '(_,_4)'],
    ['replace<0>(_4{}, make_shape(1,2))', '(1,2)'],
    ['replace_front(make_tuple(_, 2), _9{})', '(_9,2)'],
    ['replace_back(make_tuple(3, make_tuple(_, 2)), _9{})', '(3,_9)'],
    ['insert<1>(make_tuple(_, 2), _9{})', '(_,_9,2)'],
    ['insert<0>(make_shape(_4{}, 2), make_shape(1, _1{}))', '((1,_1),_4,2)'],
    ['insert<2>(make_shape(_4{}, 2), _7{})', '(_4,2,_7)'],
    ['remove<0>(make_tuple(_, 2, _3{}))', '(2,_3)'],
    ['remove<2>(make_shape(_1{}, 2, make_shape(_3{}, 4)))', '(_1,2)'],
    ['take<0,2>(make_tuple(_, 2, _3{}))', '(_,2)'],
    ['take<1,-1>(make_tuple(3, _, _3{}))', '(_,_3)'],
    ['take<1,3>(make_shape(1, make_shape(2, _3{}), _4{}))', '((2,_3),_4)'],
    ['take<1,2>(make_tuple(1, _))', '(_)'],
    ['select<2,0>(make_tuple(_, 2, _3{}))', '(_3,_)'],
    ['select<1>(make_shape(1, _2{}))', '(_2)'],
    ['group<0,2>(make_tuple(_, 2, _3{}))', '((_,2),_3)'],
    ['group<1,3>(make_tuple(1, _, make_tuple(_3{}, _)))', '(1,(_,(_3,_)))'],
    ['get<1>(make_tuple(_, make_layout(_4{})))', '_4:_1'],
    ['get<1,0>(make_tuple(_, make_tuple(3, _)))', '3'],
  ]));

test('tuples are joined and taken apart', () =>
  printed([
    ['flatten(make_tuple(make_tuple(_, 2), _3{}))', '(_,2,_3)'],
    ['flatten(make_shape(make_shape(_1{}, 2), make_shape(make_shape(3, _4{}))))', '(_1,2,3,_4)'],
    ['flatten(make_tuple(_, make_tuple(make_layout(_2{}), 3)))', '(_,_2:_1,3)'],
    ['tuple_cat(make_tuple(1, _2{}), make_tuple(_), make_tuple(make_shape(3, _4{})))', '(1,_2,_,(3,_4))'],
    ['tuple_cat(make_shape(_4{}, 2), make_shape(_3{}))', '(_4,2,_3)'],
    ['zip(make_tuple(1, _2{}), make_tuple(_3{}, 4))', '((1,_3),(_2,4))'],
    ['zip(make_tuple(make_tuple(1, _), make_tuple(_3{}, 4), make_tuple(5, 6)))', '((1,_3,5),(_,4,6))'],
    ['zip(make_tuple(1, 2))', '((1,2))'],
    ['wrap(_4{})', '(_4)'],
    ['wrap(make_tuple(_, 1))', '(_,1)'],
    ['unwrap(make_tuple(make_tuple(_4{})))', '_4'],
    ['unwrap(make_tuple(make_tuple(_4{}, 2)))', '(_4,2)'],
    ['repeat<3>(_2{})', '(_2,_2,_2)'],
    ['repeat<1>(_2{})', '_2'],
    ['repeat<2>(make_shape(_1{}, 2))', '((_1,2),(_1,2))'],
    ['repeat_like(make_shape(1, make_shape(2, 3)), _0{})', '(_0,(_0,_0))'],
    ['front(make_tuple(make_tuple(_4{}, 2), 1))', '_4'],
    ['back(make_tuple(make_tuple(_4{}, 2), make_tuple(1, _7{})))', '_7'],
    ['reverse(make_tuple(_, 2, make_tuple(1, _3{})))', '((1,_3),2,_)'],
    ['flatten_to_tuple(_4{})', '(_4)'],
    ['flatten_to_tuple(make_tuple(make_tuple(1, _), _2{}))', '(1,_,_2)'],
  ]));

test('integers of tuples', () =>
  printed([
    ['product_each(make_shape(make_shape(_2{}, 3), _4{}))', '(6,_4)'],
    ['product(make_shape(make_shape(_2{}, _3{}), _4{}))', '_24'],
    ['ceil_div(make_shape(10, _8{}), make_shape(_4{}, _4{}))', '(3,_2)'],
    ['shape_div(make_shape(_12{}, _8{}), _4{})', '(_3,_8)'],
    ['round_up(make_shape(10, 7), make_shape(_4{}, _4{}))', '(12,8)'],
    ['elem_scale(make_shape(2, make_shape(_3{}, 4)), make_shape(_2{}, make_shape(5, _2{})))', '(4,(15,8))'],
    ['inner_product(make_shape(2, _3{}), make_shape(_4{}, 5))', '23'],
    ['transform_leaf(make_shape(2, make_shape(_3{}, 4)), [](auto x) { return x * _2{}; })', '(4,(_6,8))'],
    ['size(make_shape(2, make_shape(_3{}, _4{})))', '24'],
    ['rank(make_tuple(_, 1, make_tuple(2, _)))', '_3'],
    ['depth(make_tuple(_, 1, make_tuple(2, make_tuple(_))))', '_3'],
    ['make_basis_like(make_shape(2, make_shape(3, 4)))', '(_1@0,(_1@0@1,_1@1@1))'],
    ['compact_col_major(make_shape(2, make_shape(_3{}, _4{})))', '(_1,(2,6))'],
    ['compact_row_major(make_shape(_2{}, make_shape(_3{}, _4{})))', '(_12,(_4,_1))'],
  ]));

/** `(3,(3,1),_2)`: what an identity layout gives is a tuple to every function of tuples. */
const COORDINATE = 'make_identity_layout(make_shape(8, make_shape(_4{}, _3{}), _6{}))(3, 7, _2{})';

test('coordinates that an identity layout gives', () =>
  printed(
    (
      [
        ['C', '(3,(3,1),_2)'],
        ['take<0,1>(C)', '(3)'],
        ['take<1,3>(C)', '((3,1),_2)'],
        ['select<1,0>(C)', '((3,1),3)'],
        ['append(C, 3)', '(3,(3,1),_2,3)'],
        ['prepend(C, _1{})', '(_1,3,(3,1),_2)'],
        ['replace<0>(C, 9)', '(9,(3,1),_2)'],
        ['group<0,2>(C)', '((3,(3,1)),_2)'],
        ['flatten(make_coord(C, 1))', '(3,3,1,_2,1)'],
        ['rank(C)', '_3'],
        ['depth(C)', '_2'],
        ['reverse(C)', '(_2,(3,1),3)'],
        ['wrap(C)', '(3,(3,1),_2)'],
        ['make_layout(make_shape(8, make_shape(_4{}, _3{}), _6{}))(C)', '251'],
        ['crd2idx(C, make_shape(8, make_shape(_4{}, _3{}), _6{}))', '251'],
      ] as const
    ).map(([expression, value]) => [expression.replaceAll('C', COORDINATE), value]),
  ));

test('the shape of a tiler is that of its layouts', () =>
  printed([
    ['shape(Tile<Layout<_128,_1>, Layout<Shape<_2,_16>>>{})', '(_128,(_2,_16))'],
    ['shape<0>(Tile<Layout<_128,_1>, Layout<_32,_1>>{})', '_128'],
    ['shape(make_tile(_, Layout<_32,_1>{}))', '(_,_32)'],
    ['product_each(shape(Tile<Layout<_128,_1>, Layout<Shape<_2,_16>>>{}))', '(_128,_32)'],
  ]));

test('the selectors of warp-level operations of SM120', () =>
  printed([
    [
      'rr_op_selector_sm120<float_e2m1_t, float_e4m3_t, float>()',
      'SM120_16x8x32_TN<float_e2m1_t,float_e4m3_t,float>: 16×8×32',
    ],
    [
      'rr_blockscaled_op_selector_sm120<float_e2m1_t, float_e2m1_t, float, float_ue4m3_t, 16, false>()',
      'SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,16>: 16×8×64',
    ],
    [
      'rr_blockscaled_op_selector_sm120<float_e2m1_t, float_e4m3_t, float, float_ue8m0_t, 32, true>()',
      'SM120::BLOCKSCALED::SM120_16x8x32_TN_VS<float_e2m1_t,float_e4m3_t,float,float_ue8m0_t,32>: 16×8×32',
    ],
  ]));
