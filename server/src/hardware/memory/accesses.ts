// What the accesses of a whole tile to shared memory cost: each warp, each of its values in turn.

import { isFailure, NeedsValue, type Outcome, Violation } from '../../algebra/integer/failure.ts';
import { type SharedAccess, sharedCost, WARP } from './banks.ts';
import type { Instruction } from './instruction.ts';
import { type Elements, elementAt } from './share.ts';

export interface TileCost {
  readonly instruction: Instruction;
  /** Accesses of a warp that the tile takes. */
  readonly accesses: number;
  /** Passes of the cheapest and of the costliest of them, and of all together. */
  readonly fewest: number;
  readonly most: number;
  readonly total: number;
  /** Passes that the same accesses take where no two words meet in a bank. */
  readonly ideal: number;
  /** The least that any of them has beyond its own ideal: above 0 every one of them has a conflict. */
  readonly everywhere: number;
  /** The first of the costliest accesses that has a conflict. */
  readonly worst: Collision | null;
}

export interface Collision {
  readonly warp: number;
  readonly wavefronts: number;
  readonly ideal: number;
  readonly bank: number;
  /** Lanes whose words lie in that bank in the costliest of its phases; of matrices each gives a row. */
  readonly lanes: readonly number[];
}

/** The accesses of a tile: for each warp and each vector of values the byte offsets of its lanes. */
export function* warpAccesses(
  elements: Elements,
  instruction: Instruction,
  elementBits: number,
): Generator<{ readonly warp: number; readonly offsets: readonly number[] }> {
  const { threads, values } = elements;
  for (let warp = 0; warp < Math.floor(threads.length / WARP); warp++) {
    for (let value = 0; value < values.length; value += instruction.values) {
      const offsets = Array.from(
        { length: WARP },
        (_, lane) => (elementAt(elements, warp * WARP + lane, value) * elementBits) / 8,
      );
      yield { warp, offsets };
    }
  }
}

/** Whether each lane's vectors are contiguous, as one access of them asks. */
function isContiguous({ values, swizzle }: Elements, { values: together }: Instruction): boolean {
  if (values.length % together !== 0 || (swizzle !== null && together > 2 ** swizzle.base)) return false;
  for (let first = 0; first < values.length; first += together)
    for (let i = 1; i < together; i++) if (values[first + i] !== values[first]! + i) return false;
  return true;
}

/**
 * Null for cp.async, which goes by a rule of its own that nobody documents: on an H200 its 16 bytes have no bank
 * conflicts where those of a store have, and its 8 bytes have others.
 */
function accessOf({ kind, matrices, width }: Instruction, offsets: readonly number[]): SharedAccess | null {
  if (kind === 'cp.async') return null;
  return kind === 'load' || kind === 'store'
    ? { kind, width, offsets }
    : { kind, matrices: matrices!, offsets };
}

/** Whether each access finds its values together and aligned. */
export function canBeMade(elements: Elements, instruction: Instruction, elementBits: number): boolean {
  if (!isContiguous(elements, instruction)) return false;
  for (const { offsets } of warpAccesses(elements, instruction, elementBits))
    if (offsets.some((offset) => offset % instruction.width !== 0)) return false;
  return true;
}

/**
 * The cost of a tile's accesses. NeedsValue: an instruction whose rule is not known. Violation: fewer threads than a warp, values that one access cannot take together, an
 * address that is not aligned.
 */
export function tileCost(
  elements: Elements,
  instruction: Instruction,
  elementBits: number,
): Outcome<TileCost> {
  if (elements.threads.length % WARP !== 0)
    return new Violation('wrong-kind', 'the threads do not fill warps');
  if (!isContiguous(elements, instruction))
    return new Violation('wrong-kind', 'the values of one access are not contiguous');
  let [accesses, total, ideal, most] = [0, 0, 0, 0];
  let [fewest, everywhere] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let worst: Collision | null = null;
  for (const { warp, offsets } of warpAccesses(elements, instruction, elementBits)) {
    const access = accessOf(instruction, offsets);
    if (access === null) return new NeedsValue(`what ${instruction.kind} costs is not documented`);
    const cost = sharedCost(access);
    if (isFailure(cost)) return cost;
    const { wavefronts, conflicts } = cost;
    accesses++;
    total += wavefronts;
    ideal += wavefronts - conflicts;
    everywhere = Math.min(everywhere, conflicts);
    fewest = Math.min(fewest, wavefronts);
    most = Math.max(most, wavefronts);
    if (cost.worst !== null && conflicts > 0 && wavefronts > (worst?.wavefronts ?? 0))
      worst = { warp, wavefronts, ideal: wavefronts - conflicts, ...cost.worst };
  }
  return { instruction, accesses, fewest, most, total, ideal, everywhere, worst };
}

/** The instructions that a compiler may make of several accesses in a row: the access itself, and wider ones. */
export function mergedInstructions(elements: Elements, instruction: Instruction): readonly Instruction[] {
  const { kind, width, values } = instruction;
  if (kind !== 'load' && kind !== 'store') return [instruction];
  const merged = [instruction];
  for (let factor = 2; width * factor <= WIDEST_BYTES; factor *= 2) {
    const wider = { kind, width: width * factor, values: values * factor };
    if (!isContiguous(elements, wider)) break;
    merged.push(wider);
  }
  return merged;
}

const WIDEST_BYTES = 16;
