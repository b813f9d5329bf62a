// `npm start` as a process: it says where the editor is, and the editor's page is there.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url));

test('npm start serves the workbench, and ends when it is told to', async () => {
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), script, '--port=0', '--no-open'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    let said = '';
    for await (const part of child.stdout) {
      said += String(part);
      if (/Ctrl\+C/.test(said)) break;
    }
    const [, port = ''] = /http:\/\/\S+:(\d+)/.exec(said) ?? [];
    // Of the names that browsers resolve by themselves, programs know this one.
    const address = `http://localhost:${port}/`;
    const page = await (await fetch(address)).text();
    assert.match(page, /^<!doctype html>/);
    const workspace = await (await fetch(new URL('/workspace.json', address))).text();
    assert.match(workspace, /tour\.layout/);
  } finally {
    child.kill('SIGINT');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});
