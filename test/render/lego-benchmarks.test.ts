// LEGO's benchmarks (Tables I, III and IV) as examples/lego-kernels.layout has them: what their arithmetic is, what it
// takes, and how long it takes to be found.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { isFailure } from '../../server/src/algebra/integer/failure.ts';
import { LegoLayout } from '../../server/src/algebra/lego/lego.ts';
import { OpenChain } from '../../server/src/algebra/lego/open.ts';
import { Evaluator } from '../../server/src/cli/commands/eval.ts';
import { emitIndex } from '../../server/src/render/emit/index/emit.ts';
import type { IndexLanguage } from '../../server/src/render/emit/index/languages.ts';
import { loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';
import { leastTime } from '../support/processor-time.ts';

const grammars = await loadGrammars(grammarFiles);
await grammars.ready('notation');
const evaluator = new Evaluator(grammars, { staticMarks: false });
const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

const chains = new Map<string, LegoLayout>();
for (const line of read('examples/lego-kernels.layout').split('\n')) {
  const { value } = evaluator.result(line);
  const name = /^(\w+) = /.exec(line)?.[1];
  if (name !== undefined && value instanceof LegoLayout) chains.set(name, value);
}

function emitted(name: string, language: IndexLanguage, names: readonly string[], inverse = false) {
  const made = emitIndex(chains.get(name)!, { language, inverse, names });
  if (isFailure(made)) assert.fail(`${name}: ${JSON.stringify(made)}`);
  return made;
}

test('the pointer offsets of matmul take 6 operations, as the reference’s; its programs less', () => {
  const range = (of: number, axes: string) => `tl.arange(0, ${of})[${axes}]`;
  const a = emitted('A', 'triton', ['pid_m', 'k', ':', ':']);
  assert.deepEqual(a.expressions, [
    `pid_m * 65536 + ${range(128, ':, None')} * 512 + k * 64 + ${range(64, 'None, :')}`,
  ]);
  assert.equal(a.operations, 6);
  assert.equal(emitted('B', 'triton', ['k', 'pid_n', ':', ':']).operations, 6);
  const p = emitted('P', 'triton', ['pid'], true);
  // The reference generates 11 and 5: it keeps the minimum of a last group that is smaller, which is none here.
  assert.deepEqual(p.expressions, ['(pid >> 7) * 8 + (pid & 7)', 'pid >> 3 & 15']);
  assert.equal(p.operations, 6);
});

test('grouped GEMM, layernorm, softmax, LUD and bricks', () => {
  assert.deepEqual(emitted('GB', 'cuda', ['k', 'n', 'i', 'j']).expressions, [
    'n * 16384 + j * 128 + k * 32 + i',
  ]);
  assert.deepEqual(emitted('N', 'triton', ['row', 'block', 'z', ':']).expressions, [
    'row * 4096 + block * 1024 + tl.arange(0, 1024)',
  ]);
  assert.deepEqual(emitted('S', 'triton', ['row', 'z', 'o', ':']).expressions, [
    'row * 1024 + tl.arange(0, 1024)',
  ]);
  assert.deepEqual(emitted('T', 'cuda', ['r', 's', 'ty', 'tx']).expressions, [
    'r * 1024 + s * 256 + ty * 16 + tx',
  ]);
  assert.deepEqual(emitted('D', 'cuda', ['a', 'b', 'c', 'x', 'y', 'z']).expressions, [
    'a * 8192 + b * 2048 + c * 512 + x * 64 + y * 8 + z',
  ]);
});

test('NW: the antidiagonals of a buffer', () => {
  const { definitions, expressions, operations } = emitted('W', 'cuda', ['i', 'j']);
  assert.deepEqual(definitions, ['const int t0 = i + j;']);
  assert.deepEqual(expressions, [
    '(t0 < 17 ? (t0 * (i + j + 1) >> 1) + i : i + 272 - ((32 - i - j) * (33 - i - j) >> 1))',
  ]);
  assert.ok(operations <= 17, `${operations}`);
});

test('Figure 8: a tile that is contiguous in neither dimension', () => {
  const result = evaluator.evaluate('F.apply(0,0,_,_,_)');
  assert.equal(result.ok ? result.value : result.message, '(((0,16),(4,20)),((2,18),(6,22)))');
  const cute = evaluator.evaluate('to_cute(F)');
  assert.equal(cute.ok ? cute.value : cute.message, '(2,2,2,2,2):(1,8,2,4,16)');
});

test('what a user writes has no more arithmetic than Table IV’s last column', () => {
  const source = read('examples/lego_kernels.py').replace(/"""[^"]*"""|#.*/g, '');
  const limits: Readonly<Record<string, number>> = { matmul: 9, softmax: 0, layernorm_sum: 1 };
  for (const [name, limit] of Object.entries(limits)) {
    const body = new RegExp(`def ${name}\\(.*\\):\\n((?: {4}.*\\n)+)`).exec(source)![1]!;
    // Of indices: not the addition of a pointer and an offset, nor what the kernel computes.
    const indices = [...body.matchAll(/\b[ABCNPS](?:\[([^\]]*)\]|\.inv\((.*?)\))/g)].map(
      (m) => m[1] ?? m[2]!,
    );
    assert.ok(indices.length > 0);
    const operators = indices.join(' ').match(/[-+*/%]/g) ?? [];
    assert.ok(operators.length <= limit, `${name}: ${operators.length}`);
  }
});

const named = new Map<string, OpenChain | LegoLayout>();
{
  const own = new Evaluator(grammars, { staticMarks: false });
  for (const line of read('examples/lego-names.layout').split('\n')) {
    const { value } = own.result(line);
    const name = /^(\w+) = /.exec(line)?.[1];
    if (name === undefined) continue;
    assert.ok(value instanceof OpenChain || value instanceof LegoLayout, line);
    named.set(name, value);
  }
}

test('the table of docs/emit.md: operations for all sizes, no more than the reference generates', () => {
  const rows = [
    ...read('docs/emit.md').matchAll(
      /^\|[^|`]*\| `(--inverse )?--names (\S+) (\w)` \| `([^`]+)` \| (\d+) \| ([^|]+) \|$/gm,
    ),
  ];
  const seen = new Set<string>();
  for (const [row, inverse, names = '', name = '', written = '', count = '', reference = ''] of rows) {
    const made = emitIndex(named.get(name)!, {
      language: 'triton',
      inverse: inverse !== undefined,
      names: names.split(','),
    });
    if (isFailure(made)) assert.fail(`${row}: ${JSON.stringify(made)}`);
    assert.equal([...made.definitions, ...made.expressions].join(' ⏎ '), written, row);
    assert.equal(made.operations, Number(count), row);
    const limit = /\d+/.exec(reference) === null ? Number.POSITIVE_INFINITY : sumOf(reference);
    assert.ok(made.operations <= limit, row);
    seen.add(name);
  }
  // Every layout of the example but the one that is larger than its array.
  assert.deepEqual(
    [...named.keys()].filter((name) => !seen.has(name)),
    ['Z'],
  );
});

/** `11 and 5` */
const sumOf = (text: string): number =>
  (text.match(/\d+/g) ?? []).reduce((sum, digits) => sum + Number(digits), 0);

test('for all sizes a user writes no more arithmetic than Table IV’s last column either', () => {
  const source = read('examples/lego_names.py');
  const rows = [...read('docs/emit.md').matchAll(/^\| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \|$/gm)];
  assert.equal(rows.length, 5);
  for (const [row, name = '', ours = '', after = '', before = ''] of rows) {
    const body = new RegExp(`def ${name}\\(.*\\):\\n((?: {4}.*\\n)+)`).exec(source)![1]!;
    // Of sizes and indices: not the addition of a pointer and an offset, nor what the kernel computes.
    const own = body.split('\n').flatMap((line) => {
      const isOfSizes = /OrderBy|\/\//.test(line);
      return isOfSizes ? [line] : [...line.matchAll(/\b[A-Z]\[([^\]]*)\]/g)].map((m) => m[1]!);
    });
    const count = own.join('\n').match(/\/\/|[-+*%]|\b(?:max|min)\(/g)?.length ?? 0;
    assert.equal(count, Number(ours), row);
    assert.ok(count <= Number(after) && Number(after) <= Number(before), row);
  }
});

test('generation takes at most a hundredth of Table III’s times', () => {
  const seconds: Readonly<Record<string, readonly [string, number]>> = {
    layernorm: ['TileBy([8,4],[1,16]).OrderBy(Row(8,64))', 0.33],
    'grouped GEMM': ['TileBy([4,4],[4,4]).OrderBy(Col([16,16]))', 0.65],
    softmax: ['TileBy([8,1],[1,8]).OrderBy(Row(8,8))', 0.05],
    matmul: ['TileBy([4,4],[8,4]).OrderBy(Row(32,16))', 1.11],
    LUD: ['GroupBy([2,2],[8,8]).OrderBy(Row(16,16))', 0.87],
    NW: ['GroupBy([17,17]).OrderBy(GenP([17,17], antidiag))', 0.46],
    bricks: ['TileBy([2,2,2],[4,4,4]).OrderBy(Row(2,2,2), Row(4,4,4))', 5.95],
    'matmul of all sizes': ['TileBy([M/BM,K/BK],[BM,BK]).OrderBy(Row(M,K))', 1.11],
    'transpose of all sizes': ['TileBy([X/Y,X/Y],[Y,Y]).OrderBy(Col([X,X]))', 1.07],
  };
  for (const [name, [expression, limit]] of Object.entries(seconds)) {
    const { value } = evaluator.result(expression);
    assert.ok(value instanceof LegoLayout || value instanceof OpenChain);
    const best = leastTime(() => emitIndex(value, { language: 'cuda', inverse: false, names: [] }), 30);
    assert.ok(best <= limit * 10, `${name} takes ${best} ms`);
  }
});
