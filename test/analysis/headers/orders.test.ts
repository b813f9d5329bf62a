// A header shows what the files that include it make of its templates, and a module what it says now, in whatever order
// the files are opened, edited, saved and closed.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { TestClient } from '../../protocol/client.ts';

const KERNEL =
  '#pragma once\nusing namespace cute;\ntemplate <int kRows> struct Kernel {\n  using Tile = Layout<Shape<Int<kRows>, _8>>;\n};\n';
const user = (rows: number): string => `#include "kernel.h"\nKernel<${rows}> k;\n`;
const OTHER = 'int nothing;\n';
const MODULE = 'import cutlass.cute as cute\nROWS = 4\n';
const IMPORTER =
  'import cutlass.cute as cute\nfrom shapes import ROWS\nlayout = cute.make_layout((ROWS, 8))\n';

const path = mkdtempSync(join(tmpdir(), 'layout-lens-'));
let client: TestClient;
before(async () => {
  mkdirSync(join(path, '.git'));
  client = await TestClient.start({ rootUri: pathToFileURL(path).href, refresh: true });
});
after(async () => {
  assert.equal(await client.stop(), 0);
  assert.equal(client.errors, '');
  rmSync(path, { recursive: true });
});

let count = 0;
/** A folder of its own in the workspace, with the files that lie on the disk. */
function folder(files: Readonly<Record<string, string>>) {
  const name = `f${++count}`;
  mkdirSync(join(path, name));
  const write = (file: string, text: string): void => writeFileSync(join(path, name, file), text);
  for (const [file, text] of Object.entries(files)) write(file, text);
  const uri = (file: string): string => pathToFileURL(join(path, name, file)).href;
  const changed = (type: number, ...all: readonly string[]): Promise<void> =>
    client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: all.map((file) => ({ uri: uri(file), type })),
    });
  const open = (file: string, text: string): Promise<void> =>
    client.open(uri(file), file.endsWith('.py') ? 'python' : 'cuda-cpp', text);
  return { write, uri, changed, open };
}

const shows = async (uri: string, line: number, character: number, wanted: RegExp): Promise<void> =>
  void (await client.answered(() => client.hoverText(uri, line, character), wanted));
const tile = (uri: string, rows: number | 'kRows'): Promise<void> =>
  shows(uri, 3, 9, new RegExp(`\\(_${rows},_8\\):`));

describe('a header and the file that instantiates its template', () => {
  test('the header first, then its user', async () => {
    const at = folder({ 'kernel.h': KERNEL, 'main.cu': OTHER });
    await at.changed(1, 'kernel.h', 'main.cu');
    await at.open('kernel.h', KERNEL);
    await tile(at.uri('kernel.h'), 'kRows');
    await at.open('main.cu', user(16));
    await tile(at.uri('kernel.h'), 16);
  });

  test('the user first, then the header, asked about in either order', async () => {
    const at = folder({ 'kernel.h': KERNEL, 'main.cu': user(16) });
    await at.changed(1, 'kernel.h', 'main.cu');
    await at.open('main.cu', user(16));
    await client.hoverText(at.uri('main.cu'), 1, 2);
    await at.open('kernel.h', KERNEL);
    // The user's view of the header is there before the header is looked at.
    await client.hoverText(at.uri('main.cu'), 1, 2);
    await tile(at.uri('kernel.h'), 16);
  });

  test('neither is on the disk', async () => {
    const at = folder({});
    await at.open('main.cu', user(24));
    await client.hoverText(at.uri('main.cu'), 1, 2);
    await at.open('kernel.h', KERNEL);
    await tile(at.uri('kernel.h'), 24);
    await client.edit(at.uri('main.cu'), [{ range: [1, 7, 1, 9], text: '32' }]);
    await tile(at.uri('kernel.h'), 32);
  });

  test('the user names the template, and then includes the header, only in its editor', async () => {
    const at = folder({ 'kernel.h': KERNEL, 'main.cu': OTHER });
    await at.changed(1, 'kernel.h', 'main.cu');
    await at.open('kernel.h', KERNEL);
    await at.open('main.cu', OTHER);
    await tile(at.uri('kernel.h'), 'kRows');
    await client.edit(at.uri('main.cu'), [{ text: 'Kernel<48> k;\n' }]);
    await client.edit(at.uri('main.cu'), [{ range: [0, 0, 0, 0], text: '#include "kernel.h"\n' }]);
    await tile(at.uri('kernel.h'), 48);
    await client.edit(at.uri('main.cu'), [{ range: [0, 0, 1, 0], text: '' }]);
    await tile(at.uri('kernel.h'), 'kRows');
  });

  test('the user is closed unsaved: the disk counts again; opened again with another text', async () => {
    const at = folder({ 'kernel.h': KERNEL, 'main.cu': user(16) });
    await at.changed(1, 'kernel.h', 'main.cu');
    await at.open('kernel.h', KERNEL);
    await at.open('main.cu', user(40));
    await tile(at.uri('kernel.h'), 40);
    await client.close(at.uri('main.cu'));
    await tile(at.uri('kernel.h'), 16);
    await at.open('main.cu', user(56));
    await tile(at.uri('kernel.h'), 56);
  });

  test('the user is only on the disk, and is changed there', async () => {
    const at = folder({ 'kernel.h': KERNEL, 'main.cu': user(16) });
    await at.changed(1, 'kernel.h', 'main.cu');
    await at.open('kernel.h', KERNEL);
    await tile(at.uri('kernel.h'), 16);
    at.write('main.cu', user(64));
    await at.changed(2, 'main.cu');
    await tile(at.uri('kernel.h'), 64);
  });

  test('the header is closed, changed and opened again; edited in the editor and on the disk', async () => {
    const at = folder({ 'kernel.h': KERNEL, 'main.cu': user(16) });
    await at.changed(1, 'kernel.h', 'main.cu');
    await at.open('main.cu', user(16));
    await at.open('kernel.h', KERNEL);
    await tile(at.uri('kernel.h'), 16);
    await client.close(at.uri('kernel.h'));
    await client.hoverText(at.uri('main.cu'), 1, 2);
    const wider = KERNEL.replace('_8', '_4');
    at.write('kernel.h', wider);
    await at.changed(2, 'kernel.h');
    await at.open('kernel.h', wider);
    await shows(at.uri('kernel.h'), 3, 9, /\(_16,_4\):/);
    await client.edit(at.uri('kernel.h'), [{ text: KERNEL }]);
    await tile(at.uri('kernel.h'), 16);
    at.write('kernel.h', KERNEL);
    await client.save(at.uri('kernel.h'));
    await at.changed(2, 'kernel.h');
    await tile(at.uri('kernel.h'), 16);
  });
});

describe('a Python module and the file that imports it', () => {
  const layout = (uri: string, rows: number): Promise<void> =>
    shows(uri, 2, 2, new RegExp(`\\(${rows},8\\):`));

  test('the module is edited in its editor, closed, and changed on the disk', async () => {
    const at = folder({ 'shapes.py': MODULE, 'main.py': IMPORTER });
    await at.open('main.py', IMPORTER);
    await layout(at.uri('main.py'), 4);
    await at.open('shapes.py', MODULE);
    const refreshes = client.refreshes;
    await client.edit(at.uri('shapes.py'), [{ range: [1, 7, 1, 8], text: '6' }]);
    await layout(at.uri('main.py'), 6);
    assert.ok(await client.refreshed(refreshes + 1), 'the client was not told to ask again');
    await client.close(at.uri('shapes.py'));
    await layout(at.uri('main.py'), 4);
    at.write('shapes.py', MODULE.replace('4', '12'));
    await at.changed(2, 'shapes.py');
    await layout(at.uri('main.py'), 12);
  });

  test('in a folder that has come since the workspace was listed, without a word about it', async () => {
    for (const rows of [24, 28]) {
      const text = MODULE.replace('4', String(rows));
      const at = folder({ 'shapes.py': text, 'main.py': IMPORTER });
      await at.open('main.py', IMPORTER);
      await layout(at.uri('main.py'), rows);
    }
  });

  test('the module is open first, with another text, or only in its editor', async () => {
    const at = folder({ 'shapes.py': MODULE });
    await at.open('shapes.py', MODULE.replace('4', '16'));
    await at.open('main.py', IMPORTER);
    await layout(at.uri('main.py'), 16);
    const other = folder({});
    await other.open('main.py', IMPORTER);
    await client.hoverText(other.uri('main.py'), 2, 2);
    await other.open('shapes.py', MODULE.replace('4', '20'));
    await layout(other.uri('main.py'), 20);
  });
});
