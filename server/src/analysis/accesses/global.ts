// What an access to global memory fetches, of a warp.

import { isFailure } from '../../algebra/integer/failure.ts';
import { mergedInstructions, warpAccesses } from '../../hardware/memory/accesses.ts';
import { type GlobalCost, globalCost } from '../../hardware/memory/coalescing.ts';
import { firstTile } from '../../hardware/memory/share.ts';
import type { Access } from './access.ts';

/** The costliest access of a warp, and whether strides were supposed for it; null where something is not known. */
function worstOf({ share, instruction, elementBits }: Access): (GlobalCost & { isSupposed: boolean }) | null {
  const tile = firstTile(share);
  if (isFailure(tile)) return null;
  let worst: GlobalCost | null = null;
  for (const { offsets } of warpAccesses(tile.elements, instruction, elementBits)) {
    const cost = globalCost(offsets, instruction.width);
    if (isFailure(cost)) return null;
    if (worst === null || cost.sectors > worst.sectors) worst = cost;
  }
  return worst === null ? null : { ...worst, isSupposed: tile.hasRunTimeStrides };
}

/**
 * How many sectors the costliest access of a warp fetches, and how few would do, by the access itself and by the wider
 * ones that a compiler may make of several; empty where something is not known.
 */
export function sectorCosts(access: Access): readonly GlobalCost[] {
  const tile = firstTile(access.share);
  if (isFailure(tile) || tile.hasRunTimeStrides) return [];
  const instructions = mergedInstructions(tile.elements, access.instruction);
  return instructions.flatMap((instruction) => worstOf({ ...access, instruction }) ?? []);
}

/** `16 sectors in 4 lines a warp, all of their bytes used`. */
export function sectorText(access: Access): string | null {
  const cost = worstOf(access);
  if (cost === null) return null;
  const { sectors, lines, fewest, efficiency, isSupposed } = cost;
  const used =
    efficiency === 1
      ? 'all of their bytes used'
      : `${Math.round(efficiency * 1000) / 10} % of their bytes used, ${fewest} sectors would hold them`;
  const where = `${sectors} sector${sectors === 1 ? '' : 's'} in ${lines} line${lines === 1 ? '' : 's'} a warp`;
  const supposed = isSupposed
    ? 'whose start and run-time strides are multiples of 128 bytes'
    : 'that starts at a multiple of 128 bytes';
  return `${where}, ${used}, of a tensor ${supposed}`;
}
