// Strides of another operand by their names: the quick fix that takes the right ones.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyEdit, TestClient } from './client.ts';

let client: TestClient;
before(async () => {
  client = await TestClient.start({ markdown: false });
});
after(async () => {
  assert.equal(await client.stop(), 0);
});

const tensors = (strides: string, shape = '(n, k)'): string => `import cutlass.cute as cute


@cute.jit
def run(A: cute.Pointer, B: cute.Pointer, m: int, n: int, k: int, lda: int, ldb: int, stride_am: int, stride_ak: int, stride_bn: int, stride_bk: int):
    mA = cute.make_tensor(A, cute.make_layout((m, k), stride=(stride_am, stride_ak)))
    mB = cute.make_tensor(B, cute.make_layout(${shape}, stride=(${strides})))
`;

async function mended(text: string): Promise<readonly string[]> {
  const uri = 'file:///strides.py';
  await client.open(uri, 'python', text);
  const finding = (await client.diagnostics(uri)).find(({ code }) => code === 'leading-dimension');
  assert.ok(finding, text);
  const actions = await client.codeActions(uri, finding.range, [finding]);
  return actions
    .filter(({ title }) => title.startsWith('Take '))
    .map(({ edit }) => applyEdit(text, edit!, uri));
}

test('the strides of the operand are taken', async () => {
  assert.deepEqual(await mended(tensors('stride_am, 1')), []);
  assert.deepEqual(await mended(tensors('stride_ak, 1', '(k, n)')), [tensors('stride_bk, 1', '(k, n)')]);
});

test('strides are taken in the order of the modes', async () => {
  assert.deepEqual(await mended(tensors('stride_bk, stride_bn')), [tensors('stride_bn, stride_bk')]);
});

test('leading dimensions are taken by their operand', async () => {
  const both = (stride: string): string =>
    tensors(`${stride}, 1`).replace('stride=(stride_am, stride_ak)', 'stride=(lda, 1)');
  assert.deepEqual(await mended(both('lda')), [both('ldb')]);
});
