// A seed decides the order of the tests of a file.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const DECLARED = `
const said = [];
process.on('exit', () => console.log('said ' + said.join(' ')));
before(() => { said.push('before'); });
for (let n = 0; n < 6; n++) test('t' + n, () => { said.push('t' + n); });
describe('suite', () => {
  for (let n = 0; n < 6; n++) test('s' + n, () => { said.push('s' + n); });
});
test('left out', { skip: true }, () => { said.push('left out'); });
`;

test('a seed decides the order of the tests in a file and in a suite, and all of them run', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-order-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const shuffled = new URL('../../scripts/testing/shuffled.ts', import.meta.url);
  const file = join(folder, 'file.mjs');
  writeFileSync(
    file,
    `import test, { before, describe } from ${JSON.stringify(shuffled.href)};\n${DECLARED}`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const said = (seed: number): readonly string[] => {
    const { stdout, status } = spawnSync(process.execPath, ['--import', 'tsx', file], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { ...env, LAYOUT_LENS_TEST_SEED: String(seed) },
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout);
    return /^said (.*)$/m.exec(stdout)![1]!.split(' ');
  };
  const orders = [1, 2, 1].map(said);
  assert.deepEqual(orders[0], orders[2]);
  const [one, two] = [orders[0]!, orders[1]!];
  assert.equal(one[0], 'before');
  assert.deepEqual([...one].sort(), [...two].sort());
  assert.equal(one.length, 13);
  const only = (order: readonly string[], letter: string) => order.filter((name) => name.startsWith(letter));
  for (const letter of ['t', 's']) assert.notDeepEqual(only(one, letter), only(two, letter));
  // What a suite declares stays together.
  const first = one.findIndex((name) => name.startsWith('s'));
  assert.ok(one.slice(first, first + 6).every((name) => name.startsWith('s')));
});
