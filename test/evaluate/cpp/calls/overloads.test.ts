// Which function is called: overloads, conditions, specialisations, and what is deduced for their parameters.
// The expected values are g++'s with CuTe's headers.

import { test } from 'node:test';
import { inMain } from '../support.ts';

test('by the form of the argument’s type', () =>
  inMain(
    `template <int N> constexpr int f1(Int<N>) { return 100 + N; }
     constexpr int f1(int) { return 1; }
     template <class S, class D> constexpr int f2(Layout<S, D> const&) { return 2; }
     template <class E, class L> constexpr int f2(Tensor<E, L> const&) { return 3; }
     template <class T> constexpr int f2(T const&) { return 1; }
     template <class A, class O, class B> constexpr int f2(ComposedLayout<A, O, B> const&) { return 4; }
     template <class S> constexpr int g3(Layout<S, Stride<_1, _8>> const&) { return 1; }
     template <class S, class D> constexpr int g3(Layout<S, D> const&) { return 2; }`,
    `auto r1 = Int<f1(_8{})>{};
     auto r2 = Int<f1(8)>{};
     auto r3 = Int<f2(Layout<_8>{})>{};
     auto r4 = Int<f2(_3{})>{};
     auto t = make_tensor(p, Layout<_8>{});
     auto r5 = f2(t);
     auto r6 = Int<f2(composition(Swizzle<1,2,3>{}, Layout<_64>{}))>{};
     auto r7 = Int<g3(Layout<Shape<_2,_2>, Stride<_1,_8>>{})>{};
     auto r8 = Int<g3(Layout<Shape<_2,_2>, Stride<_1,_2>>{})>{};`,
    { r1: '_108', r2: '_1', r3: '_2', r4: '_1', r5: '3', r6: '_4', r7: '_1', r8: '_2' },
  ));

test('pointers: whether what is pointed to is const is not kept', () =>
  inMain(
    `template <class T> constexpr int f3(T) { return 1; }
     template <class T> constexpr int f3(T*) { return 2; }
     template <class T> constexpr int f3(T const*) { return 3; }`,
    `float* p = nullptr;
     auto r1 = f3(p);
     auto r2 = f3(3);
     float const* cp = nullptr;
     auto r3 = f3(cp);`,
    { r1: 'unknown(unsupported)', r2: '1', r3: 'unknown(unsupported)' },
  ));

test('tags; an object of a derived class converts to its base', () =>
  inMain(
    `struct TagA {};
     struct TagB {};
     struct TagC : TagA {};
     constexpr int f4(TagA) { return 1; }
     constexpr int f4(TagB) { return 2; }`,
    `auto r1 = Int<f4(TagA{})>{};
     auto r2 = Int<f4(TagB{})>{};
     auto r3 = Int<f4(TagC{})>{};`,
    { r1: '_1', r2: '_2', r3: '_1' },
  ));

test('enable_if, __CUTE_REQUIRES and requires', () =>
  inMain(
    `template <class T> constexpr enable_if_t<is_same_v<T, float>, int> f7() { return 1; }
     template <class T> constexpr enable_if_t<!is_same_v<T, float>, int> f7() { return 2; }
     template <class T> requires (sizeof(T) == 4) constexpr int f8() { return 4; }
     template <class T> requires (sizeof(T) > 4) constexpr int f8() { return 5; }`,
    `auto r1 = Int<f7<float>()>{};
     auto r2 = Int<f7<double>()>{};
     auto r3 = Int<f8<float>()>{};
     auto r4 = Int<f8<double>()>{};`,
    { r1: '_1', r2: '_2', r3: '_4', r4: '_5' },
  ));

test('constants and types as template arguments, and defaults', () =>
  inMain(
    `template <int N> constexpr int f9() { return N; }
     template <class T> constexpr int f9() { return -1; }
     constexpr int dflt(int a, int b = 7) { return a + b; }
     template <class T = float, int N = 3> constexpr int dt() { return sizeof(T) * N; }`,
    `auto r1 = Int<f9<7>()>{};
     auto r2 = Int<f9<float>()>{};
     auto r3 = dflt(3);
     auto r4 = Int<dt()>{};
     auto r5 = Int<dt<double>()>{};
     auto r6 = Int<dt<double, 2>()>{};`,
    { r1: '_7', r2: '_-1', r3: '10', r4: '_12', r5: '_24', r6: '_16' },
  ));

test('explicit specialisations of functions', () =>
  inMain(
    `template <class T> constexpr int spec() { return 1; }
     template <> constexpr int spec<float>() { return 2; }
     template <> constexpr int spec<half_t>() { return 3; }`,
    `auto r1 = Int<spec<float>()>{};
     auto r2 = Int<spec<double>()>{};
     auto r3 = Int<spec<half_t>()>{};`,
    { r1: '_2', r2: '_1', r3: '_3' },
  ));

test('equal overloads for different references', () =>
  inMain(
    `template <class T> constexpr int h1(T& t) { return 1; }
     template <class T> constexpr int h1(T&& t) { return 1; }`,
    `int v = 3;
     auto r1 = h1(v);`,
    { r1: '1' },
  ));

test('if constexpr, trailing results, members and lambdas', () =>
  inMain(
    `template <class L> constexpr auto conv(L const& l) { if constexpr (rank_v<L> == 2) { return make_layout(get<1>(l), get<0>(l)); } else if constexpr (rank_v<L> == 3) { return select<0,2>(l); } else return l; }
     template <class S, class D> CUTE_HOST_DEVICE constexpr auto unpackl(Layout<S, D> const& l) -> Layout<D, S> { return make_layout(l.stride(), l.shape()); }
     template <class T> struct HasMember { template <class L> static constexpr auto apply(L l) { return composition(l, T{}); } template <int I> static constexpr int get() { return I * sizeof(T); } };
     template <class F, class T> constexpr auto applyf(F f, T t) { return f(t); }
     template <class A, class B> constexpr auto bin(A a, B b) { return a * b; }`,
    `auto r1 = conv(Layout<Shape<_2,_3>>{});
     auto r2 = conv(Layout<Shape<_2,_3,_4>>{});
     auto r3 = conv(Layout<_5>{});
     auto r4 = unpackl(Layout<Shape<_2,_3>>{});
     auto r5 = HasMember<Layout<_4, _2>>::apply(Layout<_16, _3>{});
     auto r6 = Int<HasMember<float>::get<3>()>{};
     auto r7 = HasMember<Layout<_4, _2>>::template apply<Layout<_16, _3>>(Layout<_16, _3>{});
     auto r8 = applyf([](auto x) { return x * _2{}; }, _4{});
     auto r9 = applyf([](auto... x) { return (x + ...); }, _4{});
     auto r10 = bin(_3{}, _5{});`,
    {
      r1: '(_3,_2):(_2,_1)',
      r2: '(_2,_4):(_1,_6)',
      r3: '_5:_1',
      r4: '(_1,_2):(_2,_3)',
      r5: '_4:_6',
      r6: '_12',
      r7: '_4:_6',
      r8: '_8',
      r9: '_4',
      r10: '_15',
    },
  ));

test('a base class is deduced from an object of the derived one', () =>
  inMain(
    `template <class T> struct Box { static constexpr int value = sizeof(T); };
     template <class T> constexpr int g1(Box<T> const&) { return sizeof(T); }
     template <class T> constexpr int g2(Box<T> const&) { return 1; }
     template <class T> constexpr int g2(T const&) { return 2; }`,
    `auto r1 = Int<g1(Box<double>{})>{};
     auto r2 = Int<g2(Box<double>{})>{};`,
    { r1: '_8', r2: '_1' },
  ));

test('a flag is a bool or a static one', () =>
  inMain(
    `template <int N> constexpr auto pick(Int<N>) { return _1{}; }
     template <class T> constexpr auto pick(T const&) { return _2{}; }
     constexpr auto pick(int) { return _3{}; }
     template <class B> constexpr auto onflag(B) { if constexpr (B::value) return _4{}; else return _5{}; }
     struct Cfg { static constexpr int sizes[4] = {16, 32, 64, 128}; static constexpr int pick(int i) { return sizes[i]; } static constexpr int stages(int smem) { int n = 0; while ((n + 1) * 16384 <= smem) n++; return n; } };`,
    `auto r1 = pick(true);
     auto r2 = pick(_7{});
     auto r3 = pick(true_type{});
     auto r4 = onflag(true_type{});
     auto r5 = onflag(bool_constant<false>{});`,
    { r1: '_2', r2: '_1', r3: '_2', r4: '_4', r5: '_5' },
  ));

test('overloads that differ by the type of an integer, or by what their references are bound to', () =>
  inMain(
    `constexpr int ov(int) { return 1; }
     constexpr int ov(long) { return 2; }
     constexpr int ov(unsigned) { return 3; }
     constexpr int ov(float) { return 4; }
     constexpr int cvr(Layout<_8> const&) { return 1; }
     constexpr int cvr(Layout<_8>&) { return 2; }
     constexpr int cvr(Layout<_8>&&) { return 3; }`,
    `auto l = Layout<_8>{};
     auto const cl = Layout<_8>{};
     auto r1 = Int<ov(3)>{};
     auto r2 = Int<ov(3u)>{};
     auto r3 = cvr(cl);
     auto r4 = cvr(l);
     auto r5 = Int<cvr(Layout<_8>{})>{};`,
    {
      r1: '_1',
      r2: '_3',
      r3: '1',
      r4: '2',
      r5: '_3',
    },
  ));

test('arity, packs and equal types', () =>
  inMain(
    `template <class T, class U> constexpr int two(T, U) { return 1; }
     template <class T> constexpr int two(T, T) { return 2; }
     template <class T> constexpr int two(T, int) { return 3; }
     template <class... T> constexpr int var(T...) { return 1; }
     template <class T> constexpr int var(T) { return 2; }
     template <class T, class... U> constexpr int var(T, U...) { return 3; }
     namespace A { struct Tag { static constexpr int v = 1; }; template <class T> constexpr int adl(T) { return 1; } }
     namespace B { struct Tag { static constexpr int v = 2; }; constexpr int adl2(Tag) { return 22; } }
     template <int... N> struct Mx; template <int A> struct Mx<A> { static constexpr int v = A; }; template <int A, int B, int... N> struct Mx<A, B, N...> { static constexpr int v = Mx<(A > B ? A : B), N...>::v; };`,
    `auto r1 = Int<two(_3{}, _4{})>{};
     auto r2 = Int<two(_3{}, _3{})>{};
     auto r3 = Int<var(_3{}, _3{})>{};
     auto r4 = Int<var()>{};
     auto r5 = Int<Mx<3, 9, 4, 7>::v>{};`,
    { r1: '_1', r2: '_2', r3: '_3', r4: '_1', r5: '_9' },
  ));

// Checked with g++ 12.
test('arguments of a template that a parameter or specialisation leaves out are its defaults', () =>
  inMain(
    `template <class T, int N = 4> struct Box {};
    template <class T, class U = Box<T>> struct Both {};
    template <class T> struct Which { using type = Layout<_1>; };
    template <class T> struct Which<Box<T>> { using type = Layout<_2>; };
    template <class T> struct Which<Both<T>> { using type = Layout<_3>; };
    template <class T> auto f(T) { return Layout<_1>{}; }
    template <class T> auto f(Box<T>) { return Layout<_2>{}; }
    template <class T> auto f(Both<T>) { return Layout<_3>{}; }
    template <class T> auto f(Layout<T>) { return Layout<_5>{}; }
    template <int M> auto g(Swizzle<1, M>) { return Layout<_6>{}; }
    template <int B, int S> auto g(Swizzle<B, 2, S>) { return Layout<_7>{}; }`,
    `using four = Which<Box<int>>::type;
    using five = Which<Box<int, 5>>::type;
    using nested = Which<Both<int>>::type;
    using other = Which<Both<int, int>>::type;
    auto a = f(Box<int>{});
    auto b = f(Box<int, 5>{});
    auto c = f(Both<int>{});
    auto d = f(Both<int, int>{});
    auto e = f(Layout<Shape<_4, _8>>{});
    auto h = f(Layout<Shape<_4, _8>, Stride<_8, _1>>{});
    auto i = f(Layout<Shape<_4, _8>, Stride<_1, _4>>{});
    auto j = f(make_layout(make_shape(_4{}, 3)));
    auto s = g(Swizzle<1, 3, 1>{});
    auto t = g(Swizzle<1, 2, 2>{});`,
    {
      four: '_2:_1',
      five: '_1:_0',
      nested: '_3:_1',
      other: '_1:_0',
      a: '_2:_1',
      b: '_1:_0',
      c: '_3:_1',
      d: '_1:_0',
      e: '_5:_1',
      h: '_1:_0',
      i: '_5:_1',
      j: '_5:_1',
      s: '_6:_1',
      t: '_7:_1',
    },
  ));

test('tags and static integers choose an overload', () =>
  inMain(
    `struct Maker { template <class P> static auto get(P const& p) { return make_shape(_1{}, p); } };
     template <class T, class P> auto help(P const& p, cute::true_type) { return T::get(p); }
     template <class T, class P> P help(P const& p, cute::false_type) { return p; }
     template <class P> auto pick(P const& p, _4) { return make_shape(p, _4{}); }
     template <class P> auto pick(P const& p, _5) { return p; }
     template <class P> auto pick(P const& p, int) { return _0{}; }`,
    `auto r1 = help<Maker>(Shape<_3,_4>{}, false_type{});
     auto r2 = help<Maker>(Shape<_3,_4>{}, true_type{});
     auto r3 = help<Maker>(_7{}, conditional_t<is_tuple<_7>::value, true_type, false_type>{});
     auto r4 = pick(_7{}, _4{});
     auto r5 = pick(_7{}, _5{});
     auto r6 = pick(_7{}, 5);`,
    { r1: '(_3,_4)', r2: '(_1,(_3,_4))', r3: '_7', r4: '(_7,_4)', r5: '_7', r6: '_0' },
  ));
