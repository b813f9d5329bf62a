// The note about a project that nothing says how to compile, and what its action does.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { TestClient } from './client.ts';

const SOURCE = `#include <cute/tensor.hpp>
#include <cutlass/mine.h>
using namespace cute;
auto a = Layout<Shape<Int<kN>, _8>>{};
`;

interface Asked {
  readonly message: string;
  readonly actions?: readonly { readonly title: string }[];
}

/** A project beside an installed CUTLASS, a client that answers with the action, and what it was told. */
async function contact(
  files: Readonly<Record<string, string>>,
  initializationOptions: object,
  body: (client: TestClient, told: readonly Asked[], main: string) => Promise<void>,
  folders: readonly string[] | null = null,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-'));
  const before = process.env.CUTLASS_PATH;
  process.env.CUTLASS_PATH = join(folder, 'installed');
  const all = {
    'installed/include/cute/layout.hpp': '',
    'installed/include/cutlass/mine.h': 'constexpr int kN = 4;\n',
    'project/main.cu': SOURCE,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const uriOf = (name: string): string => (/:/.test(name) ? name : pathToFileURL(join(folder, name)).href);
  const client = await TestClient.start({
    rootUri: uriOf('project'),
    ...(folders === null ? {} : { folders: folders.map(uriOf) }),
    initializationOptions,
    refresh: true,
  });
  const told: Asked[] = [];
  client.connection.onRequest('window/showMessageRequest', (asked: Asked) => {
    told.push(asked);
    return asked.actions?.[0] ?? null;
  });
  client.connection.onNotification('window/showMessage', (said: Asked) => void told.push(said));
  const main = pathToFileURL(join(folder, 'project/main.cu')).href;
  try {
    await client.open(main, 'cuda-cpp', SOURCE);
    await body(client, told, main);
  } finally {
    await client.stop();
    if (before === undefined) delete process.env.CUTLASS_PATH;
    else process.env.CUTLASS_PATH = before;
    rmSync(folder, { recursive: true });
  }
}

test('the action takes the CUTLASS that was found, and there is one note', () =>
  contact({}, {}, async (client, told, main) => {
    await client.answered(() => client.hoverText(main, 3, 5), /\(_4,_8\):\(_1,_4\)/);
    assert.deepEqual(
      told.map(({ actions }) => actions),
      [[{ title: 'Set layoutLens.includePaths' }]],
    );
    assert.match(
      told[0]!.message,
      /No compile_commands\.json was found\. CUTLASS is in .*installed.include\.$/,
    );
    await client.open(main.replace('main', 'other'), 'cuda-cpp', SOURCE);
    await client.answered(() => client.hoverText(main.replace('main', 'other'), 3, 5), /\(_4,_8\):\(_1,_4\)/);
    assert.equal(told.length, 1);
  }));

for (const [why, files, options] of [
  ['a compile database', { 'project/build/compile_commands.json': '[]' }, {}],
  ['a CUTLASS of its own', { 'project/3rdparty/cutlass/include/cute/layout.hpp': '' }, {}],
  ['an include path', {}, { settings: { includePaths: ['include'] } }],
  ['a note before', {}, { knowsIncludePaths: true }],
] as const)
  test(`no note with ${why}`, () =>
    contact(files, options, async (client, told, main) => {
      await client.answered(() => client.hoverText(main, 3, 5), /kN/);
      // An answer later everything that the opening has begun is over.
      await client.diagnostics(main);
      await client.hoverText(main, 3, 5);
      assert.deepEqual(told, []);
    }));

test('of a workspace of several folders one that says enough is enough, and others may be no files', () => {
  const folders = ['vfs://host/w', 'project', 'library'];
  const own = { 'library/3rdparty/cutlass/include/cute/layout.hpp': '' };
  return contact(
    own,
    {},
    async (client, told, main) => {
      await client.answered(() => client.hoverText(main, 3, 5), /kN/);
      await client.diagnostics(main);
      await client.hoverText(main, 3, 5);
      assert.deepEqual(told, []);
      assert.equal(client.errors, '');
    },
    folders,
  );
});

test('a CUTLASS beside several folders is found, and folders that are no files stand in nobody’s way', () =>
  contact(
    { 'library/a.cu': '' },
    {},
    async (client, told, main) => {
      await client.hoverText(main, 3, 5);
      await client.diagnostics(main);
      for (let i = 0; i < 100 && told.length === 0; i++) await client.hoverText(main, 3, 5);
      assert.match(told[0]!.message, /CUTLASS is in .*installed.include\.$/);
    },
    ['library', 'vfs://host/w', 'project'],
  ));

for (const keepsIncludePaths of [true, false])
  test(`that the note was shown is ${keepsIncludePaths ? '' : 'not '}told to a client that ${keepsIncludePaths ? 'keeps' : 'does not keep'} it`, () =>
    contact({}, { keepsIncludePaths }, async (client, _, main) => {
      const ours: string[] = [];
      client.connection.onNotification(
        (method) => void (method.startsWith('layoutLens/') && ours.push(method)),
      );
      await client.answered(() => client.hoverText(main, 3, 5), /\(_4,_8\):\(_1,_4\)/);
      assert.deepEqual(
        ours,
        keepsIncludePaths ? ['layoutLens/toldOfIncludePaths', 'layoutLens/includePath'] : [],
      );
    }));
