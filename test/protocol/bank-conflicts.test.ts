// Bank conflicts and what takes them away: the finding, its quick fixes, and the same advice on the command line.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runHere } from '../support/command-line.ts';
import { applyEdit, TestClient } from './client.ts';

let client: TestClient;
let folder: string;
before(async () => {
  client = await TestClient.start({ markdown: false });
  folder = mkdtempSync(join(tmpdir(), 'layout-lens-advise-'));
});
after(async () => {
  rmSync(folder, { recursive: true });
  assert.equal(await client.stop(), 0);
});

const GEMM = `#include <cute/tensor.hpp>
using namespace cute;
using SmemA = Layout<Shape<_128, _64>, Stride<_64, _1>>;
__global__ void gemm(half_t const* A) {
  alignas(16) __shared__ half_t storage[cosize_v<SmemA>];
  Tensor sA = make_tensor(make_smem_ptr(storage), SmemA{});
  auto store = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr_store = store.get_slice(threadIdx.x);
  Tensor gA = make_tensor(make_gmem_ptr(A), SmemA{});
  copy(store, thr_store.partition_S(gA), thr_store.partition_D(sA));
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{});
  auto load = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto thr_load = load.get_slice(threadIdx.x);
  Tensor tCsA = thr_load.partition_S(sA);
  Tensor tCrA = thr_load.retile_D(mma.get_slice(threadIdx.x).partition_fragment_A(sA));
  copy(load, tCsA, tCrA);
}
`;

const KERNEL = `import cutlass
import cutlass.cute as cute


@cute.kernel
def kernel():
    tidx, _, _ = cute.arch.thread_idx()
    rows = cute.make_layout((128, 64), stride=(64, 1))
    tile = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float16, rows, 16)
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((4, 1, 1)))
    atom = cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16)
    load = cute.make_tiled_copy_A(atom, mma).get_slice(tidx)
    fragment = load.retile(mma.make_fragment_A(mma.get_slice(tidx).partition_A(tile)))
    cute.copy(atom, load.partition_S(tile), fragment)
`;

/** Applies the fix that is preferred, and gives the text then. */
async function fixed(uri: string, language: string, text: string): Promise<string> {
  await client.open(uri, language, text);
  const found = (await client.diagnostics(uri)).filter(({ code }) => code === 'bank-conflict');
  assert.equal(found.length, 1);
  const actions = await client.codeActions(uri, found[0]!.range, found, ['quickfix']);
  const fix = actions.find(({ isPreferred }) => isPreferred === true);
  assert.equal(fix?.title, 'Swizzle<3,3,3>: no bank conflict');
  const edited = applyEdit(text, fix!.edit!, uri);
  await client.edit(uri, [{ text: edited }]);
  assert.deepEqual(await client.diagnostics(uri), []);
  return edited;
}

test('a quick fix swizzles the layout of the buffer', async () => {
  const edited = await fixed('file:///test/gemm.cu', 'cuda-cpp', GEMM);
  const [line] = edited.split('\n').filter((text) => text.includes('sA ='));
  assert.equal(
    line,
    '  Tensor sA = make_tensor(make_smem_ptr(storage), composition(Swizzle<3,3,3>{}, SmemA{}));',
  );
});

test('the same in CuTe DSL', async () => {
  const edited = await fixed('file:///test/kernel.py', 'python', KERNEL);
  const swizzled = 'cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, rows), 16)';
  assert.ok(edited.includes(`allocate_tensor(cutlass.Float16, ${swizzled}`));
});

/** The text after the fix that pads the layout; undefined where none is offered. */
async function padded(uri: string, language: string, text: string): Promise<string | undefined> {
  await client.open(uri, language, text);
  const found = (await client.diagnostics(uri)).filter(({ code }) => code === 'bank-conflict');
  const actions = await client.codeActions(uri, found[0]!.range, found, ['quickfix']);
  const fix = actions.find(({ title }) => title.includes('padding'));
  if (fix === undefined) return undefined;
  const edited = applyEdit(text, fix.edit!, uri);
  await client.edit(uri, [{ text: edited }]);
  assert.deepEqual(await client.diagnostics(uri), []);
  return `${fix.title}\n${edited}`;
}

const TRANSPOSE = `#include <cute/tensor.hpp>
using namespace cute;
using Tile = Layout<Shape<_32, _32>, Stride<_32, _1>>;
__global__ void transpose(float* out) {
  alignas(16) __shared__ float storage[cosize_v<Tile>];
  Tensor tile = make_tensor(make_smem_ptr(storage), Tile{});
  copy(local_partition(tile, Layout<Shape<_32, _8>>{}, threadIdx.x), make_tensor<float>(Shape<_1, _4>{}));
}
`;

test('a quick fix pads the layout where it is defined, with the array that is as long as its cosize', async () => {
  const edited = await padded('file:///test/transpose.cu', 'cuda-cpp', TRANSPOSE);
  assert.match(edited!, /^1 element of padding: no bank conflict, 124 bytes more\n/);
  assert.ok(edited!.includes('using Tile = Layout<Shape<_32,_32>,Stride<Int<33>,_1>>;'));
  assert.ok(edited!.includes('Tensor tile = make_tensor(make_smem_ptr(storage), Tile{});'));
});

test('a padding stands at the tensor alone where the name of the layout has other uses', async () => {
  const edited = await padded('file:///test/used.cu', 'cuda-cpp', GEMM);
  assert.match(edited!, /^8 elements of padding: no bank conflict, 2032 bytes more\n/);
  assert.ok(edited!.includes('using SmemA = Layout<Shape<_128, _64>, Stride<_64, _1>>;'));
  assert.ok(
    edited!.includes('make_tensor(make_smem_ptr(storage), Layout<Shape<_128,_64>,Stride<_72,_1>>{})'),
  );
  assert.ok(edited!.includes('__shared__ half_t storage[cosize_v<Layout<Shape<_128,_64>,Stride<_72,_1>>>];'));
  assert.ok(edited!.includes('make_tensor(make_gmem_ptr(A), SmemA{})'));
});

test('no padding is offered where the array cannot grow with it', async () => {
  const given = TRANSPOSE.replace('float* out) {', 'float* out, float (&storage)[1024]) {').replace(
    / {2}alignas\(16\) __shared__.*\n/,
    '',
  );
  const edited = await padded('file:///test/given.cu', 'cuda-cpp', given);
  assert.equal(edited, undefined);
});

test('a padding in CuTe DSL', async () => {
  const edited = await padded('file:///test/padded.py', 'python', KERNEL);
  assert.ok(edited!.includes('rows = cute.make_layout((128, 64), stride=(72, 1))'));
});

test('layout-lens advise lists swizzles and paddings with the wavefronts of every access', async () => {
  const path = join(folder, 'gemm.cu');
  writeFileSync(path, GEMM);
  const advise = (line: number, column: number) => runHere(['advise', `${path}:${line}:${column}`]);
  const lines = (await advise(16, 3)).out.split('\n');
  assert.deepEqual(lines.slice(0, 9), [
    '(128,64):(64,1)',
    '  10:3 writes, 16-byte store: 4 wavefronts, no bank conflict',
    '  16:3 reads, ldmatrix.x4: 32 wavefronts, 4 without conflicts; 1024 for all 32 accesses, 128 without conflicts',
    '1. Swizzle<3,3,3>: Sw<3,3,3> o 0 o (128,64):(64,1), no more memory',
    '  10:3 writes, 16-byte store: 4 wavefronts, no bank conflict',
    '  16:3 reads, ldmatrix.x4: 4 wavefronts, no bank conflict',
    '2. 8 elements of padding: (128,64):(72,1), 2032 bytes more',
    '  10:3 writes, 16-byte store: 4 wavefronts, no bank conflict',
    '  16:3 reads, ldmatrix.x4: 4 wavefronts, no bank conflict',
  ]);
  // On the buffer itself the same is said; where no buffer stands nothing is.
  assert.equal((await advise(6, 10)).out, lines.join('\n'));
  assert.match((await advise(3, 8)).err, /no buffer in shared memory/);
});

const EPILOGUE = `#include <cute/tensor.hpp>
using namespace cute;
using Rows = Layout<Shape<_64, _64>, Stride<_72, _1>>;
using Store = Copy_Atom<UniversalCopy<float>, float>;
__global__ void epilogue(float* out, int ld) {
  alignas(16) __shared__ float storage[cosize_v<Rows>];
  Tensor sC = make_tensor(make_smem_ptr(storage), Rows{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{});
  Tensor tCrC = partition_fragment_C(mma, Shape<_64, _64>{});
  auto store = make_tiled_copy_C(Store{}, mma);
  auto thr = store.get_slice(threadIdx.x);
  copy(store, thr.retile_S(tCrC), thr.partition_D(sC));
}
`;

const OPERAND = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void operand() {
  using SmemA = Layout<Shape<_64, _64>, Stride<_1, _80>>;
  alignas(16) __shared__ half_t storage[cosize_v<SmemA>];
  Tensor sA = make_tensor(make_smem_ptr(storage), SmemA{});
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{});
  auto load = make_tiled_copy_A(Copy_Atom<UniversalCopy<half_t>, half_t>{}, mma);
  auto thr = load.get_slice(threadIdx.x);
  Tensor tCrA = thr.retile_D(mma.get_slice(threadIdx.x).partition_fragment_A(sA));
  copy(load, thr.partition_S(sA), tCrA);
}
`;

const STORE = `import cutlass
import cutlass.cute as cute


@cute.kernel
def kernel():
    tidx, _, _ = cute.arch.thread_idx()
    rows = cute.make_layout((64, 64), stride=(72, 1))
    sC = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, rows, 16)
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((4, 1, 1)))
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32, num_bits_per_copy=32)
    store = cute.make_tiled_copy_C(atom, mma).get_slice(tidx)
    acc = mma.make_fragment_C(mma.get_slice(tidx).partition_C(sC))
    cute.copy(atom, store.retile(acc), store.partition_D(sC))
`;

/** The actions for the last copy of a text that take another atom. */
async function atoms(uri: string, language: string, text: string) {
  await client.open(uri, language, text);
  const before = text.slice(0, text.lastIndexOf('copy('));
  const line = before.split('\n').length - 1;
  const start = { line, character: before.length - before.lastIndexOf('\n') - 1 };
  const found = (await client.diagnostics(uri)).filter(({ code }) => code === 'bank-conflict');
  const actions = await client.codeActions(uri, { start, end: start }, found);
  return { start, found, actions: actions.filter(({ title }) => title.startsWith('Take ')) };
}

/** What the copy costs once the best atom is taken, by the hover. */
async function afterFirst(uri: string, language: string, text: string): Promise<readonly string[]> {
  const { start, actions } = await atoms(uri, language, text);
  const edited = applyEdit(text, actions[0]!.edit!, uri);
  await client.edit(uri, [{ text: edited }]);
  assert.ok((await client.diagnostics(uri)).every(({ code }) => code === 'bank-conflict'));
  const hover = await client.hoverText(uri, start.line, start.character);
  return [actions[0]!.title, /(?:reads|writes) shared memory: (.*)/.exec(hover)![1]!];
}

test('an atom of wider vectors takes the conflicts from a copy', async () => {
  const { found } = await atoms('file:///test/found.cu', 'cuda-cpp', EPILOGUE);
  // A compiler may make the wider accesses by itself.
  assert.deepEqual(found, []);
  assert.deepEqual(await afterFirst('file:///test/epilogue.cu', 'cuda-cpp', EPILOGUE), [
    'Take UniversalCopy<uint64_t> instead of UniversalCopy<float>: no bank conflict, 128 wavefronts in all',
    '8-byte store: 2 wavefronts, no bank conflict',
  ]);
  const [title, cost] = await afterFirst('file:///test/store.py', 'python', STORE);
  assert.match(title!, /^Take .* num_bits_per_copy=64\) .*: no bank conflict, 128 wavefronts in all$/);
  assert.equal(cost, '8-byte store: 2 wavefronts, no bank conflict');
});

test('matrices take fewer wavefronts than the finding tells of', async () => {
  const { found } = await atoms('file:///test/single.cu', 'cuda-cpp', OPERAND);
  assert.match(String(found[0]!.message), /256 for all 128 accesses/);
  const [title, cost] = await afterFirst('file:///test/operand.cu', 'cuda-cpp', OPERAND);
  assert.equal(title, 'Take SM75_U16x8_LDSM_T instead of UniversalCopy<half_t>: 128 wavefronts in all');
  assert.match(cost!, /^ldmatrix\.x4\.trans: 8 wavefronts, 4 without conflicts; 128 for all/);
});

test('no atom is offered that does not help, that the GPU does not have, or that another copy cannot take', async () => {
  const titles = async (name: string, text: string): Promise<readonly string[]> =>
    (await atoms(`file:///test/${name}.cu`, 'cuda-cpp', text)).actions.map(({ title }) => title);
  // The rows of its matrices meet whatever reads them.
  assert.deepEqual(await titles('gemm-atoms', GEMM), []);
  const volta = OPERAND.replace('SM80_16x8x16_F32F16F16F32_TN', 'SM70_8x8x4_F32F16F16F32_TN');
  assert.ok((await titles('volta', volta)).every((title) => !title.includes('LDSM')));
  // A row of global memory that the program chooses may begin anywhere.
  const shared = EPILOGUE.replace(
    '  copy(store',
    '  Tensor gC = make_tensor(make_gmem_ptr(out), make_layout(Shape<_64, _64>{}, make_stride(ld, _1{})));\n' +
      '  copy(store, thr.partition_S(sC), thr.partition_D(gC));\n  copy(store',
  );
  assert.deepEqual(await titles('shared', shared), []);
});

test('layout-lens advise names the atoms and where to write them', async () => {
  const path = join(folder, 'epilogue.cu');
  writeFileSync(path, EPILOGUE);
  const { out } = await runHere(['advise', `${path}:12:3`]);
  assert.equal(
    out.trimEnd().split('\n').at(-1),
    '- 4:25 Take UniversalCopy<uint64_t> instead of UniversalCopy<float>: no bank conflict, 128 wavefronts in all',
  );
});
