// What this thread holds, as the collector of garbage has left it: what is used between two collections is mostly garbage.

import { constants, type NodeGCPerformanceDetail, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

export interface Meter {
  /** In bytes; 0 until it is first measured, and after `reset` until it is measured again. */
  readonly held: number;
  reset(): void;
}

/** Measured whenever the collector has been through all of the heap. */
export function collectedHeap(): Meter {
  let held = 0;
  const collections = new PerformanceObserver((list) => {
    // The types of Node know no detail of an entry.
    const entries = list.getEntries() as readonly { readonly detail?: unknown }[];
    const isWhole = ({ detail }: (typeof entries)[number]): boolean =>
      (detail as NodeGCPerformanceDetail).kind === constants.NODE_PERFORMANCE_GC_MAJOR;
    if (entries.some(isWhole)) held = getHeapStatistics().used_heap_size;
  });
  collections.observe({ type: 'gc' });
  return {
    get held() {
      return held;
    },
    reset() {
      held = 0;
    },
  };
}
