// Code action "Insert index expression": on the name of a layout, on a call of it, and on an argument.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyEdit, TestClient } from './client.ts';

let client: TestClient;
before(async () => {
  client = await TestClient.start();
});
after(() => client.stop());

const KIND = 'refactor.rewrite.layoutLens.indexExpression';
let count = 0;

/** What the action at `¦` is called and makes of the text; null where there is none. */
async function offered(
  language: string,
  marked: string,
): Promise<{ readonly title: string; readonly text: string } | null> {
  const at = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const lines = text.slice(0, at).split('\n');
  const position = { line: lines.length - 1, character: lines.at(-1)!.length };
  const uri = `file:///index-${count++}`;
  await client.open(uri, language, text);
  const [action] = await client.codeActions(uri, { start: position, end: position }, [], [KIND]);
  if (action?.edit === undefined) return null;
  return { title: action.title, text: applyEdit(text, action.edit, uri) };
}

/** Each place of a text is a `¦`: the same is offered at all of them. */
async function check(language: string, marked: string, expected: string | null): Promise<void> {
  const text = marked.replaceAll('¦', '');
  const places = [...marked.matchAll(/¦/g)].map(({ index }, k) => index - k);
  assert.ok(places.length > 0);
  for (const at of places) {
    const answer = await offered(language, `${text.slice(0, at)}¦${text.slice(at)}`);
    assert.equal(answer?.text ?? null, expected, `${language} at ${at}`);
  }
}

const CPP = '#include <cute/layout.hpp>\nusing namespace cute;\n';

test('a call in C++ and CUDA, from its name, its bracket and its argument', async () => {
  const layout = 'auto L = make_layout(make_shape(Int<8>{}, Int<64>{}), make_stride(Int<64>{}, Int<1>{}));';
  const head = `${CPP}__global__ void f(int i, float* p) {\n  ${layout}\n  `;
  await check(
    'cuda-cpp',
    `${head}int at = ¦L¦(¦i, ¦threadIdx.x);\n}\n`,
    `${head}int at = i * 64 + threadIdx.x;\n}\n`,
  );
  await check('cuda-cpp', `${head}p[2 * L¦(¦i, 3)] = 0;\n}\n`, `${head}p[2 * (i * 64 + 3)] = 0;\n}\n`);
  await check('cuda-cpp', `${head}int at = L(¦i);\n}\n`, `${head}int at = (i & 7) * 64 + (i >> 3);\n}\n`);
  await check('cuda-cpp', `${head}int at = L(¦i + 1, 0);\n}\n`, `${head}int at = (i + 1) * 64;\n}\n`);
  // A name of a whole coordinate is no integer.
  await check('cuda-cpp', `${head}auto c = make_coord(i, 3);\n  int at = L(¦c);\n}\n`, null);
  // What would be done twice, or is known, is left to the other actions.
  await check('cuda-cpp', `${head}int at = L(i++¦, 0);\n}\n`, null);
});

test('the name of a layout in C++', async () => {
  const head = `${CPP}void f() {\n  auto L = make_layout(make_shape(Int<8>{}, Int<64>{}), make_stride(Int<64>{}, Int<1>{}));`;
  await check(
    'cpp',
    `${head.replace('auto L', 'auto ¦L¦')}\n}\n`,
    `${head}\n  auto L_index = [](int i, int j) { return i * 64 + j; };\n}\n`,
  );
  const alias = `${CPP}struct S {\n  using A = Layout<Shape<_8,_64>, Stride<_64,_1>>;\n  static constexpr auto L = A{};`;
  await check(
    'cpp',
    `${alias.replace('auto L', 'auto ¦L')}\n};\n`,
    `${alias}\n  static constexpr auto L_index = [](int i, int j) { return i * 64 + j; };\n};\n`,
  );
});

test('Python: CuTe DSL, and LEGO with its slices in Triton', async () => {
  const dsl =
    'import cutlass.cute as cute\n\n@cute.jit\ndef f(i: int, j: int):\n    L = cute.make_layout((8, 64), stride=(64, 1))\n';
  await check('python', `${dsl}    at = ¦L¦((¦i, j))\n`, `${dsl}    at = i * 64 + j\n`);
  await check(
    'python',
    dsl.replace('    L =', '    ¦L ='),
    `${dsl.trimEnd()}\n    L_index = lambda i, j: i * 64 + j\n`,
  );
  const lego = 'from lego.lego import *\nT = OrderBy(Row(64, 128)).TileBy([4, 4], [16, 32])\n';
  await check(
    'python',
    `${lego}at = ¦T¦[¦pid_m, k, :, :]\n`,
    `${lego}at = pid_m * 2048 + tl.arange(0, 16)[:, None] * 128 + k * 32 + tl.arange(0, 32)[None, :]\n`,
  );
});

test('the notation, forward and inverse', async () => {
  const swizzled = 'L = Sw<1,0,3> o 0 o (8,8):(8,1)\n';
  await check('layout', `${swizzled}¦L¦(¦i, j)\n`, `${swizzled}i * 8 + j ^ i % 2\n`);
  await check('layout', `¦${swizzled}`, `${swizzled.trimEnd()}\nL_index(i,j) = i * 8 + j ^ i % 2\n`);
  const chain = 'G = GroupBy([4,4]).OrderBy(RegP([4,4],[2,1]))\n';
  await check('layout', `${chain}G.apply(¦r, c)\n`, `${chain}c * 4 + r\n`);
  await check('layout', `${chain}G.¦inv(¦x)\n`, `${chain}(x % 4, x / 4)\n`);
});

test('sizes that are names: parameters of a Triton kernel, and names of the notation', async () => {
  const kernel = [
    'from lego.lego import *',
    'def f(M, K, BM: tl.constexpr, BK: tl.constexpr):',
    '    A = OrderBy(Row(M, K)).TileBy([M // BM, K // BK], [BM, BK])',
    '    ',
  ].join('\n');
  await check(
    'python',
    `${kernel}at = ¦A¦[¦pid_m, k, :, :]\n`,
    `${kernel}at = (pid_m * BM + tl.arange(0, BM)[:, None]) * K + k * BK + tl.arange(0, BK)[None, :]\n`,
  );
  await check(
    'python',
    `${kernel}at = A.inv(¦p)\n`,
    `${kernel}at = (p // (BM * K), (p // BK) % (K // BK), (p // K) % BM, p % BK)\n`,
  );
  const chain = 'G = GroupBy([M,N]).OrderBy(RegP([M,N],[2,1]))\n';
  await check('layout', `${chain}G.apply(¦r, c)\n`, `${chain}c * M + r\n`);
  const answer = await offered('layout', 'G = TileBy([M/B],[B]).OrderBy(Row(M))\n¦G.apply(i, j)\n');
  assert.equal(
    answer?.title,
    'Insert index expression i * B + j (2 operations; i < M / B, j < B, M % B == 0, M <= 2147483648)',
  );
  // A coordinate of the name of a size would be that size.
  await check('layout', `${chain}G.apply(¦M, c)\n`, null);
});

test('the title tells the operations and the ranges', async () => {
  const answer = await offered('layout', 'L = (8,64):(64,1)\n¦L(i, j)\n');
  assert.equal(answer?.title, 'Insert index expression i * 64 + j (2 operations; i < 8, j < 64)');
});
