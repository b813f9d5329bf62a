// Parameter packs: expansions, folds and what is deduced for them.
// The expected values are g++'s with CuTe's headers.

import { test } from 'node:test';
import { inMain } from '../support.ts';

test('packs of classes', () =>
  inMain(
    `template <class... Ts> struct Count { static constexpr int value = sizeof...(Ts); };
     template <class T, class... Ts> struct First { using type = T; using Rest = Count<Ts...>; };
     template <int... Ns> struct Sum { static constexpr int value = (Ns + ... + 0); static constexpr int product = (1 * ... * Ns); };
     template <class... Ts> struct Wrap { using Shape_ = Shape<Ts...>; };
     template <class T> struct Unwrap;
     template <class... Ts> struct Unwrap<Wrap<Ts...>> { using type = Stride<Ts...>; static constexpr int n = sizeof...(Ts); };
     template <template <class...> class TT, class X> struct Rebind;
     template <template <class...> class TT, class... Ts> struct Rebind<TT, Wrap<Ts...>> { using type = TT<Ts...>; };
     template <class T> struct Head;
     template <template <class...> class TT, class T, class... Ts> struct Head<TT<T, Ts...>> { using type = T; };
     enum class Mode { a, b = 5, c };`,
    `auto r1 = Int<Count<>::value>{};
     auto r2 = Int<Count<int, float, int>::value>{};
     auto r3 = typename First<_4, _5, _6>::type{};
     auto r4 = Int<First<_4, _5, _6>::Rest::value>{};
     auto r5 = Int<Sum<1, 2, 3>::value>{};
     auto r6 = Int<Sum<2, 3, 4>::product>{};
     auto r7 = Int<Sum<>::value>{};
     auto r8 = make_layout(typename Wrap<_4, _8>::Shape_{});
     auto r9 = make_layout(Shape<_4, _8>{}, typename Unwrap<Wrap<_8, _1>>::type{});
     auto r10 = Int<Unwrap<Wrap<_8, _1, _2>>::n>{};
     auto r11 = make_layout(typename Rebind<Shape, Wrap<_4, _2>>::type{});
     auto r12 = typename Head<Wrap<_7, _1>>::type{};`,
    {
      r1: '_0',
      r2: '_3',
      r3: '_4',
      r4: '_2',
      r5: '_6',
      r6: '_24',
      r7: '_0',
      r8: '(_4,_8):(_1,_4)',
      r9: '(_4,_8):(_8,_1)',
      r10: '_3',
      r11: '(_4,_2):(_1,_4)',
      r12: '_7',
    },
  ));

test('packs of functions', () =>
  inMain(
    `template <class... Ts> constexpr int count(Ts const&...) { return sizeof...(Ts); }
     template <class T, class... Ts> constexpr auto head(T const& t, Ts const&...) { return t; }
     template <class T, class... Ts> constexpr auto tailc(T const&, Ts const&... ts) { return count(ts...); }
     template <class... Ts> constexpr auto pack_shape(Ts const&... ts) { return make_shape(ts...); }
     template <class... Ts> constexpr auto add_all(Ts const&... ts) { return (ts + ...); }
     template <class... Ts> constexpr auto twice(Ts const&... ts) { return make_shape((ts * _2{})..., _7{}); }
     template <int... Ns> constexpr auto ints() { return make_shape(Int<Ns>{}...); }
     template <int... Ns> constexpr auto ints2(Int<Ns>...) { return Int<(Ns + ...)>{}; }
     template <class... Ts> constexpr int n_tuple(cute::tuple<Ts...> const&) { return sizeof...(Ts); }
     template <class T, class... Ts> constexpr auto first_of(cute::tuple<T, Ts...> const&) { return T{}; }
     constexpr int rec() { return 0; }
     template <class T, class... Ts> constexpr auto rec(T, Ts... ts) { return T::value + rec(ts...); }`,
    `auto r1 = Int<count(_1{}, _2{}, 3)>{};
     auto r2 = Int<count()>{};
     auto r3 = head(_3{}, _4{});
     auto r4 = Int<tailc(_3{}, _4{}, _5{})>{};
     auto r5 = pack_shape(_3{}, _4{}, 5);
     auto r6 = add_all(_3{}, _4{}, _5{});
     auto r7 = twice(_3{}, _4{});
     auto r8 = ints<3, 4, 5>();
     auto r9 = ints2(_3{}, _4{});
     auto r10 = Int<n_tuple(make_shape(_3{}, _4{}, _5{}))>{};
     auto r11 = first_of(make_shape(_3{}, _4{}));
     auto r12 = Int<rec(_3{}, _4{}, _5{})>{};`,
    {
      r1: '_3',
      r2: '_0',
      r3: '_3',
      r4: '_2',
      r5: '(_3,_4,5)',
      r6: '_12',
      r7: '(_6,_8,_7)',
      r8: '(_3,_4,_5)',
      r9: '_7',
      r10: '_3',
      r11: '_3',
      r12: '_12',
    },
  ));
