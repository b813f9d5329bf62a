// Every edit that is offered anywhere in these files is made: the file still says what it said, the title holds, and
// nothing new is found.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { allActions, brokenPromises, dialectOf, read } from './every-action.ts';

/** The file, and how many actions it has at least. */
const FILES: readonly (readonly [string, number])[] = [
  ['files/fixes.cu', 150],
  ['files/compiles.cu', 100],
  ['files/fixes.py', 50],
  ['files/pycute.py', 10],
  ['files/fixes.layout', 25],
  ['../../fixtures/host.cu', 100],
  ['../../fixtures/dsl.py', 10],
  ['../../fixtures/algebra.layout', 50],
  ['../../fixtures/tokens/gemm.cu', 50],
  ['../../fixtures/tokens/gemm.py', 15],
  ['../../fixtures/tokens/tiles.layout', 5],
  ['../../fixtures/kernels/flash-traits.hpp', 20],
  ['../../fixtures/kernels/sm80-multistage.cu', 50],
];

for (const [file, least] of FILES) {
  // What carriage returns do to an edit is seen in the files made for it.
  for (const eol of file.startsWith('files/') ? ['\n', '\r\n'] : ['\n']) {
    test(`every action in ${file}${eol === '\n' ? '' : ' with CRLF'} keeps its promise`, async () => {
      const text = readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll('\n', eol);
      const dialect = dialectOf(file);
      const before = await read(text, dialect);
      const { found, errors } = await allActions(text, dialect, eol === '\n');
      assert.deepEqual(errors, []);
      const wrong: string[] = [];
      for (const one of found) {
        const line = text.slice(0, one.offset).split('\n').length;
        if (eol === '\r\n' && /(?<!\r)\n/.test(one.after))
          wrong.push(`${line}: ${one.action.title}: a line without CR`);
        // The values are the same as in the file without carriage returns.
        if (eol === '\r\n') continue;
        for (const what of await brokenPromises(before, one, dialect))
          wrong.push(`${line}: ${one.action.title}: ${what}`);
      }
      assert.deepEqual(wrong, []);
      assert.ok(found.length >= least, `${found.length} actions`);
    });
  }
}
