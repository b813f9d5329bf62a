// Index expressions on a GPU, by hand: `npx tsx test/render/gpu.ts FOLDER` writes `a.cu`, to be compiled with nvcc, and `a.py`,
// which runs Triton. Both run 50 random layouts at every point, compare a digest of all values, and print how many are right:
// the files are small enough to be handed to a machine in a few commands.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFailure } from '../../server/src/algebra/integer/failure.ts';
import { groupBy } from '../../server/src/algebra/lego/lego.ts';
import { rowMajor } from '../../server/src/algebra/lego/permutation.ts';
import { emitIndex } from '../../server/src/render/emit/index/emit.ts';
import { type Case, must, randomCases } from './indexed-cases.ts';

const cases = randomCases(50);
const product = (sizes: readonly number[]): number => sizes.reduce((a, b) => a * b, 1);
const namesOf = ({ extents }: Case): readonly string[] => extents.map((_, k) => `a${k}`);
const emitted = (c: Case, language: 'cuda' | 'triton') =>
  emitIndex(c.value, { language, inverse: c.inverse, names: namesOf(c) });

/** A digest of values in their order: h ← 31·h + v + 7 modulo 2^31 - 1. */
const digest = (values: readonly number[]): number =>
  values.reduce((h, v) => (h * 31 + v + 7) % (2 ** 31 - 1), 1);

/** The coordinates of a point, of which the last is the fastest. */
const coordinates = ({ extents }: Case, at: string, divide: string): readonly string[] =>
  extents.map((e, k) => `(${at} ${divide} ${product(extents.slice(k + 1))}) % ${e}`);

function cudaOf(c: Case, n: number): string {
  const { definitions, expressions } = must(emitted(c, 'cuda'));
  const size = product(c.extents);
  const width = expressions.length;
  const body = [
    ...coordinates(c, 'at', '/').map((text, k) => `int a${k} = ${text};`),
    ...definitions,
    ...expressions.map((e, k) => `out[at * ${width} + ${k}] = ${e};`),
  ];
  return `__global__ void k${n}(int* out) { int at = blockIdx.x * 128 + threadIdx.x; if (at >= ${size}) return; ${body.join(' ')} }
static bool run${n}() { return same(k${n}, ${digest(c.expected.flat())}, ${size}, ${width}); }`;
}

const CUDA = `#include <cstdio>
#include <vector>
static bool same(void (*kernel)(int*), long long expected, int size, int width) {
  int* out; if (cudaMalloc(&out, sizeof(int) * size * width) != cudaSuccess) return false;
  cudaMemset(out, 0xff, sizeof(int) * size * width);
  kernel<<<(size + 127) / 128, 128>>>(out);
  std::vector<int> got(size * width);
  bool ok = cudaMemcpy(got.data(), out, sizeof(int) * size * width, cudaMemcpyDeviceToHost) == cudaSuccess;
  cudaFree(out);
  long long h = 1;
  for (int v : got) h = (h * 31 + v + 7) % 2147483647;
  return ok && h == expected;
}`;

/** Whether all of it is one expression of ranges. */
const isRange = (c: Case): boolean =>
  !c.inverse &&
  c.expected[0]!.length === 1 &&
  c.extents.length <= 3 &&
  c.extents.every((e) => e > 1 && Number.isInteger(Math.log2(e)));

function tritonOf(c: Case, n: number): string {
  const made = emitted(c, 'triton');
  if (isFailure(made)) return `# ${n}: ${(made as { message: string }).message}`;
  const size = product(c.extents);
  const padded = 2 ** Math.ceil(Math.log2(size));
  const width = made.expressions.length;
  const lines = [
    `at = tl.arange(0, ${padded})`,
    ...coordinates(c, 'at', '//').map((text, k) => `a${k} = ${text}`),
    ...made.definitions,
    ...made.expressions.map((e, k) => `tl.store(out + at * ${width} + ${k}, ${e}, mask=at < ${size})`),
  ];
  const kernel = (name: string, body: readonly string[]): string =>
    `@triton.jit\ndef ${name}(out):\n${body.map((l) => `    ${l}`).join('\n')}\ncheck(${name}, ${c.expected.flat().length}, ${digest(c.expected.flat())})\n`;
  const all = [kernel(`k${n}`, lines)];
  if (isRange(c)) {
    // The same with `:` for every coordinate, stored in row-major order.
    const names = c.extents.map(() => ':');
    const ranges = must(emitIndex(c.value, { language: 'triton', inverse: false, names }));
    const rows = must(groupBy([c.extents], [{ permutations: [must(rowMajor(c.extents))] }]));
    const order = must(emitIndex(rows, { language: 'triton', inverse: false, names }));
    const zeros = `tl.zeros([${c.extents.join(', ')}], tl.int32)`;
    all.push(
      kernel(`r${n}`, [
        ...ranges.definitions,
        `tl.store(out + ${order.expressions[0]}, (${ranges.expressions[0]}) + ${zeros})`,
      ]),
    );
  }
  return all.join('\n');
}

const TRITON = `import torch, triton
import triton.language as tl
right = wrong = 0
def check(kernel, size, expected):
    global right, wrong
    got = torch.full((size,), -1, dtype=torch.int32, device='cuda')
    kernel[(1,)](got)
    h = 1
    for v in got.tolist(): h = (h * 31 + v + 7) % 2147483647
    if h == expected: right += 1
    else:
        wrong += 1
        print(kernel.__name__, 'is wrong')
`;

const folder = process.argv[2] ?? 'build';
mkdirSync(folder, { recursive: true });
const main = `int main() { int right = 0; ${cases.map((_, n) => `if (run${n}()) right++; else printf("k${n} is wrong\\n");`).join(' ')} printf("%d of ${cases.length} right\\n", right); return right != ${cases.length}; }`;
writeFileSync(join(folder, 'a.cu'), [CUDA, ...cases.map(cudaOf), main].join('\n'));
writeFileSync(
  join(folder, 'a.py'),
  [TRITON, ...cases.map(tritonOf), "print(right, 'kernels right,', wrong, 'wrong')"].join('\n'),
);
