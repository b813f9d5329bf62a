// Copies that another atom, other values of a thread or other rows mend: the quick fixes, and the same on the command line.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { runHere } from '../support/command-line.ts';
import { applyEdit, TestClient } from './client.ts';

let client: TestClient;
let folder: string;
before(async () => {
  client = await TestClient.start({ markdown: false });
  folder = mkdtempSync(join(tmpdir(), 'layout-lens-copies-'));
});
after(async () => {
  rmSync(folder, { recursive: true });
  assert.equal(await client.stop(), 0);
});

interface Copy {
  readonly atom: string;
  readonly element: string;
  readonly threads: string;
  readonly values: string;
  readonly pitch: number;
}

/** A tile of 32 × 64 elements that is copied to shared memory, to rows of `pitch` elements. */
const copy = ({ atom, element, threads, values, pitch }: Copy): string => `#include <cute/tensor.hpp>
using namespace cute;
__global__ void stage(${element} const* p) {
  __shared__ alignas(16) ${element} buffer[32 * 80];
  Tensor g = make_tensor(make_gmem_ptr(p), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  Tensor s = make_tensor(make_smem_ptr(buffer), Layout<Shape<_32, _64>, Stride<Int<${pitch}>, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<${atom}, ${element}>{}, ${threads}{}, ${values}{});
  auto thr = tiled.get_slice(threadIdx.x);
  copy(tiled, thr.partition_S(g), thr.partition_D(s));
}
`;

const RIGHT: Copy = {
  atom: 'UniversalCopy<uint128_t>',
  element: 'half_t',
  threads: 'Layout<Shape<_4, _8>, Stride<_8, _1>>',
  values: 'Layout<Shape<_1, _8>>',
  pitch: 72,
};

const LDMATRIX = `import cutlass
import cutlass.cute as cute


@cute.kernel
def load():
    tidx, _, _ = cute.arch.thread_idx()
    mma = cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), (4, 1, 1))
    rows = cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, cute.make_layout((64, 64), stride=(64, 1)))
    sA = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float16, rows, 128)
    s2r = cute.make_tiled_copy_A(cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(True, 4), cutlass.Float16), mma)
    thr = s2r.get_slice(tidx)
    rA = mma.make_fragment_A(mma.get_slice(tidx).partition_A(sA))
    cute.copy(s2r, thr.partition_S(sA), thr.retile(rA))
`;

async function findingsIn(name: string, text: string): Promise<Diagnostic[]> {
  const uri = `file:///copies/${name}`;
  await client.open(uri, name.endsWith('.py') ? 'python' : 'cuda-cpp', text);
  return client.diagnostics(uri);
}

/** The titles of the fixes of a rule's first finding, and the texts that they make. */
async function fixes(name: string, text: string, rule: string): Promise<ReadonlyMap<string, string>> {
  const uri = `file:///copies/${name}`;
  const finding = (await findingsIn(name, text)).find((d) => d.code === rule);
  assert.ok(finding, `${rule} is found`);
  const actions = await client.codeActions(uri, finding.range, [finding]);
  const taken = actions.filter(({ title }) => title.startsWith('Take '));
  return new Map(taken.map(({ title, edit }) => [title, applyEdit(text, edit!, uri)]));
}

const isSilent = async (name: string, text: string): Promise<void> =>
  assert.deepEqual(await findingsIn(name, text), []);

test('values across rows are turned along them', async () => {
  const found = await fixes('rows.cu', copy({ ...RIGHT, values: 'Layout<Shape<_8, _1>>' }), 'copy-shapes');
  const title = 'Take Layout<Shape<_1, _8>> instead of Layout<Shape<_8, _1>>';
  assert.equal(found.get(title), copy(RIGHT));
  await isSilent('rows-mended.cu', copy(RIGHT));
});

test('rows that are not aligned get an alignment, or a narrower atom', async () => {
  const ragged = { ...RIGHT, pitch: 68 };
  const found = await fixes('ragged.cu', copy(ragged), 'vector-alignment');
  assert.deepEqual(
    [...found.values()].sort(),
    [copy(RIGHT), copy({ ...ragged, atom: 'UniversalCopy<uint64_t>' })].sort(),
  );
});

test('the other ldmatrix is offered, and told by the command line', async () => {
  const title = 'Take LdMatrix8x8x16bOp(False, 4) instead of LdMatrix8x8x16bOp(True, 4)';
  const found = await fixes('load.py', LDMATRIX, 'copy-shapes');
  assert.deepEqual([...found.keys()], [title]);
  const path = join(folder, 'load.py');
  writeFileSync(path, LDMATRIX);
  const { out, status } = await runHere(['advise', `${path}:14:5`]);
  assert.equal(status, 0);
  assert.match(out, /^copy-shapes: SM75_U16x8_LDSM_T moves 8 values of the source at once/m);
  assert.ok(out.includes(`- 11:70 ${title}`), out);
});

test('nothing is offered where no other way to write it is right', async () => {
  const columns = 'make_tensor(make_smem_ptr(buffer), Layout<Shape<_32, _64>, Stride<_1, _32>>{})';
  const text = copy(RIGHT).replace('partition_D(s)', `partition_D(${columns})`);
  assert.deepEqual([...(await fixes('columns.cu', text, 'copy-shapes')).keys()], []);
});
