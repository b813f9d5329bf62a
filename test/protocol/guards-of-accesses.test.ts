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
    Guard: kernel(`${loop}if (k + 1 < 8)\n      U(k + 1, 3) = 0;`),
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

/** Each `¦` is a place of the cursor: the same is offered at all of them. */
async function offeredAtAll(language: string, marked: string): Promise<Readonly<Record<string, string>>> {
  const text = marked.replaceAll('¦', '');
  const places = [...marked.matchAll(/¦/g)].map(({ index }, k) => index - k);
  const all = [];
  for (const at of places) all.push(await offered(language, `${text.slice(0, at)}¦${text.slice(at)}`));
  for (const [k, one] of all.entries()) assert.deepEqual(one, all[0], `${language} at ${places[k]}`);
  return all[0]!;
}

const TILES = `  Tensor t = local_tile(T, make_shape(Int<128>{}, Int<64>{}), make_coord(blockIdx.x, j));
  Tensor k = local_tile(T, make_shape(Int<128>{}, Int<64>{}), make_coord(blockIdx.x, _));
  Tensor own = local_partition(t, make_layout(make_shape(Int<16>{}, Int<8>{})), threadIdx.x);
  auto tiler = make_shape(Int<128>{}, Int<64>{}, Int<8>{});
  auto tile_coord = make_coord(blockIdx.x, i, _);
  Tensor s = local_tile(T, tiler, tile_coord, Step<_1, X, _1>{});
  Tensor z = zipped_divide(T, make_shape(Int<128>{}, Int<64>{}));
  Tensor row = T(i, _);
  auto C = composition(L, make_layout(make_shape(Int<8>{}, N), make_stride(Int<2>{}, M)));
`;

test('an access of a view is one of the tensor that it shows', async () => {
  const within = (body: string): string => kernel(`${TILES}  unsigned u = 0, v = 3 * threadIdx.x;\n${body}`);
  for (const [access, condition] of [
    [
      '¦t¦(¦u, ¦v)',
      'u < 128 && v < 64 && 0 <= j && u + blockIdx.x * 128 < size<0>(T) && v + j * 64 < size<1>(T)',
    ],
    ['¦k(u, 0, v¦)', 'u < 128 && u + blockIdx.x * 128 < size<0>(T) && v * 64 < size<1>(T)'],
    [
      '¦own(u, v)',
      'threadIdx.x % 16 + u * 16 < 128 && threadIdx.x / 16 % 8 + v * 8 < 64 && 0 <= j && ' +
        'threadIdx.x % 16 + u * 16 + blockIdx.x * 128 < size<0>(T) && threadIdx.x / 16 % 8 + v * 8 + j * 64 < size<1>(T)',
    ],
    [
      '¦s(u, v, i)',
      'u < 128 && v < 8 && 0 <= i && u + blockIdx.x * 128 < size<0>(T) && v + i * 8 < size<1>(T)',
    ],
    [
      '¦z(make_coord(u, v), make_coord(¦i, 2))',
      'u < 128 && 0 <= i && v < 64 && u + i * 128 < size<0>(T) && v + 128 < size<1>(T)',
    ],
    ['¦row(u)', '0 <= i && i < size<0>(T) && u < size<1>(T)'],
  ] as const) {
    const made = await offeredAtAll('cuda-cpp', within(`  ${access} = 0;`));
    const code = access.replaceAll('¦', '');
    assert.equal(made['Guard'], within(`  if (${condition})\n    ${code} = 0;`), access);
    assert.ok(made['Assert']!.includes(`\n  assert(${condition});\n  ${code} = 0;`), access);
  }
  const offset = await offered('cuda-cpp', within('  int at = ¦C(u, v);'));
  assert.match(offset['Assert']!, /\n {2}assert\(u < 8 && v < N && u \* 2 \+ v \* M < size\(L\)\);/);
});

test('what a view was made with has to be the same where it is accessed', async () => {
  for (const body of [
    '  j += 1;\n  ¦t(0, 0) = 0;',
    '  for (;;) {\n    ¦t(0, 0) = 0;\n    ++j;\n  }',
    '  { int j = 3;\n  ¦t(0, 0) = 0; }',
    '  auto f = [=](int n) {\n    ¦t(n, 0) = 0;\n  };',
    '  change(j);\n  ¦t(0, 0) = 0;',
    // Counts all elements of the tile.
    '  ¦t(i) = 0;',
    // A tile has as many.
    '  ¦t(200, 0) = 0;',
  ])
    assert.deepEqual(await offered('cuda-cpp', kernel(`${TILES}${body}`)), {}, body);
  const loop = '  for (int r = 0; r < size<0>(t); ++r)\n    for (int c = 0; c < size<1>(t); ++c)\n      ';
  const made = await offered('cuda-cpp', kernel(`${TILES}${loop}¦t(r, c) = 0;`));
  assert.ok(
    made['Guard']!.includes(
      'if (0 <= j && r + blockIdx.x * 128 < size<0>(T) && c + j * 64 < size<1>(T))\n        t(r, c) = 0;',
    ),
  );
});

test('what is unsigned is not asked to be no less than zero', async () => {
  for (const declared of [
    'unsigned i = n;',
    'uint32_t i = n;',
    'size_t const i = n;',
    'auto i = blockIdx.x * 8 + threadIdx.y;',
  ]) {
    const body = `  { int n = 3; ${declared} ¦U(i, 3) = 0; }`;
    const made = await offered('cuda-cpp', kernel(body));
    assert.match(made['Assert'] ?? made['Guard']!, /\((?:size_t\()?i < 8\)/, declared);
  }
  const signed = await offered('cuda-cpp', kernel('  if (i < 8)\n    ¦U(i, 3) = 0;'));
  assert.match(signed['Guard']!, /if \(0 <= i && i < 8\)/);
  assert.deepEqual(await offered('cuda-cpp', kernel('  if (0 <= i && i < 8)\n    ¦U(i, 3) = 0;')), {});
});

test('a member that is a tensor', async () => {
  const struct = 'struct Smem { Layout<Shape<_8, _64>, Stride<_64, _1>> own; };\n';
  const made = await offeredAtAll(
    'cuda-cpp',
    `${CPP}${struct}void f(int i) {\n  Smem s;\n  int at = ¦s.¦own¦(¦i, 3);\n}\n`,
  );
  assert.match(made['Assert']!, /assert\(0 <= i && i < 8\);\n {2}int at/);
});

test('a composition stays in bounds where its inner layout reaches no further than the outer one', async () => {
  const made = await offeredAtAll(
    'cuda-cpp',
    kernel('  auto B = make_layout(make_shape(8, N));\n  auto ¦C = ¦composition¦(¦L, ¦B);'),
  );
  assert.deepEqual(Object.keys(made), ['Assert']);
  assert.match(made['Assert']!, /\n {2}assert\(cosize\(B\) <= size\(L\)\);\n {2}auto C/);
  const written = await offered(
    'cuda-cpp',
    kernel('  foo(composition(¦T, make_layout(make_shape(Int<8>{}, N))));'),
  );
  assert.match(
    written['Guard']!,
    /\n {2}if \(cosize\(make_layout\(make_shape\(Int<8>\{\}, N\)\)\) <= size\(T\)\)\n {4}foo/,
  );
  const byMode = await offered(
    'cuda-cpp',
    kernel('  auto C = ¦composition(L, make_tile(Layout<_8>{}, Layout<_4, _2>{}));'),
  );
  assert.match(byMode['Assert']!, /assert\(8 <= size<0>\(L\) && 7 <= size<1>\(L\)\);/);
  // Always within, never within, and what has no name.
  for (const body of [
    '  auto C = ¦composition(L, L);',
    '  auto C = ¦composition(Layout<_8>{}, Layout<_4>{});',
    '  auto C = ¦composition(Layout<_8>{}, Layout<_16>{});',
    '  auto C = ¦composition(L, made(make_layout(make_shape(8, N))));',
  ])
    assert.deepEqual(await offered('cuda-cpp', kernel(body)), {}, body);
  const py = (body: string): string =>
    `import cutlass.cute as cute\n\n@cute.jit\ndef f(M: cutlass.Int32, N: cutlass.Int32):\n    L = cute.make_layout((M, N))\n    B = cute.make_layout((8, N))\n${body}\n`;
  const python = await offeredAtAll('python', py('    ¦C = cute.¦composition(¦L, ¦B)'));
  assert.deepEqual(python, {
    Assert: py('    assert cute.cosize(B) <= cute.size(L)\n    C = cute.composition(L, B)'),
  });
  const used = await offered('python', py('    foo(cute.¦composition(L, B))'));
  assert.equal(
    used['Guard'],
    py('    if cute.cosize(B) <= cute.size(L):\n        foo(cute.composition(L, B))'),
  );
});

test('views and stores in Python', async () => {
  const jit = (body: string): string =>
    `import cutlass.cute as cute\n\n@cute.jit\ndef f(p: cute.Pointer, M: cutlass.Int32, N: cutlass.Int32, i: int):\n    T = cute.make_tensor(p, cute.make_layout((M, N), stride=(N, 1)))\n    bx, by, _ = cute.arch.block_idx()\n    tx, _, _ = cute.arch.thread_idx()\n    t = cute.local_tile(T, (128, 64), (bx, by))\n    own = cute.local_partition(t, cute.make_layout((16, 8)), tx)\n${body}\n`;
  const condition =
    '0 <= i < 128 and i + bx * 128 < cute.size(T, mode=[0]) and 3 + by * 64 < cute.size(T, mode=[1])';
  const made = await offeredAtAll('python', jit('    ¦t[¦i, 3]¦ = 0'));
  assert.equal(made['Guard'], jit(`    if ${condition}:\n        t[i, 3] = 0`));
  assert.equal(made['Assert'], jit(`    assert ${condition}\n    t[i, 3] = 0`));
  const partition = await offered('python', jit('    foo(own[¦1, 2])'));
  assert.ok(
    partition['Guard']!.includes(
      'if tx % 16 + 16 < 128 and tx // 16 % 8 + 16 < 64 and tx % 16 + 16 + bx * 128 < ',
    ),
  );
  assert.deepEqual(await offered('python', jit('    bx = 3\n    foo(¦t[i, 3])')), {});
  // What binds a name is not left out.
  for (const body of ['    T[¦i, 3], y = foo()', '    T[¦i, 3] = y = foo()'])
    assert.deepEqual(Object.keys(await offered('python', jit(body))), ['Assert'], body);
  assert.deepEqual(Object.keys(await offered('python', jit('    T[¦i, 3] += foo(a, b=3)'))).sort(), [
    'Assert',
    'Guard',
  ]);
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
