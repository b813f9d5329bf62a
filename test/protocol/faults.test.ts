// What the protocol does not allow: it is answered with the protocol's own errors, and the server lives on.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, RawClient } from './raw.ts';

const SERVER_NOT_INITIALIZED = -32002;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL = -32603;

const JAVASCRIPT = /undefined|is not a function|\bnull\b|TypeError|Cannot read/;

function refused(answer: Answer, code: number): void {
  assert.equal(answer.error?.code, code, JSON.stringify(answer));
  assert.doesNotMatch(answer.error.message, JAVASCRIPT);
}

describe('the order of a session', () => {
  test('requests before initialize, a second one, requests after shutdown, and exit codes', async () => {
    const client = new RawClient();
    const uri = 'file:///t/a.layout';
    client.open(uri, 'layout', '(4,8):(8,1)\n');
    refused(await client.request('textDocument/hover', {}), SERVER_NOT_INITIALIZED);
    refused(await client.request('shutdown'), SERVER_NOT_INITIALIZED);
    refused(await client.request('no/such'), SERVER_NOT_INITIALIZED);
    // A faulty one begins nothing.
    refused(await client.request('initialize', { capabilities: 'all' }), INVALID_PARAMS);
    refused(await client.request('textDocument/hover', {}), SERVER_NOT_INITIALIZED);
    assert.ok((await client.initialize()).result);
    refused(await client.request('initialize', { capabilities: {} }), INVALID_REQUEST);
    // What came before the beginning was dropped.
    assert.equal(await client.hover(uri), '');
    client.open(uri, 'layout', '(4,8):(8,1)\n');
    assert.match(await client.hover(uri), /\(4,8\):\(8,1\)/);
    assert.equal((await client.request('shutdown')).result, null);
    refused(await client.request('textDocument/hover', { textDocument: { uri } }), INVALID_REQUEST);
    refused(await client.request('shutdown'), INVALID_REQUEST);
    refused(await client.request('initialize', { capabilities: {} }), INVALID_REQUEST);
    client.notify('exit');
    assert.equal(await client.exited, 0);
  });

  test('what follows initialize without waiting for its answer is not dropped', async () => {
    const client = new RawClient();
    const uri = 'file:///t/a.layout';
    const begun = client.request('initialize', { processId: null, capabilities: {} });
    client.notify('initialized', {});
    client.open(uri, 'layout', '(4,8):(8,1)\n');
    assert.match(await client.hover(uri), /\(4,8\):\(8,1\)/);
    assert.ok((await begun).result);
    client.notify('exit');
    assert.equal(await client.exited, 1);
  });

  test('the other side goes away', async () => {
    const [silent, running] = [new RawClient(), new RawClient()];
    silent.process.stdin.end();
    await running.initialize();
    await running.request('shutdown');
    running.process.stdin.end();
    assert.equal(await silent.exited, 1);
    assert.equal(await running.exited, 0);
  });
});

describe('parameters', () => {
  let client: RawClient;
  const uri = 'file:///t/p.layout';
  const textDocument = { uri };
  const position = { line: 0, character: 1 };
  const range = { start: position, end: position };
  before(async () => {
    client = new RawClient();
    await client.initialize();
    client.open(uri, 'layout', 'A = coalesce((4,8):(8,1))\n');
    assert.match(await client.hover(uri, 0, 0), /\(4,8\):\(8,1\)/);
  });
  after(async () => {
    // The server is as it was.
    assert.match(await client.hover(uri, 0, 0), /\(4,8\):\(8,1\)/);
    assert.equal(await client.stop(), 0);
    assert.doesNotMatch(client.errors, /Cannot read|is not a function|at .*\.ts:/);
  });

  /** Parameters that are fine, and where they may be spoilt. */
  const requests: Readonly<Record<string, { readonly [key: string]: unknown }>> = {
    'textDocument/hover': { textDocument, position },
    'textDocument/definition': { textDocument, position },
    'textDocument/documentHighlight': { textDocument, position },
    'textDocument/completion': { textDocument, position },
    'textDocument/signatureHelp': { textDocument, position },
    'textDocument/prepareRename': { textDocument, position },
    'textDocument/rename': { textDocument, position, newName: 'B' },
    'textDocument/foldingRange': { textDocument },
    'textDocument/references': { textDocument, position, context: { includeDeclaration: true } },
    'textDocument/inlayHint': { textDocument, range },
    'textDocument/codeAction': { textDocument, range, context: { diagnostics: [] } },
    'textDocument/codeLens': { textDocument },
    'textDocument/documentSymbol': { textDocument },
    'textDocument/diagnostic': { textDocument },
    'textDocument/semanticTokens/full': { textDocument },
    'layoutLens/coverage': { textDocument },
  };
  const WRONG: readonly unknown[] = [null, 1, 'x', true, [], [1]];
  const badPositions: readonly unknown[] = [
    ...WRONG,
    {},
    { line: -1, character: 0 },
    { line: 0, character: -1 },
    { line: 0.5, character: 0 },
    { line: null, character: 0 },
    { line: '0', character: 0 },
  ];

  for (const [method, fine] of Object.entries(requests)) {
    test(method, async () => {
      assert.equal((await client.request(method, fine)).error, undefined);
      const spoilt: unknown[] = [undefined, ...WRONG];
      for (const key of Object.keys(fine)) {
        const { [key]: _, ...without } = fine;
        // A new name may be any text.
        const wrong = key === 'newName' ? WRONG.filter((value) => typeof value !== 'string') : WRONG;
        spoilt.push(without, ...wrong.map((value) => ({ ...fine, [key]: value })));
      }
      spoilt.push(
        ...WRONG.map((wrong) => ({ ...fine, textDocument: { uri: wrong } })).filter(
          (p) => p.textDocument.uri !== 'x',
        ),
      );
      if ('position' in fine) spoilt.push(...badPositions.map((position) => ({ ...fine, position })));
      if ('range' in fine) {
        spoilt.push(...badPositions.map((start) => ({ ...fine, range: { start, end: position } })));
        spoilt.push(...badPositions.map((end) => ({ ...fine, range: { start: position, end } })));
      }
      if (method === 'textDocument/codeAction')
        for (const diagnostics of [
          ...WRONG.filter((w) => !Array.isArray(w) || w.length > 0),
          [null],
          [{}],
          [{ range: 1 }],
        ])
          spoilt.push({ ...fine, context: { diagnostics } });
      if (method === 'textDocument/codeAction')
        for (const only of [1, 'quickfix', [1]]) spoilt.push({ ...fine, context: { diagnostics: [], only } });
      if (method === 'textDocument/references')
        for (const includeDeclaration of [1, 'x', []])
          spoilt.push({ ...fine, context: { includeDeclaration } });
      const answers = await Promise.all(spoilt.map((params) => client.request(method, params)));
      for (const answer of answers) refused(answer, INVALID_PARAMS);
    });
  }

  test('positions beyond the end, documents that are not open, other schemes', async () => {
    for (const far of [
      { line: 1e9, character: 0 },
      { line: 0, character: 1e9 },
      { line: 2 ** 31, character: 2 ** 31 },
    ])
      for (const [method, fine] of Object.entries(requests)) {
        if (!('position' in fine) && !('range' in fine)) continue;
        const there = 'position' in fine ? { position: far } : { range: { start: far, end: far } };
        assert.equal((await client.request(method, { ...fine, ...there })).error, undefined, method);
      }
    for (const other of [
      '',
      'no uri',
      'untitled:Untitled-1',
      'git:/a.layout?x',
      'file:///t/%zz.layout',
      'x'.repeat(9999),
    ]) {
      for (const [method, fine] of Object.entries(requests))
        assert.equal(
          (await client.request(method, { ...fine, textDocument: { uri: other } })).error,
          undefined,
        );
      client.open(other, 'layout', '(4,8):(8,1)\n');
      assert.match(await client.hover(other), /\(4,8\):\(8,1\)/);
      client.open(other, 'cuda-cpp', 'auto l = cute::make_layout(cute::_4{});\n');
      assert.match(await client.hover(other, 0, 5), /_4:_1/);
      client.notify('textDocument/didClose', { textDocument: { uri: other } });
      assert.equal(await client.hover(other), '');
    }
  });

  test('diagnostics that hold something else than ours', async () => {
    for (const data of [
      null,
      1,
      'x',
      [],
      {},
      { rule: 1 },
      { rule: 'over-tiling', facts: 1 },
      { rule: 'shape-divisibility', facts: { mode: 'x' } },
    ])
      for (const message of [undefined, null, 1, {}]) {
        const context = { diagnostics: [{ range, message, data, code: data, source: 'layout-lens' }] };
        const answer = await client.request('textDocument/codeAction', { textDocument, range, context });
        assert.equal(answer.error, undefined, JSON.stringify([data, answer.error]));
      }
  });

  test('commands, unknown methods, and what is no message', async () => {
    refused(await client.request('workspace/executeCommand', {}), INVALID_PARAMS);
    refused(await client.request('workspace/executeCommand', { command: 'x', arguments: 1 }), INVALID_PARAMS);
    for (const one of [
      undefined,
      null,
      1,
      'x',
      {},
      { uri: 1 },
      { uri, template: 1, nth: 'x' },
      { uri, template: 'A', nth: -1 },
    ]) {
      const params = { command: 'layoutLens.chooseInstantiation', arguments: [one] };
      const { error } = await client.request('workspace/executeCommand', params);
      assert.ok(error === undefined || error.code !== INTERNAL, JSON.stringify([one, error]));
    }
    refused(await client.request('no/such/method', {}), METHOD_NOT_FOUND);
    client.notify('no/such/notification', {});
    client.notify('$/unknown', {});
    for (const [message, id] of [
      [{ jsonrpc: '2.0', id: 'a', method: 5 }, 'a'],
      [{ jsonrpc: '2.0', id: 'b' }, 'b'],
      [{ jsonrpc: '2.0', id: true, method: 'textDocument/hover' }, null],
      [[], null],
      [[{ jsonrpc: '2.0', id: 'c', method: 'shutdown' }], null],
      [5, null],
      ['text', null],
    ] as const) {
      client.send(message);
      refused(await client.answer((a) => a.id === id), INVALID_REQUEST);
    }
    client.send({ jsonrpc: '2.0', id: 'nobody asked', result: 1 });
    client.send({});
    client.send(null);
    for (const params of [undefined, null, {}, { id: null }, { id: {} }, { id: 'x' }, { id: 10_000 }])
      client.notify('$/cancelRequest', params);
    for (const params of [undefined, null, {}, { value: 1 }, { value: 'off' }])
      client.notify('$/setTrace', params);
  });
});

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

test('initialize with wrong types names what is wrong; what is absent is nothing', async () => {
  const client = new RawClient();
  for (const params of [
    undefined,
    null,
    [],
    'x',
    { capabilities: 1 },
    { capabilities: [] },
    { capabilities: { textDocument: 1 } },
    { capabilities: { workspace: 'x' } },
    { capabilities: { textDocument: { hover: 'x' } } },
    { capabilities: { textDocument: { hover: { contentFormat: 5 } } } },
    { capabilities: { textDocument: { hover: { contentFormat: 'markdown' } } } },
    { capabilities: { workspace: { configuration: 'yes' } } },
    { capabilities: {}, rootUri: 5 },
    { capabilities: {}, processId: 'x' },
    { capabilities: {}, workspaceFolders: {} },
    { capabilities: {}, workspaceFolders: [{ uri: 5 }] },
    { capabilities: {}, workspaceFolders: [null] },
  ])
    refused(await client.request('initialize', params), INVALID_PARAMS);
  const answer = await client.request('initialize', {
    processId: null,
    rootUri: 'nowhere:at all',
    initializationOptions: [5],
    workspaceFolders: null,
    trace: 'loud',
    capabilities: { textDocument: { hover: null, inlayHint: {} }, workspace: null, experimental: 5 },
  });
  assert.ok(answer.result, JSON.stringify(answer.error));
  assert.equal(await client.stop(), 0);
});
