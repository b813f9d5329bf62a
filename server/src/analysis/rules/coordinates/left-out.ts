// Loops whose rounds differ between threads or blocks: `for (int i = threadIdx.x; i < n; i += blockDim.x)` has none in some.

import { scopePath } from '../../../evaluate/model/environment.ts';
import { varies } from '../../indexing/threads/varying.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';

/** Whether a loop around a place may have no round in some of the threads or blocks that come to it. */
export function isLeftOutBySome(site: Site): boolean {
  if (!(site instanceof PlacedSite)) return true;
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  return path.some(({ loop }, i) => {
    // The first round of do … while comes before the question.
    if (loop?.condition == null || loop.isDo) return false;
    return varies(loop.condition, path.slice(0, i + 1));
  });
}
