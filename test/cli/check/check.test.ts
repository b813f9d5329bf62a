// What `check` tells apart: rules, severities, findings that are known; and its SARIF against the schema.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Ended, runHere } from '../../support/command-line.ts';
import { sarifFaults } from './sarif-schema.ts';

let folder = '';

const check = (...words: readonly string[]): Promise<Ended> => runHere(['check', ...words], { cwd: folder });

const REFUSED = 'composition((4,6,8):(2,3,5), 6:1)\n';
const ROUNDED = 'logical_divide(12:1, 5)\n';

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'layout-lens-check-'));
  mkdirSync(join(folder, 'src'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('rules and severities are chosen', async () => {
  write('src/both.layout', REFUSED + ROUNDED);
  assert.match((await check('src')).out, /shape-divisibility.*\n.*over-tiling/);
  const one = await check('src', '--rule', 'over-tiling');
  assert.deepEqual([one.status, one.out.split('\n').length], [0, 2]);
  assert.match(one.out, /over-tiling/);
  assert.equal((await check('src', '--rule=over-tiling,shape-divisibility')).out, (await check('src')).out);
  const errors = await check('src', '--severity', 'error');
  assert.deepEqual([errors.status, errors.out.includes('over-tiling')], [1, false]);
  for (const words of [
    ['--rule', 'nonsense'],
    ['--severity', 'fatal'],
    ['--baseline', 'nowhere'],
  ]) {
    const wrong = await check('src', ...words);
    assert.deepEqual([wrong.status, wrong.out], [2, ''], words.join(' '));
  }
});

test('what a baseline has is known, also when lines are added elsewhere', async () => {
  write('src/both.layout', REFUSED + ROUNDED);
  const written = await check('src', '--write-baseline', 'known.json');
  assert.deepEqual([written.status, written.out], [0, '']);
  assert.match(written.err, /2 findings are known/);
  write('src/both.layout', `A = 8:1\n\n  ${REFUSED}B = 4:1\n${ROUNDED}`);
  assert.deepEqual(await check('src', '--baseline', 'known.json'), { status: 0, out: '', err: '' });
  // A second one of the same words is another one.
  write('src/both.layout', REFUSED + ROUNDED + REFUSED);
  const again = await check('src', '--baseline', 'known.json');
  assert.equal(again.status, 1);
  assert.match(again.out, /^src\/both\.layout:3:1: error\[shape-divisibility\][^\n]*\n$/);
  const { findings } = JSON.parse((await check('src', '--baseline', 'known.json', '--format', 'json')).out);
  assert.deepEqual(
    findings.map((f: { known?: boolean }) => f.known === true),
    [true, true, false],
  );
  // The file is one line for each finding, without the folder that it was written in.
  const text = readFileSync(join(folder, 'known.json'), 'utf8');
  assert.equal(text.match(/"path":"src\/both\.layout"/g)?.length, 2);
  assert.ok(!text.includes(folder));
});

test('a file that is no baseline is refused', async () => {
  for (const text of [
    '',
    '[]',
    '{"version":2,"findings":[]}',
    '{"version":1}',
    '{"version":1,"findings":[1]}',
  ]) {
    write('wrong.json', text);
    const { status, err } = await check('src', '--baseline', 'wrong.json');
    assert.equal(status, 2, text);
    assert.match(err, /wrong\.json is no baseline/);
  }
});

test('SARIF keeps to its schema, with relative paths, help and fingerprints', async () => {
  write('src/both.layout', REFUSED + ROUNDED);
  const page = 'https://example.org/rules.md';
  const log = JSON.parse((await check(join(folder, 'src'), '--format', 'sarif', '--rules-page', page)).out);
  assert.deepEqual(sarifFaults(log), []);
  const [run] = log.runs;
  for (const { locations } of run.results)
    assert.deepEqual(locations[0].physicalLocation.artifactLocation, {
      uri: 'src/both.layout',
      uriBaseId: '%SRCROOT%',
    });
  for (const rule of run.tool.driver.rules) {
    assert.equal(rule.helpUri, `${page}#${rule.id}`);
    assert.ok(rule.help.markdown.includes(`ignore[${rule.id}]`));
  }
  const prints = async (text: string): Promise<string[]> => {
    write('src/both.layout', text);
    const { runs } = JSON.parse((await check('src', '--format', 'sarif')).out);
    assert.deepEqual(sarifFaults({ ...log, runs }), []);
    return runs[0].results.map((r: { partialFingerprints: object }) => JSON.stringify(r.partialFingerprints));
  };
  const before = await prints(REFUSED + ROUNDED);
  assert.equal(new Set(before).size, 2);
  assert.deepEqual(await prints(`A = 8:1\n${REFUSED}\n${ROUNDED}`), before);
});

test('SARIF tells known findings from new ones', async () => {
  write('src/both.layout', REFUSED);
  await check('src', '--write-baseline', 'known.json');
  write('src/both.layout', REFUSED + ROUNDED);
  const { runs } = JSON.parse((await check('src', '--baseline', 'known.json', '--format', 'sarif')).out);
  assert.deepEqual(
    runs[0].results.map((r: { baselineState: string }) => r.baselineState),
    ['unchanged', 'new'],
  );
});

test('SARIF of what cannot be read, of notebooks and of whatever a path is, keeps to its schema', async () => {
  mkdirSync(join(folder, 'odd [1] % ö'));
  write('odd [1] % ö/bad.layout', REFUSED);
  write('broken.ipynb', '{');
  const cell = {
    cell_type: 'code',
    source: [
      'import cutlass.cute as cute\n',
      'a = cute.composition(cute.make_layout((4, 6, 8), stride=(2, 3, 5)), cute.make_layout(6, stride=1))\n',
    ],
  };
  write(
    'cells.ipynb',
    JSON.stringify({ cells: [cell], metadata: { language_info: { name: 'python' } }, nbformat: 4 }),
  );
  const { out, status } = await check('.', 'nowhere', '--format', 'sarif');
  const log = JSON.parse(out);
  assert.deepEqual(sarifFaults(log), []);
  assert.equal(status, 1);
  const [{ results, invocations }] = log.runs;
  assert.equal(invocations[0].toolExecutionNotifications.length, 2);
  const cells = results.flatMap(
    (r: { locations: { physicalLocation: { properties?: { cell: number } } }[] }) =>
      r.locations.flatMap(({ physicalLocation }) => physicalLocation.properties?.cell ?? []),
  );
  assert.deepEqual(cells, [1]);
});

test('what is no SARIF has faults', async () => {
  const log = JSON.parse((await check('src', '--format', 'sarif')).out);
  assert.deepEqual(sarifFaults(log), []);
  const [run] = log.runs;
  const [result] = run.results;
  const withResult = (changed: object): unknown => ({
    ...log,
    runs: [{ ...run, results: [{ ...result, ...changed }] }],
  });
  const wrong: Readonly<Record<string, unknown>> = {
    'no runs': { version: '2.1.0' },
    'no tool': { version: '2.1.0', runs: [{ results: [] }] },
    version: { ...log, version: '2.0.0' },
    'another property': withResult({ path: 'a' }),
    level: withResult({ level: 'hint' }),
    'no message': withResult({ message: {} }),
    line: withResult({
      locations: [{ physicalLocation: { artifactLocation: { uri: 'a' }, region: { startLine: 0 } } }],
    }),
    'a URI': withResult({ locations: [{ physicalLocation: { artifactLocation: { uri: 'a b' } } }] }),
  };
  for (const [what, value] of Object.entries(wrong)) assert.notDeepEqual(sarifFaults(value), [], what);
});

test('shared memory is counted against the GPUs of the compile command', async () => {
  const kernel = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  extern __shared__ float memory[];
  struct Storage { array_aligned<float, 128 * 128> a; array_aligned<float, 128 * 128> b; };
  auto& storage = *reinterpret_cast<Storage*>(memory);
  auto sA = make_tensor(make_smem_ptr(storage.a.data()), Shape<_128, _128>{});
  auto sB = make_tensor(make_smem_ptr(storage.b.data()), Shape<_128, _128>{});
}
`;
  mkdirSync(join(folder, 'gpus'));
  write('gpus/kernel.cu', kernel);
  const compiledFor = async (command: string): Promise<string> => {
    const list = [
      { directory: join(folder, 'gpus'), file: 'kernel.cu', command: `nvcc ${command} kernel.cu` },
    ];
    write('gpus/compile_commands.json', JSON.stringify(list));
    return (await check('gpus', '--rule', 'shared-memory-size')).out;
  };
  assert.match(
    await compiledFor('-arch=sm_86'),
    /take 128 KB of shared memory: a block of sm_86 has at most 99 KB/,
  );
  assert.match(await compiledFor('-arch=sm_75'), /a block of sm_75 has at most 64 KB/);
  assert.equal(await compiledFor('-arch=sm_80'), '');
  assert.equal(
    await compiledFor('-gencode arch=compute_86,code=sm_86 -gencode arch=compute_80,code=sm_80'),
    '',
  );
  assert.equal(await compiledFor('-arch=native'), '');
  assert.equal(await compiledFor(''), '');
});
