// Integers of every type: promotions, conversions, and what wraps around.
// The expected values are g++'s with CuTe's headers.

import { test } from 'node:test';
import { inMain } from '../support.ts';

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
    {
      a: '_4294967294',
      b: '_8',
      c: '_4294967294',
      d: '_-2',
      e: '_4294967293',
      f: '_4294967295',
      g: '_4294967295',
      h: '_15',
      i: '_-2',
      j: '_4294967294',
      k: '_97',
      l: '_-2',
    },
  ));

test('static integers that are no ints in tuples, templates and functions', () =>
  inMain(
    `template <class T> struct Kind { static constexpr int value = 1; };
     template <int N> struct Kind<C<N>> { static constexpr int value = 2; };
     template <unsigned N> struct Kind<C<N>> { static constexpr int value = 3; };
     template <auto v> struct Holder { static constexpr auto value = v; };`,
    `auto a = get<0>(make_shape(C<3u>{}, _4{})) - C<5>{};
     auto b = make_shape(C<7L>{}, C<3u>{}, true_type{});
     auto c = make_tuple(Kind<_3>::value, Kind<C<3u>>::value, Kind<C<3L>>::value);
     auto d = Holder<C<3u>{} - C<5u>{}>::value;
     auto e = Int<C<3u>{}>{};
     auto f = C<3u>::value - 5;
     auto g = is_same_v<decltype(C<1u>{} + C<2>{}), C<3u>>;
     auto h = is_same_v<C<3u>, C<3>>;
     auto i = uint8_t(C<300u>{});
     auto j = cute::max(C<7u>{}, _2{});
     auto k = cute::abs(C<-2>{});`,
    {
      a: '_4294967294',
      b: '(_7,_3,true)',
      c: '(2,3,1)',
      d: '4294967294',
      e: '_3',
      f: '4294967294',
      g: 'true',
      h: 'false',
      i: '44',
      j: '_7',
      k: '_2',
    },
  ));

test('the smaller and the larger of integers are of their common type', () =>
  inMain(
    `constexpr unsigned x = -65536; constexpr unsigned m1 = -1;`,
    `auto a = cute::min(x, x);
     auto b = cute::max(3u, m1);
     auto c = cute::min(m1, 3);
     auto d = cute::max(-1, 3u);
     auto e = cute::min(uint8_t(200), _4{});
     auto f = make_shape(cute::min(3, x), C<cute::min(3, x)>{});`,
    { a: '4294901760', b: '4294967295', c: '3', d: '4294967295', e: '4', f: '(3,_3)' },
  ));

test('functions of integers that are no ints, or below zero', () =>
  inMain(
    `constexpr unsigned big = 4000000000u; constexpr unsigned long wide = 1ul << 40; unsigned long n();`,
    `auto a = ceil_div(big, 7u);
     auto b = round_up(1, big);
     auto c = ceil_div(C<7u>{}, C<2u>{});
     auto d = ceil_div(1, wide);
     auto e = cute::gcd(0, -7);
     auto f = cute::gcd(_4{}, C<-2>{});
     auto g = cute::gcd(-7, 2L);
     auto h = round_up(C<7u>{}, 4);
     auto i = cute::gcd(12u, 18);
     auto j = make_tuple(n() * -3, _1{});`,
    {
      a: '571428572',
      b: '4000000000',
      c: '_4',
      d: '1',
      e: '-7',
      f: '_-2',
      g: '-1',
      h: '8',
      i: '6',
      j: '(?,_1)',
    },
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
