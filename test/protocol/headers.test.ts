// The server with included files: two open files, files on the disk, and a client that reads files itself.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DiskSource, workspaceRoot } from '../../server/src/workspace/imports/source.node.ts';
import { ClientSource, type FileRequests } from '../../server/src/workspace/imports/source-client.ts';
import { TestClient } from './client.ts';

function folder(files: Readonly<Record<string, string>>): {
  path: string;
  uri: (name: string) => string;
  remove(): void;
} {
  const path = mkdtempSync(join(tmpdir(), 'layout-lens-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return {
    path,
    uri: (name) => pathToFileURL(join(path, name)).href,
    remove: () => rmSync(path, { recursive: true }),
  };
}

const MAIN = `#include "lib/n.h"
using namespace cute;
auto a = Layout<Shape<Int<kN>, _8>>{};
auto b = composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<Int<kN>>{});
`;

test('a hover sees a file on the disk; an edit of that file in the editor refreshes the other', async () => {
  const files = folder({ 'include/lib/n.h': 'constexpr int kN = 4;\n', '.git/HEAD': '' });
  const main = files.uri('src/main.cu');
  const header = files.uri('include/lib/n.h');
  const client = await TestClient.start({ rootUri: files.uri(''), refresh: true });
  try {
    await client.open(main, 'cuda-cpp', MAIN);
    await client.answered(() => client.hoverText(main, 2, 5), /\(4,8\):\(1,4\)|\(_4,_8\):\(_1,_4\)/);
    assert.deepEqual(await client.diagnostics(main), []);
    // 4 and 6: neither divides the other.
    await client.open(header, 'cuda-cpp', 'constexpr int kN = 4;\n');
    await client.edit(header, [{ range: [0, 19, 0, 20], text: '6' }]);
    await client.answered(() => client.hoverText(main, 2, 5), /_6,_8/);
    assert.deepEqual(
      (await client.diagnostics(main)).map((d) => [d.code, d.range.start.line]),
      [['shape-divisibility', 3]],
    );
    assert.ok(await client.refreshed(1));
    // Closed without saving: the disk counts again.
    await client.close(header);
    await client.answered(() => client.hoverText(main, 2, 5), /_4,_8/);
    // Changed on the disk.
    writeFileSync(join(files.path, 'include/lib/n.h'), 'constexpr int kN = 16;\n');
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: header, type: 2 }],
    });
    await client.answered(() => client.hoverText(main, 2, 5), /_16,_8/);
    assert.equal(await client.stop(), 0);
  } finally {
    client.process.kill();
    files.remove();
  }
});

test('pushed diagnostics follow the edit of an included file', async () => {
  const files = folder({ 'lib/n.h': 'constexpr int kN = 4;\n', '.git/HEAD': '' });
  const main = files.uri('main.cu');
  const header = files.uri('lib/n.h');
  const client = await TestClient.start({ rootUri: files.uri(''), pull: false });
  try {
    await client.open(header, 'cuda-cpp', 'constexpr int kN = 6;\n');
    await client.open(main, 'cuda-cpp', MAIN);
    await client.pushedFor(main, (d) => d.length === 1);
    await client.edit(header, [{ range: [0, 19, 0, 20], text: '4' }]);
    await client.pushedFor(main, (d) => d.length === 0);
    assert.equal(await client.stop(), 0);
  } finally {
    client.process.kill();
    files.remove();
  }
});

test('a workspace that only the client can read', async () => {
  const uri = 'memory://store/w/src/main.cu';
  const texts: Record<string, string> = { 'memory://store/w/include/lib/n.h': 'constexpr int kN = 4;\n' };
  const client = await TestClient.start({
    rootUri: 'memory://store/w',
    initializationOptions: { readsFiles: true },
    refresh: true,
  });
  client.connection.onRequest('layoutLens/readFile', (p: { uri: string }) => texts[p.uri] ?? null);
  client.connection.onRequest('layoutLens/findFiles', (p: { pattern: string }) =>
    p.pattern.includes('json') ? [] : Object.keys(texts),
  );
  try {
    await client.open(uri, 'cuda-cpp', MAIN);
    await client.answered(() => client.hoverText(uri, 2, 5), /_4,_8/);
    assert.equal(await client.stop(), 0);
  } finally {
    client.process.kill();
  }
});

/** A client that alone reads the files of its workspace, and takes its time for each. */
async function slowClient(number: number, pull = true): Promise<{ uri: string; client: TestClient }> {
  const texts: Record<string, string> = {
    'memory://store/w/include/lib/n.h': '#include "m.h"\n',
    'memory://store/w/include/lib/m.h': `constexpr int kN = ${number};\n`,
  };
  const client = await TestClient.start({
    rootUri: 'memory://store/w',
    initializationOptions: { readsFiles: true },
    pull,
  });
  const slowly = <T>(answer: T): Promise<T> => new Promise((done) => setTimeout(() => done(answer), 150));
  client.connection.onRequest('layoutLens/readFile', (p: { uri: string }) => slowly(texts[p.uri] ?? null));
  client.connection.onRequest('layoutLens/findFiles', (p: { pattern: string }) =>
    slowly(p.pattern.includes('json') ? [] : Object.keys(texts)),
  );
  return { uri: 'memory://store/w/src/main.cu', client };
}

test('the first hover waits for included files that are slow to come', async () => {
  const { uri, client } = await slowClient(4);
  try {
    await client.open(uri, 'cuda-cpp', `${MAIN}auto c = Layout<_8>{};\n`);
    const answers: string[] = [];
    const hover = async (line: number, character: number): Promise<void> =>
      void answers.push(await client.hoverText(uri, line, character));
    // What needs no included file is not kept waiting by what does.
    await Promise.all([hover(2, 5), hover(4, 5)]);
    assert.match(answers[0]!, /_8:_1/);
    assert.match(answers[1]!, /\(_4,_8\):\(_1,_4\)/);
    assert.equal(await client.stop(), 0);
  } finally {
    client.process.kill();
  }
});

for (const pull of [true, false])
  test(`the first findings wait for included files that are slow to come, ${pull ? 'pulled' : 'pushed'}`, async () => {
    const { uri, client } = await slowClient(6, pull);
    try {
      await client.open(uri, 'cuda-cpp', MAIN);
      const found = pull ? await client.diagnostics(uri) : await client.pushedFor(uri, () => true);
      assert.deepEqual(
        found.map((d) => d.code),
        ['shape-divisibility'],
      );
      assert.equal(await client.stop(), 0);
    } finally {
      client.process.kill();
    }
  });

test('what a client sends is asked for once, and failing to answer is like having no file', async () => {
  const asked: string[] = [];
  const requests: FileRequests = {
    readFile: async (uri) => {
      asked.push(uri);
      if (uri.endsWith('bad.h')) throw new Error('no');
      return uri.endsWith('there.h') ? 'text' : null;
    },
    findFiles: async () => ['memory://w/there.h'],
  };
  let arrived = 0;
  const source = new ClientSource(['memory://w'], requests, () => arrived++);
  assert.equal(source.read('memory://w/there.h'), undefined);
  assert.equal(source.read('memory://w/there.h'), undefined);
  assert.equal(source.read('memory://w/bad.h'), undefined);
  assert.equal(source.exists('memory://w/other.h'), undefined);
  assert.ok(source.isWaiting);
  while (source.isWaiting) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.equal(source.read('memory://w/there.h')?.text, 'text');
  assert.equal(source.read('memory://w/bad.h'), null);
  assert.equal(source.exists('memory://w/other.h'), false);
  assert.deepEqual(source.withSuffix('there.h'), ['memory://w/there.h']);
  assert.deepEqual(asked, ['memory://w/there.h', 'memory://w/bad.h']);
  assert.equal(arrived, 3);
});

test('a disk: listing in slices, skipped folders, the root of a repository', () => {
  const files = folder({
    '.git/HEAD': '',
    'a/x y.h': '',
    'node_modules/x y.h': '',
    'build/compile_commands.json': '[]',
    'deep/er/b.cu': 'text',
  });
  try {
    const source = new DiskSource([files.uri('')]);
    assert.equal(source.withSuffix('x y.h'), undefined);
    while (!source.work(0.01));
    assert.deepEqual(source.withSuffix('x y.h'), [files.uri('a/x y.h')]);
    assert.deepEqual(source.withSuffix('er/b.cu'), [files.uri('deep/er/b.cu')]);
    assert.deepEqual(source.withSuffix('r/b.cu'), []);
    assert.deepEqual(source.compileCommands(), [files.uri('build/compile_commands.json')]);
    assert.equal(source.read(files.uri('deep/er/b.cu'))?.text, 'text');
    assert.equal(source.read(files.uri('deep/er/c.cu')), null);
    assert.equal(workspaceRoot(join(files.path, 'deep/er/b.cu')), files.path);
  } finally {
    files.remove();
  }
});
