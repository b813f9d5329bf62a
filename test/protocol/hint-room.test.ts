// What inlay hints say in the room of a line: where the memory is, the swizzle and the shape before strides and widths,
// and extents of annotations beside the value.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TestClient } from './client.ts';

let client: TestClient;
before(async () => {
  client = await TestClient.start();
});
after(() => client.stop());

let count = 0;

/** The labels of a line of a function, each with the tooltip's first line. */
async function hints(
  language: string,
  text: string,
  line: number,
): Promise<readonly (readonly [string, string])[]> {
  const uri = `file:///hints-${count++}`;
  await client.open(uri, language, text);
  return (await client.inlayHints(uri))
    .filter(({ position }) => position.line === line)
    .map(({ label, tooltip }) => [label as string, (tooltip as string).split('\n')[0]!]);
}

const cpp = (statement: string): string =>
  `#include <cute/tensor.hpp>\nusing namespace cute;\n__global__ void f(half_t* p, half_t* s, int M) {\n${statement}\n}\n`;

const SMEM =
  'tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(Int<128>{}, Int<128>{}, Int<3>{}))';

test('what fits is the value as it is printed', async () => {
  const said = await hints('cuda-cpp', cpp('auto L = make_layout(make_shape(Int<128>{}, M));'), 3);
  assert.deepEqual(said, [[': (_128,M):(_1,_128)', '(_128,M):(_1,_128)']]);
});

test('a swizzle and the shape come before strides, a space of memory before the width of a pointer', async () => {
  const [[label, tooltip]] = (await hints('cuda-cpp', cpp(`auto L = ${SMEM};`), 3)) as [[string, string]];
  assert.equal(label, ': Sw<3,4,3> ((8,16),(64,2),(1,3))…');
  assert.match(tooltip, /^Sw<3,4,3> o smem_ptr\[16b\]\(unset\) o \(\(_8,_16\),/);
  const tensor = cpp(
    `auto T = make_tensor(make_smem_ptr(s), make_layout(make_shape(Int<256>{}, Int<128>{}), make_stride(Int<128>{}, Int<1>{})));`,
  );
  assert.deepEqual(await hints('cuda-cpp', tensor, 3), [
    [': smem (_256,_128):(_128,_1)', 'smem_ptr[16b] o (_256,_128):(_128,_1)'],
  ]);
  const both = cpp(`auto T = make_tensor(make_smem_ptr(s), ${SMEM});`);
  const [[short]] = (await hints('cuda-cpp', both, 3)) as [[string, string]];
  assert.match(short, /^: smem Sw<3,4,3> \(\(8,16\),\(64,2\),\(1,3\)\)(?:…)?$/);
  assert.ok(short.length <= 38);
});

test('a number is shown as a whole or not at all', async () => {
  const shape = Array.from({ length: 8 }, (_, k) => `Int<${1000 + k}>{}`).join(', ');
  const [[label]] = (await hints(
    'cuda-cpp',
    cpp(`auto L = make_layout(make_shape(${shape}), make_stride(${shape}));`),
    3,
  )) as [[string, string]];
  for (const number of label.match(/\d+/g) ?? []) assert.equal(number.length, 4, label);
  assert.match(label, /…$/);
});

test('extents of an annotation take their room from the value of the line', async () => {
  const line = `Tensor tCgC = make_tensor(make_gmem_ptr(p), make_layout(make_shape(make_shape(Int<2>{}, Int<2>{}, Int<8>{}), Int<2>{}, Int<4>{}), make_stride(make_stride(Int<1>{}, M, Int<8>{}), Int<64>{}, Int<128>{})));  // (MMA,MMA_M,MMA_N)`;
  const said = (await hints('cuda-cpp', cpp(line), 3)).map(([label]) => label);
  assert.deepEqual(said, [': gmem ((_2,_2,_8),_2,_4)…', '=(2,2,8)', '=2', '=4']);
  assert.ok(said.join('').length <= 43);
  // Without the annotation the value has all of it.
  const [alone] = (await hints('cuda-cpp', cpp(line.replace(/ *\/\/.*/, '')), 3)).map(([label]) => label);
  assert.equal(alone, ': gmem ((_2,_2,_8),_2,_4)…');
  const short = cpp(
    'auto L = make_layout(make_shape(Int<128>{}, Int<64>{}), make_stride(Int<64>{}, Int<1>{}));  // (BLK_M,BLK_K)',
  );
  assert.deepEqual(
    (await hints('cuda-cpp', short, 3)).map(([label]) => label),
    [': (_128,_64):(_64,_1)', '=128', '=64'],
  );
});

test('Python', async () => {
  const text =
    'import cutlass.cute as cute\n\n\ndef f(p):\n    L = cute.tile_to_shape(cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 64), stride=(64, 1))), (128, 128), (0, 1))\n';
  const [[label]] = (await hints('python', text, 4)) as [[string, string]];
  assert.equal(label, ': S<3,4,3> ((8,16),(64,2))…');
});
