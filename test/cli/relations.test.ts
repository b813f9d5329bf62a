// Relations on the command line, where libisl is in a thread of its own.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandLine } from '../support/command-line.ts';

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

const run = (...words: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(process.execPath, [...commandLine, ...words], (error, out, errors) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, errors }),
    );
  });

test('a relation is read before it is written, and the process ends', async () => {
  const { code, out } = await run(
    'eval',
    'relation((4,2,2):(2,1,8))',
    'S = { [c] -> [(-3c) mod 16] : 0 <= c < 16 }',
    'S o S',
    'equal(S, 16:13)',
    'equal(relation(12:1), (3,4):(1,3))',
  );
  assert.equal(code, 0);
  assert.deepEqual(out.trimEnd().split('\n'), [
    '{ [c] -> [(2c - 7*floor((c)/4) + 6*floor((c)/8))] : 0 <= c <= 15 }',
    '{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }',
    '{ [c] -> [((-7c) mod 16)] : 0 <= c <= 15 }',
    'false: at [2] the one gives [10], the other [26]',
    'true',
  ]);
});

test('JSON has the truth as such, and the counterexample beside it', async () => {
  const { out } = await run('eval', '--json', 'equal((4,8):(8,1), (4,8):(1,4))');
  assert.deepEqual(JSON.parse(out), {
    ok: true,
    value: false,
    raw: false,
    warnings: [],
    why: 'at 1 the one gives 8, the other 1',
  });
});

test('what is no relation, or is not decided, is an error', async () => {
  const { code, errors } = await run(
    'eval',
    '{ [c] : c > }',
    'relation(4)',
    'relation((M,N):(N,1), natural)',
  );
  assert.equal(code, 1);
  assert.deepEqual(errors.trimEnd().split('\n'), [
    'layout-lens: error[malformed-notation]: a number or a name is missing',
    'layout-lens: error[wrong-kind]: the first argument is a layout, a swizzle, a chain or a relation, not an integer',
    'layout-lens: error[unsupported]: the stride of mode 0 is N: a relation multiplies coordinates by numbers that are known',
  ]);
});

test('check and hover ask libisl where they have to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-relations-'));
  const file = join(folder, 'a.cu');
  writeFileSync(
    file,
    `// layout-lens: expect { [c] -> [(13c) mod 16] : 0 <= c < 16 } == { [c] -> [(-3c) mod 16] : 0 <= c < 16 }
// layout-lens: expect { [c] -> [(5c) mod 16] : 0 <= c < 16 } == { [c] -> [(-3c) mod 16] : 0 <= c < 16 }
`,
  );
  const { code, out } = await run('check', file);
  const notebook = join(folder, 'b.layout');
  writeFileSync(notebook, 'same = equal({ [c] -> [(5c) mod 16] : 0 <= c < 16 }, 16:1)\n');
  const hovered = await run('hover', `${notebook}:1:2`);
  const loop = join(folder, 'c.cpp');
  writeFileSync(loop, 'void f(int* p, int M) {\n  for (int i = 0; i < M; ++i) p[i * 4] = 0;\n}\n');
  const expression = await run('hover', `${loop}:2:35`);
  rmSync(folder, { recursive: true });
  assert.equal(code, 1);
  assert.equal(
    out,
    `${file}:2:4: error[unmet-expectation]: the two sides are not equal: at [1] the one gives [5], the other [13]\n`,
  );
  assert.match(expression.out, /^relation \(injective\): \[M\] -> \{ \[i\] -> \[4i\] : 0 <= i < M \}$/m);
  assert.match(hovered.out, /^false\n\nat \[1\] the one gives \[5\], the other \[1\]/);
});
