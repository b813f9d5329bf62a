// Index expressions: random layouts of every kind, and what their expressions compute in JavaScript, C and Python, at
// every point. LAYOUT_LENS_COUNT says of how many.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { isFailure, type Outcome } from '../../server/src/algebra/integer/failure.ts';
import { ComposedLayout, Layout, Swizzle } from '../../server/src/algebra/layout/layout.ts';
import { groupBy, tileBy } from '../../server/src/algebra/lego/lego.ts';
import { antidiagonal, morton } from '../../server/src/algebra/lego/named.ts';
import { type Permutation, rowMajor, tablePermutation } from '../../server/src/algebra/lego/permutation.ts';
import { emitIndex } from '../../server/src/render/emit/index/emit.ts';
import type { IndexLanguage } from '../../server/src/render/emit/index/languages.ts';
import { type Case, must, points, randomCases } from './indexed-cases.ts';

const cases = randomCases(Number(process.env['LAYOUT_LENS_COUNT'] ?? 400));
const namesOf = ({ extents }: Case): readonly string[] => extents.map((_, k) => `a${k}`);
const emitted = (c: Case, language: IndexLanguage) =>
  must(emitIndex(c.value, { language, inverse: c.inverse, names: namesOf(c) }));

test('JavaScript', () => {
  for (const c of cases) {
    const { definitions, expressions } = emitted(c, 'javascript');
    const body = `${definitions.join(' ')} return [${expressions.join(', ')}]`;
    const run = new Function(...namesOf(c), body) as (...x: number[]) => number[];
    points(c.extents).forEach((index, at) => {
      const made = run(...index).join();
      if (made !== c.expected[at]!.join()) assert.fail(`${body} at ${index} is ${made}`);
    });
  }
});

/** Runs a program that prints, line by line, what the expressions give at all points. */
function compare(output: string): void {
  const lines = output.trim().split('\n');
  let line = 0;
  for (const c of cases)
    for (const expected of c.expected)
      if (lines[line++] !== expected.join(' '))
        assert.equal(lines[line - 1], expected.join(' '), emitted(c, 'c').expressions.join(', '));
  assert.equal(line, lines.length);
}

function inFolder(work: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-'));
  try {
    work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const has = (command: string): boolean => spawnSync(command, ['--version']).status === 0;
const OUTPUT = { encoding: 'utf8', maxBuffer: 1 << 30 } as const;

test('C', { skip: has('cc') ? false : 'no C compiler' }, () => {
  const functions = cases.map((c, n) => {
    const loops = c.extents.map((e, k) => `for (int a${k} = 0; a${k} < ${e}; a${k}++)`).join(' ');
    const format = c.expected[0]!.map(() => '%d').join(' ');
    const { definitions, expressions } = emitted(c, 'c');
    return `static void f${n}(void) { ${loops} { ${definitions.join(' ')} printf("${format}\\n", ${expressions.join(', ')}); } }`;
  });
  const main = `int main(void) { ${cases.map((_, n) => `f${n}();`).join(' ')} return 0; }`;
  inFolder((folder) => {
    writeFileSync(join(folder, 'a.c'), ['#include <stdio.h>', ...functions, main].join('\n'));
    const compiled = spawnSync('cc', ['-w', '-O0', '-o', 'a', 'a.c'], { cwd: folder, ...OUTPUT });
    assert.equal(compiled.status, 0, compiled.stderr);
    compare(spawnSync(join(folder, 'a'), OUTPUT).stdout);
  });
});

test('Python', { skip: has('python3') ? false : 'no Python' }, () => {
  const lines = cases.flatMap((c) => {
    const { definitions, expressions } = emitted(c, 'python');
    const indent = (k: number) => ' '.repeat(k);
    return [
      ...c.extents.map((e, k) => `${indent(k)}for a${k} in range(${e}):`),
      ...[...definitions, `print(${expressions.join(', ')})`].map((l) => `${indent(c.extents.length)}${l}`),
    ];
  });
  inFolder((folder) => {
    writeFileSync(join(folder, 'a.py'), lines.join('\n'));
    const run = spawnSync('python3', ['a.py'], { cwd: folder, ...OUTPUT });
    assert.equal(run.status, 0, run.stderr);
    compare(run.stdout);
  });
});

test('permutations by formulas, and a table where there is none', () => {
  const tile = (p: Permutation) => must(groupBy([p.dims], [{ permutations: [p] }], 'paper'));
  const written = (p: Permutation, language: IndexLanguage, inverse = false) => {
    const made = emitIndex(tile(p), { language, inverse, names: inverse ? ['x'] : [] });
    return isFailure(made)
      ? (made as { message: string }).message
      : [...made.definitions, ...made.expressions];
  };
  assert.deepEqual(written(must(antidiagonal([3, 3])), 'c'), [
    'const int t0 = i + j;',
    '(t0 < 3 ? (t0 * (i + j + 1) >> 1) + i : i + 6 - ((4 - i - j) * (5 - i - j) >> 1))',
  ]);
  assert.deepEqual(written(must(morton([4, 4])), 'python'), [
    '(i >> 1) * 8 + (j >> 1) * 4 + (i & 1) * 2 + (j & 1)',
  ]);
  const table = must(tablePermutation([2, 2], [0, 2, 3, 1], '[0,2,3,1]'));
  assert.deepEqual(written(table, 'cuda'), ['constexpr int table0[4] = {0, 2, 3, 1};', 'table0[i * 2 + j]']);
  assert.deepEqual(written(table, 'javascript', true), [
    'const table0 = [0, 3, 1, 2];',
    'const t0 = table0[x];',
    't0 >> 1',
    't0 & 1',
  ]);
  assert.equal(
    written(table, 'triton'),
    'a permutation without a formula is a table, and triton has none to look into',
  );
});

test('the cheaper of both ways of taking quotients is written', () => {
  // Expanded, the swizzle's bits would be taken of each term: i + j * 2 + k * 4 + l * 8 + …
  const layout = new ComposedLayout(
    new Swizzle(3, 2, 4),
    0,
    new Layout([4, 4, 4, 4, 4], [1, 68, 272, 1088, 4352]),
  );
  const made = must(emitIndex(layout, { language: 'c', inverse: false, names: [] }));
  assert.deepEqual(
    [...made.definitions, ...made.expressions],
    ['const int t0 = m * 4352 + l * 1088 + k * 272 + j * 68 + i;', 't0 ^ (t0 >> 6 & 7) * 4'],
  );
});

test('matmul’s pointer offsets take no more operations than the reference generates', () => {
  // LEGO Figure 1: TileBy([M/BM, K/BK], [BM, BK]).OrderBy(Row(M, K)), whose reference has 6.
  const tiles = must(
    tileBy(
      [
        [16, 8],
        [128, 64],
      ],
      [{ permutations: [must(rowMajor([2048, 512]))] }],
    ),
  );
  const { expressions, operations } = must(
    emitIndex(tiles, { language: 'triton', inverse: false, names: ['pid_m', 'k', ':', ':'] }),
  );
  assert.deepEqual(expressions, [
    'pid_m * 65536 + tl.arange(0, 128)[:, None] * 512 + k * 64 + tl.arange(0, 64)[None, :]',
  ]);
  assert.equal(operations, 6);
});

test('what has no expression says so', () => {
  const message = (outcome: Outcome<unknown>) =>
    isFailure(outcome) && 'message' in outcome ? outcome.message : 'none';
  const layout = new Layout([4, 8], [8, 1]);
  const options = { language: 'c', inverse: false, names: [] } as const;
  assert.equal(message(emitIndex(layout, { ...options, names: ['i'] })), '1 name for 2 variables');
  assert.equal(
    message(emitIndex(layout, { ...options, names: [':', 'j'] })),
    '`:` stands for a range in Triton alone',
  );
  const far = new Layout([4, 4], [2 ** 30, 1]);
  assert.equal(
    message(emitIndex(far, options)),
    'the arithmetic needs more than the 32 bits of an integer of c',
  );
  const python = emitIndex(far, { ...options, language: 'python' });
  assert.deepEqual('expressions' in python! && python.expressions, ['i * 1073741824 + j']);
  assert.equal(
    message(emitIndex(new Layout([4096, 4096], [4096, 1]), options)),
    'an expression over 16777216 points is too large to be checked',
  );
  assert.equal(
    message(emitIndex(new Layout([4, 8], [8, 2]), { ...options, inverse: true })),
    '2 is the stride of a mode where a bijection has 1: nothing lies at 1',
  );
});
