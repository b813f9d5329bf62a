// What a constexpr function does with `switch`, with arrays of its own and with loops over them. The expected values are
// g++'s.

import { test } from 'node:test';
import { inMain } from './support.ts';

/** Functions without template parameters by their names, and what each call comes to. */
async function called(functions: string, calls: Readonly<Record<string, number | 'unknown'>>): Promise<void> {
  const all = Object.entries(calls);
  await inMain(
    functions,
    all.map(([call], i) => `auto r${i} = Int<${call}>{};`).join('\n'),
    Object.fromEntries(
      all.map(([, value], i) => [`r${i}`, value === 'unknown' ? 'unknown(run-time)' : `_${value}`]),
    ),
  );
}

test('a switch goes on at the label of its value until something ends it', () =>
  called(
    `enum class Kind { A, B, C };
     constexpr int returned(int k) { switch (k) { case 1: return 10; case 2: return 20; default: return 30; } }
     constexpr int falling(int k) { switch (k) { default: k += 1; case 3: k += 10; case 4: k += 100; break; case 5: k += 1000; } return k; }
     constexpr int named(Kind k) { switch (k) { case Kind::A: return 1; case Kind::B: { int t = 4; return t; } case Kind::C: return 9; } return 0; }
     constexpr int inLoop(int k) { int r = 0; for (int i = 0; i < 5; ++i) { switch (i) { case 0: continue; case 3: break; default: r += i; } r *= 2; } return r + k; }
     constexpr int loopIn(int k) { int n = 0; switch (k) { case 1: for (int i = 0; i < 3; ++i) { if (i == 1) break; n += 5; } n += 1; break; case 2: n = 50; } return n; }
     constexpr int withInit(int k) { switch (int j = k * 2; j) { case 4: return j; case 6: { int j = 100; return j; } } return -1; }
     constexpr int isAll(unsigned k) { switch (k) { case 0xffffffffu: return 1; default: return 2; } }
     constexpr int letter(char c) { switch (c) { case 'a': return 1; case 'b': return 2; } return 0; }
     constexpr int alone(int k) { switch (k) case 1: case 2: return 4; return 9; }
     template <int K> constexpr auto chosen() { switch (K) { case 1: return K + 1; default: return K * 7; } }`,
    {
      'returned(1)': 10,
      'returned(2)': 20,
      'returned(7)': 30,
      'falling(0)': 111,
      'falling(3)': 113,
      'falling(4)': 104,
      'falling(5)': 1005,
      'named(Kind::B)': 4,
      'named(Kind::C)': 9,
      'inLoop(1)': 41,
      'loopIn(1)': 6,
      'loopIn(2)': 50,
      'withInit(2)': 4,
      'withInit(3)': 100,
      'withInit(9)': -1,
      'isAll(-1)': 1,
      "letter('b')": 2,
      "letter('c')": 0,
      'alone(2)': 4,
      'alone(3)': 9,
      'chosen<1>()': 2,
      'chosen<2>()': 14,
    },
  ));

test('labels that stand elsewhere than in the block of a switch are not followed', () =>
  called(
    `constexpr int inBlock(int k) { switch (k) { case 1: { case 2: return 12; } default: return 3; } }
     constexpr int range(int k) { switch (k) { case 1 ... 3: return 1; default: return 2; } }
     constexpr int open(int k, int n) { switch (n) { case 1: return 1; } return k; }
     int runTime();`,
    {
      'inBlock(2)': 'unknown',
      'range(2)': 'unknown',
      'open(1, runTime())': 'unknown',
    },
  ));

test('an array of a function holds what is written to its elements', () =>
  called(
    `constexpr void set(int& r) { r = 8; }
     constexpr int read() { int x[3] = {1, 2, 3}; return x[1]; }
     constexpr int zeros() { int x[4] = {1, 2}; return x[2] * 10 + x[1] + x[3]; }
     constexpr int written() { int x[3]{}; x[0] = 1; for (int i = 1; i < 3; ++i) x[i] = x[i - 1] * 3; return x[2]; }
     constexpr int sorted() { int x[] = {3, 1, 2}; for (int i = 0; i < 3; ++i) for (int j = i + 1; j < 3; ++j) if (x[j] < x[i]) { int t = x[i]; x[i] = x[j]; x[j] = t; } return x[0] * 100 + x[1] * 10 + x[2]; }
     constexpr int wrapped() { uint8_t x[2] = {255, 1}; x[0] += 3; x[1] -= 2; return x[0] * 1000 + x[1]; }
     constexpr int byReference() { int x[3] = {1, 2, 3}; set(x[2]); int& r = x[0]; r = 5; x[0] += 2; return r * 10 + x[2]; }
     constexpr int swapped() { int x[2] = {1, 2}; std::swap(x[0], x[1]); return x[0] * 10 + x[1]; }
     constexpr int inOrder() { int x[3] = {1, 2, 3}; int i = 0; x[i++] = 5; x[i] = i; return x[0] * 100 + x[1] * 10 + x[2]; }
     constexpr int hidden() { int x[3] = {1, 2, 3}; { int x[3] = {7, 8, 9}; x[0] = 1; } return x[0] * 10 + x[1]; }
     constexpr int constants(int n) { constexpr int x[4] = {8, 16, 32}; return x[n] + x[3]; }`,
    {
      'read()': 2,
      'zeros()': 2,
      'written()': 9,
      'sorted()': 123,
      'wrapped()': 2255,
      'byReference()': 78,
      'swapped()': 21,
      'inOrder()': 513,
      'hidden()': 12,
      'constants(2)': 32,
    },
  ));

test('an array that may be changed through a pointer or another name has no value', () =>
  called(
    `constexpr void set(int* p) { p[0] = 9; }
     template <int N> constexpr void setAll(int (&a)[N]) { a[0] = N; }
     constexpr int handed() { int x[3] = {1, 2, 3}; set(x); return x[0]; }
     constexpr int pointed() { int x[3] = {1, 2, 3}; int* p = x; p[1] = 7; return x[1]; }
     constexpr int addressed() { int x[3] = {1, 2, 3}; int* p = &x[1]; *p = 7; return x[1]; }
     constexpr int referred() { int x[3] = {1, 2, 3}; setAll(x); return x[0]; }
     constexpr int alias() { int x[3] = {1, 2, 3}; auto& r = x; r[1] = 9; return x[1]; }
     constexpr int first() { int x[2] = {1, 2}; *x = 6; return x[0]; }
     constexpr int unwritten() { int x[2]; x[0] = 1; return x[1]; }
     constexpr int beyond(int n) { int x[2] = {1, 2}; return x[n]; }`,
    {
      'handed()': 'unknown',
      'pointed()': 'unknown',
      'addressed()': 'unknown',
      'referred()': 'unknown',
      'alias()': 'unknown',
      'first()': 'unknown',
      'unwritten()': 'unknown',
      'beyond(2)': 'unknown',
    },
  ));

test('a loop over a list or an array has one round for each element', () =>
  called(
    `constexpr int fitting(int n) { for (int c : {128, 64, 32}) if (n % c == 0) return c; return 1; }
     constexpr int changed() { int x[3] = {1, 2, 3}; for (auto& v : x) v *= 2; int s = 0; for (int const& v : x) s = s * 10 + v; return s; }
     constexpr int copied() { int x[3] = {1, 2, 3}; for (auto v : x) v = 0; return x[2]; }
     constexpr int skipping() { constexpr int x[3] = {1, 2, 3}; int s = 0; for (int v : x) { if (v == 2) continue; s += v; } return s; }
     constexpr int nested() { int n = 0; for (int v : {1, 2, 3}) for (int w : {10, 20}) { if (w * v > 30) break; n += v * w; } return n; }
     constexpr int converted() { int n = 0; for (uint8_t v : {255, 256, 257}) n += v; return n; }`,
    {
      'fitting(192)': 64,
      'fitting(7)': 1,
      'changed()': 246,
      'copied()': 3,
      'skipping()': 4,
      'nested()': 80,
      'converted()': 256,
    },
  ));

test('what is read of a function is not all that it does: its result is not known', () =>
  called(
    `enum class Kind { A, B }; int runTime();
     constexpr int label(int k) { switch (k) { case NotRead: return 1; default: return 2; } }
     constexpr int behind(int k) { switch (k) { case 7: return 1; case NotRead::B: return 3; } return 2; }
     constexpr int elements(int n) { int x[2] = {++n, 7}; return x[1]; }
     constexpr int typed(int n) { NotRead x[2] = {1, 2}; return x[1]; }
     constexpr int assigned(int n) { n = notRead(); return n; }
     constexpr int element(int n) { int x[2] = {1, 2}; x[0] = notRead(); return x[0]; }
     constexpr int other(int n) { int x[2] = {1, 2}; x[0] = notRead(); return x[1]; }
     constexpr void store(int& r, int v) { r = v; }
     constexpr int stored(int n) { store(n, notRead()); return n; }
     constexpr int declared(int n) { NotRead k = n; return k; }
     constexpr int each(int n) { int s = 0; for (int k = 3; int x : {1, 2}) s += x * k; return s; }
     constexpr int pairs(int n) { int s = 0; for (NotRead x : {1, 2}) s += 1; return s; }`,
    {
      'label(3)': 'unknown',
      'behind(3)': 'unknown',
      'elements(1)': 'unknown',
      'typed(1)': 'unknown',
      'assigned(1)': 'unknown',
      'element(1)': 'unknown',
      'other(1)': 'unknown',
      'stored(1)': 'unknown',
      'declared(1)': 'unknown',
      'each(1)': 'unknown',
      'pairs(1)': 'unknown',
    },
  ));

test('an array of as many elements as are kept, and of one more', () =>
  called(
    `constexpr int kept(int n) { int x[1024] = {1, 2}; return x[1] * 10 + x[1023]; }
     constexpr int more(int n) { int x[1025] = {1, 2}; return x[1]; }
     constexpr int all[1024] = {3, 4}; constexpr int tooMany[1025] = {3, 4};`,
    { 'kept(1)': 20, 'more(1)': 'unknown', 'all[1]': 4, 'all[1023]': 0, 'tooMany[1]': 'unknown' },
  ));
