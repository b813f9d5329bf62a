// Many files are checked and counted in threads: what is written is the same, and a thread that dies costs one file.

import assert from 'node:assert/strict';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runHere } from '../../support/command-line.ts';
import { type Project, project } from '../check/project.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/mistakes', import.meta.url));

let of: Project;
before(() => {
  of = project({
    'src/tile.h':
      'using namespace cute;\ntemplate <int N> auto tiled() { return logical_divide(Layout<_12>{}, Int<N>{}); }\n',
    'src/use.cu': '#include "tile.h"\nvoid f() { auto a = tiled<5>(); }\n',
    // No includer of the workspace, whether it was opened before or not.
    '.hidden/use.cu':
      '#include "../src/tile.h"\ntemplate <int M> void g() { auto b = tiled<M>(); }\nvoid f() { g<7>(); }\n',
    'wide.layout': 'composition((4,6,8):(2,3,5), 6:1)\n',
    'wrong.ipynb': '{',
    'not-text.cu': '\0\0',
  });
  cpSync(fixtures, join(of.folder, 'mistakes'), { recursive: true });
  for (const name of readdirSync(fixtures).slice(0, 8))
    cpSync(join(fixtures, name), join(of.folder, 'few', name));
});
after(() => of.dispose());

/** What is written at once, file by file, and what at the end: the order of many files is seen in one of each. */
const FORMATS = [
  ['text', '.'],
  ['json', '.'],
  ['github', 'few'],
  ['sarif', 'few'],
] as const;

for (const [format, folder] of FORMATS)
  test(`threads write the same ${format} as none, in the same order`, async () => {
    const one = await of.checkHere(folder, 'wrong.ipynb', '--format', format);
    assert.ok(one.out.split('\n').length > 10);
    assert.deepEqual(of.check(folder, 'wrong.ipynb', '--format', format, '--jobs', '3'), one);
  });

test('threads count what one counts, and tell what they could not read', async () => {
  const counted = (out: string): object => {
    const { milliseconds, ...counts } = JSON.parse(out) as Readonly<Record<string, unknown>>;
    assert.equal(typeof milliseconds, 'number');
    return counts;
  };
  const words = ['stats', '--json', '.', 'wrong.ipynb'];
  const one = await runHere([...words, '--jobs', '1'], { cwd: of.folder });
  const all = of.runWith([], ...words, '--jobs', '3');
  assert.deepEqual(counted(all.out), counted(one.out));
  assert.deepEqual([all.err, all.status], [one.err, 2]);
  const { files, found, unreadable, blocking } = JSON.parse(all.out);
  assert.ok(files > 32 && found > 100 && unreadable.length === 3 && blocking.length > 3, all.out);
});

test('a number of threads is a number', async () => {
  for (const command of ['check', 'stats'])
    for (const jobs of ['0', '-1', 'two', '1000000', '']) {
      const { status, err } = await runHere([command, '.', `--jobs=${jobs}`], { cwd: of.folder });
      assert.deepEqual([status, /--jobs takes a number/.test(err)], [2, true], `${command} ${jobs}`);
    }
});

test('a thread that dies is told with its file, and the other files are checked', () => {
  // Ends the thread as soon as it is handed the file, as running out of memory does.
  const dying = `
    import { parentPort } from 'node:worker_threads';
    const on = parentPort?.on;
    if (on) parentPort.on = function (event, listener) {
      return on.call(this, event, (file) => {
        if (event === 'message' && file.path === 'b.layout') process.exit(7);
        return listener(file);
      });
    };`;
  const small = project({});
  try {
    for (const name of ['a', 'b', 'c', 'd']) small.write(`${name}.layout`, 'logical_divide(12:1, 5)\n');
    const preload = `data:text/javascript,${encodeURIComponent(dying)}`;
    const { status, out, err } = small.checkWith(['--import', preload], '.', '--jobs', '2');
    assert.deepEqual([...out.matchAll(/^\w+\.layout/gm)].map(String), ['a.layout', 'c.layout', 'd.layout']);
    assert.match(
      err,
      /^layout-lens: cannot read b\.layout: internal error: the thread has ended with status 7\n$/,
    );
    assert.equal(status, 2);
    // In the command's own thread nothing dies.
    assert.equal(small.checkWith(['--import', preload], '.', '--jobs', '1').status, 0);
  } finally {
    small.dispose();
  }
});

test('a thread that cannot start is told, and ends nothing else', () => {
  const failing = `import { isMainThread } from 'node:worker_threads'; if (!isMainThread) throw new Error('no thread');`;
  const url = `data:text/javascript,${encodeURIComponent(failing)}`;
  const { status, out, err } = of.checkWith(
    ['--import', url],
    'wide.layout',
    '--jobs',
    '2',
    '--format',
    'json',
  );
  assert.equal(status, 2);
  assert.match(err, /cannot read wide\.layout: internal error: no thread/);
  assert.equal(JSON.parse(out).unreadable.length, 1);
});

test('nothing but findings is written where nobody watches', () => {
  assert.equal(of.check('few', '--jobs', '2').err, '');
});
