// Class templates that are written without their arguments: constructors, members of aggregates, and deduction guides.
// The expected values are g++'s with CuTe's headers.

import { test } from 'node:test';
import { inMain } from '../support.ts';

const PARAMS = `template <class A_, class B_> struct Params {
  using A = A_;
  A_ const a; B_ const b;
  Params(A_ const& a, B_ const& b) : a(a), b(b) {}
};
`;
const ARGUMENTS = `auto layout = make_layout(Shape<_4, _8>{});
auto pair = make_shape(_2{}, _3{});
`;

test('what a constructor takes says the arguments of the class', () =>
  inMain(
    `${PARAMS}
     template <class P> constexpr auto shapeIn(P const& p) { return shape(typename P::A{}); }
     template <class T, class U = _4> struct Defaults { Defaults(T const&, int = 0) {} using First = T; using Second = U; };
     template <class T, int N> struct Sized { constexpr Sized(C<N>, T) {} static constexpr int n = N; using Type = T; };
     template <class T> struct Nested { Nested(Layout<T> const&) {} using Type = T; };`,
    `${ARGUMENTS}
     Params p(layout, pair);
     auto r1 = typename decltype(p)::A{};
     auto r2 = shapeIn(p);
     auto r3 = p.b;
     Defaults d(_3{});
     auto r4 = typename decltype(d)::First{};
     auto r5 = typename decltype(d)::Second{};
     Sized s{_6{}, layout};
     auto r6 = Int<decltype(s)::n>{};
     auto r7 = typename decltype(s)::Type{};
     Nested n(make_layout(Shape<_9>{}));
     auto r8 = typename decltype(n)::Type{};
     auto r9 = typename decltype(Params(pair, layout))::A{};
     auto r10 = typename decltype(Defaults{_8{}})::First{};`,
    {
      r1: '(_4,_8):(_1,_4)',
      r2: '(_4,_8)',
      r3: '(_2,_3)',
      r4: '_3',
      r5: '_4',
      r6: '_6',
      r7: '(_4,_8):(_1,_4)',
      r8: '(_9)',
      r9: '(_2,_3)',
      r10: '_8',
    },
  ));

test('an object of the class is copied, and another value makes one', () =>
  inMain(
    `${PARAMS}
     template <class T> struct Held { Held(T const& value) : value(value) {} using First = T; T value; };`,
    `${ARGUMENTS}
     Params p(layout, pair);
     Params again{p};
     Params assigned = p;
     Held held = _3{};
     auto r3 = typename decltype(held)::First{};
     auto r4 = held.value;
     auto r1 = typename decltype(again)::A{};
     auto r2 = typename decltype(assigned)::A{};`,
    { r1: '(_4,_8):(_1,_4)', r2: '(_4,_8):(_1,_4)', r3: '_3', r4: '_3', held: 'unknown(not-a-layout)' },
  ));

test('of several constructors the one that takes as many; packs take all', () =>
  inMain(
    `template <class T> struct Many {
       Many(T) {} Many(T, T) {} template <class U> Many(U, T, int) {}
       using Type = T;
     };
     template <class... Ts> struct Packed { Packed(Ts const&...) {} static constexpr int n = sizeof...(Ts); };`,
    `${ARGUMENTS}
     Many two(_5{}, _5{});
     auto r1 = typename decltype(two)::Type{};
     Packed k(1, 2.0, layout);
     auto r2 = Int<decltype(k)::n>{};
     Many three(1.0, _7{}, 3);
     auto r3 = typename decltype(three)::Type{};`,
    { r1: '_5', r2: '_3', r3: 'unknown(unsupported)' },
  ));

test('an aggregate is made of its members, unless a guide says otherwise', () =>
  inMain(
    `template <class A, class B> struct Pair { A a; B b; };
     template <class T> struct Guided { T t; };
     template <class T> Guided(T*) -> Guided<T>;
     template <class T> Guided(T) -> Guided<Layout<T>>;`,
    `${ARGUMENTS}
     Pair q{layout, pair};
     auto r1 = decltype(q.a){};
     auto r2 = decltype(q.b){};
     Guided g{Shape<_2, _5>{}};
     auto r3 = decltype(g.t){};`,
    { r1: '(_4,_8):(_1,_4)', r2: '(_2,_3)', r3: '(_2,_5):(_1,_2)' },
  ));

test('a kernel that is launched with such an object is instantiated for it', () =>
  inMain(
    `${PARAMS}
     template <int N, class P> __global__ void kernel(P const params) {
       auto inside = make_layout(shape(typename P::A{}), LayoutRight{});
       auto member = params.b;
     }
     template <class L> void launch(L layout) {
       Params params(layout, Shape<_2, _3>{});
       void const* pointer = (void const*)kernel<128, decltype(params)>;
     }`,
    'launch(make_layout(Shape<_4, _8>{}));',
    { inside: '(_4,_8):(_8,_1)', member: '(_2,_3)' },
  ));

test('an aggregate is made of its data members alone', () =>
  inMain(
    `template <class T, class U> struct Both {
       using X = int; static constexpr int k = 1; T a; U b; auto sum() const { return a; }
     };`,
    `Both both{_4{}, _5{}};
     auto r1 = both.a;
     auto r2 = both.b;`,
    { r1: '_4', r2: '_5' },
  ));

test('of two constructors that take the arguments as well, none is meant', () =>
  inMain(
    `template <class T> struct Two { Two(T, int) {} Two(int, T) {} using Type = T; };`,
    `Two two(1, 2);
     auto r1 = typename decltype(two)::Type{};`,
    { r1: 'unknown(unsupported)' },
  ));
