// What lies on a disk and is no file of source code: it is not read, and somebody is told why. Nobody waits for it.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isUnreadable, sourceFiles } from '../../server/src/cli/common/walk.node.ts';
import { AsynchronousDisk } from '../../server/src/workspace/host/disk.node.ts';
import { isRefusal, readText, readTextSync } from '../../server/src/workspace/host/read-file.node.ts';
import { DiskSource } from '../../server/src/workspace/imports/source.node.ts';
import { TestClient } from '../protocol/client.ts';
import { commandLine } from '../support/command-line.ts';

const isUnix = process.platform !== 'win32';
const path = mkdtempSync(join(tmpdir(), 'layout-lens-'));
const at = (name: string): string => join(path, name);
const uriOf = (name: string): string => pathToFileURL(at(name)).href;
const HEADER = 'constexpr int kN = 4;\n';
const MAIN = 'using namespace cute;\nauto a = Layout<Shape<Int<kN>, _8>>{};\n';

before(() => {
  mkdirSync(at('.git'));
  writeFileSync(at('plain.h'), HEADER);
  writeFileSync(at('mark.h'), `\ufeff${HEADER}`);
  writeFileSync(at('wide.h'), Buffer.from(`\ufeff${HEADER}`, 'utf16le'));
  writeFileSync(at('wide-other.h'), Buffer.from(`\ufeff${HEADER}`, 'utf16le').swap16());
  writeFileSync(
    at('latin.h'),
    Buffer.concat([Buffer.from('// caf'), Buffer.from([0xe9]), Buffer.from(`\n${HEADER}`)]),
  );
  writeFileSync(at('zeros.h'), `${HEADER}\0\0`);
  writeFileSync(at('empty.h'), '');
  mkdirSync(at('folder.h'));
  writeFileSync(at('sparse.h'), '');
  truncateSync(at('sparse.h'), 2 ** 30);
  if (!isUnix) return;
  execFileSync('mkfifo', [at('pipe.h')]);
  symlinkSync('/dev/zero', at('zero.h'));
  symlinkSync(at('ring-b.h'), at('ring-a.h'));
  symlinkSync(at('ring-a.h'), at('ring-b.h'));
  symlinkSync(at('plain.h'), at('link.h'));
  writeFileSync(at('secret.h'), HEADER);
  chmodSync(at('secret.h'), 0);
});
after(() => rmSync(path, { recursive: true }));

const READ = ['plain.h', 'mark.h', 'wide.h', 'wide-other.h', ...(isUnix ? ['link.h'] : [])];
const REFUSED: Readonly<Record<string, RegExp>> = {
  'zeros.h': /^not a text file$/,
  'folder.h': /^a folder$/,
  'sparse.h': /^larger than 8 MiB$/,
  ...(isUnix
    ? { 'pipe.h': /^not a regular file$/, 'zero.h': /^not a regular file$/, 'ring-a.h': /^ELOOP$/ }
    : {}),
  ...(isUnix && process.getuid?.() !== 0 ? { 'secret.h': /^EACCES$/ } : {}),
};

for (const [how, read] of [
  ['waiting', (file: string) => Promise.resolve(readTextSync(file))],
  ['asking', readText],
] as const)
  test(`what is read and what is refused, ${how}`, async () => {
    for (const name of READ) {
      const found = await read(at(name));
      assert.equal(isRefusal(found) ? found.reason : found.text, HEADER, name);
    }
    const latin = await read(at('latin.h'));
    assert.match(isRefusal(latin) ? latin.reason : latin.text, /^\/\/ caf\ufffd\nconstexpr/);
    const empty = await read(at('empty.h'));
    assert.equal(isRefusal(empty) ? empty.reason : empty.text, '');
    for (const [name, reason] of Object.entries(REFUSED)) {
      const found = await read(at(name));
      assert.match(isRefusal(found) ? found.reason : 'read', reason, name);
      assert.ok(isRefusal(found) && !found.isAbsent);
    }
    const absent = await read(at('absent.h'));
    assert.ok(isRefusal(absent) && absent.isAbsent);
  });

test('the disk that is asked tells when answers have come, of a bounded number of questions at once', async () => {
  const told: string[] = [];
  let arrived = 0;
  const disk = new AsynchronousDisk(
    () => arrived++,
    (file, reason) => told.push(`${file.slice(path.length + 1)}: ${reason}`),
  );
  const source = new DiskSource([uriOf('')], disk);
  assert.equal(source.read(uriOf('plain.h')), undefined);
  assert.ok(source.isWaiting);
  for (let i = 0; i < 500; i++) source.exists(uriOf(`no-${i}.h`));
  const settle = async (): Promise<void> => {
    while (source.isWaiting) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  // Where a file really is is asked for before what it holds.
  const settledText = async (name: string): Promise<string | undefined> => {
    for (let i = 0; i < 3 && source.read(uriOf(name)) === undefined; i++) await settle();
    return source.read(uriOf(name))?.text;
  };
  await settle();
  assert.ok(arrived > 0 && arrived <= 140, `${arrived} answers`);
  assert.equal(await settledText('plain.h'), HEADER);
  await settledText('folder.h');
  assert.equal(source.read(uriOf('folder.h')), null);
  assert.deepEqual(told, ['folder.h: a folder']);
  // What has changed is read again.
  source.forget(uriOf('plain.h'));
  assert.equal(source.read(uriOf('plain.h')), undefined);
  assert.equal(await settledText('plain.h'), HEADER);
  for (let i = 0; i < 100 && !source.work(5); i++) await settle();
  assert.deepEqual(source.withSuffix('plain.h'), [uriOf('plain.h')]);
});

test('what folders that were just listed hold is not asked for path by path', async () => {
  const work = mkdtempSync(join(tmpdir(), 'layout-lens-'));
  mkdirSync(join(work, 'inner/deep'), { recursive: true });
  writeFileSync(join(work, 'inner/one.h'), HEADER);
  if (isUnix) symlinkSync(join(work, 'inner'), join(work, 'other'));
  const source = new DiskSource(
    [pathToFileURL(work).href],
    new AsynchronousDisk(
      () => {},
      () => {},
    ),
  );
  const uri = (name: string): string => pathToFileURL(join(work, name)).href;
  const settle = async (): Promise<void> => {
    while (source.isWaiting) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  const isThere = async (name: string): Promise<boolean | undefined> => {
    for (let i = 0; i < 4 && source.exists(uri(name)) === undefined; i++) await settle();
    return source.exists(uri(name));
  };
  try {
    while (!source.work(5)) await settle();
    assert.equal(source.exists(uri('inner/none.h')), false);
    assert.equal(source.exists(uri('none/deep/one.h')), false);
    assert.equal(source.exists(uri('inner/one.h/one.h')), false);
    assert.equal(await isThere('inner/one.h'), true);
    assert.equal(await isThere('other/one.h'), isUnix);
    // Whether the file system tells the two apart only itself knows.
    assert.equal(source.exists(uri('inner/ONE.h')), undefined);
    assert.equal(source.exists(uri('inner/\u00e9.h')), undefined);
    // A file that comes later is there as soon as somebody tells of it.
    mkdirSync(join(work, 'new'));
    writeFileSync(join(work, 'new/two.h'), HEADER);
    assert.equal(await isThere('new/two.h'), false);
    source.forget(uri('new/two.h'));
    assert.equal(await isThere('new/two.h'), true);
    assert.equal(await isThere('new/three.h'), false);
  } finally {
    rmSync(work, { recursive: true });
  }
});

test('the server answers beside a pipe, a device and a folder, and says what it does not read', {
  skip: !isUnix,
}, async () => {
  const work = mkdtempSync(join(tmpdir(), 'layout-lens-'));
  mkdirSync(join(work, 'build'));
  mkdirSync(join(work, 'out/compile_commands.json'), { recursive: true });
  execFileSync('mkfifo', [
    join(work, 'compile_commands.json'),
    join(work, 'pipe.h'),
    join(work, 'shapes.py'),
  ]);
  symlinkSync('/dev/zero', join(work, 'build/compile_commands.json'));
  symlinkSync('/dev/zero', join(work, 'zero.h'));
  writeFileSync(join(work, 'plain.h'), HEADER);
  const uri = (name: string): string => pathToFileURL(join(work, name)).href;
  const client = await TestClient.start({ rootUri: pathToFileURL(work).href, refresh: true });
  try {
    await client.open(
      uri('main.cu'),
      'cuda-cpp',
      `#include "pipe.h"\n#include "zero.h"\n#include "plain.h"\n${MAIN}`,
    );
    await client.answered(() => client.hoverText(uri('main.cu'), 4, 5), /\(_4,_8\):\(_1,_4\)/);
    await client.open(
      uri('main.py'),
      'python',
      'import cutlass.cute as cute\nfrom shapes import N\nl = cute.make_layout((N, 8))\nm = cute.make_layout(8)\n',
    );
    assert.match(await client.hoverText(uri('main.py'), 3, 0), /8:1/);
    const reasons = {
      'pipe.h': 'not a regular file',
      'zero.h': 'a link out of the workspace and the include paths',
      'shapes.py': 'not a regular file',
      'compile_commands.json': 'not a regular file',
    };
    // The log is written when the disk has answered, of which no message tells.
    for (const [name, reason] of Object.entries(reasons))
      while (!client.errors.includes(`/${name} is not read: ${reason}`))
        await once(client.process.stderr, 'data');
    assert.equal(await client.stop(), 0);
  } finally {
    client.process.kill('SIGKILL');
    rmSync(work, { recursive: true });
  }
});

test('the command line names what it does not read, also a .gitignore', () => {
  const told = [
    ...sourceFiles([path, at('folder.h'), ...(isUnix ? [at('pipe.h'), at('zero.h')] : [])]),
  ].flatMap((file) => (isUnreadable(file) ? [`${file.path.split('/').at(-1)}: ${file.reason}`] : []));
  for (const expected of ['sparse.h: larger than 8 MiB', 'zeros.h: not a text file'])
    assert.ok(told.includes(expected), told.join('\n'));
  if (isUnix)
    for (const expected of ['pipe.h: not a regular file', 'zero.h: not a regular file'])
      assert.ok(told.includes(expected), told.join('\n'));
  mkdirSync(at('inner/.gitignore'), { recursive: true });
  const inner = [...sourceFiles([at('inner')])].map((file) => (isUnreadable(file) ? file.reason : file.path));
  assert.deepEqual(inner, ['a folder']);
});

test('check goes on behind a pipe that is included', { skip: !isUnix }, () => {
  writeFileSync(at('main.cu'), `#include "pipe.h"\n#include "plain.h"\n${MAIN}`);
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...commandLine, 'hover', `${at('main.cu')}:4:6`, '--include', path],
    { encoding: 'utf8', timeout: 60_000 },
  );
  assert.equal(status, 0, stderr);
  assert.match(stdout, /4 × 8/);
});
