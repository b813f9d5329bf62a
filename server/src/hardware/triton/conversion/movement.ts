// Where a tensor's elements go when its layout changes: from each place of the new layout to the nearest place that
// held the element before.

import { eliminate } from '../../../algebra/linear/elimination.ts';
import { inputOf, type LinearLayout } from '../../../algebra/linear/layout.ts';

/** How many places of the new layout find their element where; together they are all places. */
export interface Movement {
  /** In the thread itself. */
  readonly thread: number;
  /** In another lane of the warp, at the nearest. */
  readonly warp: number;
  /** In another warp of the block, at the nearest. */
  readonly block: number;
  /** In another block. */
  readonly cluster: number;
}

const LEVELS = ['register', 'lane', 'warp', 'block'] as const;
type Level = (typeof LEVELS)[number];

const basesOf = (layout: LinearLayout, name: Level): readonly number[] => inputOf(layout, name)?.bases ?? [];

/**
 * How many places (register, lane, warp, block) of `to` find their element among those of `from` with the same last
 * coordinates, the first `free` ones left open: a linear condition on the place.
 */
function placesWithin(from: LinearLayout, to: LinearLayout, free: number): number {
  const within = LEVELS.slice(0, free).flatMap((name) => basesOf(from, name));
  const differences = LEVELS.flatMap((name, level) =>
    basesOf(to, name).map((word, bit) => (level < free ? word : word ^ basesOf(from, name)[bit]!)),
  );
  const spanned = eliminate(within).rank;
  const conditions = eliminate([...within, ...differences]).rank - spanned;
  return 2 ** (to.inBits - conditions);
}

/** Both layouts have lanes, warps and blocks of the same number, and the same outputs in the same order. */
export function movementOf(from: LinearLayout, to: LinearLayout): Movement {
  const [thread, warp, block, all] = [1, 2, 3, 4].map((free) => placesWithin(from, to, free)) as [
    number,
    number,
    number,
    number,
  ];
  return { thread, warp: warp - thread, block: block - warp, cluster: all - block };
}
