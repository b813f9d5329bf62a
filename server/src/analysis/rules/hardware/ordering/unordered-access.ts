// What is read before it is there: by a wait that waits for nothing, or that is missing, and without the fence between
// threads and TMA.

import type { Rule } from '../../rule.ts';
import { checkAsyncGroups } from './async-groups.ts';
import { checkDslGroups } from './dsl-groups.ts';
import { checkElements } from './elements/races.ts';
import { checkOtherStages } from './other-stage.ts';
import { checkProxyFences } from './proxy-fence.ts';
import { checkRefilledTiles } from './refilled-tiles.ts';
import { checkRemoteReads } from './remote-reads.ts';
import { checkStoreBarriers } from './store-barriers.ts';
import { checkStoreWaits } from './store-waits.ts';
import { checkTailGroups } from './tail-groups.ts';
import { checkUnsharedCopies } from './tiles/unshared-copies.ts';
import { checkUnsharedDsl } from './tiles/unshared-dsl.ts';

export const unorderedAccess: Rule = {
  id: 'unordered-access',
  severity: 'warning',
  title: 'Read before it is there',
  description:
    'Copies of `cp.async` go on by themselves: `cp_async_wait<N>()` waits until N of the groups that `cp_async_fence()` closed are left, so that as many as were closed are none to wait for; a kernel that never waits reads what has not arrived. A tile that the next round of a loop fills is free when all threads have read it, which a barrier says. What one thread has written to shared memory, an element or its part of a tile, a thread of another warp reads behind a barrier of all. What threads have written to shared memory a store by TMA sees behind `tma_store_fence()` and a barrier.',
  checkDocument: (context) => [
    ...checkAsyncGroups(context),
    ...checkRemoteReads(context),
    ...checkDslGroups(context),
    ...checkTailGroups(context),
    ...checkUnsharedCopies(context),
    ...checkUnsharedDsl(context),
    ...checkRefilledTiles(context),
    ...checkOtherStages(context),
    ...checkProxyFences(context),
    ...checkStoreBarriers(context),
    ...checkStoreWaits(context),
    ...checkElements(context),
  ],
};
