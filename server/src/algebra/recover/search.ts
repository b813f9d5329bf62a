// The best of many outer functions: the one under which a table is a layout of the fewest modes, or, where there is none,
// the one that gets farthest.

import type { OuterFunction } from './functions.ts';
import {
  countModes,
  fitModes,
  isMisfit,
  type LeafModes,
  type Misfit,
  modeEnds,
  type OffsetAt,
  offsetOf,
  supposedModes,
  Unfolded,
} from './modes.ts';

interface Found {
  readonly kind: 'found';
  readonly by: OuterFunction;
  /** What is added to the layout's offsets before the outer function. */
  readonly shift: number;
  readonly modes: LeafModes;
}

/** How far a table is a layout behind an outer function, null for none. */
export interface Attempt {
  readonly by: OuterFunction | null;
  readonly shift: number;
  readonly misfit: Misfit;
}

interface Nearest extends Attempt {
  readonly kind: 'nearest';
}

/** How many coordinates are looked at before all of them are. */
const PROBES = 24;

/** Coordinates up to the last one, spread by the golden ratio. */
function probesUpTo(last: number): readonly number[] {
  const spread = Array.from({ length: PROBES }, (_, i) => Math.floor(((i * 0.6180339887498949) % 1) * last));
  return [last, ...spread];
}

const isRefuted = (at: OffsetAt, modes: LeafModes, probes: readonly number[]): boolean =>
  probes.some((x) => at(x) !== offsetOf(modes, x));

/**
 * Each candidate costs a look at the divisors of the leaves and some other coordinates. Only one that may be better than
 * the best so far is compared with the whole table: it has fewer modes, or where none is found yet it may get farther.
 * Null where there is no candidate.
 */
export function search(
  table: Float64Array,
  leaves: readonly number[],
  candidates: readonly OuterFunction[],
): Found | Nearest | null {
  const ends = modeEnds(leaves);
  const room = new Float64Array(table.length);
  let found: Found | null = null;
  let nearest: Nearest | null = null;
  let probes = probesUpTo(0);
  for (const by of candidates) {
    const shift = by.undo(table[0]!);
    if (Number.isNaN(shift)) {
      nearest ??= { kind: 'nearest', by, shift: 0, misfit: { at: 0, predicted: null, modes: [] } };
      continue;
    }
    const at = (x: number): number => by.undo(table[x]!) - shift;
    const supposed = supposedModes(at, ends);
    if (found !== null && countModes(supposed) >= countModes(found.modes)) continue;
    if (isRefuted(at, supposed, probes)) continue;
    const fit = fitModes(new Unfolded(at, room), leaves);
    if (!isMisfit(fit)) {
      found = { kind: 'found', by, shift, modes: fit };
      probes = probesUpTo(table.length - 1);
    } else if (found === null && (nearest === null || fit.at > nearest.misfit.at)) {
      nearest = { kind: 'nearest', by, shift, misfit: fit };
      probes = probesUpTo(fit.at);
    }
  }
  return found ?? nearest;
}
