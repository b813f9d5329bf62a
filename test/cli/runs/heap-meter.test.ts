// What is held is measured when the collector of garbage has been through all of the heap.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { collectedHeap, type Meter } from '../../../server/src/cli/runs/heap-meter.node.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
after(() => setFlagsFromString('--no-expose-gc'));

/** When the observer of collections is told is not said: it is waited for, for ten seconds. */
async function eventually(meter: Meter, holds: (held: number) => boolean): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    collect();
    await setTimeout(20);
    if (holds(meter.held)) return;
  }
  assert.fail(`${meter.held} bytes are told to be held`);
}

test('what is held is in the measure, what is let go and collected is not, and a reset forgets it', async () => {
  const meter = collectedHeap();
  await eventually(meter, (held) => held > 0);
  const before = meter.held;
  const much = before + 40 * 2 ** 20;
  let kept: unknown[] = Array.from({ length: 80 }, (_, i) => new Array(2 ** 17).fill(i));
  await eventually(meter, (held) => held > much);
  assert.equal(kept.length, 80);
  kept = [];
  await eventually(meter, (held) => held < much);
  meter.reset();
  assert.equal(meter.held, 0);
});
