// Functions with local variables that change: loops, early returns, conversions.
// The expected values are g++'s with CuTe's headers.

import { test } from 'node:test';
import { inMain } from './support.ts';

test('loops', () =>
  inMain(
    `template <int N> constexpr auto pick(Int<N>) { return _1{}; }
     template <class T> constexpr auto pick(T const&) { return _2{}; }
     constexpr auto pick(int) { return _3{}; }
     constexpr int log2i(int n) { int r = 0; while (n > 1) { n /= 2; ++r; } return r; }
     constexpr int gcdi(int a, int b) { while (b != 0) { int t = a % b; a = b; b = t; } return a; }
     constexpr int sum_to(int n) { int s = 0; for (int i = 1; i <= n; ++i) { s += i; } return s; }
     constexpr int first_div(int n) { for (int i = 2; i < n; i++) { if (n % i == 0) return i; } return n; }
     constexpr int evens(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i % 2) continue; if (i > 6) break; s += i; } return s; }
     constexpr int do_while(int n) { int k = 0; do { n -= 3; k++; } while (n > 0); return k; }
     constexpr int nested(int n) { int c = 0; for (int i = 0; i < n; ++i) for (int j = 0; j < i; ++j) c++; return c; }
     template <int N> constexpr int best() { int best = 1; for (int k = 1; k * k <= N; k *= 2) { best = k; } return best; }
     struct Cfg { static constexpr int sizes[4] = {16, 32, 64, 128}; static constexpr int pick(int i) { return sizes[i]; } static constexpr int stages(int smem) { int n = 0; while ((n + 1) * 16384 <= smem) n++; return n; } };`,
    `auto r1 = Int<log2i(64)>{};
     auto r2 = Int<gcdi(48, 36)>{};
     auto r3 = Int<sum_to(10)>{};
     auto r4 = Int<first_div(35)>{};
     auto r5 = Int<evens(20)>{};
     auto r6 = Int<do_while(10)>{};
     auto r7 = Int<nested(5)>{};
     auto r8 = Int<best<100>()>{};
     auto r9 = Int<Cfg::stages(100000)>{};
     auto r10 = Int<[](int n) { int s = 0; for (int i = 0; i < n; i++) s += 2; return s; }(5)>{};`,
    {
      r1: '_6',
      r2: '_12',
      r3: '_55',
      r4: '_5',
      r5: '_12',
      r6: '_4',
      r7: '_10',
      r8: '_8',
      r9: '_6',
      r10: '_10',
    },
  ));

test('variables that are assigned to, in blocks and branches', () =>
  inMain(
    `constexpr int tern(int a) { int b = a > 3 ? 10 : 20; if (a > 5) b += 1; else { b -= 1; } return b; }
     constexpr int shadow(int n) { int a = 1; { int a = 5; a += n; } return a; }
     constexpr auto two(int x) { int y = x; y *= 2; return y; }
     constexpr int early(int n) { if (n == 0) return 7; int r = 3; if (n > 10) { r = 4; return r; } r += n; return r; }`,
    `auto r1 = Int<tern(4)>{};
     auto r2 = Int<tern(7)>{};
     auto r3 = Int<shadow(3)>{};
     auto r4 = Int<two(21)>{};
     auto r5 = Int<early(0)>{};
     auto r6 = Int<early(11)>{};
     auto r7 = Int<early(5)>{};`,
    { r1: '_9', r2: '_11', r3: '_1', r4: '_42', r5: '_7', r6: '_4', r7: '_8' },
  ));

test('recursion, tables and members', () =>
  inMain(
    `template <int N> constexpr auto pick(Int<N>) { return _1{}; }
     template <class T> constexpr auto pick(T const&) { return _2{}; }
     constexpr auto pick(int) { return _3{}; }
     constexpr bool is_pow2(int n) { return n > 0 && (n & (n - 1)) == 0; }
     constexpr int table(int i) { constexpr int t[3] = {4, 5, 6}; return t[i]; }
     struct Cfg { static constexpr int sizes[4] = {16, 32, 64, 128}; static constexpr int pick(int i) { return sizes[i]; } static constexpr int stages(int smem) { int n = 0; while ((n + 1) * 16384 <= smem) n++; return n; } };
     constexpr int rec(int n) { return n <= 1 ? 1 : n * rec(n - 1); }`,
    `auto r1 = Int<is_pow2(64)>{};
     auto r2 = Int<table(2)>{};
     auto r3 = Int<Cfg::sizes[1]>{};
     auto r4 = Int<Cfg::pick(3)>{};
     auto r5 = Int<rec(5)>{};`,
    { r1: '_1', r2: '_6', r3: '_32', r4: '_128', r5: '_120' },
  ));

test('what is not followed has no value', () =>
  inMain(
    `constexpr int sw(int k) { switch (k) { case 0 ... 3: return 10; default: return 30; } }
     template <class... T> constexpr int maxof(T... t) { int m = 0; ((m = t > m ? t : m), ...); return m; }
     constexpr unsigned us(unsigned a) { a -= 1; return a; }
     constexpr int narrow(int a) { char c = 0; c += a; return c; }`,
    `auto r1 = Int<sw(1)>{};
     auto r2 = Int<maxof(3, 9, 4)>{};
     auto r3 = Int<us(0) / 2>{};
     auto r4 = Int<narrow(300)>{};`,
    { r1: 'unknown(run-time)', r2: 'unknown(run-time)', r3: '_2147483647', r4: '_44' },
  ));
