// A server whose event loop is stuck does not outlive whoever has started it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { commandLine } from '../support/command-line.ts';

const watchdog = new URL('../../server/src/workspace/protocol/watchdog.node.ts', import.meta.url).href;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const ended = async (pid: number, milliseconds: number): Promise<boolean> => {
  for (const until = Date.now() + milliseconds; Date.now() < until; ) {
    if (!isRunning(pid)) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return !isRunning(pid);
};

/**
 * Starts a process that starts another one, which says its own id and that of its client to the first, and watches.
 * `client`: who it takes for its client; `body`: what it does then.
 */
async function family(
  client: string,
  body: string,
): Promise<{ readonly parent: ReturnType<typeof spawn>; readonly child: number }> {
  const code = `import { watchParent } from ${JSON.stringify(watchdog)}; watchParent(${client}); process.stdout.write(process.pid + '\\n'); setTimeout(() => { ${body} }, 100);`;
  const args = JSON.stringify(['--import', 'tsx', '--input-type=module', '-e', code]);
  // What the child holds of the parent's output must not keep the test's own pipes open.
  const outer = `const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ${args}, { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.on('data', (data) => process.stdout.write(data)); setInterval(() => undefined, 1000);`;
  const parent = spawn(process.execPath, ['-e', outer], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(parent.stdout!, 'data')) as [Buffer];
  return { parent, child: Number(said.toString()) };
}

const SPIN = 'while (true);';

for (const client of ['null', 'process.ppid'])
  test(`a stuck process ends within seconds of its parent (client: ${client})`, {
    timeout: 60_000,
  }, async () => {
    const { parent, child } = await family(client, SPIN);
    try {
      assert.equal(await ended(child, 4000), false, 'while its parent lives it goes on');
      parent.kill('SIGKILL');
      assert.equal(await ended(child, 10_000), true, 'it ends');
    } finally {
      parent.kill('SIGKILL');
      if (isRunning(child)) process.kill(child, 'SIGKILL');
    }
  });

test('a process whose event loop turns is left to itself', { timeout: 60_000 }, async () => {
  const { parent, child } = await family('null', 'setInterval(() => undefined, 100);');
  try {
    parent.kill('SIGKILL');
    assert.equal(await ended(child, 5000), false);
  } finally {
    if (isRunning(child)) process.kill(child, 'SIGKILL');
  }
});

test('the watch keeps nobody from ending', { timeout: 30_000 }, async () => {
  const child = spawn(process.execPath, [...commandLine, '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  send({ id: 1, method: 'initialize', params: { processId: process.pid, rootUri: null, capabilities: {} } });
  await once(child.stdout, 'data');
  send({ id: 2, method: 'shutdown' });
  send({ method: 'exit' });
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});
