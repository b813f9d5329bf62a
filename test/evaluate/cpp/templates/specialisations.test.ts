// Specialisations of classes and variables, and the names of templates inside of them.
// The expected values are g++'s with CuTe's headers.

import { test } from 'node:test';
import { inMain } from '../support.ts';

test('the most specialised pattern that matches is taken', () =>
  inMain(
    `template <class T> struct Kind { static constexpr int value = 0; };
     template <class T> struct Kind<T*> { static constexpr int value = 1; };
     template <int N> struct Kind<Int<N>> { static constexpr int value = 100 + N; };
     template <class S, class D> struct Kind<Layout<S, D>> { static constexpr int value = 2; };
     template <class S> struct Kind<Layout<S, Stride<_1, _8>>> { static constexpr int value = 3; };
     template <class A, class B> struct Kind<cute::tuple<A, B>> { static constexpr int value = 4; };
     template <class A> struct Kind<cute::tuple<A, A>> { static constexpr int value = 5; };
     template <> struct Kind<float> { static constexpr int value = 6; };
     template <int B, int M, int S> struct Kind<Swizzle<B, M, S>> { static constexpr int value = 1000 * B + 100 * M + S; };
     template <class A, class O, class B> struct Kind<ComposedLayout<A, O, B>> { static constexpr int value = 7; };
     template <class T> using Ptr = T*;
     enum class Mode { a, b = 5, c };
     enum Plain { p0, p1, p7 = 7, p8 };`,
    `auto r1 = Int<Kind<double>::value>{};
     auto r2 = Int<Kind<double*>::value>{};
     auto r3 = Int<Kind<_8>::value>{};
     auto r4 = Int<Kind<Layout<_8, _1>>::value>{};
     auto r5 = Int<Kind<Layout<Shape<_8, _4>>>::value>{};
     auto r6 = Int<Kind<Shape<_8, _4>>::value>{};
     auto r7 = Int<Kind<Stride<_8, _8>>::value>{};
     auto r8 = Int<Kind<float>::value>{};
     auto r9 = Int<Kind<Swizzle<3, 4>>::value>{};
     auto r10 = Int<Kind<decltype(composition(Swizzle<2,3,3>{}, Layout<Shape<_8, _32>>{}))>::value>{};
     auto r11 = Int<Kind<Ptr<int>>::value>{};`,
    {
      r1: '_0',
      r2: '_1',
      r3: '_108',
      r4: '_2',
      r5: '_3',
      r6: '_4',
      r7: '_5',
      r8: '_6',
      r9: '_3403',
      r10: '_7',
      r11: '_1',
    },
  ));

test('equal arguments, defaults and conditions of a specialisation', () =>
  inMain(
    `template <class A, class B, class = void> struct Pair { static constexpr int value = 10; };
     template <class A> struct Pair<A, A> { static constexpr int value = 11; };
     template <class A, class B> struct Pair<A, B, enable_if_t<(sizeof(A) > 4)>> { static constexpr int value = 12; };
     template <int M, int N, bool Big = (M * N > 4096)> struct Tile_ { static constexpr int value = 1; };
     template <int M, int N> struct Tile_<M, N, true> { static constexpr int value = 2; };
     template <int M> struct Tile_<M, M, false> { static constexpr int value = 3; };
     enum class Mode { a, b = 5, c };`,
    `auto r1 = Int<Pair<int, float>::value>{};
     auto r2 = Int<Pair<int, int>::value>{};
     auto r3 = Int<Pair<double, float>::value>{};
     auto r4 = Int<Tile_<64, 32>::value>{};
     auto r5 = Int<Tile_<128, 64>::value>{};
     auto r6 = Int<Tile_<64, 64>::value>{};
     auto r7 = Int<Tile_<128, 128>::value>{};`,
    { r1: '_10', r2: '_11', r3: '_12', r4: '_1', r5: '_2', r6: '_3', r7: '_2' },
  ));

test('tags and constants together', () =>
  inMain(
    `struct TagA {};
     struct TagB {};
     struct TagC : TagA {};
     template <class Tag, int N> struct Pick { static constexpr int value = N; };
     template <int N> struct Pick<TagA, N> { static constexpr int value = 10 * N; };
     template <class Tag> struct Pick<Tag, 4> { static constexpr int value = 77; };
     template <> struct Pick<TagA, 4> { static constexpr int value = 78; };
     enum class Mode { a, b = 5, c };`,
    `auto r1 = Int<Pick<TagB, 3>::value>{};
     auto r2 = Int<Pick<TagA, 3>::value>{};
     auto r3 = Int<Pick<TagB, 4>::value>{};
     auto r4 = Int<Pick<TagA, 4>::value>{};
     auto r5 = Int<Pick<TagC, 3>::value>{};`,
    { r1: '_3', r2: '_30', r3: '_77', r4: '_78', r5: '_3' },
  ));

test('variable templates', () =>
  inMain(
    `template <class T> constexpr int vt = 1;
     template <> constexpr int vt<float> = 2;
     template <class S, class D> constexpr int vt<Layout<S, D>> = 3;
     template <int I> constexpr int vt<Int<I>> = 40 + I;
     enum class Mode { a, b = 5, c };`,
    `auto r1 = Int<vt<int>>{};
     auto r2 = Int<vt<float>>{};
     auto r3 = Int<vt<Layout<_4, _1>>>{};
     auto r4 = Int<vt<_5>>{};`,
    { r1: '_1', r2: '_2', r3: '_3', r4: '_45' },
  ));

test('patterns through alias templates, and templates as arguments', () =>
  inMain(
    `template <class... Ts> struct Wrap { using Shape_ = Shape<Ts...>; };
     template <template <class...> class TT, class X> struct Rebind;
     template <template <class...> class TT, class... Ts> struct Rebind<TT, Wrap<Ts...>> { using type = TT<Ts...>; };
     template <class T> struct Head;
     template <template <class...> class TT, class T, class... Ts> struct Head<TT<T, Ts...>> { using type = T; };
     template <class X> using Two = cute::tuple<X, X>;
     template <class T> struct ViaAlias { static constexpr int value = 0; };
     template <class T> struct ViaAlias<Two<T>> { static constexpr int value = 1; };
     enum class Mode { a, b = 5, c };`,
    `auto r1 = make_layout(typename Rebind<Shape, Wrap<_4, _2>>::type{});
     auto r2 = typename Head<Wrap<_7, _1>>::type{};
     auto r3 = Int<ViaAlias<Shape<_2, _2>>::value>{};
     auto r4 = Int<ViaAlias<Shape<_2, _3>>::value>{};`,
    { r1: '(_4,_2):(_1,_4)', r2: '_7', r3: '_1', r4: '_0' },
  ));

test('enumerators and typed constants as arguments', () =>
  inMain(
    `enum class Mode { a, b = 5, c };
     template <Mode M> struct ByMode { static constexpr int value = 1; };
     template <> struct ByMode<Mode::c> { static constexpr int value = 2; };
     enum Plain { p0, p1, p7 = 7, p8 };
     template <int P> struct ByPlain { static constexpr int value = P; };
     template <> struct ByPlain<p8> { static constexpr int value = 100; };
     template <class T, T v> struct Const { static constexpr T value = v; };`,
    `auto r1 = Int<ByMode<Mode::b>::value>{};
     auto r2 = Int<ByMode<Mode::c>::value>{};
     auto r3 = Int<ByPlain<p1>::value>{};
     auto r4 = Int<ByPlain<p8>::value>{};
     auto r5 = Int<Const<int, 5>::value>{};`,
    { r1: '_1', r2: '_2', r3: '_1', r4: '_100', r5: '_5' },
  ));

test('templates inside of templates, and a class’s own name in it', () =>
  inMain(
    `enum class Mode { a, b = 5, c };
     template <class T> struct Outer { template <int N> struct Inner { static constexpr int value = N; using type = Outer; }; template <int N> using Lay = Layout<Shape<Int<N>, T>>; };
     template <class L> struct Base { using Lay = L; static constexpr int n = size(L{}); };
     template <class L> struct Derived : Base<L> { using typename Base<L>::Lay; using B = Base<L>; using Up = typename B::Lay; static constexpr int m = B::n + 1; };
     template <class T> struct Inj { using Self = Inj; using Other = Inj<int>; static constexpr int n = sizeof(T); };`,
    `auto r1 = Int<Outer<_3>::Inner<9>::value>{};
     auto r2 = typename Outer<_3>::template Lay<4>{};
     auto r3 = typename Outer<_3>::Inner<2>::type::template Lay<5>{};
     auto r4 = typename Derived<Layout<_6, _2>>::Up{};
     auto r5 = Int<Derived<Layout<_6, _2>>::m>{};
     auto r6 = Int<Inj<double>::Self::n>{};
     auto r7 = Int<Inj<double>::Other::n>{};
     auto r8 = typename Derived<Layout<_6, _2>>::Lay{};`,
    {
      r1: '_9',
      r2: '(_4,_3):(_1,_4)',
      r3: '(_5,_3):(_1,_5)',
      r4: '_6:_2',
      r5: '_7',
      r6: '_8',
      r7: '_4',
      r8: '_6:_2',
    },
  ));

test('const and references of what decltype names may choose another specialisation', () =>
  inMain(
    `template <class T> struct IsL { static constexpr int v = 0; };
     template <class S, class D> struct IsL<Layout<S, D>> { static constexpr int v = 1; };
     template <class T> struct IsC { static constexpr int v = 0; };
     template <class T> struct IsC<T const> { static constexpr int v = 1; };
     template <class T> struct IsR { static constexpr int v = 0; };
     template <class T> struct IsR<T&> { static constexpr int v = 1; };`,
    `auto l = Layout<_8>{};
     auto const cl = Layout<_8>{};
     auto& rl = l;
     auto r1 = Int<IsL<decltype(l)>::v>{};
     auto r2 = Int<IsL<decltype(cl)>::v>{};
     auto r3 = Int<IsL<decltype(rl)>::v>{};
     auto r4 = Int<IsL<decltype((l))>::v>{};
     auto r5 = Int<IsC<decltype(cl)>::v>{};
     auto r6 = Int<IsC<int const>::v>{};
     auto r7 = Int<IsR<int&>::v>{};
     auto r8 = Int<IsR<decltype(rl)>::v>{};`,
    {
      r1: '_1',
      r2: 'unknown(unsupported)',
      r3: 'unknown(unsupported)',
      r4: 'unknown(unsupported)',
      r5: 'unknown(unsupported)',
      r6: '_1',
      r7: '_1',
      r8: 'unknown(unsupported)',
    },
  ));

test('constants as arguments, and defaults of patterns', () =>
  inMain(
    `template <class T> struct IsL { static constexpr int v = 0; };
     template <class S, class D> struct IsL<Layout<S, D>> { static constexpr int v = 1; };
     template <int N> struct V { static constexpr int v = N; };
     template <bool B> struct VB { static constexpr int v = B ? 1 : 2; };
     template <int A, int B> struct Lt { static constexpr bool v = A < B; };
     template <class T, int N = sizeof(T)> struct Dn { static constexpr int v = N; };
     template <class T> struct Dn<T, 4> { static constexpr int v = 100; };
     template <class T> using Ident = T;
     namespace A { struct Tag { static constexpr int v = 1; }; template <class T> constexpr int adl(T) { return 1; } }
     namespace B { struct Tag { static constexpr int v = 2; }; constexpr int adl2(Tag) { return 22; } }
     template <class T> struct Base0 { static constexpr int v = 7; template <int I> static constexpr int get() { return I + v; } };
     template <class T> struct D0 : Base0<T> { static constexpr int w = Base0<T>::template get<3>(); static constexpr int v = 9; static constexpr int u = D0::v + Base0<T>::v; };
     template <class T> struct Fw; 
     template <class T> struct UsesFw { static constexpr int v = Fw<T>::v; };
     template <class T> struct Fw { static constexpr int v = 31; };
     template <class T, template <class> class P> struct App { static constexpr int v = P<T>::v; };
     template <auto X> struct Au { static constexpr int v = int(X) + 1; };
     template <class R, class... A> struct Fn; template <class R, class... A> struct Fn<R, cute::tuple<A...>> { static constexpr int v = sizeof...(A); };
     template <class T> struct SzO { static constexpr int v = 1; }; template <class T> struct SzO<T*> { static constexpr int v = 1 + SzO<T>::v; };`,
    `auto r1 = Int<V<(3 > 2)>::v>{};
     auto r2 = Int<VB<(3 > 2)>::v>{};
     auto r3 = Int<VB<Lt<3, 2>::v>::v>{};
     auto r4 = Int<Dn<float>::v>{};
     auto r5 = Int<Dn<double>::v>{};
     auto r6 = Int<Dn<double, 4>::v>{};
     auto r7 = Int<IsL<Ident<Layout<_4>>>::v>{};
     auto r8 = Int<D0<int>::w>{};
     auto r9 = Int<D0<int>::u>{};
     auto r10 = Int<UsesFw<int>::v>{};
     auto r11 = Int<App<float*, SzO>::v>{};
     auto r12 = Int<Au<4>::v>{};
     auto r13 = Int<Au<true>::v>{};
     auto r14 = Int<Fn<int, Shape<_1, _2>>::v>{};`,
    {
      r1: '_1',
      r2: '_1',
      r3: '_2',
      r4: '_100',
      r5: '_8',
      r6: '_100',
      r7: '_1',
      r8: '_10',
      r9: '_16',
      r10: '_31',
      r11: '_2',
      r12: '_5',
      r13: '_2',
      r14: '_2',
    },
  ));

test('a specialisation for a constant of a type, and arrays beside pointers', () =>
  inMain(
    `template <class T> struct A { static constexpr int value = 1; };
     template <class T> struct A<T*> { static constexpr int value = 2; };
     template <int N> struct A<C<N>> { static constexpr int value = N + 60; };
     template <class T> struct B { static constexpr int value = 1; };
     template <auto V> struct B<C<V>> { static constexpr int value = 61; };`,
    `auto a = Int<A<C<true>>::value>{};
     auto b = Int<A<uint8_t[3]>::value>{};
     auto c = Int<A<uint8_t*>::value>{};
     auto d = Int<A<_4>::value>{};
     auto e = Int<B<C<true>>::value>{};`,
    { a: '_1', b: '_1', c: '_2', d: '_64', e: '_61' },
  ));

test('a condition of words chooses a specialisation that calls itself in the branch not taken', () =>
  inMain(
    `template <class A, class B> constexpr bool in_registers() {
       if constexpr (is_tuple_v<A> and
                     is_tuple_v<B>) {
         return in_registers<tuple_element_t<0, A>, tuple_element_t<0, B>>();
       } else {
         return sizeof(A) not_eq 2 or (sizeof(B) bitand 1) not_eq 0;
       }
     }
     struct Auto {};
     struct Pingpong {};
     template <class A, class B, class Schedule, class Enable = void> struct Builder;
     template <class A, class B, class Schedule>
     struct Builder<A, B, Schedule,
                    enable_if_t<is_same_v<Schedule, Pingpong> and not in_registers<A, B>()>> {
       using SmemLayout = Layout<Shape<_64, _8>>;
     };
     template <class A, class B, class Schedule>
     struct Builder<A, B, Schedule, enable_if_t<is_same_v<Schedule, Pingpong> and in_registers<A, B>()>> {
       using SmemLayout = Layout<Shape<_8, _8>>;
     };`,
    `auto Halves = typename Builder<half_t, half_t, Pingpong>::SmemLayout{};
     auto Floats = typename Builder<float, float, Pingpong>::SmemLayout{};
     auto Pairs = typename Builder<Shape<half_t, float>, Shape<half_t, float>, Pingpong>::SmemLayout{};`,
    { Halves: '(_64,_8):(_1,_64)', Floats: '(_8,_8):(_1,_8)', Pairs: '(_64,_8):(_1,_64)' },
  ));

test('inherited constructors declare no name that hides a template parameter', () =>
  inMain(
    `template <class Stride_> struct Plain { using Stride = Stride_; Plain(int); };
     template <class Op> struct Adapter : Op {
       using Op::Op;
       using Inner = typename Op::Stride;
     };
     template <class Stride_> struct Again : Plain<Stride_> {
       using Plain<Stride_>::Plain;
       using Base = Plain<Stride_>;
     };`,
    `auto Taken = typename Adapter<Plain<Stride<_1, _4>>>::Stride{};
     auto Named = typename Adapter<Plain<Stride<_1, _4>>>::Inner{};
     auto OfBase = typename Again<Stride<_1, _8>>::Base::Stride{};`,
    { Taken: '(_1,_4)', Named: '(_1,_4)', OfBase: '(_1,_8)' },
  ));

test('a primary template that is only declared has the defaults of its parameters', () =>
  inMain(
    `template <class T, int N, bool Whole = (sizeof(T) > 1)> struct Row;
     template <class T, int N> struct Row<T, N, true> { using Shape = Int<N>; };
     template <class T, int N> struct Row<T, N, false> { using Shape = Int<2 * N>; };`,
    `auto whole = Layout<typename Row<float, 4>::Shape>{};
     auto part = Layout<typename Row<int8_t, 4>::Shape>{};`,
    { whole: '_4:_1', part: '_8:_1' },
  ));
