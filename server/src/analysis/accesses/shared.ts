// What an access to shared memory costs, remembered for each share.

import { isFailure, type Outcome } from '../../algebra/integer/failure.ts';
import {
  type Collision,
  mergedInstructions,
  type TileCost,
  tileCost,
} from '../../hardware/memory/accesses.ts';
import { type Instruction, instructionText } from '../../hardware/memory/instruction.ts';
import { elementsOf, type Share } from '../../hardware/memory/share.ts';
import type { Access } from './access.ts';

const known = new WeakMap<Share, Map<string, Outcome<readonly TileCost[]>>>();

/**
 * The cost of the access itself, and of the wider ones that a compiler may make of several. A failure where something
 * that it depends on is not known, or the access cannot be made so.
 */
export function costsOf({ share, instruction, elementBits }: Access): Outcome<readonly TileCost[]> {
  let costs = known.get(share);
  if (costs === undefined) {
    costs = new Map();
    known.set(share, costs);
  }
  const key = `${instructionText(instruction)} ${instruction.values}`;
  const before = costs.get(key);
  if (before !== undefined) return before;
  const cost = workedOut(share, instruction, elementBits);
  costs.set(key, cost);
  return cost;
}

function workedOut(share: Share, instruction: Instruction, bits: number): Outcome<readonly TileCost[]> {
  const elements = elementsOf(share);
  if (isFailure(elements)) return elements;
  const own = tileCost(elements, instruction, bits);
  if (isFailure(own)) return own;
  const [, ...wider] = mergedInstructions(elements, instruction);
  const merged = wider.map((other) => tileCost(elements, other, bits));
  // One that is not aligned is not made.
  return [own, ...merged.filter((cost): cost is TileCost => !isFailure(cost))];
}

/** Of the access itself. */
export function sharedCostOf(access: Access): Outcome<TileCost> {
  const costs = costsOf(access);
  return isFailure(costs) ? costs : costs[0]!;
}

const passes = (n: number): string => `${n} wavefront${n === 1 ? '' : 's'}`;

/** `8 wavefronts, 4 without conflicts`, of one access of a warp or of the costliest of them. */
export function costText({ fewest, most, worst, accesses, total, ideal }: TileCost): string {
  if (worst === null) {
    const each = fewest === most ? passes(fewest) : `${fewest} to ${passes(most)}`;
    return `${each}, no bank conflict`;
  }
  const each = fewest === most ? passes(most) : `${fewest} to ${passes(most)}`;
  const all = accesses === 1 ? '' : `; ${total} for all ${accesses} accesses, ${ideal} without conflicts`;
  return `${each}, ${worst.ideal} without conflicts${all}`;
}

/** Not more lanes than this are named. */
const MAXIMUM_LANES = 8;

/** `lanes 0, 8, 16 and 24 want different words of bank 0`. */
export function collisionText({ bank, lanes }: Pick<Collision, 'bank' | 'lanes'>): string {
  const named = lanes.slice(0, MAXIMUM_LANES).map(String);
  const more = lanes.length - named.length;
  const listed =
    more > 0
      ? `${named.join(', ')} and ${more} more`
      : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
  return `lanes ${listed} want different words of bank ${bank}`;
}
