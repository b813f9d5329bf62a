// Loops, folds and signs where a slip gives another number, not none.

import { test } from 'node:test';
import { inMain } from './support.ts';

test('a do-while runs once before its condition is asked, also behind continue and break', () =>
  inMain(
    `constexpr int once(int n) { int k = 0; do { k += 5; } while (n > 100); return k; }
     constexpr int skipping(int n) { int k = 0; do { n--; if (n == 2) continue; k += n; } while (n > 0); return k; }
     constexpr int leaving(int n) { int k = 0; do { k++; if (k == 3) break; } while (k < n); return k; }`,
    'constexpr int a = once(1); constexpr int b = skipping(5); constexpr int c = leaving(10);',
    { a: '5', b: '8', c: '3' },
  ));

test('every round of a loop finds what the one before it has left', () =>
  inMain(
    `constexpr int rounds(int n) { int last = 0; for (int i = 0; i < n; ++i) last = last * 2 + i; return last; }
     constexpr int nested(int n) {
       int k = 0;
       for (int i = 0; i < n; ++i)
         for (int j = i; j < n; ++j) { if (j == 2) continue; if (i == 3) break; k += 10 * i + j; }
       return k;
     }`,
    'constexpr int a = rounds(4); constexpr int b = nested(5);',
    { a: '11', b: '137' },
  ));

test('a fold begins at its own end', () =>
  inMain(
    `template <class... T> constexpr int right(T... v) { return (v - ...); }
     template <class... T> constexpr int left(T... v) { return (... - v); }
     template <class... T> constexpr int rightFrom(T... v) { return (v - ... - 100); }
     template <class... T> constexpr int leftFrom(T... v) { return (100 - ... - v); }`,
    `constexpr int a = right(10, 3, 2); constexpr int b = left(10, 3, 2);
     constexpr int c = rightFrom(10, 3, 2); constexpr int d = leftFrom(10, 3, 2);`,
    { a: '9', b: '5', c: '-91', d: '85' },
  ));

test('a division rounds up by (a + b - 1) / b, whatever the signs', () =>
  inMain(
    '',
    `auto a = ceil_div(7, -2); auto b = ceil_div(-7, 2); auto c = ceil_div(Int<8>{}, Int<-2>{});
     auto d = ceil_div(Int<-8>{}, Int<-3>{}); auto e = ceil_div(Int<7>{}, Int<2>{});`,
    { a: '-2', b: '-3', c: '_-2', d: '_4', e: '_4' },
  ));

test('the larger of two is so with its sign', () =>
  inMain(
    '',
    `auto a = cute::max(-3, -8); auto b = cute::min(-3, -8); auto c = cute::max(Int<-3>{}, Int<-8>{});
     auto d = cute::abs(-3); auto e = cute::max(Int<-3>{}, Int<2>{});`,
    { a: '-3', b: '-8', c: '_-3', d: '3', e: '_2' },
  ));

test('a stride of a mode of one counts nowhere but where it is multiplied', () =>
  inMain(
    'using One = Layout<Shape<_1, _4>, Stride<Int<-7>, _1>>;',
    `auto a = cosize(One{}); auto b = coalesce(One{}); auto c = complement(One{}, _24{});
     auto d = right_inverse(One{}); auto e = composition(Layout<_8, _3>{}, One{});
     auto f = coalesce(Layout<Shape<_4, _1, _8>, Stride<_1, Int<-7>, _4>>{});`,
    { a: '_4', b: '_4:_1', c: '_6:_4', d: '_4:_1', e: '(_1,_4):(_-21,_3)', f: '_32:_1' },
  ));

test('what a swizzle makes of static coordinates is static, of run-time ones it is not', () =>
  inMain(
    'using S = decltype(composition(Swizzle<1, 0, 3>{}, Layout<Shape<_8, _8>>{}));',
    'auto a = S{}(1, 1); auto b = S{}(_1{}, _1{}); auto c = S{}(_1{}, 1);',
    { a: '8', b: '_8', c: '8' },
  ));

test('a product keeps which of its numbers are static', () =>
  inMain(
    '',
    `auto a = logical_product(Layout<_4>{}, make_layout(3)); auto b = logical_product(make_layout(4), Layout<_3>{});
     auto c = zipped_product(make_layout(make_shape(_2{}, 2)), Layout<_3>{});
     auto d = tile_to_shape(make_layout(make_shape(_2{}, 2)), make_shape(_8{}, 8));`,
    {
      a: '(_4,3):(_1,_4)',
      b: '(4,_3):(_1,4)',
      c: '((_2,2),_3):((_1,_2),4)',
      d: '((_2,_4),(2,4)):((_1,4),(_2,16))',
    },
  ));

test('labels stand before statements and declarations, and hide none of them', () =>
  inMain(
    '',
    `first: auto a = Layout<_4>{};
     second: use(a);
     auto b = make_layout(size(a));`,
    { a: '_4:_1', b: '_4:_1' },
  ));
