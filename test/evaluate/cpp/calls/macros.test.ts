// Macros with parameters: calls as values, and declarations that begin with one. Expected values are those of g++.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MacroText } from '../../../../server/src/frontends/common/scope.ts';
import { expandText } from '../../../../server/src/frontends/cpp/text/macros.ts';
import { MARKED, outcomeText } from '../../../../server/src/render/text/text.ts';
import { openCpp, pick } from '../support.ts';

/** `NAME(a, b) text` or `NAME text`, one a line. */
function expanded(definitions: string, text: string): string | null {
  const macros = new Map<string, MacroText>();
  for (const line of definitions.trim().split('\n')) {
    const [, name, list, replacement] = /^\s*(\w+)(?:\(([^)]*)\))?\s*(.*)$/.exec(line)!;
    const parameters = list?.split(',').flatMap((p) => (p.trim() === '' ? [] : [p.trim()])) ?? null;
    macros.set(name!, { parameters, replacement: replacement! });
  }
  return expandText(text, (name) => macros.get(name) ?? null)?.replaceAll(/\s+/g, '') ?? null;
}

test('arguments are expanded first, a macro not inside of itself', () => {
  assert.equal(expanded('A(x) (x + 1)\nB A(2)', 'A(B)'), '((2+1)+1)');
  assert.equal(expanded('F(x) F(x + 1)', 'F(F(1))'), 'F(F(1+1)+1)');
  assert.equal(expanded('P Q\nQ P', 'P Q'), 'PQ');
  assert.equal(expanded('G(a, b) a b', 'G((1, 2), [3])'), '(1,2)[3]');
});

test("commas in braces and angles are the macro's, `__VA_ARGS__` puts them together", () => {
  assert.equal(expanded('V(x, ...) x : __VA_ARGS__', 'V(a, [&] { f<b, c>(); }, d)'), 'a:[&]{f<b,c>();},d');
  assert.equal(expanded('V(x, ...) x : __VA_ARGS__', 'V(a)'), 'a:');
  assert.equal(expanded('N(args...) f(args)', 'N(1, 2)'), 'f(1,2)');
  assert.equal(expanded('W(x, ...) f(x, ## __VA_ARGS__)', 'W(1) W(1, 2)'), 'f(1)f(1,2)');
});

test('a name without parentheses, and a wrong number of arguments, stay', () => {
  assert.equal(expanded('A(x) (x)', 'A + A(1, 2)'), 'A+A(1,2)');
  assert.equal(expanded('RENAMED A\nA(x) [x]', 'RENAMED(3)'), '[3]');
  assert.equal(expanded('NONE() 7', 'NONE() NONE'), '7NONE');
});

test('pasting and strings', () => {
  assert.equal(expanded('C(a, b) a ## b', 'C(tile_, 64)'), 'tile_64');
  assert.equal(expanded('C(a, b) a##b\nx1 9', 'C(x, 1)'), '9');
  assert.equal(expanded('S(a) #a', 'S(b + "c")'), JSON.stringify('b + "c"').replaceAll(' ', ''));
});

test('an argument makes no token with what stands before its place', () => {
  const macros = new Map<string, MacroText>([
    ['NEGATIVE', { parameters: ['x'], replacement: '(-x)' }],
    ['CONSTANT', { parameters: ['T', '...'], replacement: '{ using T = int; return __VA_ARGS__(); }' }],
  ]);
  const text = (call: string): string | null => expandText(call, (name) => macros.get(name) ?? null);
  assert.equal(text('NEGATIVE(-1)'), '(- -1)');
  assert.equal(text('NEGATIVE(NEGATIVE(1))'), '(- (- 1))');
  assert.equal(text('CONSTANT(T,f)'), '{ using T = int; return f(); }');
});

test('an expansion that grows without end is given up', () => {
  const doubling = Array.from({ length: 40 }, (_, i) => `D${i}(x) D${i + 1}(x) D${i + 1}(x)`).join('\n');
  assert.equal(expanded(doubling, 'D0(1)'), null);
});

const HELPERS = `using namespace cute;
#define CEIL_OF(a, b) (((a) + (b) - 1) / (b))
#define COLUMNS(n) make_layout(Int<n>{}, LayoutLeft{})
#define BOX(m, ...) make_layout(make_shape(Int<m>{}, __VA_ARGS__))
#define TILE_OF(kind) TILE_##kind
#define TILE_wide 32
#define RENAMED_BOX BOX
#define LOOSE_SUM(x) x + x
#define half_of(x) ((x) / 2)
`;

test('calls of macros are values', async () => {
  const source = `${HELPERS}
    constexpr int n = CEIL_OF(100, 16);
    using L = Layout<Shape<Int<CEIL_OF(64, 8)>, Int<TILE_OF(wide)>>>;
    auto a = BOX(8, Int<4>{}, _2{});
    auto b = RENAMED_BOX(CEIL_OF(9, 2), _3{});
    auto c = COLUMNS(half_of(12));
    void f(int m) { constexpr int k = 6; auto d = COLUMNS(k * 2); auto e = BOX(k, m); }`;
  assert.deepEqual(await pick(source, ['n', 'L', 'a', 'b', 'c', 'd', 'e']), {
    n: '7',
    L: '(_8,_32):(_1,_8)',
    a: '(_8,_4,_2):(_1,_8,_32)',
    b: '(_5,_3):(_1,_5)',
    c: '_6:_1',
    d: '_12:_1',
    e: '(_6,m):(_1,_6)',
  });
});

test('what would mix with the operators around it is not computed', async () => {
  // 2 + 2 * 3 is 8 in C++.
  const source = `${HELPERS} constexpr int c = LOOSE_SUM(2) * 3;`;
  assert.deepEqual(await pick(source, ['c']), { c: 'c' });
});

test('a macro of one meaning here and another there has none', async () => {
  const source = `using namespace cute;
    #if WIDE_TILES
    #define TILE(n) Int<2 * n>
    #else
    #define TILE(n) Int<n>
    #endif
    using L = Layout<TILE(4)>;`;
  assert.deepEqual(await pick(source, ['L']), { L: 'unknown(conditional)' });
});

const KERNELS = `using namespace cute;
#define PARAMETER const
#define DEFINE_KERNEL(name, ...) template <class Traits, __VA_ARGS__> \\
  __global__ void name(PARAMETER int n)
#define INSTANTIATE(N, T) template void go<N, T>(int);
template <int N, class T> struct Traits { using L = Layout<Shape<Int<N>, _2>>; };
template <class Tr, bool A, int K> void body(int n) { typename Tr::L l; auto m = Layout<Int<A ? K : 3>>{}; }
DEFINE_KERNEL(ker, bool kA, int kK) {
  auto k = Layout<Int<kK>>{};
  body<Traits, kA, kK>(n);
}
template <int N, class T> void go(int n) { auto kernel = &ker<Traits<N, T>, true, 8>; kernel<<<1, 2>>>(n); }
INSTANTIATE(64, float)
`;

test('kernels and instantiations that macros write', async () => {
  assert.deepEqual(await pick(KERNELS, ['L', 'l', 'm', 'k', 'kA', 'kK']), {
    L: '(_64,_2):(_1,_64)',
    l: '(_64,_2):(_1,_64)',
    m: '_8:_1',
    k: '_8:_1',
    kA: 'true',
    kK: '8',
  });
});

test('an edit of the macro changes what it writes', async () => {
  const document = await openCpp(KERNELS);
  const read = (name: string): string => {
    const site = document.model.sites.find((s) => s.name === name)!;
    return outcomeText(document.model.evaluate(site).value as never, MARKED);
  };
  assert.equal(read('l'), '(_64,_2):(_1,_64)');
  const start = KERNELS.indexOf('go<N, T>');
  document.edit([{ start, end: start + 'go<N, T>'.length, text: 'go<N / 2, T>' }]);
  assert.equal(read('l'), '(_32,_2):(_1,_32)');
  document.dispose();
});
