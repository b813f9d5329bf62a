// Integers of every type: promotions, conversions, and what wraps around.
// The expected values are g++'s with CuTe's headers.

import { test } from 'node:test';
import { inMain } from './support.ts';

test('static integers that are no ints', () =>
  inMain(
    ``,
    `auto a = C<3u>{} - C<5u>{};
     auto b = C<3u>{} + C<5u>{};
     auto c = C<3>{} - C<5u>{};
     auto d = C<3>{} - C<5>{};
     auto e = -C<3u>{};
     auto f = C<1u>{} - C<2u>{} ;
     auto g = ~C<0u>{};
     auto h = C<3u>{} * C<5u>{};
     auto i = C<uint8_t(3)>{} - C<uint8_t(5)>{};
     auto j = C<3u>{} - _5{};
     auto k = C<'a'>{};
     auto l = C<3ll>{} - C<5u>{};`,
    { a: 'unknown(unsupported)', d: '_-2', e: 'unknown(unsupported)', j: 'unknown(unsupported)' },
  ));

test('what does not fit into the int of Int<…> is not compiled', () =>
  inMain(
    `constexpr unsigned kFive = 5;`,
    `auto a = Int<-kFive>{};
     auto b = Int<3000000000>{};
     auto c = Int<-int(kFive)>{};
     auto d = Int<2147483647>{};`,
    { a: 'unknown(unsupported)', b: 'unknown(unsupported)', c: '_-5', d: '_2147483647' },
  ));

test('minus an unsigned integer of run time is not below zero', () =>
  inMain(
    `unsigned many(); template <class N> auto negated(N n) { return -n; }`,
    `unsigned u = many(); int i = int(many());
     auto a = make_layout(make_shape(4), make_stride(-u));
     auto b = make_layout(make_shape(4), make_stride(-i));
     auto c = make_layout(make_shape(4), make_stride(negated(u)));`,
    {
      a: 'unknown(unsupported)',
      b: '(4):(-i)',
      c: 'unknown(unsupported)',
    },
  ));

test('both sides of a conditional have one type', () =>
  inMain(
    ``,
    `auto a = true ? -1 : 1u;
     auto b = 1 ? -1 : 1u;
     auto c = false ? 1u : -1;
     auto d = true ? -1 : 1l;
     auto e = true ? 'a' : 1;
     auto f = true ? -1 : 1ul;
     auto g = true ? short(-1) : short(1);
     auto h = true ? -1 : size_t(3);
     auto i = true ? (unsigned char)3 : -1;
     auto j = 1 ? _3{} : _4{};
     auto k = true ? _m1{} : 1u; bool tmpt = true;
     auto l = tmpt ? -1 : 1u;`,
    {
      a: '4294967295',
      b: '4294967295',
      c: '4294967295',
      d: '-1',
      e: '97',
      g: '-1',
      i: '3',
      j: '3',
      k: '4294967295',
      l: '4294967295',
    },
  ));

test('variables keep their types', () =>
  inMain(
    `constexpr auto f() { auto k = 3u; k = -1; return k; }
     constexpr auto g() { unsigned char c = 250; c += 10; return c; }
     constexpr auto h() { short s = 3; s *= 20000; return s; }
     constexpr auto i() { unsigned u = 3; u -= 5; return u; }
     constexpr auto j() { auto c = 'a'; c += 100; return c; }
     constexpr auto k() { auto s = size_t(3); s = s - 5; return s; }
     constexpr int l() { int n = 7; n /= -2; return n; }
     constexpr auto m() { uint8_t c = 1; c <<= 9; return c; }
     constexpr auto n() { auto b = true; b = 5; return b; }
     constexpr auto o() { auto x = 3ll; x = 4000000000; return x; }
     constexpr auto p() { auto x = 3; x = 3000000000u; return x; }
     constexpr auto q() { unsigned u = 10; u /= -1; return u; }
     constexpr auto r() { int n = 5; n -= 3u; return n; }`,
    `auto a = f();
     auto b = g();
     auto c = h();
     auto d = i();
     auto e = j();
     auto f1 = k();
     auto g1 = l();
     auto h1 = m();
     auto i1 = n();
     auto j1 = o();
     auto k1 = p();
     auto l1 = q();
     auto m1 = r();`,
    {
      a: '4294967295',
      d: '4294967294',
      e: '-59',
      g1: '-3',
      h1: '0',
      j1: '4000000000',
      k1: '-1294967296',
      l1: '0',
      m1: '2',
    },
  ));

test('casts', () =>
  inMain(
    ``,
    `auto a = uint8_t(300);
     auto b = int8_t(200);
     auto c = (unsigned char)(-1);
     auto d = static_cast<unsigned>(-1);
     auto e = static_cast<uint16_t>(70000);
     auto f = int(3000000000u);
     auto g = static_cast<int>(-1ll);
     auto h = unsigned(-1) > 0;
     auto i = (int)uint8_t(255);
     auto j = (int)int8_t(255);
     auto k = bool(5);
     auto l = int(true);
     auto m = short(70000);
     auto n = (long)-1;
     auto o = size_t(-1) == 18446744073709551615ull;
     auto p = int(3.9);
     auto q = static_cast<int>(-3.9f);
     auto r = (char)65;
     auto s = int('a');
     auto t = char(200);`,
    {
      a: '44',
      b: '-56',
      c: '255',
      d: '4294967295',
      e: '4464',
      f: '-1294967296',
      g: '-1',
      h: 'true',
      i: '255',
      j: '-1',
      k: 'true',
      l: '1',
      m: '4464',
      n: '-1',
      r: '65',
      s: '97',
      t: '-56',
    },
  ));

test('integers narrower than int', () =>
  inMain(
    ``,
    `uint8_t x = 200; uint8_t y = 100;
     auto a = x + y;
     auto b = uint8_t(x + y);
     auto c = x * y;
     auto d = x - y - y - y;
     auto e = ~x;
     auto f = x << 4;
     auto g = -x;
     unsigned short w = 65535;
     auto h = w + 1;
     auto i = w * 2;
     auto j = x > -1;
     auto k = true + true;
     auto l = 'a' + 1; char z = 'b';
     auto m = z - 'a';
     auto n = +x;
     auto o = x / 3;
     auto p = x % 7;
     auto q = !x;`,
    {
      x: '200',
      y: '100',
      a: '300',
      b: '44',
      c: '20000',
      d: '-100',
      e: '-201',
      f: '3200',
      g: '-200',
      w: '65535',
      h: '65536',
      i: '131070',
      j: 'true',
      l: '98',
      z: '98',
      m: '1',
      n: '200',
      o: '66',
      p: '4',
      q: 'false',
    },
  ));

test('signed and unsigned ones meet', () =>
  inMain(
    ``,
    `unsigned u = 3;
     int s = -5;
     auto a = u + s;
     auto b = s < u;
     auto c = u > -1;
     auto d = s / 2;
     auto e = s % 3;
     auto f = s / 2u;
     auto g = s * u;
     auto h = u - 5;
     auto i = u - 5 > 0;
     auto j = -u;
     auto k = s >> 1;
     auto l = u << 31;
     auto m = s == -5;
     auto n = -1 == 4294967295u;
     auto o = (u - 4) / 2;
     auto p = (s + 4) / 2;
     auto q = s % 2u;
     auto r = (u - 4) >> 28;
     auto t = ~u;
     auto v = u ^ s;
     auto w = s & 255;
     auto y = s | u;
     auto z = -7 / 2 * 2 + -7 % 2;`,
    {
      u: '3',
      s: '-5',
      a: '4294967294',
      b: 'false',
      c: 'false',
      d: '-2',
      e: '-2',
      f: '2147483645',
      g: '4294967281',
      h: '4294967294',
      i: 'true',
      j: '4294967293',
      k: '-3',
      l: '2147483648',
      m: 'true',
      n: 'true',
      o: '2147483647',
      p: '0',
      q: '1',
      r: '15',
      t: '4294967292',
      v: '4294967288',
      w: '251',
      y: '4294967291',
      z: '-7',
    },
  ));

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

test('integers in layouts and functions of CuTe', () =>
  inMain(
    ``,
    `auto a = make_layout(3u);
     auto b = make_shape(uint8_t(255) + 1, 3u - 1);
     auto c = make_layout(make_shape(4u, 5), make_stride(-1, 3));
     auto d = size(make_shape(3u, 4));
     auto e = size(make_shape(3u, 4)) - 13;
     auto f = get<0>(make_shape(3u, 4)) - 5;
     auto g = crd2idx(3u, make_layout(8));
     auto h = ceil_div(7u, 2u);
     auto i = ceil_div(-7, 2);
     auto j = max(3u, 5u) - 6;
     auto k = make_layout(make_shape(2, 2))(1, 1) - 4;
     auto l = _3{} - 5u;
     auto m = _3{} - 5;
     auto n = _3{} + 5u;
     auto o = abs(-4);
     auto p = min(-1, 3);
     auto q = _4{} / 3u;
     auto r = make_shape(1u) ;
     auto s = _m1{} * 3u;
     auto t = 3u * _m1{};
     auto v = _m4{} / 2u;`,
    {
      a: '3:_1',
      b: '(256,2)',
      c: '(4,5):(-1,3)',
      d: '12',
      f: '4294967294',
      g: '3',
      h: '4',
      i: '-3',
      l: '4294967294',
      m: '-2',
      n: '8',
      o: '4',
      p: '-1',
      q: '1',
      r: '(1)',
      s: '4294967293',
      t: '4294967293',
      v: '2147483646',
    },
  ));

test('large integers', () =>
  inMain(
    ``,
    `auto a = 2147483647u + 1;
     auto b = 65536u * 65536u;
     auto c = 65536ll * 65536ll;
     auto d = 4000000000u + 4000000000u;
     auto e = 3000000000u * 3;
     auto f = uint64_t(1) << 33;
     auto g = 100000ul * 100000ul;
     auto h = int64_t(65536) * 65536;
     auto i = uint32_t(1) << 31 << 1;
     auto j = 0u - 1;
     auto k = 123456789u * 1000u;
     auto l = 4294967296 / 65536;
     auto m = 5000000000ll % 7;
     auto n = (1ll << 40) - 1;
     auto o = size_t(1) << 40;`,
    {
      a: '2147483648',
      b: '0',
      c: '4294967296',
      d: '3705032704',
      e: '410065408',
      f: '8589934592',
      g: '10000000000',
      h: '4294967296',
      i: '0',
      j: '4294967295',
      k: '3197704712',
      l: '65536',
      m: '2',
      n: '1099511627775',
      o: '1099511627776',
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

test('parameters, results and template parameters', () =>
  inMain(
    `constexpr unsigned f(int x) { return x; }
     constexpr uint8_t g(int x) { return x; }
     constexpr int h(unsigned x) { return x; }
     constexpr auto i(unsigned a, int b) { return a - b; }
     template<class T> constexpr auto j(T a, T b) { return a - b; }
     template<class T, class U> constexpr auto k(T a, U b) { return a < b; }
     constexpr bool l(int x) { return x; }
     constexpr size_t m(size_t a) { return a - 1; }
     template<class T> constexpr auto n(T a) { return T(a - 1); }
     template<auto N> constexpr auto o() { return N - 4; }
     template<unsigned N> constexpr auto p() { return N - 4; }
     template<int N> constexpr auto q() { return N - 4; }
     template<class T, T N> constexpr auto r() { return N - 4; }`,
    `auto a = f(-1);
     auto b = g(300);
     auto c = h(-1);
     auto d = i(3, 5);
     auto e = j(3u, 5u);
     auto f1 = j(3, 5);
     auto g1 = k(-1, 1u);
     auto h1 = k(-1, 1);
     auto i1 = l(7);
     auto j1 = m(0);
     auto k1 = n(uint8_t(0));
     auto l1 = o<3u>();
     auto m1 = o<3>();
     auto n1 = p<3>();
     auto o1 = q<3>();
     auto p1 = r<unsigned,3>();
     auto q1 = j(uint8_t(3), uint8_t(5));
     auto r1 = k(uint8_t(3), -1);
     auto s1 = make_layout(j(7u, 5u));
     auto t1 = n(0u);
     auto u1 = j<unsigned>(3, 5);
     auto v1 = j<uint8_t>(3, 261);`,
    {
      c: '-1',
      d: '4294967294',
      e: '4294967294',
      f1: '-2',
      g1: 'false',
      h1: 'true',
      i1: 'true',
      k1: '255',
      l1: '4294967295',
      m1: '-1',
      n1: '4294967295',
      o1: '-1',
      p1: '4294967295',
      q1: '-2',
      r1: 'false',
      s1: '2:_1',
      t1: '4294967295',
      u1: '4294967294',
      v1: '-2',
    },
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
      u: 'unknown(unsupported)',
      v: '_-1',
    },
  ));

test('variables without a written type', () =>
  inMain(
    ``,
    `auto x = 3u;
     auto y = x;
     auto z = y - 4; const auto w = z;
     auto v = w / 2;
     auto u = (int)x - 4;
     auto t = x ? -1 : 0;
     auto s = true ? x : -1;
     auto r = x * -1;
     auto q = uint64_t(x) - 4;
     auto p = (x - 4) * uint64_t(1);
     auto o = x - 4 + 0ll;
     auto n = int64_t(x - 4);
     int m = x - 4; long l = x - 4; short k = 70000;
     unsigned char j = 256 + 3; bool i = 256; char h = 300;
     unsigned g = -1;
     auto f = g + 2; int64_t e = -1;
     auto d = e - 1u;
     auto c = e + x;
     auto b = size_t(e) > 0;
     auto a = j - 4;`,
    {
      x: '3',
      y: '3',
      z: '4294967295',
      w: '4294967295',
      v: '2147483647',
      u: '-1',
      t: '-1',
      s: '3',
      r: '4294967293',
      p: '4294967295',
      o: '4294967295',
      n: '4294967295',
      m: '-1',
      l: '4294967295',
      k: '4464',
      j: '3',
      i: 'true',
      h: '44',
      g: '4294967295',
      f: '1',
      e: '-1',
      d: '-2',
      c: '2',
      a: '-1',
    },
  ));

test('operators on bits', () =>
  inMain(
    ``,
    `auto a = 5 & 3u;
     auto b = ~0;
     auto c = ~0u;
     auto d = ~uint8_t(0);
     auto e = 1 << 10;
     auto f = -8 >> 1;
     auto g = 0xF0 ^ 0xFF;
     auto h = -1 & 0xFF;
     auto i = 1u << 4 | 3;
     auto j = -1 | 4;
     auto k = (-1 & 0xFFu) + 1;
     auto l = ~5 & 7;
     auto m = 0xFFFFFFFF & -16;
     auto n = uint64_t(0xFFFFFFFF) << 4;
     auto o = ~0ull == -1;
     auto p = -1 ^ 1;
     auto q = 1ll << 33 >> 30;
     auto r = (5 > 3) + (2 > 1);
     auto s = !5;
     auto t = -true;
     auto u = ~true;
     auto v = -7 & 3;
     auto w = (8 * -3 + 3) / 8;
     auto x = -7 / 8;
     auto y = -9 % 4;`,
    {
      a: '1',
      b: '-1',
      c: '4294967295',
      d: '-1',
      e: '1024',
      f: '-4',
      g: '15',
      h: '255',
      i: '19',
      j: '-1',
      k: '256',
      l: '2',
      m: '4294967280',
      n: '68719476720',
      p: '-2',
      q: '8',
      s: 'false',
      t: '-1',
      u: '-2',
      v: '1',
      w: '-2',
      x: '0',
      y: '-1',
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

test('conversions of variables', () =>
  inMain(
    `struct S { unsigned u = 3; uint8_t c = 255;
     int i = -1; long l = -1; };
     constexpr auto f(S s) { return s.u; }`,
    `S tmps;
     auto a = S{}.u - 4;
     auto b = S{}.c + 1;
     auto c = S{}.i / 2u;
     auto d = uint16_t(S{}.i);
     auto e = int8_t(S{}.c);
     unsigned short us = 65535; us = us;
     auto f1 = true ? us : -1;
     auto g = us << 16;
     auto h = (us + 1) * 65536u;
     auto i = us * us > 0;
     auto j = (unsigned char)(us) + 0;
     int m = 1u << 31; long n = 1u << 31;
     auto o = -m;
     auto p = 5 / -2;
     auto q = 5 % -2;
     auto r = -5 % -2;
     auto s = 5u % -2;
     auto t = 1 << 4 << 4;
     auto v = 7 - 3 - 5u;
     auto w = 7u - 3 - 5;
     auto x = (7u - 8) / 2 + 1;
     auto y = 3 - sizeof(int) > 0;
     auto z = 3 - int(sizeof(int)) > 0;`,
    {
      m: '-2147483648',
      n: '2147483648',
      p: '-2',
      q: '1',
      r: '-1',
      t: '256',
      v: '4294967295',
      w: '4294967295',
      x: '2147483648',
      z: 'false',
    },
  ));

test('deduced parameters and folds', () =>
  inMain(
    `template<class T> constexpr auto less1(T a) { return a - T(4); }
     template<class T, class U> constexpr auto com(T a, U b) { return true ? a : b; }
     template<class... T> constexpr auto tot(T... t) { return (t + ...); }
     template<class... T> constexpr auto dif(T... t) { return (t - ...); }
     template<auto... N> constexpr auto ns() { return (N + ...); }`,
    `auto a = less1(3u);
     auto b = less1(3);
     auto c = com(-1, 1u);
     auto d = com(-1, 1l);
     auto e = tot(3u, -5);
     auto f = dif(3u, 5u);
     auto g = ns<3u, -5>();
     auto h = tot(uint8_t(200), uint8_t(100));
     auto i = com(uint8_t(1), 2);
     auto j = less1(uint8_t(3));
     auto k = com(_3{}, 4u);
     auto l = tot(3u, _m5{});
     auto m = dif(1, 2u, 3);`,
    {
      c: '4294967295',
      d: '-1',
      e: '4294967294',
      f: '4294967294',
      g: '4294967294',
      h: '300',
      i: '1',
      j: '-1',
      k: '3',
      l: '4294967294',
      m: '2',
    },
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

test('flags', () =>
  inMain(
    ``,
    `bool tb = true;
     auto a = tb + tb;
     auto b = tb ? 3u : -1;
     auto c = !tb;
     auto d = tb == 1;
     auto e = int(tb) - 2; bool f = 0; bool g = -1;
     auto h = (3 > 2) ? -1 : 1u;
     auto i = static_cast<bool>(2);
     auto j = bool(0);
     auto k = tb && 0;
     auto l = true - 2;
     auto m = true * 3u - 4;`,
    {
      tb: 'true',
      b: '3',
      c: 'false',
      d: 'true',
      e: '-1',
      f: 'false',
      g: 'true',
      h: '4294967295',
      i: 'true',
      j: 'false',
      k: 'false',
      l: '-1',
      m: '4294967295',
    },
  ));
