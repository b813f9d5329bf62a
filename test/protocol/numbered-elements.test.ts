// What is found of elements follows edits of the functions that number them, wherever they stand.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TestClient } from './client.ts';

let client: TestClient;
before(async () => {
  client = await TestClient.start();
});
after(() => client.stop());

const URI = 'file:///numbered/slots.cu';
const LINE = '  return thread * kItems + item;';
const TEXT = `constexpr int kItems = 16;
__device__ inline int slot(int thread, int item) {
${LINE}
}

__global__ void kernel(float* out) {
  __shared__ float tile[64 * kItems];
  float sum = 0.f;
  for (int i = 0; i < kItems; ++i) sum += tile[slot(threadIdx.x, i)];
  out[threadIdx.x] = sum;
}
`;

test('a bank conflict comes and goes with what a function returns that numbers the elements', async () => {
  const found = async (): Promise<readonly (string | undefined)[]> =>
    (await client.diagnostics(URI)).map(({ code, range }) => `${code} ${range.start.line}`);
  await client.open(URI, 'cuda-cpp', TEXT);
  assert.deepEqual(await found(), ['bank-conflict 8']);
  const other = '  return item * 64 + thread;';
  await client.edit(URI, [{ range: [2, 0, 2, LINE.length], text: other }]);
  assert.deepEqual(await found(), []);
  await client.edit(URI, [{ range: [2, 0, 2, other.length], text: LINE }]);
  assert.deepEqual(await found(), ['bank-conflict 8']);
  // The rows that the constant makes are 4 elements apart, which 4 lanes share a bank of.
  await client.edit(URI, [{ range: [0, 23, 0, 25], text: '4' }]);
  assert.deepEqual(await found(), []);
});
