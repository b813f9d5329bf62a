// Calls: arguments that are left out, and functions of a tiling that are called by its type.
// The expected values are g++'s with CuTe's headers.

import { test } from 'node:test';
import { inMain } from '../support.ts';

test('a default argument `{}` is an object of the parameter’s type', () =>
  inMain(
    `template <class L, class Stages = _1>
     constexpr auto staged(L const& l, Stages stages = {}) { return composition(l, make_tuple(_, _, make_layout(stages))); }
     struct Config { static constexpr int value = 5; };
     template <class C = Config> constexpr auto of_config(C c = {}) { return Int<decltype(c)::value>{}; }
     template <class S = Shape<_4, int>> constexpr auto shaped(S s = {}) { return make_layout(s); }`,
    `auto one = staged(Layout<Shape<_8,_4,_3>>{});
     auto two = staged(Layout<Shape<_8,_4,_3>>{}, _2{});
     auto five = of_config();
     auto open = shaped();`,
    { one: '(_8,_4,_1):(_1,_8,_0)', two: '(_8,_4,_2):(_1,_8,_32)', five: '_5', open: '(_4,0):(_1,_4)' },
  ));

test('functions of a tiling, called by its type', () =>
  inMain(
    `using Mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2,_1>>{}));`,
    `auto c = Mma::make_fragment_C(make_tensor((float*)nullptr, Layout<Shape<_4,_2,_2>>{})).layout();
     auto a = Mma::make_fragment_A(make_tensor((half_t*)nullptr, Layout<Shape<_8,_2,_2>,Stride<_1,_16,_8>>{})).layout();`,
    { c: '(_4,_2,_2):(_1,_4,_8)', a: '(_8,_2,_2):(_1,_16,_8)' },
  ));

test('tensors of coordinates', () =>
  inMain(
    '',
    `auto a = make_coord_tensor(make_identity_layout(Shape<_4,_3>{}));
     auto b = make_coord_tensor(Layout<Shape<_4,_3>, Stride<E<1>, E<0>>>{});
     auto c = make_coord_tensor(Layout<Shape<_4,_3>, Stride<E<2>, _0>>{});
     auto d = make_coord_tensor(zipped_divide(make_identity_layout(make_shape(64, 32, 5)), Shape<_16,_8>{}));
     auto e = make_coord_tensor(make_identity_layout(Shape<Shape<_2,_3>,_4>{}));
     auto f = make_coord_tensor(Layout<_8>{});
     auto g = make_counting_tensor(Layout<Shape<_4,_3>, Stride<E<2>, E<0>>>{});`,
    {
      a: 'ArithTuple(_0,_0) o (_4,_3):(_1@0,_1@1)',
      b: 'ArithTuple(_0,_0) o (_4,_3):(_1@1,_1@0)',
      c: 'ArithTuple(_0,_0,_0) o (_4,_3):(_1@2,_0)',
      d: 'ArithTuple(_0,_0,_0) o ((_16,_8),(4,4,5)):((_1@0,_1@1),(_16@0,_8@1,_1@2))',
      e: 'ArithTuple((_0,_0),_0) o ((_2,_3),_4):((_1@0@0,_1@1@0),_1@1)',
      f: 'unknown(unsupported)',
      g: 'ArithTuple(_0,_0,_0) o (_4,_3):(_1@2,_1@0)',
    },
  ));

test('functions of tuples over a sequence', () =>
  inMain(
    '',
    `auto a = transform(make_shape(_64{}, _32{}), seq<0,1>{}, [](auto t, auto I) { return make_tile(t, get<I>(Shape<_3,_5,_7>{})); });
     auto b = transform(seq<0,2>{}, [](auto I) { return get<I>(Shape<_3,_5,_7>{}); });`,
    { a: '((_64,_3),(_32,_5))', b: '(_3,_7)' },
  ));
