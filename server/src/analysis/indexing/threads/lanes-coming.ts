// Which lanes of the first warp come to a place, in the first rounds of the loops around.

import { scopePath } from '../../../evaluate/model/environment.ts';
import { WARP } from '../../../hardware/memory/banks.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { LaneContext } from '../lanes.ts';
import { isLeftToBranch } from '../rounds.ts';
import type { Run } from './by-thread.ts';
import { comesTo } from './coming.ts';

/** Whole warps come to the calls of functions that lanes are followed into. */
function runOf({ model, text, block, call }: LaneContext): Run {
  const known = block?.[0] === undefined ? ([WARP, 1, 1] as const) : block;
  const called = call === undefined ? null : { given: call.given, run: runOf(call.context), at: null };
  return { model, text, block: known, grid: null, call: called };
}

/** Null where something decides that is not known in each of them, or a branch behind that alone uses what stands there. */
export function lanesComing(context: LaneContext, site: Site): ReadonlySet<number> | null {
  if (!(site instanceof PlacedSite)) return null;
  const block = scopePath(site.memo.placed.unit.scope, site.node.start).at(-1);
  if (block === undefined || isLeftToBranch(block, site.node.start, site.dialect === 'python')) return null;
  const comes = comesTo(runOf(context), site, 'decides');
  if (comes === null) return null;
  const lanes = Array.from({ length: WARP }, (_, lane) => lane);
  return new Set(lanes.filter(comes));
}
