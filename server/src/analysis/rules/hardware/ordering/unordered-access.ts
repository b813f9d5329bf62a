// What is read before it is there: by a wait that waits for nothing, or that is missing, and without the fence between
// threads and TMA.

import { mentions } from '../../../../syntax/text/mentions.ts';
import type { Rule } from '../../rule.ts';
import { checkAsyncGroups } from './async-groups.ts';
import { checkCommittedProducts } from './committed-products.ts';
import { checkDslGroups } from './dsl-groups.ts';
import { checkElements } from './elements/races.ts';
import { checkOtherStages } from './other-stage.ts';
import { checkPendingProducts } from './pending-products.ts';
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
    ...checkPendingProducts(context),
    ...(mentions(context.text, 'warpgroup') ? checkCommittedProducts(context) : []),
    ...checkElements(context),
  ],
};
