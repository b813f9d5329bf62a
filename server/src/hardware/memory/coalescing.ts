// Global-memory coalescing: the 32-byte sectors that one access of a warp touches. The hardware fetches
// each touched sector once, whatever the order of the lanes (test/golden/global-sectors.jsonl).

import { type Outcome, Violation } from '../../algebra/integer/failure.ts';

const SECTOR_BYTES = 32;
const LINE_BYTES = 128;

export interface GlobalCost {
  /** Sectors of 32 bytes that the access touches. */
  readonly sectors: number;
  /** Lines of 128 bytes that these lie in. */
  readonly lines: number;
  /** The fewest sectors that as many different bytes can lie in. */
  readonly fewest: number;
  /** Different bytes wanted, of the bytes fetched: 1 is fully coalesced. */
  readonly efficiency: number;
  /** Whether the second lane wants what follows the bytes of the first. */
  readonly isInOrder: boolean;
}

/**
 * The cost of one access of a warp.
 * @param offsets byte offset of each lane from a base aligned to 128 bytes; null for a lane that does not take part
 * @param width bytes a lane: 1, 2, 4, 8 or 16 (32 on SM100)
 */
export function globalCost(offsets: readonly (number | null)[], width: number): Outcome<GlobalCost> {
  if (![1, 2, 4, 8, 16, 32].includes(width)) {
    return new Violation('wrong-kind', `no instruction accesses ${width} bytes a lane`);
  }
  const sectors = new Set<number>();
  // Offsets are multiples of the width, so two accesses are to the same bytes or to different ones.
  const starts = new Set<number>();
  for (const [lane, offset] of offsets.entries()) {
    if (offset === null) continue;
    if (offset % width !== 0) {
      return new Violation('indivisible', `lane ${lane}: offset ${offset} is not aligned to ${width} bytes`, {
        dividend: offset,
        divisor: width,
      });
    }
    starts.add(offset);
    sectors.add(Math.floor(offset / SECTOR_BYTES));
  }
  if (starts.size === 0) return new Violation('wrong-kind', 'no lane takes part');
  const bytes = starts.size * width;
  return {
    sectors: sectors.size,
    lines: new Set([...sectors].map((sector) => Math.floor((sector * SECTOR_BYTES) / LINE_BYTES))).size,
    fewest: Math.ceil(bytes / SECTOR_BYTES),
    efficiency: bytes / (sectors.size * SECTOR_BYTES),
    isInOrder: offsets[0] != null && offsets[1] === offsets[0] + width,
  };
}
