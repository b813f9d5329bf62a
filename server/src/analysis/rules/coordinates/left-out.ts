// Loops whose rounds differ between threads or blocks: `for (int i = threadIdx.x; i < n; i += blockDim.x)` has none in some.

import { scopePath } from '../../../evaluate/model/environment.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';

/** What is another number in each thread or block. */
const OWN = /^(?:threadIdx|blockIdx)$/;
/** What they say of a tensor is the same in all threads. */
const OF_ALL = /^(?:size|cosize|shape|rank|depth|sizeof)$/;
/** How many names are followed. */
const MAXIMUM_DEPTH = 8;

const calledName = (e: Expr): string | null => {
  if (e.kind === 'template') return calledName(e.target);
  if (e.kind === 'member' || e.kind === 'qualified') return e.name.name;
  return e.kind === 'name' ? e.name : null;
};

/** Whether an expression may be another number in another thread; `path`: the scopes around it. */
function varies(e: Expr, path: readonly Scope[], depth: number): boolean {
  if (depth > MAXIMUM_DEPTH) return true;
  if (e.kind === 'call' && OF_ALL.test(calledName(e.callee) ?? '')) return false;
  // Functions of nothing say which thread it is: `canonical_lane_idx()`.
  if (e.kind === 'call' && e.args.length === 0) return true;
  if (e.kind !== 'name') return partsOf(e).some((part) => varies(part, path, depth));
  if (OWN.test(e.name)) return true;
  const at = path.findLastIndex(({ declarations }) => declarations.some((d) => d.name === e.name));
  const declared = path[at]?.declarations.filter((d) => d.name === e.name) ?? [];
  return declared.some(({ init }) => init !== null && varies(init, path.slice(0, at + 1), depth + 1));
}

/** Whether a loop around a place may have no round in some of the threads or blocks that come to it. */
export function isLeftOutBySome(site: Site): boolean {
  if (!(site instanceof PlacedSite)) return true;
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  return path.some(({ loop }, i) => {
    // The first round of do … while comes before the question.
    if (loop?.condition == null || loop.isDo) return false;
    return varies(loop.condition, path.slice(0, i + 1), 0);
  });
}
