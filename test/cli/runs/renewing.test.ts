// Work on many files lets go of what it has read, and does so only where that is much.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SourceFile } from '../../../server/src/cli/common/walk.node.ts';
import { renewing } from '../../../server/src/cli/runs/renewing.node.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
after(() => setFlagsFromString('--no-expose-gc'));

const file: SourceFile = { path: 'a.layout', dialect: 'notation', text: '' };

/** How often work was begun that holds some MiB, as each of three files has it. */
async function begun(holding: number, most: number): Promise<readonly number[]> {
  let starts = 0;
  const work = renewing(() => {
    starts++;
    const held = Array.from({ length: holding }, () => new Array(2 ** 17).fill(starts));
    return async () => ({ refused: [], starts, held });
  }, most);
  const results: number[] = [];
  for (let i = 0; i < 3; i++) {
    const done = await work(file);
    assert.ok('starts' in done);
    results.push(done.starts);
    collect();
  }
  return results;
}

test('work begins anew where it is found to hold much, and goes on where it holds little', async () => {
  collect();
  const before = process.memoryUsage().heapUsed;
  // The collector may have come before the first file already.
  const [first, ...others] = await begun(80, before + 40 * 2 ** 20);
  assert.deepEqual(others, [first! + 1, first! + 2]);
  // What was held until now is told a turn after it is let go.
  collect();
  await setTimeout(50);
  assert.deepEqual(await begun(1, before + 40 * 2 ** 20), [1, 1, 1]);
});
