// Returned braces, bases as parameters of templates, traits that choose types, recursive templates.
// The expected values are g++'s with CuTe's headers.

import { test } from 'node:test';
import { inMain } from '../support.ts';

test('braces that are returned make an object of the type', () =>
  inMain(
    `template <class T> struct Q { using type = T; };
     constexpr Shape<_3, int> braces(int a) { return {_3{}, a}; }
     constexpr Shape<int, int> widened() { return {_3{}, _4{}}; }
     template <class T> constexpr typename Q<T>::type made() { return {}; }
     constexpr auto trailing(int k) -> Stride<_1, int> { if (k > 3) { return {_1{}, k}; } return {_1{}, 0}; }`,
    `auto r1 = braces(5);
     auto r2 = widened();
     auto r3 = made<_6>();
     auto r4 = trailing(7);
     auto r5 = trailing(1);`,
    { r1: '(_3,5)', r2: '(3,4)', r3: '_6', r4: '(_1,7)', r5: '(_1,0)' },
  ));

test('what is deduced from bases, tuples and classes with constants', () =>
  inMain(
    `template <class T> struct OnlyBox {};
     template <class T> constexpr int only(OnlyBox<T>) { return sizeof(T); }
     struct Der : OnlyBox<double> {};
     template <int I> constexpr auto under(Int<I>) { return Int<I + 1>{}; }
     template <class... Ts> constexpr int tups(cute::tuple<Ts...>) { return sizeof...(Ts); }
     template <class T, int N> struct Buf { static constexpr int bytes = N * sizeof(T); };
     template <class T, int N> constexpr int bytes_of(Buf<T, N> const&) { return Buf<T, N>::bytes; }
     template <class S, class D, int R = rank_v<S>> constexpr int rk(Layout<S, D> const&) { return R; }`,
    `auto r1 = Int<only(Der{})>{};
     auto r2 = under(_4{});
     auto r3 = Int<tups(make_tuple(_1{}, 2))>{};
     auto r4 = Int<bytes_of(Buf<half_t, 6>{})>{};
     auto r5 = Int<rk(Layout<Shape<_2, _3, _4>>{})>{};`,
    { r1: '_8', r2: '_5', r3: '_2', r4: '_12', r5: '_3' },
  ));

test('callables and sequences', () =>
  inMain(
    `template <class F> constexpr auto call2(F&& f) { return f(_1{}, _2{}); }
     template <int... I, class F> constexpr auto each(int_sequence<I...>, F f) { return make_shape(f(Int<I>{})...); }`,
    `auto r1 = call2([](auto a, auto b) { return a + b; });
     auto r2 = each(make_seq<3>{}, [](auto i) { return i * _5{}; });`,
    { r1: '_3', r2: '(_0,_5,_10)' },
  ));

test('member templates, lists of types, and classes derived from their own template', () =>
  inMain(
    `template <class T> struct Tr { template <class U> struct Re { using type = cute::tuple<T, U>; }; template <class U> using re = typename Re<U>::type; };
     template <class A, class B> struct Cat; template <class... A, class... B> struct Cat<cute::tuple<A...>, cute::tuple<B...>> { using type = cute::tuple<A..., B...>; };
     template <int N, int... R> struct Rev : Rev<N - 1, R..., N - 1> {}; template <int... R> struct Rev<0, R...> { using type = cute::tuple<Int<R>...>; };`,
    `auto r1 = make_layout(typename Tr<_3>::re<_4>{});
     auto r2 = typename Cat<Shape<_1, _2>, Shape<_3>>::type{};
     auto r3 = typename Rev<4>::type{};`,
    { r1: '(_3,_4):(_1,_3)', r2: '(_1,_2,_3)', r3: '(_3,_2,_1,_0)' },
  ));

test('types by a condition', () =>
  inMain(
    `template <class T> using Elem = conditional_t<is_same_v<T, half_t>, float, T>;
     template <class T, class Enable = void> struct Acc { using type = T; }; template <class T> struct Acc<T, enable_if_t<is_same_v<T, half_t> || is_same_v<T, bfloat16_t>>> { using type = float; };`,
    `auto r1 = Int<sizeof(Elem<half_t>)>{};
     auto r2 = Int<sizeof(Elem<double>)>{};
     auto r3 = Int<sizeof(typename Acc<bfloat16_t>::type)>{};
     auto r4 = Int<sizeof(typename Acc<double>::type)>{};`,
    { r1: '_4', r2: '_8', r3: '_4', r4: '_8' },
  ));

test('members of a parameter, and classes that know the one derived from them', () =>
  inMain(
    `template <class K> struct Kern { using E = typename K::E; static constexpr int M = K::M; using L = Layout<Shape<Int<M>, Int<K::template N<E>>>>; };
     struct KT { using E = float; static constexpr int M = 8; template <class T> static constexpr int N = sizeof(T) * 2; };
     template <class Derived> struct CRTP { static constexpr int twice() { return 2 * Derived::n; } };
     struct Me : CRTP<Me> { static constexpr int n = 21; };
     template <class... Bs> struct Multi : Bs... { static constexpr int total = (Bs::v + ... + 0); };
     struct B1 { static constexpr int v = 1; };
     struct B2 { static constexpr int v = 2; static constexpr int only2 = 5; };`,
    `auto r1 = typename Kern<KT>::L{};
     auto r2 = Int<Me::twice()>{};
     auto r3 = Int<Multi<B1, B2>::total>{};
     auto r4 = Int<Multi<B1, B2>::only2>{};`,
    { r1: '(_8,_8):(_1,_8)', r2: '_42', r3: '_3', r4: '_5' },
  ));

test('which template a concept allows is not worked out', () =>
  inMain(
    `template <class T> concept Small = sizeof(T) <= 2;
     template <Small T> constexpr int cz() { return 1; }
     template <class T> constexpr int cz() { return 2; }`,
    `auto r1 = Int<cz<half_t>()>{};
     auto r2 = Int<cz<float>()>{};`,
    { r1: 'unknown(unsupported)', r2: 'unknown(unsupported)' },
  ));
