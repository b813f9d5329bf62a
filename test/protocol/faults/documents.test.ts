// Notifications about documents that are wrong: they are logged, and no answer is about a text that nobody has.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { RawClient } from '../raw.ts';

describe('documents', () => {
  let client: RawClient;
  let count = 0;
  const fresh = (): string => `file:///t/d${++count}.layout`;
  before(async () => {
    client = new RawClient();
    await client.initialize();
  });
  after(async () => {
    assert.equal(await client.stop(), 0);
    assert.doesNotMatch(client.errors, /Cannot read|is not a function|at .*\.ts:/);
  });
  const change = (uri: string, version: unknown, contentChanges: unknown): void =>
    client.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });

  test('didOpen with wrong parameters opens nothing, and says so in the log', async () => {
    const uri = fresh();
    const fine = { uri, languageId: 'layout', version: 1, text: '(4,8):(8,1)\n' };
    for (const key of Object.keys(fine))
      for (const wrong of [undefined, null, [], {}, true, 1.5])
        client.notify('textDocument/didOpen', { textDocument: { ...fine, [key]: wrong } });
    for (const params of [undefined, null, [], 'x', {}, { textDocument: null }])
      client.notify('textDocument/didOpen', params);
    assert.equal(await client.hover(uri), '');
    // The log has a pipe of its own.
    const told = /textDocument\/didOpen: textDocument\.text is not a string/;
    for (let i = 0; i < 200 && !told.test(client.errors); i++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    assert.match(client.errors, told);
    client.open(uri, 'layout', fine.text);
    assert.match(await client.hover(uri), /\(4,8\):\(8,1\)/);
  });

  test('opened twice, changed without being open, versions in any order', async () => {
    const uri = fresh();
    change(uri, 2, [{ text: '(9,9):(9,1)\n' }]);
    assert.equal(await client.hover(uri), '');
    client.open(uri, 'layout', '(4,8):(8,1)\n');
    client.open(uri, 'layout', '(2,8):(8,1)\n');
    assert.match(await client.hover(uri), /\(2,8\):\(8,1\)/);
    for (const [version, n] of [
      [7, 3],
      [3, 5],
      [3, 6],
      [null, 7],
      [undefined, 9],
      [-1, 10],
    ] as const) {
      change(uri, version, [{ text: `(${n},8):(8,1)\n` }]);
      assert.match(await client.hover(uri), new RegExp(`\\(${n},8\\):`));
    }
    client.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: 'rust', version: 1, text: '' },
    });
    assert.match(await client.hover(uri), /^$/);
    client.notify('textDocument/didClose', { textDocument: { uri } });
    client.notify('textDocument/didClose', { textDocument: { uri } });
    client.notify('textDocument/didSave', { textDocument: { uri } });
  });

  test('ranges beyond the end, or the wrong way round', async () => {
    const uri = fresh();
    client.open(uri, 'layout', 'A = (4,8):(8,1)\n');
    const edit = (a: readonly [number, number], b: readonly [number, number], text: string): void =>
      change(uri, 2, [
        { range: { start: { line: a[0], character: a[1] }, end: { line: b[0], character: b[1] } }, text },
      ]);
    edit([900, 0], [901, 7], 'B = (2,2):(2,1)\n');
    assert.match(await client.hover(uri, 1, 0), /\(2,2\):\(2,1\)/);
    edit([0, 6], [0, 5], '16');
    assert.match(await client.hover(uri, 0, 0), /\(16,8\):\(8,1\)/);
    edit([0, 4], [0, 9999], '(3,3):(3,1)');
    assert.match(await client.hover(uri, 0, 0), /\(3,3\):\(3,1\)/);
  });

  test('after a change that cannot be understood there are no answers about the old text', async () => {
    const wrong: readonly unknown[] = [
      undefined,
      null,
      {},
      [null],
      [{}],
      [{ text: 5 }],
      [{ text: '', range: null }],
      [{ text: '', range: { start: { line: -1, character: 0 }, end: { line: 0, character: 0 } } }],
    ];
    for (const contentChanges of wrong) {
      const uri = fresh();
      client.open(uri, 'layout', '(4,8):(8,1)\n');
      assert.match(await client.hover(uri), /\(4,8\):\(8,1\)/);
      change(uri, 2, contentChanges);
      assert.equal(await client.hover(uri), '', JSON.stringify(contentChanges));
      client.open(uri, 'layout', '(2,8):(8,1)\n');
      assert.match(await client.hover(uri), /\(2,8\):\(8,1\)/);
    }
  });

  test('other notifications with wrong parameters', async () => {
    for (const method of [
      'textDocument/didClose',
      'textDocument/didSave',
      'workspace/didChangeWatchedFiles',
      'workspace/didChangeConfiguration',
      'initialized',
    ])
      for (const params of [
        undefined,
        null,
        [],
        1,
        'x',
        {},
        { textDocument: 1 },
        { changes: 1 },
        { changes: [null] },
        { settings: 5 },
      ])
        client.notify(method, params);
    const uri = fresh();
    client.open(uri, 'layout', '(4,8):(8,1)\n');
    assert.match(await client.hover(uri), /\(4,8\):\(8,1\)/);
  });
});
