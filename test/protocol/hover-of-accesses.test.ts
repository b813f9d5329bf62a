// The hover of an access of a tensor or layout says what keeps it in bounds, on each part of it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TestClient } from './client.ts';

let client: TestClient;
before(async () => {
  client = await TestClient.start({ markdown: false });
});
after(() => client.stop());

let count = 0;

/** What is said at each `¦` of a text. */
async function said(language: string, marked: string): Promise<readonly string[]> {
  const text = marked.replaceAll('¦', '');
  const uri = `file:///access-${count++}`;
  await client.open(uri, language, text);
  const found: string[] = [];
  for (const [k, { index }] of [...marked.matchAll(/¦/g)].entries()) {
    const lines = text.slice(0, index - k).split('\n');
    found.push(await client.hoverText(uri, lines.length - 1, lines.at(-1)!.length));
  }
  assert.ok(found.length > 0);
  return found;
}

const kernel = (body: string): string =>
  `#include <cute/tensor.hpp>\nusing namespace cute;\nstruct S { Layout<Shape<_8, _64>, Stride<_64, _1>> own; };\n__global__ void f(float* p, int M, int N, int i, unsigned u) {\n  Tensor T = make_tensor(make_gmem_ptr(p), make_layout(make_shape(M, N), make_stride(N, Int<1>{})));\n  Tensor t = local_tile(T, make_shape(Int<128>{}, Int<64>{}), make_coord(blockIdx.x, 0));\n  S s;\n  ${body}\n}\n`;

const bounds = (text: string): string => /in bounds where: (.*)/.exec(text)?.[1] ?? '';

test('an access in C++: its name, its bracket, its member and its arguments', async () => {
  for (const text of await said('cuda-cpp', kernel('¦T¦(¦i, ¦u) = 0;'))) {
    assert.equal(bounds(text), '0 <= i && i < size<0>(T) && u < size<1>(T)');
    assert.match(text, /element of gmem_ptr\[32b\] o \(M,N\):\(N,_1\)/);
  }
  for (const text of await said('cuda-cpp', kernel('¦t(¦u, ¦i) = 0;')))
    assert.equal(
      bounds(text),
      'u < 128 && 0 <= i && i < 64 && u + blockIdx.x * 128 < size<0>(T) && i < size<1>(T)',
    );
  for (const text of await said('cuda-cpp', kernel('int at = s.¦own¦(¦i, 3);')))
    assert.equal(bounds(text), '0 <= i && i < 8');
});

test('what the code around says already is not said, and what is no access has no bounds', async () => {
  for (const body of [
    'for (int k = 0; k < 8; ++k) p[¦s.own(k, 3)] = 0;',
    'int at = ¦s.own(7, 3);',
    'int at = ¦s.own(u % 8, u % 64);',
    'auto L = ¦make_layout(make_shape(M, N));',
    'g(¦T);',
    // That of the call around is not that of the argument.
    'int M2 = g(¦M, 3);',
  ])
    for (const text of await said('cuda-cpp', kernel(body))) assert.equal(bounds(text), '', body);
});

test('what is left of a number by % is bounded where it may be more than there is', async () => {
  for (const [at, bound] of [
    ['s.own(u % 9, 0)', 'u % 9 < 8'],
    ['s.own(i % 8, 0)', '0 <= i % 8 && i % 8 < 8'],
    ['s.own(u + u % 8, 0)', 'u + u % 8 < 8'],
  ] as const)
    for (const text of await said('cuda-cpp', kernel(`int at = ¦${at};`))) assert.equal(bounds(text), bound);
});

test('reads and stores in Python', async () => {
  const jit = (body: string): string =>
    `import cutlass.cute as cute\n\n\n@cute.jit\ndef f(p: cute.Pointer, M: cutlass.Int32, i: int):\n    T = cute.make_tensor(p, cute.make_layout((8, M)))\n    xs = [cute.make_layout((8, 4)), 2]\n${body}\n`;
  for (const body of ['    ¦T[¦i, 3]¦ = 0', '    y = ¦T[¦i, 3]', '    T[¦i, 3] += 1'])
    for (const text of await said('python', jit(body)))
      assert.equal(bounds(text), '0 <= i < 8 and 3 < cute.size(T, mode=[1])', body);
  // What stands there before is none of what is assigned.
  const [assigned] = await said('python', jit('    xs¦[0] = 3'));
  assert.doesNotMatch(assigned!, /\(8,4\)/);
});
