// What C++ makes of the language around layouts. Every expected value was printed by a compiled program;
// where the value is not tracked, it must be unknown or partly known, never the wrong one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inMain, openCpp, textAt } from './support.ts';

test('what a reference to it may change is forgotten', () =>
  inMain(
    '',
    `int s = 7; int& r = s; r = 10; auto a = make_layout(s);
     auto shape = make_shape(3, _4{}); get<0>(shape) = 8; auto b = make_layout(shape);
     auto other = make_shape(3, _4{}); auto& part = get<0>(other); part = 17; auto c = make_layout(other);
     auto pair = make_tuple(3, _4{}); auto& [x, y] = pair; x = 11; auto d = make_layout(get<0>(pair));
     auto kept = make_shape(3, _4{}); auto& seen = kept; auto e = make_layout(kept);`,
    { a: '?:_1', b: '(?,_4):(_1,?)', c: '(?,_4):(_1,?)', d: '?:_1', e: '(3,_4):(_1,3)' },
  ));

test('default arguments of functions', () =>
  inMain(
    `constexpr int scaled(int a, int b = 3) { return a * b; }
     auto shape(int a = 3, int b = 4) { return make_shape(a, b); }
     template <class T = _7> auto made(T t = {}) { return t; }`,
    `auto p = Int<scaled(2)>{};
     auto q = Int<scaled(2, 7)>{};
     auto r = shape();
     auto s = shape(9);
     auto u = made();`,
    { p: '_6', q: '_14', r: '(3,4)', s: '(9,4)', u: '_7' },
  ));

test('parameters of lambdas', () =>
  inMain(
    '',
    `auto a = [](int i) { i += 3; return make_layout(i); }(4);
     auto b = [](int k) { return make_layout(k); }(_4{});
     auto c = [](auto i) { return make_layout(i); }(_4{});`,
    { a: '7:_1', b: '4:_1', c: '_4:_1' },
  ));

test('integers that their type cannot hold', () =>
  inMain(
    '',
    `unsigned char narrow = 300; auto a = make_layout(int(narrow));
     auto b = static_cast<int8_t>(130);
     auto c = uint8_t(256 + 3);
     auto d = static_cast<int8_t>(100);
     unsigned wrapped = -1; auto e = make_layout(wrapped);`,
    { a: '44:_1', b: '-126', c: '3', d: '100', e: '4294967295:_1' },
  ));

test('whether types are the same', () =>
  inMain(
    '',
    `auto a = is_same_v<int, int32_t> ? 3 : 4;
     auto b = is_same_v<unsigned, uint32_t> ? 3 : 4;
     auto c = is_same_v<uint8_t, unsigned char> ? 3 : 4;
     auto d = is_same_v<char, int8_t> ? 3 : 4;
     auto e = is_same_v<size_t, uint64_t> ? 3 : 4;
     auto f = is_same_v<Shape<_3, int>, Shape<_3, long>>;
     auto g = is_same_v<decltype(3), int>;
     auto h = is_same_v<Int<3>, std::integral_constant<int, 3>>;
     auto i = is_same_v<half_t, bfloat16_t> ? 3 : 4;`,
    {
      a: '3',
      b: '3',
      c: '3',
      d: '4',
      e: '3',
      f: 'false',
      g: 'true',
      h: 'false',
      i: '4',
    },
  ));

test('specialisations are found by every name of a type', () =>
  inMain(
    `template <class T> struct Rows { static constexpr int value = 3; };
     template <> struct Rows<uint32_t> { static constexpr int value = 4; };`,
    `auto a = Int<Rows<unsigned>::value>{};
     auto b = Int<Rows<int>::value>{};
     unsigned n = 5; auto c = Int<Rows<decltype(n + 1)>::value>{};`,
    { a: '_4', b: '_3', c: '_4' },
  ));

test('flags in arithmetic, bits of a bool, the integers of the standard', () =>
  inMain(
    '',
    `auto a = Int<3>{} + C<true>{};
     auto b = 3 + (sizeof(float) == 4);
     auto c = Int<sizeof_bits_v<bool>>{};
     auto d = Int<sizeof(bool)>{};
     auto e = std::integral_constant<int, 5>{} * _2{};`,
    { a: '_4', b: '4', c: '_1', d: '_1', e: '10' },
  ));

test('the swizzle of a shared-memory tensor is the pointer’s', () =>
  inMain(
    '',
    `half_t* p = nullptr;
     auto atom = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{}, _64{}, _3{}));
     Tensor s = make_tensor(make_smem_ptr(p), atom);
     auto a = s.layout();
     Tensor stage = s(_, _, 1);
     auto b = stage.layout();
     Tensor tile = local_tile(s, Shape<_64, _64>{}, make_coord(1, 0, _));
     auto c = tile.layout();
     auto d = group_modes<0, 2>(s).layout();`,
    {
      a: '((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))',
      b: '((_8,_16),(_64,_1)):((_64,_512),(_1,_0))',
      c: '(_64,_64,(_1,_3)):(_64,_1,(_0,_8192))',
      d: '(((_8,_16),(_64,_1)),(_1,_3)):(((_64,_512),(_1,_0)),(_0,_8192))',
    },
  ));

test('a slice of a swizzled tensor in shared memory', () =>
  inMain(
    `using Swizzled = decltype(composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64,_3>,Stride<_64,_1,_512>>{}));`,
    `half_t* p = nullptr;
     Tensor sA = make_tensor(make_smem_ptr<half_t>(p), Swizzled{});
     auto s = sA(_, _, 0);
     auto a = s.layout();`,
    {
      sA: 'smem_ptr[16b] o Sw<3,3,3> o _0 o (_8,_64,_3):(_64,_1,_512)',
      s: 'smem_ptr[16b] o Sw<3,3,3> o _0 o (_8,_64):(_64,_1)',
      a: 'Sw<3,3,3> o _0 o (_8,_64):(_64,_1)',
    },
  ));

test('types that differ by const or a reference', () =>
  inMain(
    'template <class T> struct Of { static constexpr int value = is_same_v<T, half_t> ? 3 : 4; };',
    `constexpr auto x = _3{};
     using CT = const _3; using Again = CT; using Plain = _3;
     auto a = is_same_v<half_t const, half_t>;
     auto b = is_same_v<half_t&, half_t>;
     auto c = is_same_v<half_t const, half_t const>;
     auto d = is_same_v<decltype(x), _3>;
     auto e = is_same_v<Again, _3>;
     auto f = is_same_v<half_t const, float>;
     auto g = is_same_v<remove_cvref_t<decltype(x)>, _3>;
     auto h = is_same<volatile half_t, half_t>::value;
     auto i = is_same_v<half_t&&, half_t>;
     auto j = is_same_v<Plain, _3>;
     auto k = Int<Of<half_t>::value>{};`,
    {
      a: 'false',
      b: 'false',
      c: 'true',
      d: 'unknown(unsupported)',
      e: 'false',
      f: 'false',
      g: 'true',
      h: 'false',
      i: 'false',
      j: 'true',
      k: '_3',
    },
  ));

test('unsigned integers below zero', () =>
  inMain(
    `template <class T> auto less(T one, T two) { return one - two; }
     int signedLess(int one, int two) { return one - two; }`,
    `auto a = 3u - 4u;
     auto b = unsigned(3) - 5;
     auto c = 3 - 5;
     unsigned u = 3; auto d = u - 4; auto e = -u; auto w = u; auto f = w - 4;
     int i = 3; auto g = i - 4; auto h = -i;
     auto j = sizeof(float) - 5;
     auto k = int(sizeof(float)) - 5;
     auto l = -8 / 2u; auto m = -8 / 2;
     auto n = uint8_t(3) - uint8_t(4);
     auto o = -1 < 3u ? 3 : 4; auto p = -1 < 3 ? 3 : 4;
     auto q = static_cast<uint32_t>(3) - 4;
     size_t z = 2; auto r = make_layout(z - 3);
     auto s = less(3u, 4u);
     auto t = signedLess(3u, 4u);
     auto v = 5u - 4u;
     auto x = Int<-3>{};
     constexpr size_t rows = -2; auto y = cute::max(int(rows), 1); int yy = rows; auto z2 = make_layout(y);`,
    {
      a: '4294967295',
      b: '4294967294',
      c: '-2',
      d: '4294967295',
      e: '4294967293',
      f: '4294967295',
      g: '-1',
      h: '-3',
      // 2^64 - 1 is no number that is written exactly here, and a name would be kept by int(j), which is -1.
      j: '?',
      k: '-1',
      y: 'y',
      yy: 'yy',
      z2: 'y:_1',
      l: '2147483644',
      m: '-4',
      n: '-1',
      o: '4',
      p: '3',
      q: '4294967295',
      r: '?:_1',
      s: '4294967295',
      t: '-1',
      v: '1',
      x: '_-3',
    },
  ));

test('names in a base class that depends on a template parameter are not seen', () =>
  inMain(
    `static constexpr int K = 3;
     struct Par { static constexpr int K = 8; static constexpr int J = 5; };
     template <class T> struct D : T {
       static constexpr int L = K; static constexpr int M = T::K; static constexpr int N = J;
     };
     template <class T> struct Base { static constexpr int K = 7; };
     template <class T> struct F : Base<T> {
       static constexpr int L = K; using B = Base<T>; using B::K; };
     template <class T> struct G : Base<T> { static constexpr int L = K; };
     struct P : Base<int> { static constexpr int L = K; };
     struct Q : D<Par> { static constexpr int R = J; };`,
    `auto a = Int<D<Par>::L>{}; auto b = Int<D<Par>::M>{}; auto c = Int<D<Par>::N>{};
     auto d = Int<G<int>::L>{}; auto e = Int<P::L>{}; auto f = Int<Q::R>{};
     auto h = Int<D<Par>::J>{};`,
    { a: '_3', b: '_8', c: 'unknown(missing-name)', d: '_3', e: '_7', f: '_5', h: '_5' },
  ));

test('a later declaration in a nearer namespace', () =>
  inMain(
    `constexpr int K = 3;
     constexpr int only = 9;
     namespace in {
       inline auto before() { return Int<K>{}; }
       constexpr int K = 4;
       inline auto after() { return Int<K>{}; }
       struct S { static constexpr int value = later; static constexpr int outer = only; };
       constexpr int later = 5;
     }`,
    `auto a = in::before(); auto b = in::after(); auto c = Int<in::S::outer>{};`,
    { a: 'unknown(unsupported)', b: '_4', c: '_9' },
  ));

test('specialisations for types with const or a reference', () =>
  inMain(
    `template <class T> struct Rows { static constexpr int value = 3; };
     template <> struct Rows<half_t const> { static constexpr int value = 4; };
     template <class T> struct Cols { static constexpr int value = 3; };
     template <> struct Cols<half_t> { static constexpr int value = 4; };
     typedef const half_t CT;`,
    `auto a = Int<Rows<half_t>::value>{};
     auto b = Int<Cols<half_t>::value>{};
     auto c = Int<Cols<half_t const>::value>{};
     auto d = Int<Cols<half_t&>::value>{};
     auto e = Int<Cols<float>::value>{};
     auto f = is_same_v<CT, half_t>;`,
    {
      a: '_3',
      b: '_4',
      c: '_3',
      d: '_3',
      e: '_3',
      f: 'false',
    },
  ));

test('a declaration that moves behind its use', async () => {
  const use = 'inline auto f() { return Int<K>{}; }\n';
  const nearer = 'constexpr int K = 4;\n';
  const source = (body: string): string =>
    `#include <cute/tensor.hpp>\nusing namespace cute;\nconstexpr int K = 3;\nnamespace in {\n${body}auto a = f();\n}\n`;
  const document = await openCpp(source(nearer + use));
  const valueOfA = (): string => textAt(document, document.model.sites.find((s) => s.name === 'a')!);
  const start = source('').indexOf('auto a');
  const change = (text: string): void => {
    document.edit([{ start, end: start + nearer.length + use.length, text }]);
  };
  assert.equal(valueOfA(), '_4');
  change(use + nearer);
  assert.equal(valueOfA(), 'unknown(unsupported)');
  change(nearer + use);
  assert.equal(valueOfA(), '_4');
  document.dispose();
});

test('a swizzle applied to an offset', () =>
  inMain(
    'constexpr int shifted(int i) { return Swizzle<3,4,3>{}(i << 4) >> 4; }',
    `auto a = make_layout(Swizzle<2,0,3>{}(Int<12>{}));
     auto b = make_layout(Swizzle<2,0,3>{}(24));
     auto c = make_layout(Int<shifted(9)>{});`,
    { a: '_13:_1', b: '27:_1', c: '_8:_1' },
  ));

test('a bool that changes decides nothing', () =>
  inMain(
    `bool g();
     bool global = true;`,
    `bool b = true; b = g(); int n = b ? 3 : 4; auto l = make_layout(n);
     auto c = true; if (g()) c = false;
     auto m = make_layout(c ? 5 : 6);
     auto o = make_layout(global ? 7 : 8);
     bool const kept = true; auto k = make_layout(kept ? 9 : 10);`,
    { l: 'n:_1', m: '?:_1', o: '?:_1', k: '9:_1' },
  ));

test('what may be negative is not divided as a size', () =>
  inMain(
    `struct Sizes { int m; };
     void f(int k, unsigned n, Sizes const& p) {
       auto a = (8 * k + 3) / 8; auto b = (8 * k + 3) % 8; auto c = 8 * k / 8; auto d = ceil_div(8 * k - 1, 8);
       auto e = (8 * n + 3) / 8; auto f = (n - 1) % 8; auto g = k / 2 / 4; auto h = abs(k); auto i = abs(int(n));
       auto j = (8 * p.m + 4) % 8; auto l = ceil_div(p.m, 64); auto w = (3 - 8 * k) / 8;
       int t = threadIdx.x - 5; auto o = (4 * t + 1) / 4; auto q = (8 * int(threadIdx.x) + 3) / 8;
       // An unsigned operand makes a large number of what is negative.
       auto r = 4 * k / 4u; auto s = k * sizeof(float) / sizeof(float); auto u = make_layout(make_shape(4 * k / 4u, _2{}));
     }`,
    '',
    {
      a: '(8*k+3)/8',
      b: '(8*k+3)%8',
      c: 'k',
      d: 'ceil_div(8*k-1,8)',
      e: 'n',
      f: 'f',
      g: 'k/8',
      h: 'max(-k,k)',
      i: 'n',
      j: '(8*p.m+4)%8',
      l: 'ceil_div(p.m,64)',
      o: '(4*threadIdx.x-19)/4',
      q: 'threadIdx.x',
      r: 'r',
      s: 's',
      u: '(?,_2):(_1,?)',
      w: '(-8*k+3)/8',
    },
  ));

test('a conditional makes an int of a static integer and another one', () =>
  inMain(
    '',
    'auto a = true ? _1{} : 2; auto b = false ? 3 : _4{}; auto c = true ? _1{} : _1{}; auto d = true ? _1{} : _2{};',
    {
      a: '1',
      b: '4',
      c: '_1',
      d: '1',
    },
  ));

test('a tile is as deep as the shapes of its layouts', () =>
  inMain(
    '',
    'auto a = depth(make_tile(make_layout(make_shape(6, 2)), _6{})); auto b = depth(make_tile(_4{}, 8));',
    {
      a: '_2',
      b: '_1',
    },
  ));

test('a specialisation for a type with qualifiers is for that type alone', () =>
  inMain(
    `template <class T> struct Held { static constexpr int value = 1; };
     template <> struct Held<uint32_t const> { static constexpr int value = 47; };
     template <class T> struct Bare { using type = T; static constexpr int value = 2; };
     template <class T> struct Bare<T const> { using type = T; static constexpr int value = 3; };
     template <class T> auto inside() { return Int<Held<T const>::value>{}; }`,
    `auto a = Int<Held<unsigned const>::value>{};
     auto b = Int<Held<const unsigned int>::value>{};
     auto c = Int<Held<unsigned>::value>{};
     auto d = Int<Held<int const>::value>{};
     auto e = Int<Bare<float const>::value>{};
     auto f = Int<Bare<float>::value>{};
     auto g = make_layout(typename Bare<Int<4> const>::type{});
     auto h = inside<uint32_t>();
     auto i = inside<int>();`,
    { a: '_47', b: '_47', c: '_1', d: '_1', e: '_3', f: '_2', g: '_4:_1', h: '_47', i: '_1' },
  ));
