// Clients that cannot pull get diagnostics pushed; none gets both. Settings, saving, malformed input, the end.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { TestClient } from './client.ts';

const REFUSED = '(4,6,8):(2,3,5) o 6:1\n';

test('pushed on opening and after edits, emptied on closing', async () => {
  const client = await TestClient.start({ pull: false });
  assert.equal(client.initialized.capabilities.diagnosticProvider, undefined);
  const uri = 'file:///push.layout';
  await client.open(uri, 'layout', REFUSED);
  const items = await client.pushedFor(uri, (d) => d.length === 1);
  assert.equal(items[0]!.code, 'shape-divisibility');
  await client.edit(uri, [{ range: [0, 18, 0, 21], text: '8:1' }]);
  await client.pushedFor(uri, (d) => d.length === 0);
  await client.edit(uri, [{ range: [0, 18, 0, 21], text: '6:1' }]);
  await client.pushedFor(uri, (d) => d.length === 1);
  await client.close(uri);
  await client.pushedFor(uri, (d) => d.length === 0);
  assert.equal(await client.stop(), 0);
});

test('a client that pulls is pushed nothing', async () => {
  const client = await TestClient.start({ pull: true });
  const uri = 'file:///pull.layout';
  await client.open(uri, 'layout', REFUSED);
  assert.equal((await client.diagnostics(uri)).length, 1);
  await client.close(uri);
  // An answer behind the closing: what was pushed for it has come by then.
  await client.open('file:///behind.layout', 'layout', REFUSED);
  assert.equal((await client.diagnostics('file:///behind.layout')).length, 1);
  assert.deepEqual(client.pushed, []);
  assert.equal(await client.stop(), 0);
});

test('severities from the settings, and checking on save only', async () => {
  const client = await TestClient.start({
    configuration: { diagnostics: { severity: { 'shape-divisibility': 'information' } } },
  });
  const uri = 'file:///settings.layout';
  await client.open(uri, 'layout', REFUSED);
  assert.equal((await client.diagnostics(uri))[0]!.severity, 3);
  client.configuration = { diagnostics: { severity: { 'shape-divisibility': 'off' } } };
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  assert.deepEqual(await client.diagnostics(uri), []);
  client.configuration = { diagnostics: { run: 'onSave' } };
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  assert.equal((await client.diagnostics(uri)).length, 1);
  await client.edit(uri, [{ text: '4:1\n' }]);
  assert.equal((await client.diagnostics(uri)).length, 1, 'the saved text still has the error');
  await client.save(uri);
  assert.equal((await client.diagnostics(uri)).length, 0);
  assert.equal(await client.stop(), 0);
});

test('a pull behind a save is answered with what the saved text gives, however long that takes', async () => {
  const client = await TestClient.start({ configuration: { diagnostics: { run: 'onSave' } } });
  const uri = 'file:///long.layout';
  await client.open(uri, 'layout', REFUSED);
  assert.equal((await client.diagnostics(uri)).length, 1);
  // So long that other messages are let in while it is checked.
  for (const wrong of [2, 0, 3]) {
    const right = Array.from({ length: 300 }, (_, k) => `composition((4,8,${k + 1}):(8,1,32), 4:1)\n`);
    await client.edit(uri, [{ text: REFUSED.repeat(wrong) + right.join('') }]);
    await client.save(uri);
    const pulled = await Promise.all([client.diagnostics(uri), client.diagnostics(uri)]);
    assert.deepEqual(
      pulled.map((each) => each.length),
      [wrong, wrong],
    );
  }
  assert.equal(await client.stop(), 0);
});

test('clients without Markdown get plain text, without our client no command links', async () => {
  const plain = await TestClient.start({ markdown: false });
  const uri = 'file:///plain.layout';
  await plain.open(uri, 'layout', 'A = (4,8):(8,1)\nA o 4:1\n');
  const hover = await plain.hover(uri, 1, 0);
  assert.equal((hover!.contents as { kind: string }).kind, 'plaintext');
  assert.doesNotMatch(await plain.hoverText(uri, 1, 0), /```|data:|command:/);
  assert.equal(await plain.stop(), 0);
  const other = await TestClient.start();
  await other.open(uri, 'layout', '(4,8):(8,1) o 4:1\n');
  assert.doesNotMatch(await other.hoverText(uri, 0, 12), /command:/);
  assert.equal(await other.stop(), 0);
});

test('a malformed message is answered with an error and the server lives on', async () => {
  const client = await TestClient.start();
  const uri = 'file:///malformed.layout';
  await client.open(uri, 'layout', '4:1\n');
  const body = '{"jsonrpc":"2.0","id":9,"method":';
  client.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
  assert.match(await client.hoverText(uri, 0, 0), /size 4/);
  assert.equal(client.process.exitCode, null);
  client.process.kill();
  await once(client.process, 'exit');
});
