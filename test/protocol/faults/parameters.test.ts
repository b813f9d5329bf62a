// Requests with wrong parameters, and what is no request: they are answered with the protocol's own errors.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { RawClient } from '../raw.ts';
import { INTERNAL, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, refused } from './refused.ts';

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
