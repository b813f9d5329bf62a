// Macros that choose constants for a lambda: `FLAG_SWITCH(flag, kFlag, [&] { run<kFlag>(); })`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MARKED, outcomeText } from '../../../../server/src/render/text/text.ts';
import { openCpp, pick } from '../support.ts';

const SWITCHES = `using namespace cute;
#define FLAG_SWITCH(COND, NAME, ...)              \\
  [&] {                                           \\
    if (COND) {                                   \\
      constexpr static bool NAME = true;          \\
      return __VA_ARGS__();                       \\
    } else {                                      \\
      constexpr static bool NAME = false;         \\
      return __VA_ARGS__();                       \\
    }                                             \\
  }()
#define MASK_SWITCH FLAG_SWITCH
#define NEVER_SWITCH(COND, NAME, ...) [&] { constexpr static bool NAME = false; return __VA_ARGS__(); }()
#define WIDTH_SWITCH(V, ...)                                                             \\
  [&] {                                                                                  \\
    if (V <= 32) { constexpr static int kWidth = 32; return __VA_ARGS__(); }             \\
    else if (V <= 64) { constexpr static int kWidth = 64; return __VA_ARGS__(); }        \\
    else { constexpr static int kWidth = 128; return __VA_ARGS__(); }                    \\
  }()
#define TYPE_SWITCH(V, ...)                                                              \\
  [&] {                                                                                  \\
    if (V) { using Elem = cutlass::half_t; return __VA_ARGS__(); }                       \\
    else { using Elem = float; return __VA_ARGS__(); }                                   \\
  }()
`;

async function instances(source: string, name: string): Promise<readonly string[]> {
  const document = await openCpp(SWITCHES + source);
  const site = document.model.sites.find((s) => s.role === 'declaration' && s.name === name)!;
  const found = document.model.evaluate(site).instances ?? [];
  document.dispose();
  return found.map((i) => `${i.label}: ${outcomeText(i.value, MARKED)}`);
}

test('a condition that is known leaves one choice', async () => {
  const source = `${SWITCHES}
    template <int W> void f(bool flag) {
      WIDTH_SWITCH(W, [&] { auto a = Layout<Shape<Int<kWidth>, _2>>{}; });
      NEVER_SWITCH(flag, kNo, [&] { auto b = Layout<Int<kNo ? 4 : 8>>{}; });
    }
    void main() { f<48>(true); }`;
  assert.deepEqual(await pick(source, ['a', 'b']), { a: '(_64,_2):(_1,_64)', b: '_8:_1' });
});

test('a type comes first, and the lambda stands in parentheses', async () => {
  const source = `${SWITCHES}
    #define ELEMENT_CASE(T, ...) { using T = cutlass::half_t; return __VA_ARGS__(); }
    #define ELEMENT_SWITCH(T, ...) [&] { ELEMENT_CASE(T, __VA_ARGS__) }()
    void f(bool flag) {
      ELEMENT_SWITCH(Kind, [&] { auto a = make_tensor<Kind>(Layout<_4>{}); });
      NEVER_SWITCH(flag, kNo, ([&] { auto b = Layout<Int<kNo ? 4 : 8>>{}; }));
    }`;
  assert.deepEqual(await pick(source, ['a', 'b']), { a: 'ptr[16b] o _4:_1', b: '_8:_1' });
});

test('else the constant is a symbol, and every choice is told', async () => {
  const source = 'void f(int w) { WIDTH_SWITCH(w, [&] { auto a = Layout<Shape<Int<kWidth>, _2>>{}; }); }';
  assert.deepEqual(await pick(SWITCHES + source, ['a']), { a: '(_kWidth,_2):(_1,_kWidth)' });
  assert.deepEqual(await instances(source, 'a'), [
    'kWidth = 32: (_32,_2):(_1,_32)',
    'kWidth = 64: (_64,_2):(_1,_64)',
    'kWidth = 128: (_128,_2):(_1,_128)',
  ]);
});

test('nested choices: the first of each, then the others alone', async () => {
  const source = `void f(bool flag, int w) {
    FLAG_SWITCH(flag, kFlag, [&] {
      MASK_SWITCH(w > 3, kMask, [&] {
        static constexpr int kBoth = kFlag && kMask ? 4 : 8;
        auto a = Layout<Shape<Int<kBoth>, Int<kFlag ? 1 : 2>>>{};
      });
    });
  }`;
  assert.deepEqual(await instances(source, 'a'), [
    'kFlag = true, kMask = true: (_4,_1):(_1,_0)',
    'kFlag = true, kMask = false: (_8,_1):(_1,_0)',
    'kFlag = false: (_8,_2):(_1,_8)',
  ]);
});

test('types are chosen too', async () => {
  const source = `template <class T> struct Store { using L = Layout<Int<128 / sizeof(T)>>; };
    void f(bool h) { TYPE_SWITCH(h, [&] { using L = typename Store<Elem>::L; L l; }); }`;
  assert.deepEqual(await instances(source, 'l'), ['Elem = half_t: _64:_1', 'Elem = float: _32:_1']);
});

test('choices instantiate what is named with them', async () => {
  const source = `template <int N, class T, bool A> struct Main { using Rows = Layout<Shape<Int<N>, Int<A ? 2 : 3>>>; };
    template <class M> __global__ void entry(int x) { typename M::Rows rows; }
    template <int N, class T, bool Flag> void launch(int n) {
      using M = std::conditional_t<(N >= 64), Main<N, T, Flag>, Main<-1, T, Flag>>;
      auto kernel = &entry<M>;
      kernel<<<1, 2>>>(n);
    }
    template <int N, class T> void run(int n) { FLAG_SWITCH(n > 3, kFlag, [&] { launch<N, T, kFlag>(n); }); }
    template void run<64, cutlass::half_t>(int n);`;
  assert.deepEqual(await instances(source, 'Rows'), [
    'A = true: (_64,_2):(_1,_64)',
    'A = false: (_64,_3):(_1,_64)',
  ]);
  assert.equal((await instances(source, 'rows')).length, 2);
});

test('an assumption leaves the choices that say the same', async () => {
  const source = `void f(int w) {
    // layout-lens: assume kWidth = 64
    WIDTH_SWITCH(w, [&] { auto a = Layout<Shape<Int<kWidth>, _2>>{}; });
  }`;
  assert.deepEqual(await pick(SWITCHES + source, ['a']), { a: '(_64,_2):(_1,_64)' });
  assert.deepEqual(await instances(source, 'a'), []);
});

test('an alias that is only chosen among instantiates nothing where the other one is chosen', async () => {
  const source = (flag: boolean, more = '') => `
    template <class Shape> struct Wide { using Rows = Layout<Shape>; };
    template <class Shape> struct Plain { using Columns = Layout<Shape>; };
    template <class Shape, bool kIsWide> struct Device {
      using IfWide = Wide<Shape>;
      using IfPlain = Plain<Shape>;
      using Kernel = std::conditional_t<kIsWide, IfWide, IfPlain>;
      ${more}
    };
    void run() { Device<cute::Shape<_8, _4>, ${flag}> device; }`;
  assert.deepEqual(await pick(source(true), ['Rows']), { Rows: '(_8,_4):(_1,_8)' });
  const plain = await pick(source(false), ['Rows', 'Columns']);
  assert.match(plain['Rows']!, /^unknown/);
  assert.equal(plain['Columns'], '(_8,_4):(_1,_8)');
  // What names it elsewhere compiles it.
  const elsewhere = source(false, 'using Other = typename IfWide::Rows;');
  assert.deepEqual(await pick(elsewhere, ['Rows']), { Rows: '(_8,_4):(_1,_8)' });
});

test('a function that takes a lambda declares nothing in it', async () => {
  const source = `${SWITCHES} template <class F> void each(int n, F f) { constexpr int kWidth = 7; f(n); }
    constexpr int kWidth = 5;
    void f(int w) { each(w, [&](int i) { auto a = Layout<Int<kWidth>>{}; }); }`;
  assert.deepEqual(await pick(source, ['a']), { a: '_5:_1' });
});

test('all combinations of a few switches are told, and what most of them agree on does not stand for all', async () => {
  const source = `
    template <bool kA, bool kB> void kernel() { auto either = Int<(kA || kB) ? 4 : 8>{}; }
    template <class T> void typed(T t) { typename T::L byType{}; }
    template <bool kA, bool kB> struct Traits { using L = conditional_t<kA || kB, Layout<_4>, Layout<_8>>; };
    void host(bool a, bool b) {
      FLAG_SWITCH(a, kA, [&] {
        FLAG_SWITCH(b, kB, [&] {
          kernel<kA, kB>();
          typed(Traits<kA, kB>{});
        });
      });
    }`;
  assert.deepEqual(await instances(source, 'either'), [
    'kA = true: _4',
    'kA = false, kB = true: _4',
    'kA = false, kB = false: _8',
  ]);
  assert.deepEqual(await instances(source, 'byType'), [
    'T = Traits<true, true>: _4:_1',
    'T = Traits<true, false>: _4:_1',
    'T = Traits<false, true>: _4:_1',
    'T = Traits<false, false>: _8:_1',
  ]);
});
