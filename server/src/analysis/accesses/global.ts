// What an access to global memory fetches, of a warp.

import { isFailure } from '../../algebra/integer/failure.ts';
import { mergedInstructions, warpAccesses } from '../../hardware/memory/accesses.ts';
import { type GlobalCost, globalCost } from '../../hardware/memory/coalescing.ts';
import { type Elements, firstTile } from '../../hardware/memory/share.ts';
import type { Access } from './access.ts';

/** `isSupposed`: whether strides that only the running program knows were supposed to be long. */
export type SectorCost = GlobalCost & { readonly isSupposed: boolean };

/** The costliest access of a warp, and whether strides were supposed for it; null where something is not known. */
function worstOf({ share, instruction, elementBits }: Access, ordered?: Elements): SectorCost | null {
  const tile = firstTile(share);
  if (isFailure(tile)) return null;
  let worst: GlobalCost | null = null;
  for (const { offsets } of warpAccesses(ordered ?? tile.elements, instruction, elementBits)) {
    const cost = globalCost(offsets, instruction.width);
    if (isFailure(cost)) return null;
    if (worst === null || cost.sectors > worst.sectors) worst = cost;
  }
  return worst === null ? null : { ...worst, isSupposed: tile.hasRunTimeStrides };
}

/**
 * How many sectors the costliest access of a warp fetches, and how few would do, by the access itself and by the wider
 * ones that a compiler may make of several; empty where something is not known. Run-time strides are supposed to be long.
 */
export function sectorCosts(access: Access): readonly SectorCost[] {
  const tile = firstTile(access.share);
  if (isFailure(tile)) return [];
  // Strides that are supposed to be long say nothing where each thread takes whole sectors, one access after the other.
  if (tile.hasRunTimeStrides && takesWholeSectors(access)) return [];
  const { elements } = tile;
  const inRow = mergedInstructions(elements, access.instruction);
  return [
    ...inRow.flatMap((instruction) => worstOf({ ...access, instruction }) ?? []),
    ...mergedByAddress(access, inRow.length),
  ];
}

/** By wider accesses yet: of all values of a thread those that follow one another, in whichever order they are taken. */
function mergedByAddress(access: Access, inRow: number): readonly SectorCost[] {
  const all = firstTile(access.share, Number.POSITIVE_INFINITY);
  if (isFailure(all)) return [];
  const ordered = { ...all.elements, values: [...all.elements.values].sort((a, b) => a - b) };
  const wider = mergedInstructions(ordered, access.instruction).slice(inRow);
  return wider.flatMap((instruction) => worstOf({ ...access, instruction }, ordered) ?? []);
}

const SECTOR_BITS = 256;

/** Whether a thread takes all of the sector that its first value is in, or may. */
function takesWholeSectors({ share, elementBits }: Access): boolean {
  const all = firstTile(share, Number.POSITIVE_INFINITY);
  if (isFailure(all)) return true;
  const { values } = all.elements;
  const sectorOf = (value: number): number => Math.floor((value * elementBits) / SECTOR_BITS);
  const inFirst = new Set(values.filter((value) => sectorOf(value) === sectorOf(values[0]!)));
  return inFirst.size * elementBits >= SECTOR_BITS;
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
