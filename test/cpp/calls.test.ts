// Calls: arguments that are left out, and functions of a tiling that are called by its type.
// The expected values are g++'s with CuTe's headers.

import { test } from 'node:test';
import { inMain } from './support.ts';

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
