// Work that begins anew before what it has read fills the memory: what a file comes to does not depend on what was read
// before it.

import { constants, type NodeGCPerformanceDetail, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import type { FileWork } from './task.ts';

/** How many bytes are held before all is let go: headers and modules of a large project, as they were read. */
const MOST_HELD = 320 * 2 ** 20;

/** What this thread holds, in bytes, as the collector of garbage has left it. */
let held = 0;

const collections = new PerformanceObserver((list) => {
  // The types of Node know no detail of an entry.
  const entries = list.getEntries() as readonly { readonly detail?: unknown }[];
  const isWhole = ({ detail }: (typeof entries)[number]): boolean =>
    (detail as NodeGCPerformanceDetail).kind === constants.NODE_PERFORMANCE_GC_MAJOR;
  if (entries.some(isWhole)) held = getHeapStatistics().used_heap_size;
});

/** `start`: the work of one who has read nothing. */
export function renewing<Result>(start: () => FileWork<Result>, most = MOST_HELD): FileWork<Result> {
  collections.observe({ type: 'gc' });
  let work = start();
  return async (file) => {
    // Between two turns of the loop of events the observer is told.
    await setImmediate();
    if (held > most) {
      held = 0;
      work = start();
    }
    return work(file);
  };
}
