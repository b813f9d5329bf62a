// Which mutants are tried: as many of every room, by chance.

import { seeded } from '../../test/support/random.ts';
import type { Mutant } from './find.ts';

/** A number for a text, so that a seed gives each room its own chance. */
const hashed = (text: string): number =>
  [...text].reduce((n, c) => (Math.imul(n, 31) + c.charCodeAt(0)) | 0, 7);

export function byRoom<T extends { readonly room: string }>(
  all: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const rooms = new Map<string, T[]>();
  for (const each of all) {
    const members = rooms.get(each.room);
    if (members === undefined) rooms.set(each.room, [each]);
    else members.push(each);
  }
  return rooms;
}

/** `count` mutants spread evenly over the rooms; what a small room lacks, the others give. */
export function sampled(all: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  const queues = [...byRoom(all)].map(([room, mutants]) => seeded(seed, hashed(room)).shuffled(mutants));
  const chosen: Mutant[] = [];
  for (let round = 0; chosen.length < count && queues.some((queue) => queue.length > round); round++)
    for (const queue of queues) {
      const mutant = queue[round];
      if (mutant !== undefined && chosen.length < count) chosen.push(mutant);
    }
  return chosen;
}
