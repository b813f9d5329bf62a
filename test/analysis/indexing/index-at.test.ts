// The layout of an index expression where it stands: from what its ranges are known, and where they are not.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { recoveredText } from '../../../server/src/algebra/recover/text.ts';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { type IndexAt, indexAcross, indexIn } from '../../../server/src/analysis/indexing/index-at.ts';
import { type Grammars, loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';
import { workspace } from '../headers/support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await loadGrammars(grammarFiles);
  await Promise.all([grammars.ready('python'), grammars.ready('notation')]);
});

/** `|` marks the cursor, or `¦` where the code has that sign, `«…»` a selection; what is said is the layout over its variables. */
function said(marked: string, host: 'cpp' | 'python' = 'cpp'): string {
  const cursor = marked.includes('¦') ? '¦' : '|';
  const text = marked.replaceAll(cursor, '').replace(/[«»]/g, '');
  const start = marked.search(cursor === '¦' ? /[¦«]/ : /[|«]/);
  const end = marked.includes('»') ? marked.indexOf('»') - 1 : start;
  const document = openDocument(grammars, host, text);
  try {
    const found =
      start === end ? indexAcross(document, host, start) : indexIn(document, host, { start, end });
    return found === null ? 'nothing' : shown(found, text);
  } finally {
    document.dispose();
  }
}

const shown = ({ span, layout, ranges }: IndexAt, text: string): string =>
  [
    text.slice(span.start, span.end),
    ...(ranges.length === 0 ? [] : [ranges.map(({ name }) => name).join(' ')]),
    recoveredText(layout),
  ].join(' → ');

const inLoop = (body: string, head = 'for (int i = 0; i < 8; ++i)'): string =>
  `void f(float* x, int N) {\n  ${head} {\n    ${body}\n  }\n}\n`;

test('loops of C++ in their forms', () => {
  for (const head of [
    'for (int i = 0; i < 8; ++i)',
    'for (int i = 0; i < 8; i++)',
    'for (unsigned i = 0; i <= 7; i += 1)',
    'for (size_t i = 0; i != 2 * 4; ++i)',
    'for (const int i = 0; i < 8; ++i)',
  ])
    assert.equal(said(inLoop('x[|i * 4] = 0;', head)), 'i * 4 → i → 8:4', head);
  assert.equal(said(inLoop('x[|i * 4] = 0;', 'for (int i = 0; i < 8; i += 2)')), 'i * 4 → i → 4:8');
  assert.equal(
    said('void f(float* x) {\n  for (int i = 0; i < 8; ++i) x[|i * 4] = 0;\n}'),
    'i * 4 → i → 8:4',
  );
  assert.equal(
    said('constexpr int K = 4;\nvoid f(float* x) {\n  for (int i = 0; i < 2 * K; ++i) x[i * K|] = 0;\n}'),
    'i * K → i → 8:4',
  );
});

test('the cursor on any part says the whole', () => {
  for (const body of ['x[|i * 4 + 0] = 0;', 'x[i |* 4 + 0] = 0;', 'x[i * 4| + 0] = 0;', 'x[i * 4 + 0|] = 0;'])
    assert.equal(said(inLoop(body)), 'i * 4 + 0 → i → 8:4', body);
  assert.equal(said(inLoop('int o = (|i & 3) * 8 + (i >> 2);')), '(i & 3) * 8 + (i >> 2) → i → (4,2):(8,1)');
  assert.equal(said(inLoop('g(1, |i * 4, 2);')), 'i * 4 → i → 8:4');
});

test('a range that may be another one is not known', () => {
  for (const body of [
    'if (x[0] > 1) ++i; x[|i * 4] = 0;',
    'x[|i * 4] = 0; i += 2;',
    'g(&i); x[|i * 4] = 0;',
    'change(i); x[|i * 4] = 0;',
    'auto h = [&] { g(); }; x[|i * 4] = 0;',
    'int i = g(); x[|i * 4] = 0;',
    'int& r = i; r = 3; x[|i * 4] = 0;',
    'auto&& r{i}; x[|i * 4] = 0;',
    'g(h(1), i); x[|i * 4] = 0;',
    'T t{i}; x[|i * 4] = 0;',
    '(i) = 3; x[|i * 4] = 0;',
    '++(i); x[|i * 4] = 0;',
    'auto p = flag ? &i : q; x[|i * 4] = 0;',
    'std::tie(i, j) = g(); x[|i * 4] = 0;',
    'std::cin >> i; x[|i * 4] = 0;',
    'asm volatile("" : "=r"(i)); x[|i * 4] = 0;',
    'i <<= 1; x[|i * 4] = 0;',
    'g<4>(i); x[|i * 4] = 0;',
    'g(1)(i); x[|i * 4] = 0;',
    'static_cast<int&>(i) = 3; x[|i * 4] = 0;',
  ])
    assert.equal(said(inLoop(body)), 'nothing', body);
  assert.equal(said(`${inLoop('g();')}void h(float* x, int i) { x[|i * 4] = 0; }`), 'nothing');
  assert.equal(said('void h(float* x, int i) { x[|i * 4] = 0; }'), 'nothing');
  assert.equal(said(inLoop('x[|i * 4] = 0;', 'for (int i = N; i < 8; ++i)')), 'nothing');
  assert.equal(said(inLoop('x[|i * 4] = 0;', 'for (int i = 7; i >= 0; --i)')), 'nothing');
  assert.equal(
    said(`void f(float* x) {\n  for (int i = 0; i < 8; ++i) g();\n  x[|i * 4] = 0;\n}`),
    'nothing',
  );
});

test('macros may change a variable, with or without being given it', () => {
  const of = (macro: string, use: string): string => `#define ${macro}\n${inLoop(`${use} x[|i * 4] = 0;`)}`;
  assert.equal(said(of('NEXT ++i', 'NEXT;')), 'nothing');
  assert.equal(said(of('NEXT() do { \\\n  i = 3; \\\n } while (0)', 'NEXT();')), 'nothing');
  assert.equal(said(of('BUMP(v) ++v', 'BUMP(i);')), 'nothing');
  assert.equal(said(of('NEXT ++j', 'NEXT;')), 'i * 4 → i → 8:4');
  // Nobody says what it does.
  assert.equal(said(inLoop('NEXT; x[|i * 4] = 0;')), 'nothing');
  assert.equal(said(inLoop('NEXT_LANE(); x[|i * 4] = 0;')), 'nothing');
});

test('a macro of an included file may change a variable', async () => {
  const of = async (replacement: string): Promise<string> => {
    const marked = `#include "next.h"\n${inLoop('NEXT; x[|i * 4] = 0;')}`;
    const files = { 'main.cu': marked.replace('|', ''), 'next.h': `#define NEXT ${replacement}\n` };
    const { document } = await workspace(files);
    const found = indexAcross(document, 'cpp', marked.indexOf('|'));
    return found === null ? 'nothing' : shown(found, document.text);
  };
  assert.equal(await of('i += 2'), 'nothing');
  assert.equal(await of('j += 2'), 'i * 4 → i → 8:4');
});

test('what reads a variable leaves its range', () => {
  for (const body of [
    'int m = 7 & i; x[|i * 4] = 0;',
    'bool b = y && i; x[|i * 4] = 0;',
    'printf("%d", i); x[|i * 4] = 0;',
    'y[i] = (i) + 1; x[|i * 4] = 0;',
    'float y = static_cast<float>(i); x[|i * 4] = 0;',
    'auto L = cute::make_layout(cute::make_shape(cute::_8{}, cute::_4{})); y = L(i, 0); x[|i * 4] = 0;',
    'if (i == 3 && i <= 4) g(); x[|i * 4] = 0;',
  ])
    assert.equal(said(inLoop(body)), 'i * 4 → i → 8:4', body);
});

test('assertions, assumptions and guards bound a variable as far as they hold', () => {
  const cpp = (body: string): string => `void f(float* x, int r, int N) {\n  ${body}\n}\n`;
  const found = 'r * 8 → r → 16:8';
  for (const body of [
    'assert(r < 16); x[|r * 8] = 0;',
    'assert(0 <= r && r < 16); x[|r * 8] = 0;',
    'assert((r >= 0) && (r <= 15)); x[|r * 8] = 0;',
    'assert(16 > r && N > 3); x[|r * 8] = 0;',
    '__builtin_assume(r < 2 * 8); x[|r * 8] = 0;',
    'if (r < 16) x[|r * 8] = 0;',
    'if (N > 1 && r < 16) { g(); x[|r * 8] = 0; }',
    'assert(r < 99); if (r < 16) { x[|r * 8] = 0; }',
  ])
    assert.equal(said(cpp(body)), found, body);
  assert.equal(said(cpp('assert(r < N); x[|r * 8] = 0;')), 'r * 8 → r → N:8');
  for (const body of [
    'assert(r < 16 || N > 3); x[¦r * 8] = 0;',
    'assert(!(r < 16)); x[|r * 8] = 0;',
    'if (N) assert(r < 16); x[|r * 8] = 0;',
    'if (N) { assert(r < 16); } x[|r * 8] = 0;',
    'if (r < 16) { g(); } else { x[|r * 8] = 0; }',
    'if (r < 16) g(); x[|r * 8] = 0;',
    'if (r < 16) { r = N; x[|r * 8] = 0; }',
    'assert(r < 16); r += N; x[|r * 8] = 0;',
    'assert(r << 2 < 16); x[|r * 8] = 0;',
    'assert(r < 16 + g()); x[|r * 8] = 0;',
    'x[|r * 8] = 0; assert(r < 16);',
  ])
    assert.equal(said(cpp(body)), 'nothing', body);
  const py = (body: string): string => `def f(x, n, s):\n${body}\n`;
  for (const body of [
    '    assert n < 8\n    y = |n * 4',
    '    assert 0 <= n < 8, "too many"\n    y = |n * 4',
    '    tl.assume(n < 8)\n    y = |n * 4',
    '    tl.device_assert(n < 8, "n")\n    y = |n * 4',
    '    if n < 8 and s > 1:\n        y = |n * 4',
    '    if 0 <= n <= 7:\n        g()\n        y = |n * 4',
  ])
    assert.equal(said(py(body), 'python'), 'n * 4 → n → 8:4', body);
  for (const body of [
    '    assert n < 8 or s\n    y = |n * 4',
    '    if n < 8:\n        g()\n    y = |n * 4',
    '    if n < 8:\n        g()\n    else:\n        y = |n * 4',
    '    if s:\n        assert n < 8\n    y = |n * 4',
    '    assert n < 8\n    n, s = g()\n    y = |n * 4',
    '    assert n < 8\n    for n in g():\n        pass\n    y = |n * 4',
    '    assert not n < 8\n    y = |n * 4',
  ])
    assert.equal(said(py(body), 'python'), 'nothing', body);
});

test('a range holds for the statement that it stands at, and for no other one', () => {
  const cpp = (body: string): string => `void f(float* x, int r, int c, int N) {\n  ${body}\n}\n`;
  for (const body of [
    // The inner variable has the name of the outer one, in both branches.
    'int i = 3; for (int i = 0; i < N; i += N) if (r) { g(); } else { x[|i * 4] = 0; }',
    'for (int i = 0; i < 8; ++i) { for (int j = 1, i = 9; j < 9; ++j) x[|i * 4] = 0; }',
    'for (int i = 0; i < 8; ++i) { auto [i, j] = g(); x[|i * 4] = 0; }',
    'for (int i = 0; i < 8; ++i) { Box<int> i = g(); x[|i * 4] = 0; }',
    // What a part of a condition says holds where all of it does.
    'if (!(c < 4 && r < 8)) { x[|r * 4] = 0; }',
    'if (any(c && r < 8)) x[|r * 4] = 0;',
    'if (r < 8 | N) x[¦r * 4] = 0;',
    // Something else by which the variable is changed.
    'int& s = r; assert(r < 8); s = 20; x[|r * 4] = 0;',
    'auto next = [&] { r = 20; }; assert(r < 8); next(); x[|r * 4] = 0;',
    'int* s = &r; assert(r < 8); *s = 20; x[|r * 4] = 0;',
    'assert(n < 8); g(); x[|n * 4] = 0;',
  ])
    assert.equal(said(cpp(body)), 'nothing', body);
  assert.equal(
    said('void f(float* x, int& r, int& s) {\n  assert(r < 8); s = 20; x[|r * 4] = 0;\n}'),
    'nothing',
  );
  assert.equal(
    said(cpp('for (int i = 0; i < 8; ++i) if (r) { g(); } else { x[|i * 4] = 0; }')),
    'i * 4 → i → 8:4',
  );
  assert.equal(said(cpp('if ((r < 8) && (c || N)) x[¦r * 4] = 0;')), 'r * 4 → r → 8:4');
  const py = (body: string): string => `def f(x, n, s):\n${body}\n`;
  for (const body of [
    '    assert n < 8\n    (n, s) = g()\n    y = |n * 4',
    '    assert n < 8\n    if g(s): n = 20\n    y = |n * 4',
    '    assert n < 8\n    g(s); n = 20\n    y = |n * 4',
    '    assert any(s and n < 8)\n    y = |n * 4',
    '    assert not (s and n < 8)\n    y = |n * 4',
  ])
    assert.equal(said(py(body), 'python'), 'nothing', body);
});

test('bounds that the file evaluates', () => {
  const cute =
    '#include <cute/tensor.hpp>\nusing namespace cute;\nstruct Traits { static constexpr int kN = 8; };\n';
  const cpp = (bound: string): string =>
    `${cute}void f(float* x, int n) {\n  auto L = make_layout(make_shape(Int<8>{}, n));\n  for (int i = 0; i < ${bound}; ++i) x[|i * 4] = 0;\n}\n`;
  for (const bound of ['size<0>(L)', 'Traits::kN', 'size<0>(L) * 1', 'get<0>(L.shape())'])
    assert.equal(said(cpp(bound)), 'i * 4 → i → 8:4', bound);
  // A size with a name is one; what is no name is no size that a layout could have.
  assert.equal(said(cpp('size<1>(L)')), 'i * 4 → i → n:4');
  assert.equal(said(cpp('size(L)')), 'nothing');
  const py = (range: string): string =>
    `import cutlass\n\n\ndef f(x, n):\n    for i in ${range}:\n        y = |i * 4\n`;
  for (const range of [
    'cutlass.range(8)',
    'cutlass.range(8, unroll_full=True)',
    'cutlass.range_constexpr(8)',
    'tl.static_range(0, 8)',
  ])
    assert.equal(said(py(range), 'python'), 'i * 4 → i → 8:4', range);
  assert.equal(said(py('ring(8)'), 'python'), 'nothing');
});

test('a name that differs from round to round is no stride and no size', () => {
  assert.equal(said(inLoop('x[|i * N] = 0;')), 'i * N → i → 8:N');
  assert.equal(said(inLoop('int w = i + 1; x[|i * w] = 0;')), 'nothing');
  assert.equal(said(inLoop('auto [w, h] = g(i); x[|i * w] = 0;')), 'nothing');
  assert.equal(said(inLoop('auto p = g(i); x[|i * p.stride] = 0;')), 'nothing');
  assert.equal(said(inLoop('N = i; x[|i * N] = 0;')), 'nothing');
  assert.equal(said(inLoop('for (int j = 0; j < i; ++j) x[|i * 8 + j] = 0;')), 'nothing');
  assert.equal(said(inLoop('x[|i * 4] = 0;', 'for (int i = 0; i <= N; ++i)')), 'nothing');
  assert.equal(said(inLoop('x[|i * 4] = 0;', 'for (int i = 0; i != 8; i += 3)')), 'nothing');
  const py = 'def f(x, n):\n    for i in range(8):\n        w = i + 1\n        y = |i * w\n';
  assert.equal(said(py, 'python'), 'nothing');
  assert.equal(said(py.replace('w = i + 1', 'w, h = g(i)'), 'python'), 'nothing');
  assert.equal(said(py.replace('w = i + 1', 'pass').replace('* w', '* n'), 'python'), 'i * n → i → 8:n');
});

test('what is no index expression is left alone', () => {
  for (const body of [
    'x[|i] = 0;',
    'x[|i * i] = 0;',
    'float y = x[i] * |2;',
    'y = |i * 4 + g(i);',
    'y = (|i * 4) * z(1);',
    'x[i * |4.0f] = 0;',
    '// |i * 4',
    'puts("|i * 4");',
  ])
    assert.equal(said(inLoop(body)), 'nothing', body);
});

test('branches that the preprocessor discards say nothing', () => {
  const text = `void f(float* x) {\n#if 1\n  for (int i = 0; i < 8; ++i)\n#else\n  for (int i = 0; i < 16; ++i)\n#endif\n    x[|i * 4] = 0;\n}`;
  assert.equal(said(text), 'i * 4 → i → 8:4');
});

test('threads, assertions, and variables that begin with them', () => {
  const kernel = (body: string): string =>
    `__global__ void __launch_bounds__(128) k(float* x, int r) {\n  ${body}\n}\n`;
  assert.equal(said(kernel('x[|threadIdx.x * 2] = 0;')), 'threadIdx.x * 2 → threadIdx.x → 128:2');
  assert.equal(said(kernel('int w = threadIdx.x / 32; x[|w * 8] = 0;')), 'w * 8 → w → 4:8');
  assert.equal(
    said(`int a;\nextern "C" ${kernel('x[|threadIdx.x * 2] = 0;')}`),
    'threadIdx.x * 2 → threadIdx.x → 128:2',
  );
  assert.equal(said(kernel('int w = threadIdx.x / 32; w = 1; x[|w * 8] = 0;')), 'nothing');
  assert.equal(said(kernel('int w = threadIdx.x * 2; x[|w * 8] = 0;')), 'nothing');
  assert.equal(said(kernel('assert(r < 16); x[|r * 8] = 0;')), 'r * 8 → r → 16:8');
  assert.equal(said(`${kernel('g();')}__global__ void h(float* x) { x[|threadIdx.x * 2] = 0; }`), 'nothing');
});

test('Python and Triton', () => {
  const py = (body: string): string => `def f(x, n, s):\n${body}\n`;
  assert.equal(said(py('    for i in range(8):\n        y = |i * 4'), 'python'), 'i * 4 → i → 8:4');
  assert.equal(said(py('    for i in range(0, 8, 2):\n        y = i * |4'), 'python'), 'i * 4 → i → 4:8');
  assert.equal(said(py('    for i in range(n):\n        y = |i * 4'), 'python'), 'i * 4 → i → n:4');
  assert.equal(said(py('    for i in range(8):\n        pass\n    y = |i * 4'), 'python'), 'nothing');
  assert.equal(said(py('    for i in range(8):\n        i = 2\n        y = |i * 4'), 'python'), 'nothing');
  assert.equal(said(py('    for i in range(8):\n        y = |i / 4'), 'python'), 'nothing');
  assert.equal(
    said(py('    assert 0 <= n < 8\n    y = (|n // 2) * 16 + n % 2'), 'python'),
    '(n // 2) * 16 + n % 2 → n → (2,4):(1,16)',
  );
  assert.equal(
    said(py('    a = tl.arange(0, 16)\n    y = «a[:, None] * s + 0»'), 'python'),
    'a[:, None] * s + 0 → a → 16:s',
  );
});

test('conditions that choose between two indices', () => {
  assert.equal(
    said('void f() { for (int i = 0; i < 8; i++) { int y = «i < 4 ? i * 2 : i * 2»; } }'),
    'i < 4 ? i * 2 : i * 2 → i → 8:2',
  );
  assert.equal(
    said('def f():\n    for i in range(8):\n        y = «i * 2 if i < 4 else i * 2»\n', 'python'),
    'i * 2 if i < 4 else i * 2 → i → 8:2',
  );
});

test('tables that are selected', () => {
  assert.equal(said('int t[] = «{0, 4, 1, 5}»;'), '{0, 4, 1, 5} → (2,2):(4,1)');
  assert.equal(said('int t[] = { «0, 4, 1, 5» };'), '0, 4, 1, 5 → (2,2):(4,1)');
  assert.equal(said('t = «[[0, 1, 2], [3, 4, 5]]»', 'python'), '[[0, 1, 2], [3, 4, 5]] → (2,3):(3,1)');
  assert.equal(said('int t[] = «{0, 4, 1, 6, 2}»;'), 'nothing');
  assert.equal(said('int t[] = {«0», 4, 1, 5};'), 'nothing');
});
