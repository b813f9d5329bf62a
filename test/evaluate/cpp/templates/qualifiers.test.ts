// const and references of types: where they decide, and it is not known which there are, nothing is told. The other values
// are those of g++.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inMain, instances } from '../support.ts';

const KIND = `template <class T> struct Kind { static constexpr int v = 0; };
  template <class T> struct Kind<T const> { static constexpr int v = 1; };
  template <class T> struct Kind<T&> { static constexpr int v = 2; };
  struct Tag {};
  Tag make();
  Tag& refer();
  decltype(auto) hand() { return refer(); }`;

test('a specialisation for const or a reference is not taken for what has none', () =>
  inMain(
    `${KIND}
     template <class T> struct Tile { static constexpr int v = 0; };
     template <class S, class D> struct Tile<Layout<S, D>> { static constexpr int v = 3; };`,
    `Tag t; Tag const ct; Tag& r = t; Layout<_4> l; auto const cl = l;
     auto a = Kind<Tag>::v; auto b = Kind<decltype(t)>::v; auto c = Kind<decltype(make())>::v;
     auto d = Kind<decltype(ct)>::v; auto e = Kind<decltype(r)>::v; auto f = Kind<decltype((t))>::v;
     auto g = Kind<decltype(refer())>::v; auto h = Kind<decltype(hand())>::v; auto i = Kind<Tag const>::v;
     auto j = Tile<decltype(l)>::v; auto k = Tile<decltype(cl)>::v; auto m = Tile<decltype(t)>::v;
     auto n = Tile<remove_cvref_t<decltype(cl)>>::v;
     decltype(auto) da = (t); auto o = Kind<decltype(da)>::v;
     auto p = Kind<decltype(get<0>(l.shape()))>::v; auto q = Kind<decltype(size(l))>::v;`,
    {
      a: '0',
      b: '0',
      c: '0',
      d: 'unknown(unsupported)',
      e: 'unknown(unsupported)',
      f: 'unknown(unsupported)',
      g: 'unknown(unsupported)',
      h: 'unknown(unsupported)',
      i: '1',
      j: '3',
      k: 'unknown(unsupported)',
      m: '0',
      n: '3',
      o: 'unknown(unsupported)',
      p: 'unknown(unsupported)',
      q: '0',
    },
  ));

test('what a forwarding reference deduces may be a reference', () =>
  inMain(
    `template <class L> auto forwarded(L&& l) { if constexpr (is_same_v<L, Layout<_4, _1>>) return _1{}; else return _2{}; }
     template <class L> auto decayed(L&& l) { if constexpr (is_same_v<decay_t<L>, Layout<_4, _1>>) return _1{}; else return _2{}; }
     template <class L> auto byValue(L l) { if constexpr (is_same_v<L, Layout<_4, _1>>) return _1{}; else return _2{}; }
     template <class L> auto byConst(L const& l) { if constexpr (is_same_v<L, Layout<_4, _1>>) return _1{}; else return _2{}; }
     template <class L> auto byReference(L& l) { if constexpr (is_same_v<L, Layout<_4, _1>>) return _1{}; else return _2{}; }
     template <class L> auto asks(L&& l) { if constexpr (is_layout<L>::value) return _1{}; else return _2{}; }
     template <class L> auto counts(L&& l) { if constexpr (is_integral<L>::value) return _1{}; else return _2{}; }
     template <class L> auto isStatic(L&& l) { if constexpr (is_static<L>::value) return _1{}; else return _2{}; }
     template <class... Ls> auto all(Ls&&... ls) { if constexpr ((is_layout<Ls>::value && ...)) return _1{}; else return _2{}; }
     template <class L> auto other(L&& l) { if constexpr (is_same_v<L, Layout<_5, _1>>) return _1{}; else return _2{}; }`,
    `Layout<_4, _1> l; Layout<_4, _1> const cl; int i = 0;
     auto a = forwarded(l); auto b = decayed(cl); auto c = byValue(cl); auto d = byConst(cl); auto e = byReference(cl);
     auto f = asks(l); auto g = counts(i); auto h = isStatic(l); auto j = all(l, cl); auto k = other(l);
     auto m = forwarded<Layout<_4, _1>>(Layout<_4, _1>{}); auto n = counts(l);`,
    {
      a: '_1 or _2',
      b: '_1',
      c: '_1',
      d: '_1',
      e: '_1 or _2',
      f: '_1 or _2',
      g: '_1 or _2',
      h: '_1',
      j: '_1 or _2',
      k: '_2',
      m: '_1',
      n: '_2',
    },
  ));

test('traits of types that may be const or references', () =>
  inMain(
    KIND,
    `auto const l = Layout<_4>{}; constexpr auto four = _4{}; auto s = make_shape(_1{}, 2);
     auto a = is_layout<decltype(l)>::value; auto b = is_layout<decltype((s))>::value; auto c = is_integral<decltype(four)>::value;
     auto d = is_static<decltype(four)>::value; auto e = is_same_v<decltype(_3{}), _3>; auto f = is_same_v<Tag const&, Tag const&>;
     auto g = is_same_v<Tag const&, Tag&>; auto h = std::is_integral<int&>::value; auto i = is_tuple<decltype(s)>::value;
     auto j = is_same_v<volatile Tag const, Tag const volatile>;`,
    {
      a: 'unknown(unsupported)',
      b: 'false',
      c: 'unknown(unsupported)',
      d: 'true',
      e: 'true',
      f: 'true',
      g: 'false',
      h: 'unknown(unsupported)',
      i: 'true',
      j: 'true',
    },
  ));

test('void_t asks whether a type has a member', () =>
  inMain(
    `template <class T, class = void> struct Has { static constexpr bool v = false; };
     template <class T> struct Has<T, std::void_t<typename T::type>> { static constexpr bool v = true; };
     struct With { using type = int; };`,
    'auto a = Has<With>::v; auto b = Has<int>::v; auto c = Has<float>::v;',
    { a: 'true', b: 'unknown(unsupported)', c: 'unknown(unsupported)' },
  ));

test('an instantiation is told with the qualifiers that are written', async () => {
  const source = `struct Tag {};
    template <class T> struct Kind { static constexpr int v = 0; };
    template <class T> struct Uses { static constexpr bool same = is_same_v<T, Tag>; static constexpr auto n = Int<same ? 1 : 2>{}; };
    void f() { auto a = Uses<Tag>::n; auto b = Uses<Tag const>::n; auto c = Uses<Tag&>::n; }`;
  assert.deepEqual(await instances(source, 'n'), ['T = Tag: _1', 'T = Tag const: _2', 'T = Tag&: _2']);
});
