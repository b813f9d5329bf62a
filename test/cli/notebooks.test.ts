// `check` and `stats` read notebooks: their cells of code are one program.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Ended, runHere } from '../support/command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'layout-lens-'));
after(() => rmSync(folder, { recursive: true }));

const run = (...words: readonly string[]): Promise<Ended> => runHere(words, { cwd: folder });

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

test('a finding is told with its cell and the place in it', async () => {
  const { out, status } = await run('check', 'a.ipynb');
  assert.match(out, /^a\.ipynb:cell 2:4:7: error\[[a-z-]+\]: .*6/m);
  assert.equal(status, 1);
  const { findings } = JSON.parse((await run('check', '--format', 'json', 'a.ipynb')).out);
  assert.deepEqual(findings[0].start, { cell: 2, line: 4, column: 7 });
  const sarif = JSON.parse((await run('check', '--format', 'sarif', '.')).out);
  const [{ physicalLocation }] = sarif.runs[0].results[0].locations;
  assert.equal(physicalLocation.artifactLocation.uri, 'a.ipynb');
  assert.deepEqual(physicalLocation.properties, { cell: 2 });
  assert.equal(physicalLocation.region.startLine, 4);
});

test('layouts of notebooks are counted, those of folders too', async () => {
  for (const operand of ['a.ipynb', '.']) {
    const { files, found, evaluated, errors } = JSON.parse((await run('stats', '--json', operand)).out);
    assert.deepEqual({ files, found, evaluated, errors }, { files: 1, found: 3, evaluated: 2, errors: 1 });
  }
});

test('what is no notebook of Python is said', async () => {
  assert.match((await run('check', 'julia.ipynb')).err, /another language/);
  writeFileSync(join(folder, 'broken.ipynb'), '{"cells": [');
  const { err, status } = await run('check', 'broken.ipynb');
  assert.match(err, /not a notebook: no JSON/);
  assert.equal(status, 2);
  writeFileSync(join(folder, 'broken.ipynb'), '[]');
  assert.match((await run('check', 'broken.ipynb')).err, /it has no cells/);
});
