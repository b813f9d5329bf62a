// Objects that are made of their types, the members of layouts, swizzles and tensors, and answers that stand in types.
// Every expected value that is known was printed by a compiled program.

import { test } from 'node:test';
import { inMain, printed } from '../support.ts';

test('layouts and tuples that are made by their types', () =>
  printed([
    [
      'Layout<Shape<int, _4>, Stride<_1, int>>(make_layout(make_shape(6, _4{}), make_stride(_1{}, 6)))',
      '(6,_4):(_1,6)',
    ],
    ['Layout<Shape<int, _4>, Stride<_4, _1>>(make_shape(6, _4{}))', '(6,_4):(_4,_1)'],
    ['Layout<Shape<int, _4>, Stride<int, _1>>(make_shape(6, _4{}), make_stride(9, _1{}))', '(6,_4):(9,_1)'],
    ['Shape<int, Shape<_2, int>>(3, make_shape(_2{}, 7))', '(3,(_2,7))'],
    ['Shape<int>(7)', '(7)'],
    ['Shape<Shape<int, int>>(make_shape(3, 4))', '((3,4))'],
    ['Shape<int, int>(make_shape(3, 4))', '(3,4)'],
  ]));

test('members of tensors and of swizzled layouts', () =>
  inMain(
    '',
    `auto t = make_tensor((float*)nullptr, make_layout(make_shape(_4{}, _8{}), LayoutRight{}));
     auto layout = typename decltype(t)::layout_type{};
     auto value = sizeof(typename decltype(t)::value_type);
     auto element = sizeof_bits_v<typename decltype(t)::element_type>;
     auto half = sizeof(typename decltype(make_tensor<half_t>(Shape<_4>{}))::value_type);
     auto swizzled = composition(Swizzle<2,3,4>{}, _0{}, Layout<Shape<_8,_32>, Stride<_32,_1>>{});
     auto a = swizzled.layout_a();
     auto b = swizzled.layout_b();
     auto offset = swizzled.offset();
     auto bits = Int<Swizzle<2,3,4>::num_bits>{};
     auto base = Int<Swizzle<2,3,4>::num_base>{};
     auto shift = Int<Swizzle<2,3,4>::num_shft>{};
     auto moved = Swizzle<1,2,3>{}(33);`,
    {
      layout: '(_4,_8):(_8,_1)',
      value: '4',
      element: '32',
      half: '2',
      a: 'Sw<2,3,4>',
      b: '(_8,_32):(_32,_1)',
      offset: '_0',
      bits: '_2',
      base: '_3',
      shift: '_4',
      moved: '37',
    },
  ));

test('methods of tensors and layouts', () =>
  inMain(
    '',
    `auto t = make_tensor((float*)nullptr, make_layout(make_shape(_4{}, _8{}), LayoutRight{}));
     auto shape = t.shape();
     auto stride = t.stride();
     auto size = t.size();
     auto hier = Layout<Shape<_4,_6>>{}.get_hier_coord(7);
     auto flat = Layout<Shape<_4,Shape<_2,_3>>>{}.get_flat_coord(13);
     auto composed = t.compose(Layout<_2>{}, Layout<_4>{});
     auto tiled = t.tile(Layout<_2>{}, Layout<_4>{});
     auto reshaped = Layout<_24>{}.with_shape(_4{}, _6{});
     auto data = t.data();`,
    {
      shape: '(_4,_8)',
      stride: '(_8,_1)',
      size: '_32',
      hier: '(3,1)',
      flat: '(1,3)',
      composed: 'ptr[32b] o (_2,_4):(_8,_1)',
      tiled: 'ptr[32b] o ((_2,_4),_2,_2):((_8,_1),_16,_4)',
      reshaped: '(_4,_6):(_1,_4)',
      data: 'ptr[32b]',
    },
  ));

const CONGRUENT = 'congruent(make_shape(1, 2), make_shape(_4{}, 5))';

test('what is said of tuples is in the type of the answer', () =>
  printed([
    [CONGRUENT, 'true'],
    [`Int<decltype(${CONGRUENT})::value ? 1 : 2>{}`, '_1'],
    ['Int<decltype(congruent(make_shape(1, 2), make_shape(_4{}, make_shape(5, 6))))::value ? 1 : 2>{}', '_2'],
    [
      'Int<decltype(weakly_congruent(make_shape(1, 2), make_shape(_4{}, make_shape(5, 6))))::value ? 1 : 2>{}',
      '_1',
    ],
    [
      'Int<decltype(weakly_congruent(make_shape(1, make_shape(2, 3)), make_shape(_4{}, 5)))::value ? 1 : 2>{}',
      '_2',
    ],
    [
      'Int<decltype(compatible(make_shape(_1{}, _2{}), make_shape(_1{}, make_shape(_2{}, _1{}))))::value ? 1 : 2>{}',
      '_1',
    ],
    ['Layout<_4>{} == Layout<_4>{}', 'true'],
    ['Layout<_4>{} == Layout<_5>{}', 'false'],
    ['Int<make_shape(_1{}, _2{}) == make_shape(_1{}, _2{}) ? 1 : 2>{}', '_1'],
    ['Int<decltype(Layout<_4>{} == Layout<_4>{})::value ? 1 : 2>{}', '_1'],
  ]));

test('pointers that are moved on, and unsigned integers', () =>
  printed([
    ['make_tensor(make_smem_ptr((half_t*)nullptr) + 8, Layout<_8>{})', 'smem_ptr[16b] o _8:_1'],
    ['make_tensor(make_gmem_ptr((float*)nullptr).get() + 8, Layout<_8>{})', 'ptr[32b] o _8:_1'],
    ['7u / 2', '3'],
    ['cute::max(7u, 9u)', '9'],
    ['ceil_div(7u, 2u)', '4'],
    ['round_up(7u, 4u)', '8'],
    ['cute::max(-3, 4)', '4'],
    // Converted to unsigned the negative one is 2^32 - 3.
    ['cute::max(-3, 4u)', '4294967293'],
    ['*make_gmem_ptr((float*)nullptr)', 'unknown(run-time)'],
  ]));
