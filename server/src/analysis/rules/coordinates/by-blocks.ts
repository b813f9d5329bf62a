// What the number of the block takes in the grid that a kernel of CuTe DSL is launched with, and what is worked out of it.

import { blockExtentAt, blockIndexAt } from '../../document/thread-index.ts';
import type { LaneContext } from '../../indexing/lanes.ts';
import type { Counting, Extremes } from '../../indexing/largest.ts';
import type { Dimensions } from '../../launches/launches.ts';
import { byThreads } from './thread-range.ts';

const BLOCKS = ['blockIdx.x', 'blockIdx.y', 'blockIdx.z'];

/** The number of the block takes those of the grid, that of the thread those of the block: `bidx * bdim + tidx`. */
export function byBlocks(lanes: LaneContext, grid: Dimensions): Counting {
  const threadsOf = byThreads(lanes);
  return (site) => {
    const dimension = blockIndexAt(site, lanes.text);
    const blocks = dimension === null ? undefined : grid[dimension];
    if (blocks !== undefined)
      return { least: 0, largest: blocks - 1, counters: [BLOCKS[dimension!]!], isDense: true };
    const extent = blockExtentAt(site, lanes.text);
    const threads = extent === null ? undefined : lanes.block?.[extent];
    return threads === undefined
      ? threadsOf(site)
      : { least: threads, largest: threads, counters: [], isDense: true };
  };
}

const isBlock = (counter: string): boolean => BLOCKS.includes(counter);

export const isByBlock = ({ counters }: Extremes): boolean => counters.some(isBlock);

/** Whether all threads of a block have the same number. */
export const isByBlockAlone = ({ counters }: Extremes): boolean => counters.every(isBlock);
