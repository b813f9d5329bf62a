// Work on many files lets go of what it has read, and does so only where that is much.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceFile } from '../../../server/src/cli/common/walk.node.ts';
import type { Meter } from '../../../server/src/cli/runs/heap-meter.node.ts';
import { renewing } from '../../../server/src/cli/runs/renewing.node.ts';

const MIB = 2 ** 20;
const file: SourceFile = { path: 'a.layout', dialect: 'notation', text: '' };

/** How often work was begun, as each file has it; before each file some MiB are measured, or nothing is. */
async function begun(measured: readonly (number | null)[]): Promise<readonly number[]> {
  let held = 0;
  const meter: Meter = {
    get held() {
      return held;
    },
    reset() {
      held = 0;
    },
  };
  let starts = 0;
  const work = renewing(() => {
    const mine = ++starts;
    return async () => ({ refused: [], mine });
  }, meter);
  const results: number[] = [];
  for (const mib of measured) {
    if (mib !== null) held = mib * MIB;
    const done = await work(file);
    assert.ok('mine' in done);
    results.push(done.mine);
  }
  return results;
}

test('work goes on where it holds little', async () => {
  assert.deepEqual(await begun([null, 10, 200, 319]), [1, 1, 1, 1]);
});

test('work begins anew where it is found to hold much, each time that it is', async () => {
  assert.deepEqual(await begun([10, 400, 10, 400, 400]), [1, 2, 2, 3, 4]);
});

test('work that has just begun anew is not held to account for what was measured before', async () => {
  assert.deepEqual(await begun([400, null, null]), [2, 2, 2]);
});
