// Code actions that guard an access of a layout or tensor, or assert that it is in bounds. Each edit is applied, and what
// is then offered is looked at again.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyEdit, TestClient } from './client.ts';

let client: TestClient;
before(async () => {
  client = await TestClient.start();
});
after(() => client.stop());

const KIND = 'refactor.rewrite.layoutLens.guard';
let count = 0;

/** What the actions at `¦` make of a text, by the first word of their titles. */
async function offered(language: string, marked: string): Promise<Readonly<Record<string, string>>> {
  const at = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const lines = text.slice(0, at).split('\n');
  const position = { line: lines.length - 1, character: lines.at(-1)!.length };
  const uri = `file:///guard-${count++}`;
  await client.open(uri, language, text);
  const actions = await client.codeActions(uri, { start: position, end: position }, [], [KIND]);
  return Object.fromEntries(
    actions.map(({ title, edit }) => [title.split(' ')[0]!, applyEdit(text, edit!, uri)]),
  );
}

const CPP = '#include <cute/tensor.hpp>\nusing namespace cute;\n';

/** A kernel with a tensor of run-time extents, and one of 8 × 64. */
const kernel = (
  body: string,
  includes = CPP,
): string => `${includes}__global__ void f(float* p, int M, int N, int i, int j) {
  auto L = make_layout(make_shape(M, N), make_stride(N, Int<1>{}));
  Tensor T = make_tensor(make_gmem_ptr(p), L);
  Tensor U = make_tensor(make_gmem_ptr(p), make_layout(make_shape(Int<8>{}, Int<64>{})));
${body}
}
`;

const both = '0 <= i && i < size<0>(T) && 0 <= j && j < size<1>(T)';

test('an assignment in C++ is guarded, or asserted to be in bounds', async () => {
  const made = await offered('cuda-cpp', kernel('  ¦T(i, j) = 0;'));
  assert.equal(made['Guard'], kernel(`  if (${both})\n    T(i, j) = 0;`));
  assert.equal(made['Assert'], kernel(`  assert(${both});\n  T(i, j) = 0;`, `#include <cassert>\n${CPP}`));
  // What was inserted is not offered again.
  for (const text of Object.values(made))
    assert.deepEqual(await offered('cuda-cpp', text.replace('T(i, j) = 0', '¦T(i, j) = 0')), {});
});

test('numbers, what the ranges say, and coordinates that count all elements', async () => {
  const numbers = await offered('cuda-cpp', kernel('  ¦U(i, threadIdx.x) = 0;'));
  assert.equal(
    numbers['Guard'],
    kernel('  if (0 <= i && i < 8 && threadIdx.x < 64)\n    U(i, threadIdx.x) = 0;'),
  );
  const loop = '  for (int k = 0; k < 8; ++k)\n    ';
  const inLoop = await offered('cuda-cpp', kernel(`${loop}¦U(k, j) = 0;`));
  // An assertion would be all that the loop does.
  assert.deepEqual(Object.keys(inLoop), ['Guard']);
  assert.equal(inLoop['Guard'], kernel(`${loop}if (0 <= j && j < 64)\n      U(k, j) = 0;`));
  assert.deepEqual(await offered('cuda-cpp', kernel(`${loop}¦U(k, 3) = 0;`)), {});
  // A sum is bounded by what its variables are.
  assert.deepEqual(
    await offered('cuda-cpp', kernel('  for (int k = 0; k < 7; ++k)\n    ¦U(k + 1, 3) = 0;')),
    {},
  );
  assert.deepEqual(await offered('cuda-cpp', kernel(`${loop}¦U(k + 1, 3) = 0;`)), {
    Guard: kernel(`${loop}if ((k + 1) < 8)\n      U(k + 1, 3) = 0;`),
  });
  const rows = '  for (int k = 0; k < M; ++k)\n    ';
  assert.deepEqual(await offered('cuda-cpp', kernel(`${rows}¦T(k, 0) = 0;`)), {
    Guard: kernel(`${rows}if (0 < size<1>(T))\n      T(k, 0) = 0;`),
  });
  const counted = await offered('cuda-cpp', kernel('  ¦T(i) = 0;'));
  assert.equal(counted['Guard'], kernel('  if (0 <= i && i < size(T))\n    T(i) = 0;'));
  const prefixed = kernel('  ¦T(i) = 0;')
    .replace('using namespace cute;\n', '')
    .replace(/\b(make_|Tensor|Int<)/g, 'cute::$1');
  assert.match((await offered('cuda-cpp', prefixed))['Guard']!, /if \(0 <= i && i < cute::size\(T\)\)/);
});

test('what declares, returns or has an else is asserted alone; where nothing can stand nothing is offered', async () => {
  for (const body of ['  float x = ¦T(i, j);', '  auto at = ¦L(i, j);', '  if (¦T(i, j) > 0) p[0] = 1;'])
    assert.deepEqual(Object.keys(await offered('cuda-cpp', kernel(body))), ['Assert'], body);
  const first = await offered('cuda-cpp', kernel('  int x = 0, at = ¦L(i, 0);\n  return;'));
  assert.match(
    first['Assert']!,
    /\n {2}assert\(0 <= i && i < size<0>\(L\) && 0 < size<1>\(L\)\);\n {2}int x = 0, at/,
  );
  for (const body of [
    '  if (M > 0) ¦T(i, j) = 0; else p[0] = 1;',
    '  if (i < M && j < N && ¦T(i, j) > 0) p[0] = 1;',
    '  for (int k = 0; k < ¦L(i, j); ++k) {}',
    '  while (¦T(i, j) > 0) {}',
    '  float x[] = {¦T(i, j), 0};',
    '  ¦T(i++, j) = 0;',
    '  ¦U(9, j) = 0;',
    '  auto S = ¦T(i, _);',
    '  struct A { int x; A(int i) : x(¦T(i, 0)) {} };',
  ])
    assert.deepEqual(await offered('cuda-cpp', kernel(body)), {}, body);
  const inBlock = await offered('cuda-cpp', kernel('  if (M > 0) {\n    foo(1, ¦T(i, 0));  // i\n  }'));
  assert.equal(
    inBlock['Guard'],
    kernel(
      '  if (M > 0) {\n    if (0 <= i && i < size<0>(T) && 0 < size<1>(T))\n      foo(1, T(i, 0));  // i\n  }',
    ),
  );
});

test('outside of functions there are no statements', async () => {
  const head = 'using L = Layout<Shape<_8,_64>>;\nconstexpr int K = 3;\nextern int n;\n';
  for (const text of [
    `${CPP}${head}int x = ¦L{}(n, K);\n`,
    `${CPP}${head}struct S { int x = ¦L{}(n, K); };\n`,
  ])
    assert.deepEqual(await offered('cuda-cpp', text), {}, text);
});

test('Python', async () => {
  const jit = (body: string): string =>
    `import cutlass.cute as cute\n\n@cute.jit\ndef f(p: cute.Pointer, M: cutlass.Int32, i: int):\n    T = cute.make_tensor(p, cute.make_layout((8, 64)))\n${body}\n`;
  const made = await offered('python', jit('    foo(T[¦i, 3])  # one'));
  assert.equal(made['Guard'], jit('    if 0 <= i < 8:\n        foo(T[i, 3])  # one'));
  assert.equal(made['Assert'], jit('    assert 0 <= i < 8\n    foo(T[i, 3])  # one'));
  for (const text of Object.values(made))
    assert.deepEqual(await offered('python', text.replace('T[i, 3]', 'T[¦i, 3]')), {});
  assert.deepEqual(Object.keys(await offered('python', jit('    x = T[¦i, 3]'))), ['Assert']);
  assert.deepEqual(await offered('python', jit('    foo(T[¦i, None])')), {});
  const broken = await offered('python', jit('    foo(\n        1,\n        T[¦i, 3],\n    )'));
  assert.equal(broken['Assert'], jit('    assert 0 <= i < 8\n    foo(\n        1,\n        T[i, 3],\n    )'));
  assert.deepEqual(await offered('python', jit('    x = 0 if i > 8 else T[¦i, 3]')), {});
  assert.deepEqual(await offered('python', jit('    while T[¦i, 3] > 0:\n        pass')), {});
  const loop = await offered('python', jit('    for k in range(8):\n        foo(T[¦k, i])'));
  assert.equal(
    loop['Guard'],
    jit('    for k in range(8):\n        if 0 <= i < 64:\n            foo(T[k, i])'),
  );
});
