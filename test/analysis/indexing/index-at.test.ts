// The layout of an index expression where it stands: from what its ranges are known, and where they are not.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { recoveredText } from '../../../server/src/algebra/recover/text.ts';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { type IndexAt, indexAcross, indexIn } from '../../../server/src/analysis/indexing/index-at.ts';
import { type Grammars, loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';

let grammars: Grammars;
before(async () => {
  grammars = await loadGrammars(grammarFiles);
  await Promise.all([grammars.ready('python'), grammars.ready('notation')]);
});

/** `|` marks the cursor, `«…»` a selection; what is said is the layout over its variables. */
function said(marked: string, host: 'cpp' | 'python' = 'cpp'): string {
  const text = marked.replace(/[|«»]/g, '');
  const start = marked.search(/[|«]/);
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

test('tables that are selected', () => {
  assert.equal(said('int t[] = «{0, 4, 1, 5}»;'), '{0, 4, 1, 5} → (2,2):(4,1)');
  assert.equal(said('int t[] = { «0, 4, 1, 5» };'), '0, 4, 1, 5 → (2,2):(4,1)');
  assert.equal(said('t = «[[0, 1, 2], [3, 4, 5]]»', 'python'), '[[0, 1, 2], [3, 4, 5]] → (2,3):(3,1)');
  assert.equal(said('int t[] = «{0, 4, 1, 6, 2}»;'), 'nothing');
  assert.equal(said('int t[] = {«0», 4, 1, 5};'), 'nothing');
});
