// What others are given of a run: annotations of a change, a report of what works here.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Ended, runHere } from '../support/command-line.ts';

let folder = '';

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'layout-lens-reports-'));
  mkdirSync(join(folder, 'a, b'));
  writeFileSync(
    join(folder, 'a, b', 'bad.cu'),
    'using namespace cute;\nauto secretName = composition(Layout<Shape<_6,_2>,Stride<_1,_8>>{}, Layout<_8,_1>{});\n',
  );
  writeFileSync(join(folder, 'good.layout'), '(4,8):(8,1)\n');
});
after(() => rmSync(folder, { recursive: true, force: true }));

const run = (words: readonly string[]): Promise<Ended> => runHere(words, { cwd: folder });

test('check writes annotations that GitHub reads, whatever the path is', async () => {
  const { status, out } = await run(['check', '.', '--format', 'github']);
  assert.equal(status, 1);
  assert.match(
    out,
    /^::error file=a%2C b\/bad\.cu,line=2,col=19,endLine=2,endColumn=\d+,title=shape-divisibility::.*6 does not divide 8.*\n$/,
  );
});

test('doctor tells versions, timings and counts, and nothing of the sources', async () => {
  const { status, out } = await run(['doctor', '.']);
  assert.equal(status, 0);
  assert.match(out, /^layout-lens \d+\.\d+\.\d+\nNode /);
  for (const line of [
    /^grammar python: \d+ ms$/m,
    /^libisl: \d+ ms$/m,
    /^files: 1 cpp file, 1 notation file$/m,
  ])
    assert.match(out, line);
  assert.match(out, /^layouts: 2 found, 1 evaluated/m);
  assert.doesNotMatch(out, /secretName|bad\.cu|_6/);
});
