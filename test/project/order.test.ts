// A seed decides the order of the tests of a file; files in one process keep to themselves.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { evenGroups } from '../../scripts/testing/durations.ts';
import { testFiles } from '../../scripts/testing/files.ts';

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

const address = (path: string): string => JSON.stringify(new URL(`../../${path}`, import.meta.url).href);

/** Writes test files and a program that runs them as one group; the program's path. */
function groupOf(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-order-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const names = `import test, { after, before, describe } from ${address('scripts/testing/registry.ts')};\n`;
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), names + text);
  const loaders = Object.keys(files).map((name) => `  '${name}': () => import('./${name}'),\n`);
  const program = join(folder, 'group.mjs');
  writeFileSync(
    program,
    `import { runGroup } from ${address('scripts/testing/group.ts')};\nawait runGroup({\n${loaders.join('')}});\n`,
  );
  return program;
}

function run(program: string, seed?: number): { readonly stdout: string; readonly status: number | null } {
  const { NODE_TEST_CONTEXT: _, LAYOUT_LENS_TEST_SEED: __, ...env } = process.env;
  return spawnSync(process.execPath, ['--import', 'tsx', program], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: seed === undefined ? env : { ...env, LAYOUT_LENS_TEST_SEED: String(seed) },
    encoding: 'utf8',
  });
}

test('a seed decides the order of the tests in a file and in a suite, and all of them run', (t) => {
  const program = groupOf(t, { 'file.mjs': DECLARED });
  const said = (seed: number): readonly string[] => {
    const { stdout, status } = run(program, seed);
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

test('files in one process have their own hooks, and one that cannot be loaded fails alone', (t) => {
  const own = (name: string) => `
const state = globalThis.state ??= [];
before(() => { state.push('${name} before'); });
test('in ${name}', () => { state.push('${name}'); });
after(() => { state.push('${name} after'); });
process.on('exit', () => { if ('${name}' === 'b') console.log('said ' + state.join(', ')); });
`;
  const program = groupOf(t, {
    'a.mjs': own('a'),
    'broken.mjs': "throw new Error('not loaded');",
    'b.mjs': own('b'),
  });
  const { stdout, status } = run(program);
  assert.equal(status, 1, stdout);
  assert.match(stdout, /^said a before, a, a after, b before, b, b after$/m);
  assert.match(stdout, /# fail 1$/m);
  assert.match(stdout, /not loaded/);
});

test('every file is in one group; what replaces or measures what a process shares is in one of its own', () => {
  const files = testFiles([], '.test.ts');
  const groups = evenGroups(files, 3);
  assert.deepEqual([...groups.flat()].sort(), [...files].sort());
  const together = groups.filter(({ length }) => length > 1);
  assert.equal(together.length, 3);
  const alone = groups.filter(({ length }) => length === 1).flat();
  for (const file of [
    'test/client/commands.test.ts',
    'test/evaluate/cpp/limits.test.ts',
    'test/pace/growth.test.ts',
  ])
    assert.ok(alone.includes(file), file);
});
