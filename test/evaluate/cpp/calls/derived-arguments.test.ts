// Functions that take a base of what they are given, and others that take anything made of it. The expected values are
// g++'s with CuTe's headers; where it is not worked out which function is called, no other may be taken for it.

import { test } from 'node:test';
import { inMain } from '../support.ts';

const OPEN = 'unknown(unsupported)';
const ANY = 'struct Any { template <class T> Any(T const&) {} };';

test('types of the library that derive from others', () =>
  inMain(
    `${ANY}
     template <auto v> auto held(C<v> const&) { return Int<v + 10>{}; }
     inline auto held(Any) { return _2{}; }
     template <class... Ts> auto count(tuple<Ts...> const&) { return Int<sizeof...(Ts) + 10>{}; }
     inline auto count(Any) { return _2{}; }
     template <class T> auto atom(MMA_Atom<T> const&) { return _1{}; }
     inline auto atom(Any) { return _2{}; }
     template <class A, class P> auto four(TiledMMA<A, Layout<Shape<_4,_1,_1>>, P> const&) { return _1{}; }
     inline auto four(Any) { return _2{}; }
     template <class T> auto copies(Copy_Atom<T, float> const&) { return _1{}; }
     inline auto copies(Any) { return _2{}; }
     using Tiled = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_2,_1,_1>>>;`,
    `auto r1 = held(_3{});
     auto r2 = held(_);
     auto r3 = count(Shape<_1>{});
     auto r4 = count(E<0>{} + E<1>{});
     auto r5 = count(4);
     auto r6 = atom(Tiled{});
     auto r7 = four(Tiled{});
     auto r8 = copies(make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<_32>{}, Layout<_4>{}));`,
    // g++: 13, 10, 11, 12, 2, 1, 2, 1.
    { r1: '_13', r2: OPEN, r3: '_11', r4: OPEN, r5: '_2', r6: OPEN, r7: '_2', r8: OPEN },
  ));

test('a class whose base may be what is taken', () =>
  inMain(
    `${ANY}
     template <class T> struct Box {};
     struct Bits : Box<cutlass::int4b_t> {}; struct Open : NotRead<3> {}; struct Five : Box<tuple<_5>> {};
     template <int N, bool S> auto bits(Box<cutlass::integer_subbyte<N, S>> const&) { return _1{}; }
     inline auto bits(Any) { return _2{}; }
     template <class T> auto boxed(Box<tuple<T>> const&) { return T{}; }
     inline auto boxed(Any) { return _2{}; }
     struct Top {};
     inline auto top(Top const&) { return _1{}; }
     inline auto top(Any) { return _2{}; }`,
    `auto r1 = bits(Bits{});
     auto r2 = boxed(Five{});
     auto r3 = boxed(Top{});
     auto r4 = top(Open{});
     auto r5 = top(Five{});`,
    // g++: 1, 5, 2, not compiled, 2.
    { r1: OPEN, r2: '_5', r3: '_2', r4: OPEN, r5: '_2' },
  ));

test('a constructor that is explicit on a condition', () =>
  inMain(
    `struct Closed { explicit(sizeof(int) == 4) Closed(int) {} }; struct Unsaid { explicit(sizeof(int) == 3) Unsaid(int) {} };
     inline auto closed(Closed) { return _1{}; }
     inline auto closed(...) { return _2{}; }
     inline auto unsaid(Unsaid) { return _1{}; }
     inline auto unsaid(...) { return _2{}; }`,
    `auto r1 = closed(3);
     auto r2 = unsaid(3);
     auto r3 = closed(Closed(3));
     auto r4 = unsaid(Unsaid(3));`,
    // g++ (C++20): 2, 1, 1, 1.
    { r1: OPEN, r2: OPEN, r3: '_1', r4: '_1' },
  ));

test('what a class declares itself hides what it takes from a base', () =>
  inMain(
    `struct Other {};
     struct Base { auto f(int) { return _1{}; } auto f(Other) { return _3{}; } };
     struct Own : Base { using Base::f; auto f(int) { return _2{}; } };`,
    `auto r1 = Own{}.f(3);
     auto r2 = Own{}.f(Other{});
     auto r3 = Base{}.f(3);`,
    { r1: '_2', r2: '_3', r3: '_1' },
  ));

test('a specialisation of a function that is only declared is not the function', () =>
  inMain(
    `template <class T> constexpr int one(T) { return 1; }
     template <> int one<int>(int);
     template <class T> constexpr int two(T) { return 2; }
     template <> constexpr int two<int>(int) { return 3; }`,
    `auto r1 = one(3);
     auto r2 = two(3);
     auto r3 = two(Shape<_1>{});`,
    { r1: OPEN, r2: '3', r3: '2' },
  ));

test('members of templates with packs, defined outside of them', () =>
  inMain(
    `template <class... Ts> struct All { static constexpr int count(); };
     template <class... Ts> constexpr int All<Ts...>::count() { return sizeof...(Ts); }
     template <class T, int N> struct One { static constexpr int count(); };
     template <class T, int N> constexpr int One<T, N>::count() { return N; }`,
    `auto r1 = One<int, 7>::count();
     auto r2 = All<int, float>::count();`,
    // g++: 7, 2.
    { r1: '7', r2: 'r2' },
  ));
