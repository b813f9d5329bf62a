// Work that begins anew before what it has read fills the memory: what a file comes to does not depend on what was read
// before it.

import { setImmediate } from 'node:timers/promises';
import { collectedHeap, type Meter } from './heap-meter.node.ts';
import type { FileWork } from './task.ts';

/** How many bytes are held before all is let go: headers and modules of a large project, as they were read. */
const MOST_HELD = 320 * 2 ** 20;

/** `start`: the work of one who has read nothing. */
export function renewing<Result>(
  start: () => FileWork<Result>,
  meter: Meter = collectedHeap(),
): FileWork<Result> {
  let work = start();
  return async (file) => {
    // Between two turns of the loop of events the meter is told.
    await setImmediate();
    if (meter.held > MOST_HELD) {
      meter.reset();
      work = start();
    }
    return work(file);
  };
}
