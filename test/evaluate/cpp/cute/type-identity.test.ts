// Which specialisation a type of the library is, and whether two types are one. Every expected value was printed by a
// compiled program.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inMain, pick } from '../support.ts';

const DECLARATIONS = `
  struct Own { float x; }; struct Other { float x; }; enum class Kind { a, b };
  template <class T> struct Box { T t; };
  template <class T> struct Box2 { T t; };
  template <template <class> class B> struct Takes {};
  template <class T> struct Which : Int<0> {};
  template <class A, class L, class P> struct Which<TiledMMA<A, L, P>> : Int<1> {};
  template <class A> struct Which<MMA_Atom<A>> : Int<2> {};
  template <class T, class U, class V> struct Which<ComposedLayout<T, U, V>> : Int<3> {};
  template <int B, int M, int S> struct Which<Swizzle<B, M, S>> : Int<100 * B + 10 * M + S> {};
  template <int N> struct Which<smem_ptr_flag_bits<N>> : Int<N> {};
  template <class S, int N> struct Which<ScaledBasis<S, N>> : Int<10 + N> {};
  template <class T> struct Which<T*> : Int<30> {};
  template <class E, class L> struct Which<Tensor<E, L>> : Int<40> {};
  template <class T> struct Extents : Int<0> {};
  template <class A, class B, class C, int M, int N, UMMA::Major a, UMMA::Major b, UMMA::ScaleIn c, UMMA::ScaleIn d>
  struct Extents<MMA_Atom<SM100_MMA_F16BF16_SS<A, B, C, M, N, a, b, c, d>>> : Int<M + N> {};
  template <class T> struct Atoms : Int<0> {};
  template <class A, class M, class N, class K, class P>
  struct Atoms<TiledMMA<A, Layout<Shape<M, N, K>>, P>> : Int<M::value * 10 + N::value> {};
  using Warp = SM80_16x8x8_F32F16F16F32_TN;
  using Tiled = TiledMMA<MMA_Atom<Warp>, Layout<Shape<_2,_4,_1>>>;`;

/** Each integer as a static one. */
async function asked(cases: readonly (readonly [string, number])[]): Promise<void> {
  const body = cases.map(([expression], i) => `auto v${i} = Int<${expression}>{};`).join('\n');
  const found = await pick(
    `#include <cute/tensor.hpp>\nusing namespace cute;\n${DECLARATIONS}\nint main() {\n${body}\n}\n`,
    cases.map((_, i) => `v${i}`),
  );
  assert.deepEqual(
    cases.map(([expression], i) => [expression, found[`v${i}`]]),
    cases.map(([expression, n]) => [expression, `_${n}`]),
  );
}

test('templates of the library are taken apart by specialisations', () =>
  asked([
    ['Which<Tiled>::value', 1],
    ['Which<MMA_Atom<Warp>>::value', 2],
    ['Which<Warp>::value', 0],
    ['Which<SM80_16x8x16_F32F16F16F32_TN>::value', 0],
    [
      'Which<decltype(composition(Swizzle<2,3,4>{}, _0{}, Layout<Shape<_8,_32>, Stride<_32,_1>>{}))>::value',
      3,
    ],
    ['Which<Swizzle<2,3,4>>::value', 234],
    ['Which<smem_ptr_flag_bits<16>>::value', 16],
    ['Which<decltype(E<1>{})>::value', 11],
    ['Which<float*>::value', 30],
    ['Which<decltype(make_tensor((float*)nullptr, Layout<_4>{}))>::value', 40],
    ['Which<half_t>::value', 0],
    [
      'Extents<MMA_Atom<SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 64, UMMA::Major::K, UMMA::Major::MN>>>::value',
      192,
    ],
    ['Atoms<Tiled>::value', 24],
    [
      'Which<decltype(make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<_32>{}, Layout<_4>{}))>::value',
      0,
    ],
    ['Which<Copy_Atom<UniversalCopy<float>, float>>::value', 0],
    ['Which<MMA_Atom<SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::MN>>>::value', 2],
  ]));

test('types that are one, and types that are not', () =>
  asked(
    (
      [
        ['Own, Other', false],
        ['Own, float', false],
        ['half_t, Own', false],
        ['Own const, Own', false],
        ['Own const, Own const', true],
        ['Kind, Own', false],
        ['Kind, Kind', true],
        ['Kind, int', false],
        ['Box<int>, Box<int32_t>', true],
        ['Box<int>, Box<float>', false],
        ['Box<int>, Box2<int>', false],
        ['Box<Box<_3>>, Box<Box<Int<3>>>', true],
        ['Takes<Box>, Takes<Box>', true],
        ['Layout<_4>, Layout<_4, _1>', true],
        ['Layout<_4, _2>, Layout<_4>', false],
        ['Swizzle<2,3,4>, Swizzle<2,4,3>', false],
        ['true_type, false_type', false],
        ['true_type, true_type', true],
        ['_4, int', false],
        ['_4, Shape<_4>', false],
        ['decltype(make_shape(_4{}, 5)), Shape<_4, int>', true],
        ['decltype(make_shape(_4{}, 5)), Shape<_4, _5>', false],
        ['decltype(E<0>{}), decltype(E<1>{})', false],
        ['decltype(E<0>{}), decltype(E<0>{})', true],
        ['Tiled, TiledMMA<MMA_Atom<Warp>, Layout<Shape<_2,_2,_1>>>', false],
        ['smem_ptr_flag_bits<16>, smem_ptr_flag_bits<8>', false],
      ] as const
    ).map(([types, same]) => [`is_same_v<${types}> ? 1 : 2`, same ? 1 : 2]),
  ));

const OPEN = 'unknown(unsupported)';

test('the traits of an operation are not taken for those of another one', () =>
  inMain(
    `template <class T> struct Traits : Int<0> {};
     template <class... As> struct Traits<MMA_Traits<SM80_16x8x16_F32F16F16F32_TN, As...>> : Int<1> {};
     using SM80_OWN_NAME = SM80_16x8x16_F32F16F16F32_TN;
     template <class T> struct Renamed : Int<0> {};
     template <class... As> struct Renamed<MMA_Traits<SM80_OWN_NAME, As...>> : Int<1> {};`,
    `auto r1 = Int<Traits<MMA_Traits<SM80_16x8x16_F32F16F16F32_TN>>::value>{};
     auto r2 = Int<Traits<MMA_Traits<SM80_16x8x8_F32F16F16F32_TN>>::value>{};
     auto r3 = Int<Traits<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>>::value>{};
     auto r4 = Int<Traits<Shape<_1>>::value>{};
     auto r5 = Int<Renamed<MMA_Traits<SM80_16x8x16_F32F16F16F32_TN>>::value>{};`,
    // g++: 1, 0, 0, 0, 1.
    { r1: OPEN, r2: '_0', r3: OPEN, r4: '_0', r5: OPEN },
  ));

test('the type of a comparison of tuples, of which it is not kept which flag it is', () => {
  const flag = 'decltype(make_shape(_1{}) == make_shape(_1{}))';
  return inMain(
    '',
    `auto r1 = Int<is_same_v<${flag}, half_t> ? 1 : 2>{};
     auto r2 = Int<is_same_v<${flag}, false_type> ? 1 : 2>{};
     auto r3 = Int<is_same_v<int, ${flag}> ? 1 : 2>{};
     auto r4 = Int<is_same_v<${flag}, Shape<_1>> ? 1 : 2>{};
     auto r5 = Int<is_same_v<${flag}, true_type> ? 1 : 2>{};
     auto r6 = Int<is_same_v<${flag}, bool> ? 1 : 2>{};`,
    // g++: 2, 2, 2, 2, 1, 2.
    { r1: '_2', r2: '_2', r3: '_2', r4: '_2', r5: OPEN, r6: OPEN },
  );
});

test('types with parameters of a template are one only where they are the same parameters', () =>
  inMain(
    `template <class T, class U, int N, int M> struct Open {
       static constexpr auto t1 = Int<is_same_v<T, T> ? 1 : 2>{};
       static constexpr auto t2 = Int<is_same_v<T, U> ? 1 : 2>{};
       static constexpr auto t3 = Int<is_same_v<T, int> ? 1 : 2>{};
       static constexpr auto t4 = Int<is_same_v<Int<N>, Int<N>> ? 1 : 2>{};
       static constexpr auto t5 = Int<is_same_v<Int<N>, Int<M>> ? 1 : 2>{};
       static constexpr auto t6 = Int<is_same_v<Int<N>, _3> ? 1 : 2>{};
       static constexpr auto t7 = Int<is_same_v<Int<N>, Shape<_1>> ? 1 : 2>{};
     };`,
    '',
    { t1: '_1', t2: '_1 or _2', t3: '_1 or _2', t4: '_1', t5: OPEN, t6: OPEN, t7: '_2' },
  ));
