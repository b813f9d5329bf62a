// Integers whose types nobody writes: parameters, results, template parameters and `auto`.
// The expected values are g++'s with CuTe's headers.

import { test } from 'node:test';
import { inMain } from '../support.ts';

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
