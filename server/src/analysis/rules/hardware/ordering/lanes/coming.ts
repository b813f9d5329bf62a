// The threads of a block that come to a place, where the block and all conditions around the place are known.

import { isOfKnownThreads, threadsAt } from '../../../../indexing/conditions-of-threads.ts';
import type { LaneContext } from '../../../../indexing/lanes.ts';
import { isDecided } from '../../../../indexing/rounds.ts';
import { blockAround, MAXIMUM_THREADS, threadsIn } from '../../../../indexing/thread-block.ts';
import type { Site } from '../../../../values/model.ts';
import type { RuleContext } from '../../../rule.ts';

/** A block of which nobody knows the size is taken to have more than one warp. */
const AT_LEAST = 64;

export interface Coming {
  readonly lanes: LaneContext;
  readonly threads: readonly number[];
  /** How many the block has. */
  readonly all: number;
  readonly isKnownBlock: boolean;
}

/** Null where something else decides who comes. */
export function comingTo(site: Site, { model, text }: RuleContext): Coming | null {
  const lanes = { model, text, block: blockAround({ model, text }, site) };
  const launched = lanes.block === null ? undefined : threadsIn(lanes.block);
  // Numbers in several dimensions say nothing where nobody knows how many there are.
  if (lanes.block !== null && launched === undefined && lanes.block[0] !== undefined) return null;
  const all = launched ?? AT_LEAST;
  if (all > MAXIMUM_THREADS || isDecided(site, isOfKnownThreads(lanes, site))) return null;
  const threads = threadsAt(lanes, site, all);
  return threads === null ? null : { lanes, threads, all, isKnownBlock: launched !== undefined };
}
