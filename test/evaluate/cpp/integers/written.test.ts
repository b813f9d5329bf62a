// Integers as they are written: literals, sizes, enumerators and constants.
// The expected values are g++'s with CuTe's headers.

import { test } from 'node:test';
import { inMain } from '../support.ts';

test('literals', () =>
  inMain(
    ``,
    `auto a = 0xFFFFFFFF;
     auto b = 0xFFFFFFFF + 1;
     auto c = 4294967295;
     auto d = 4294967295 + 1;
     auto e = 2147483648;
     auto f = -2147483648;
     auto g = 0x80000000 - 1;
     auto h = 1u - 2u;
     auto i = 1ul - 2ul;
     auto j = 1 - 2u;
     auto k = 1ll - 2u;
     auto l = 0b101;
     auto m = 017;
     auto n = 1'000'000;
     auto o = 1LL << 40;
     auto p = 'a' + 1;
     auto q = 3u / 2;
     auto r = 10000000000;
     auto s = 0x7FFFFFFF;
     auto t = 0xFFFFFFFFu == -1;
     auto u = 10u;
     auto v = 0xFFFFFFFFFF;
     auto w = 1u << 31;
     auto x = 0xFFFFFFFF >> 4;
     auto y = -0x80000000 ;
     auto z = '\\n';`,
    {
      a: '4294967295',
      b: '0',
      c: '4294967295',
      d: '4294967296',
      e: '2147483648',
      f: '-2147483648',
      g: '2147483647',
      h: '4294967295',
      j: '4294967295',
      k: '-1',
      l: '5',
      m: '15',
      n: '1000000',
      o: '1099511627776',
      p: '98',
      q: '1',
      r: '10000000000',
      s: '2147483647',
      t: 'true',
      u: '10',
      v: '1099511627775',
      w: '2147483648',
      x: '268435455',
      y: '2147483648',
      z: '10',
    },
  ));

test('sizeof', () =>
  inMain(
    ``,
    `auto a = sizeof(int) - 5;
     auto b = sizeof(long);
     auto c = sizeof(int) > -1;
     auto d = sizeof(char) + 1;
     auto e = sizeof(int) * 8 - 1;
     auto f = int(sizeof(int)) - 5;
     auto g = sizeof(3u);
     auto h = sizeof('a');
     auto i = sizeof(1ll + 1);
     auto j = sizeof(short(1) + short(1));
     auto k = sizeof(true);
     auto l = sizeof(1 ? 1 : 1l);
     auto m = sizeof(half_t); uint16_t x = 3;
     auto n = sizeof(x);
     auto o = sizeof x;
     auto p = sizeof(size_t);
     auto q = alignof(int);
     auto r = sizeof(x + 1);
     auto s = sizeof(int[4]);`,
    {
      b: '8',
      c: 'false',
      d: '2',
      e: '31',
      f: '-1',
      g: '4',
      h: '1',
      i: '8',
      j: '4',
      k: '1',
      l: '8',
      m: '2',
      x: '3',
      n: '2',
      o: '2',
      p: '8',
      r: '4',
    },
  ));

test('enumerators', () =>
  inMain(
    `enum Ee : uint8_t { a0 = 250, a1, a2 };
     enum F { f0 = -1, f1 };
     enum class G : int { x = 3, y };
     enum H { h0 = 1u << 31, h1 };`,
    `auto a = a2 + 10;
     auto b = uint8_t(a2 + 10);
     auto c = f0 < 0u;
     auto d = f1 - 1;
     auto e = int(G::y) * 2;
     auto f = f0 + 0;
     auto g = static_cast<uint8_t>(G::x) - 4;
     auto h = h1 + 0;
     auto i = sizeof(Ee);
     auto j = sizeof(G);`,
    { a: '262', b: '6', c: 'false', d: '-1', e: '8', f: '-1', g: '-1' },
  ));

test('constants and macros', () =>
  inMain(
    `static constexpr unsigned N = 3;
     constexpr int M = -4;
     constexpr size_t S = 8;
     constexpr uint8_t B = 255;
     struct T { static constexpr uint32_t k = 3; static constexpr auto z = 3u; static const unsigned char c = 250;
     unsigned m = 4; };
     constexpr auto A = 3u;
     #define KU 3u
     #define KS 3`,
    `auto a = N - 5;
     auto b = M / 2u;
     auto c = S - 9;
     auto d = B + 1;
     auto e = T::k - 5;
     auto f = T::z - 5;
     auto g = T::c + 10;
     auto h = A - 4;
     auto i = KU - 4;
     auto j = KS - 4;
     auto k = T{}.m - 5;
     auto l = N * M;
     auto m = Int<N - 5 + 10>{};
     auto n = M < N;
     auto o = Int<M>{};
     auto p = -N > 0;
     auto q = Int<int(N) - 5>{};
     auto r = Int<(M + 8) / 2>{};
     auto s = C<N - 5>{};
     auto t = C<S>{};
     auto u = C<N>{} - C<4u>{};
     auto v = Int<N>{} - Int<4>{};
     auto w = C<N>{} - Int<4>{};`,
    {
      a: '4294967294',
      b: '2147483646',
      d: '256',
      e: '4294967294',
      f: '4294967294',
      g: '260',
      h: '4294967295',
      i: '4294967295',
      j: '-1',
      l: '4294967284',
      n: 'false',
      o: '_-4',
      p: 'true',
      q: '_-2',
      r: '_2',
      u: '_4294967295',
      v: '_-1',
    },
  ));

test('constants of classes', () =>
  inMain(
    `template<class T> struct P { static constexpr int r = sizeof(T); static constexpr unsigned u = 3; static constexpr auto diff = u - 4;
     enum { kA = 3, kB = kA * 2 };
     enum K : unsigned { z = 1 }; static constexpr auto below = z - 2; };
     template<int N> struct M { static constexpr int v = N - 5; static constexpr auto w = unsigned(N) - 5; };`,
    `auto a = P<short>::r;
     auto b = P<int>::diff;
     auto c = P<int>::kB;
     auto d = P<int>::below;
     auto e = M<3>::v;
     auto f = M<3>::w;
     auto g = P<int>::kA - 5;`,
    { a: '2', b: '4294967295', d: '4294967295', e: '-2', f: '4294967294', g: '-2' },
  ));

test('macros', () =>
  inMain(
    `#define LEN 16u
     #define NEG(x) (-(x))
     #define MASK 0xFFFFFFFF
     #define DIFF(a, b) ((a) - (b))`,
    `auto a = LEN - 17;
     auto b = NEG(3u);
     auto c = NEG(3);
     auto d = MASK + 1;
     auto e = DIFF(3, 5u);
     auto f = DIFF(3, 5);
     auto g = MASK >> 28;
     auto h = int(LEN) - 17;`,
    { a: '4294967295', b: '4294967293', c: '-3', d: '0', e: '4294967294', f: '-2', g: '15', h: '-1' },
  ));

test('types by other names', () =>
  inMain(
    `using u32 = unsigned; typedef uint8_t byte_; using idx = int64_t;
     template<class T> using same = T;
     namespace t { using sz = std::size_t; }`,
    `u32 a = -1; byte_ b = 257; idx c = -1; same<u32> d = -2;
     auto e = u32(3) - 4;
     auto f = static_cast<same<byte_>>(511);
     auto g = idx(3) - 4;
     auto h = t::sz(3) > 0; const u32 i = 3;
     auto j = i - 4; std::uint32_t k = -1;
     auto l = std::uint8_t(300);
     auto m = (std::size_t)3 - 3;
     auto n = u32{3} - 4;
     auto o = byte_{3} - 4;`,
    {
      e: '4294967295',
      f: '255',
      g: '-1',
      h: 'true',
      j: '4294967295',
      k: '4294967295',
      l: '44',
      m: '0',
      n: '4294967295',
      o: '-1',
    },
  ));
