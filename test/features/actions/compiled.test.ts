// The edits that are offered for C++ compile: all of those in a file that compiles itself, and the repairs of what does
// not. LAYOUT_LENS_CUTLASS names a folder with CUTLASS's `include`, LAYOUT_LENS_CUDA one with CUDA's; without a
// compiler and these the test is skipped. LAYOUT_LENS_CXXFLAGS adds flags.

import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { allActions } from './every-action.ts';

const cutlass = process.env['LAYOUT_LENS_CUTLASS'] ?? '';
const cuda = process.env['LAYOUT_LENS_CUDA'] ?? '/usr/local/cuda';
const flags = [
  '-std=c++17',
  ...(process.env['LAYOUT_LENS_CXXFLAGS'] ?? '').split(' ').filter((flag) => flag !== ''),
  ...[`${cuda}/include/cccl`, `${cutlass}/include`, `${cuda}/include`].map((folder) => `-I${folder}`),
];

const canCompile =
  cutlass !== '' &&
  existsSync(join(cutlass, 'include/cute/tensor.hpp')) &&
  spawnSync('g++', ['--version']).status === 0;

/** What the compiler says first; null: it takes it. */
const refusal = (file: string): Promise<string | null> =>
  new Promise((resolve) => {
    execFile(
      'g++',
      [...flags, '-fsyntax-only', '-x', 'c++', file],
      { maxBuffer: 2 ** 26 },
      (error, _, said) => {
        const first = /error: .*/.exec(said)?.[0] ?? 'refused';
        resolve(error === null ? null : first);
      },
    );
  });

async function refused(texts: readonly (readonly [string, string])[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-'));
  const wrong: string[] = [];
  try {
    for (const [name, text] of texts) {
      const file = join(folder, 'edited.cpp');
      writeFileSync(file, text);
      const said = await refusal(file);
      if (said !== null) wrong.push(`${name}: ${said}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return wrong;
}

test('edits of a file that compiles leave it so', { skip: !canCompile }, async (t) => {
  const text = readFileSync(new URL('files/compiles.cu', import.meta.url), 'utf8');
  const { found } = await allActions(text, 'cpp');
  const line = (offset: number): number => text.slice(0, offset).split('\n').length;
  const edited = found.map(
    ({ action, after, offset }) => [`${line(offset)}: ${action.title}`, after] as const,
  );
  assert.deepEqual(await refused([['unedited', text], ...edited]), []);
  t.diagnostic(`${edited.length} edits`);
});

const REFUSED = [
  'logical_divide(Layout<Shape<_12,_8>,Stride<_7,_1>>{}, Int<64>{})',
  'composition(Layout<Shape<_4,_6,_8>,Stride<_2,_3,_5>>{}, Layout<_6,_1>{})',
  'shape_div(_8{}, _3{})',
  'size(logical_divide(make_layout(make_shape(_4{}, _8{}), make_stride(_8{}, _1{}, _2{})), _2{}))',
  'cosize(Layout<Shape<_4,_8>,Stride<_1>>{})',
  'cosize(make_layout(make_shape(_4{}, make_shape(_2{}, Int<25>{})), make_stride(_8{}, _1{})))',
];

test('what the compiler refuses compiles once it is repaired', { skip: !canCompile }, async (t) => {
  const repaired: (readonly [string, string])[] = [];
  for (const call of REFUSED) {
    const text = `#include <cute/tensor.hpp>\nusing namespace cute;\nauto value = ${call};\n`;
    const { found } = await allActions(text, 'cpp');
    const fixes = found.filter(
      ({ action: { kind, title } }) => kind === 'quickfix' && !title.startsWith('Ignore'),
    );
    assert.ok(fixes.length > 0, call);
    repaired.push(...fixes.map(({ action, after }) => [`${call}: ${action.title}`, after] as const));
  }
  assert.deepEqual(await refused(repaired), []);
  t.diagnostic(`${repaired.length} repairs`);
});
