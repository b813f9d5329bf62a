// The order of a session's messages, and what initialize is given.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RawClient } from '../raw.ts';
import { INVALID_PARAMS, INVALID_REQUEST, refused, SERVER_NOT_INITIALIZED } from './refused.ts';

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
