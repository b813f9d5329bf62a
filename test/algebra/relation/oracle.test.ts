// The texts of our relations, read by Debian's libisl instead of ours. Needs its package libisl-dev and a C compiler.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { printPlain } from '../../../server/src/algebra/layout/print.ts';
import { layoutMapping } from '../../../server/src/algebra/relation/layout.ts';
import type { MapTerm } from '../../../server/src/algebra/relation/term.ts';
import { drawLayouts, tableText } from './golden.ts';

const source = fileURLToPath(new URL('oracle.c', import.meta.url));

/** The relations that a term applies one after the other. */
function chainOf(term: MapTerm): readonly string[] {
  if (term.op === 'map') return [term.text];
  assert.ok(term.op === 'compose');
  return [...chainOf(term.first), ...chainOf(term.next)];
}

test("Debian's libisl reads relations of 1,000 random golden layouts as their values", (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-isl-'));
  try {
    const program = join(folder, 'oracle');
    const compiled = spawnSync('cc', ['-O1', source, '-o', program, '-lisl'], { encoding: 'utf8' });
    if (compiled.status !== 0) {
      t.skip('libisl-dev is not installed, or there is no C compiler: apt-get install libisl-dev');
      return;
    }
    const draws = drawLayouts(1000, 20261123).flatMap((draw) => {
      const term = layoutMapping(draw.layout, 'flat');
      return isFailure(term) ? [] : [{ draw, line: [...chainOf(term), tableText(draw)].join('\t') }];
    });
    const input = `${draws.map(({ line }) => line).join('\n')}\n`;
    const { stdout } = spawnSync(program, { input, encoding: 'utf8', maxBuffer: 2 ** 26 });
    const answers = stdout.trim().split('\n');
    assert.equal(answers.length, draws.length);
    const wrong = draws.filter((_, k) => answers[k] !== '1').map(({ draw }) => printPlain(draw.layout));
    assert.deepEqual(wrong, []);
    assert.ok(draws.length >= 950);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
