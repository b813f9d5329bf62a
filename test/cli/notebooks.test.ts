// `check` and `stats` read notebooks: their cells of code are one program.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { commandLine } from '../support/command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'layout-lens-'));
after(() => rmSync(folder, { recursive: true }));

const run = (...words: readonly string[]) =>
  spawnSync(process.execPath, [...commandLine, ...words], { cwd: folder, encoding: 'utf8' });

const code = (source: unknown) => ({ cell_type: 'code', metadata: {}, outputs: [], source });
const PYTHON = { kernelspec: { language: 'python', name: 'python3' } };
const CELLS = [
  { cell_type: 'markdown', metadata: {}, source: ['# (4,8):(8,1)'] },
  code([
    '%matplotlib inline\n',
    'import cutlass.cute as cute\n',
    'outer = cute.make_layout((4, 6, 8), stride=(2, 3, 5))',
  ]),
  code('inner = cute.make_layout(6)\n\n# 4 does not divide 6.\nbad = cute.composition(outer, inner)\n'),
];

const write = (name: string, metadata: unknown, cells: unknown): void =>
  writeFileSync(join(folder, name), JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }));
write('a.ipynb', PYTHON, CELLS);
write('julia.ipynb', { kernelspec: { language: 'julia' } }, [code('outer = 1')]);

test('a finding is told with its cell and the place in it', () => {
  const { stdout, status } = run('check', 'a.ipynb');
  assert.match(stdout, /^a\.ipynb:cell 2:4:7: error\[[a-z-]+\]: .*6/m);
  assert.equal(status, 1);
  const { findings } = JSON.parse(run('check', '--format', 'json', 'a.ipynb').stdout);
  assert.deepEqual(findings[0].start, { cell: 2, line: 4, column: 7 });
  const sarif = JSON.parse(run('check', '--format', 'sarif', '.').stdout);
  const [{ physicalLocation }] = sarif.runs[0].results[0].locations;
  assert.equal(physicalLocation.artifactLocation.uri, 'a.ipynb');
  assert.deepEqual(physicalLocation.properties, { cell: 2 });
  assert.equal(physicalLocation.region.startLine, 4);
});

test('layouts of notebooks are counted, those of folders too', () => {
  for (const operand of ['a.ipynb', '.']) {
    const { files, found, evaluated, errors } = JSON.parse(run('stats', '--json', operand).stdout);
    assert.deepEqual({ files, found, evaluated, errors }, { files: 1, found: 3, evaluated: 2, errors: 1 });
  }
});

test('what is no notebook of Python is said', () => {
  assert.match(run('check', 'julia.ipynb').stderr, /another language/);
  writeFileSync(join(folder, 'broken.ipynb'), '{"cells": [');
  const { stderr, status } = run('check', 'broken.ipynb');
  assert.match(stderr, /not a notebook: no JSON/);
  assert.equal(status, 2);
  writeFileSync(join(folder, 'broken.ipynb'), '[]');
  assert.match(run('check', 'broken.ipynb').stderr, /it has no cells/);
});
