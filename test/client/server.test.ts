// How the extension starts its server, says how it is, and starts it again.

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { test } from 'node:test';
import { URI } from 'vscode-uri';
import { loadExtension } from './bundle.ts';
import { document, extensionTests, TEXT } from './extension.ts';
import { FakeEditor } from './fake-vscode.ts';

const { within, folder } = extensionTests();

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

test('the extension starts a server, says so, and ends it', async () => {
  const editor = new FakeEditor();
  await within(async ({ status, processes, commands }) => {
    assert.equal(processes.length, 1);
    assert.ok(isRunning(processes[0]!));
    assert.deepEqual(editor.log, []);
    const { severity, text, busy, command } = status;
    assert.deepEqual(
      { severity, text, busy },
      { severity: 0, text: '$(symbol-array) Layout Lens', busy: false },
    );
    assert.deepEqual(command, { command: 'layoutLens.showOutput', title: 'Show output' });
    commands.get('layoutLens.showOutput')!();
  }, editor);
  assert.equal(editor.shown, 1);
  assert.deepEqual(editor.log, []);
  if (isRunning(editor.processes[0]!)) await once(editor.processes[0]!, 'exit');
  assert.equal(editor.commands.size, 0, 'nothing stays registered');
});

test('two quick restarts leave one server', () =>
  within(async ({ commands, processes, status }) => {
    const restart = commands.get('layoutLens.restartServer')!;
    await Promise.all([restart(), restart()]);
    assert.equal(processes.length, 3);
    for (const child of processes.slice(0, 2)) if (isRunning(child)) await once(child, 'exit');
    assert.deepEqual(processes.map(isRunning), [false, false, true]);
    assert.equal(status.text, '$(symbol-array) Layout Lens');
  }));

/** Behind a crash: a client that has a new server, and hovers by it. */
async function isStartedAnew({ processes, hovers, documents, status, log }: FakeEditor): Promise<void> {
  const until = Date.now() + 60_000;
  while (hovers.length === 0 || status.busy) {
    assert.ok(Date.now() < until, `${status.text}, ${processes.length} processes: ${log.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.equal(processes.length, 2);
  assert.ok(isRunning(processes[1]!));
  const hover = await hovers.at(-1)!.provideHover(documents[0]!, { line: 1, character: 5 }, {});
  assert.match(hover!.contents[0]!.value, /_4:_1/);
}

const withDocument = (): FakeEditor =>
  Object.assign(new FakeEditor(), { documents: [document('file:///w/a.cu', TEXT)] });

test('a server that crashes is started anew', () =>
  within(async (editor) => {
    const { processes, hovers, status } = editor;
    const states: unknown[] = [];
    let text = status.text;
    Object.defineProperty(status, 'text', {
      get: () => text,
      // The status is drawn anew as a whole, and this is written behind what says more.
      set: (now: string) => {
        text = now;
        states.push([now, status.busy, status.severity]);
      },
    });
    hovers.splice(0);
    processes[0]!.kill('SIGKILL');
    await isStartedAnew(editor);
    const stopped = states.findIndex((state) => String(state).includes('error'));
    const changes = states.filter((state, at) => at >= stopped && `${state}` !== `${states[at - 1]}`);
    assert.deepEqual(changes, [
      ['$(error) Layout Lens', false, 2],
      ['$(symbol-array) Layout Lens', true, 0],
      ['$(symbol-array) Layout Lens', false, 0],
    ]);
  }, withDocument()));

test('a server that crashes while it is being asked is started anew', () =>
  within(async (editor) => {
    const { processes, hovers, documents } = editor;
    const [hover] = hovers.splice(0);
    processes[0]!.kill('SIGKILL');
    // The process is gone before this one hears of it, and nothing that is sent arrives.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    const asked = Array.from({ length: 6 }, () =>
      hover!.provideHover(documents[0]!, { line: 1, character: 5 }, {}),
    );
    await Promise.allSettled(asked);
    await isStartedAnew(editor);
  }, withDocument()));

test('in a browser the server is a worker, which a restart ends', async () => {
  const workers: FakeWorker[] = [];
  class FakeWorker {
    readonly address: string;
    isEnded = false;
    onmessage: ((event: { data: object }) => void) | null = null;
    constructor(address: string) {
      this.address = address;
      workers.push(this);
    }
    postMessage({ id, method }: { id?: number; method?: string }): void {
      if (id === undefined) return;
      const result =
        method === 'initialize' ? { capabilities: {}, serverInfo: { name: 'x', version: '7' } } : null;
      queueMicrotask(() => this.onmessage?.({ data: { jsonrpc: '2.0', id, result } }));
    }
    addEventListener(): void {}
    terminate(): void {
      this.isEnded = true;
    }
  }
  const editor = new FakeEditor();
  const { activate } = await loadExtension('extension.web', editor, { Worker: FakeWorker });
  const subscriptions: { dispose(): unknown }[] = [];
  await activate({
    extensionUri: URI.parse('https://host/ext'),
    subscriptions,
    workspaceState: editor.state,
  });
  assert.deepEqual(editor.log, []);
  assert.equal(editor.status.detail, '7');
  await editor.commands.get('layoutLens.restartServer')!();
  assert.deepEqual(
    workers.map(({ address, isEnded }) => [address, isEnded]),
    [
      ['https://host/ext/server/dist/main.web.js', true],
      ['https://host/ext/server/dist/main.web.js', false],
    ],
  );
  for (const each of subscriptions) await each.dispose();
  assert.ok(workers[1]!.isEnded);
});

test('a start that fails is said, and can be tried again', async () => {
  const path = folder().fsPath;
  const hidden = `${path}-hidden`;
  renameSync(path, hidden);
  let isHidden = true;
  try {
    await within(async ({ status, log, commands }) => {
      assert.equal(status.severity, 2);
      assert.equal(status.detail, 'the server is not running');
      assert.deepEqual(status.command, { command: 'layoutLens.restartServer', title: 'Restart server' });
      assert.ok(
        log.some((line) => line.startsWith('error: The server did not start: ')),
        log.join('\n'),
      );
      renameSync(hidden, path);
      isHidden = false;
      await commands.get('layoutLens.restartServer')!();
      assert.equal(status.severity, 0);
      assert.equal(status.text, '$(symbol-array) Layout Lens');
    });
  } finally {
    if (isHidden) renameSync(hidden, path);
  }
});
