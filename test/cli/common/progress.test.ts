// The line on a terminal that tells how far a check is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Progress } from '../../../server/src/cli/common/progress.ts';

function shown(isTTY: boolean, environment: Readonly<Record<string, string>> = {}): readonly string[] {
  const written: string[] = [];
  let now = 0;
  const terminal = { isTTY, columns: 30, write: (text: string) => written.push(text) };
  const progress = new Progress('checked', terminal, environment, () => now);
  progress.done('a.cu');
  progress.done('at-once.cu');
  now += 200;
  progress.done('a-long-name-of-a\x1b[31m-file.cu');
  progress.clear();
  progress.clear();
  return written;
}

test('a terminal is told how many files are checked, now and then, on one line that is taken away', () => {
  assert.deepEqual(shown(true), [
    '\r\x1b[K1 file checked  a.cu',
    '\r\x1b[K3 files checked  …31m-file.cu',
    '\r\x1b[K',
  ]);
});

test('a pipe, a log of continuous integration and a terminal that moves no cursor are told nothing', () => {
  assert.deepEqual(shown(false), []);
  assert.deepEqual(shown(true, { CI: 'true' }), []);
  assert.deepEqual(shown(true, { TERM: 'dumb' }), []);
});
