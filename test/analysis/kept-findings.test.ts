// What rules keep of a function: it is found again where the function or what launches it has changed, and stands where its
// place stands, also in another function than it was found in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleContext } from '../../server/src/analysis/check/context.ts';
import { findingsOf } from '../../server/src/analysis/check/run.ts';
import { openDocument } from '../../server/src/analysis/document/document.ts';
import { kernelAt } from '../../server/src/analysis/launches/kernel-names.ts';
import { openCpp } from '../evaluate/cpp/support.ts';
import { pythonGrammars } from '../evaluate/python/support.ts';
import { seeded } from '../support/random.ts';

const SOURCE = `#include <cute/tensor.hpp>
using namespace cute;

__global__ void rows(float* p) {
  Tensor m = make_tensor(make_gmem_ptr(p), make_layout(make_shape(Int<1000>{}, Int<8>{})));
  Tensor t = local_tile(m, Shape<_128, _8>{}, make_coord(blockIdx.x, 0));
  t(threadIdx.x, 0) = 0.f;
}

int between = 1;

void run(float* p) { rows<<<1000 / 128, 128>>>(p); }
`;

type Opened = Awaited<ReturnType<typeof openCpp>>;

/** What is told of the grid, by the text where it stands. */
const told = (document: Opened): readonly string[] =>
  findingsOf(ruleContext(document), { severity: {} }).flatMap(({ rule, span, related }) =>
    rule === 'uncovered-tiles'
      ? [span, ...(related ?? []).map((r) => r.span)].map(({ start, end }) => document.text.slice(start, end))
      : [],
  );

function replace(document: Opened, from: string, to: string): void {
  const start = document.text.indexOf(from);
  assert.ok(start >= 0, `${from} is in the text`);
  document.edit([{ start, end: start + from.length, text: to }]);
}

test('a finding in the function that launches stays where that is, whatever is edited', async () => {
  const document = await openCpp(SOURCE);
  const there = ['1000 / 128', 'blockIdx.x'];
  assert.deepEqual(told(document), there);
  for (const [from, to] of [
    ['int between = 1;', 'int between = 1;\nint more = 2;  // and more'],
    ['using namespace cute;', 'using namespace cute;\nint before = 0;'],
    ['t(threadIdx.x, 0) = 0.f;', 't(threadIdx.x, 0) = 1.5f;'],
    ['void run(float* p) {', 'void run(float* p) { int n = 3; (void)n;'],
  ] as const) {
    replace(document, from, to);
    assert.deepEqual(told(document), there, to);
  }
  replace(document, '1000 / 128,', 'ceil_div(1000, 128),');
  assert.deepEqual(told(document), []);
  replace(document, 'ceil_div(1000, 128),', '1000 / 128,');
  assert.deepEqual(told(document), there);
  replace(document, 'Int<1000>{}', 'Int<896>{}');
  assert.deepEqual(told(document), []);
  document.dispose();
});

const IN_BYTES = `#include <cute/tensor.hpp>
using namespace cute;

struct Storage { float q[1024]; float o[1024]; };

__global__ void reused() {
  extern __shared__ char raw[];
  Storage& s = *reinterpret_cast<Storage*>(raw);
  Tensor t = make_tensor(make_smem_ptr(reinterpret_cast<float*>(&s.o)), Layout<_1024>{});
  t(threadIdx.x) = 0.f;
}

void run() { reused<<<1, 128, 8192>>>(); }
`;

test('what an object is taken for is found again where the launch asks for other bytes', async () => {
  const document = await openCpp(IN_BYTES);
  const sizes = (): readonly string[] =>
    findingsOf(ruleContext(document), { severity: {} })
      .flatMap(({ rule, message }) => (rule === 'storage-size' ? [message] : []))
      .sort();
  assert.deepEqual(sizes(), []);
  replace(document, '8192', '4096');
  assert.deepEqual(sizes(), [
    'Storage takes 8192 bytes, and the launches ask for 4096',
    '_1024:_1 of 32 bits takes 4096 bytes, and from s.o to the end of s there are 0',
  ]);
  replace(document, '4096', '8192');
  assert.deepEqual(sizes(), []);
  document.dispose();
});

test('variables that hold kernels are those of the text as it is, after any edits', () => {
  const random = seeded(11);
  const line = (i: number): string =>
    `void run${i}() { auto kernel = &space::scale${i}<T<${i}>>; kernel<<<1, 32>>>(); }\n`;
  const pieces = [
    'auto kernel = &',
    ';',
    '{',
    '}',
    'scale',
    '<',
    '>',
    '// ',
    '"',
    '\n',
    ' = ',
    'void kernel = f;',
  ];
  const named = (text: string): readonly string[] =>
    [...text.matchAll(/kernel<<</g)].map(({ index }) => kernelAt(text, 'kernel', index));
  const afresh = (text: string): readonly string[] => {
    kernelAt('', 'kernel', 0);
    return named(text);
  };
  const whole = Array.from({ length: 200 }, (_, i) => line(i)).join('');
  assert.equal(new Set(named(whole)).size, 200);
  for (let edit = 0; edit < 300; edit++) {
    const at = random.below(whole.length);
    const removed = random.oneIn(3) ? random.below(40) : 0;
    const edited = whole.slice(0, at) + random.pick(pieces) + whole.slice(at + removed);
    named(whole);
    const again = named(edited);
    assert.deepEqual(again, afresh(edited));
  }
});

test('tiles that are rounded down are told for as long as a kernel elsewhere asks for what is left out', async () => {
  const document = openDocument(
    await pythonGrammars(),
    'python',
    `import cutlass.cute as cute

@cute.kernel
def scaled(gX: cute.Tensor, n):
    if j < n:
        gX[j, 0] = 1.0

@cute.jit
def scale(x: cute.Tensor):
    n = cute.size(x)
    tiles = n // 128
    gX = cute.composition(x, cute.make_layout((128, tiles)))
`,
  );
  const rounded = (): readonly string[] =>
    findingsOf(ruleContext(document), { severity: {} }).flatMap(({ rule, span }) =>
      rule === 'wrong-composition' ? [document.text.slice(span.start, span.end)] : [],
    );
  assert.deepEqual(rounded(), ['n // 128']);
  replace(document, 'if j < n:', 'if j < m:');
  assert.deepEqual(rounded(), []);
  replace(document, 'if j < m:', 'if True:  # j < n');
  assert.deepEqual(rounded(), []);
  replace(document, 'if True:', 'if n > j:');
  assert.deepEqual(rounded(), ['n // 128']);
});
