// What operators and the functions of CuTe make of integers.
// The expected values are g++'s with CuTe's headers.

import { test } from 'node:test';
import { inMain } from '../support.ts';

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
