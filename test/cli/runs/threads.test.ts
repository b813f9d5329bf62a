// Threads are started where they are needed, and a file that needs more memory than a thread has gets a thread without a limit.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceFile } from '../../../server/src/cli/common/walk.node.ts';
import { Threads } from '../../../server/src/cli/runs/threads.node.ts';

/** Answers with how many files it was given, and holds 128 MiB for those whose path says so. */
const PROGRAM = `
  import { parentPort } from 'node:worker_threads';
  let files = 0;
  parentPort.on('message', ({ path }) => {
    const held = Array.from({ length: path === 'large' ? 16 : 0 }, (_, i) => new Array(2 ** 20).fill(i));
    parentPort.postMessage({ files: ++files, held: held.length });
  });`;
const program = new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`);
const file = (path: string): SourceFile => ({ path, dialect: 'notation', text: '' });

test('a file that fills a thread is done in one that has no limit, and so are those behind it', async () => {
  const threads = new Threads<{ files: number; held: number }>(program, null, 32);
  const work = threads.one();
  const done = [];
  for (const path of ['a', 'large', 'b']) done.push(await work(file(path)));
  await threads.end();
  assert.deepEqual(done, [
    { files: 1, held: 0 },
    { files: 1, held: 16 },
    { files: 2, held: 0 },
  ]);
});

test('one work has one thread, another has another, and who works on nothing has none', async () => {
  const broken = new Threads(new URL('data:text/javascript,throw new Error()'), null);
  broken.one();
  await broken.end();
  const threads = new Threads<{ files: number }>(program, null);
  const [one, other] = [threads.one(), threads.one()];
  for (const files of [1, 2]) assert.deepEqual(await one(file('a')), { files, held: 0 });
  assert.deepEqual(await other(file('a')), { files: 1, held: 0 });
  await threads.end();
});
