// All elements of shared memory that the threads of a block access at a place, in all rounds of the loops around it.

import type { Scope } from '../../../../../frontends/common/scope.ts';
import { writtenCall } from '../../../../document/written/call.ts';
import { siteOf } from '../../../../document/written/expressions.ts';
import { threadsIn } from '../../../../indexing/thread-block.ts';
import { byThread, type Run } from '../../../../indexing/threads/by-thread.ts';
import { comesTo } from '../../../../indexing/threads/coming.ts';
import { PlacedSite } from '../../../../values/placed-site.ts';
import type { SharedAccess } from './accesses.ts';
import { loopsOf } from './orders.ts';

/** So many accesses of single threads are worked out at one place. */
const BUDGET = 2 ** 17;
/** Rounds of a loop that nobody counts, of which the later half accesses nothing else. */
const OPEN_ROUNDS = 16;

/** Elements by their offsets, each with a thread that accesses it. */
export type Touched = ReadonlyMap<number, number>;

/** Whether it is known how many rounds a loop has. */
function isCounted(run: Run, site: PlacedSite, { loop, counts }: Scope): boolean {
  if (counts !== undefined) {
    const range = siteOf(site, counts);
    return (writtenCall(range)?.args ?? [range]).every((arg) => byThread(run, arg) !== null);
  }
  return loop?.condition != null && !loop.isDo && byThread(run, siteOf(site, loop.condition)) !== null;
}

/**
 * Null where that is not known.
 * @param of all that may be accessed, whatever conditions nobody knows say, or what certainly is
 */
export function touchedAt(run: Run, access: SharedAccess, of: 'possible' | 'certain'): Touched | null {
  const { site, element } = access;
  const threads = threadsIn(run.block);
  if (!(site instanceof PlacedSite) || element === null || threads === undefined) return null;
  const loops = loopsOf(site);
  const found = new Map<number, number>();
  let left = BUDGET;
  /** Whether somebody comes; null where it is not known who, or what they access. */
  const once = (now: Run): boolean | null => {
    left -= threads;
    const comes = left < 0 ? null : comesTo(now, site, of === 'certain' ? 'decides' : 'whatever');
    const offset = comes === null ? null : element(now);
    if (comes === null || offset === null) return null;
    let some = false;
    for (let thread = 0; thread < threads; thread++) {
      if (!comes(thread)) continue;
      some = true;
      const at = offset(thread);
      if (at === undefined && of === 'possible') return null;
      if (at !== undefined && !found.has(at)) found.set(at, thread);
    }
    return some;
  };
  const through = (nth: number, rounds: ReadonlyMap<Scope, number>): boolean | null => {
    const loop = loops[nth];
    if (loop === undefined) return once({ ...run, rounds });
    const isEnding = isCounted({ ...run, rounds }, site, loop);
    if (!isEnding && of === 'certain') return null;
    let grown = 0;
    for (let round = 0; isEnding || round < OPEN_ROUNDS; round++) {
      const before = found.size;
      const some = through(nth + 1, new Map([...rounds, [loop, round]]));
      if (some === null) return null;
      if (!some) return round > 0;
      if (found.size > before) grown = round;
    }
    return grown < OPEN_ROUNDS / 2 ? true : null;
  };
  return through(0, new Map()) === null ? null : found;
}
