// Named barriers of fewer threads than come to them: they open when so many have come, and the others are not waited for.

import { settledNumberAt } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { threadsAt } from '../../../indexing/conditions-of-threads.ts';
import type { LaneContext } from '../../../indexing/lanes.ts';
import { leavesBefore } from '../../../indexing/rounds.ts';
import { blockAround, threadsIn } from '../../../indexing/thread-block.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** The hardware has no larger blocks. */
const MAXIMUM_THREADS = 1024;

/**
 * Of a place where a barrier is waited for, `sync(128, 1)`. Who comes there is known where all conditions around it are, in a
 * kernel that is launched with one known block, and that nobody leaves before.
 */
export function checkThreads(
  site: Site,
  { threads, id, count }: { readonly threads: Site; readonly id: Site; readonly count: number },
  context: RuleContext,
): RuleFinding | null {
  const { model, text } = context;
  // Each group may have a barrier of its own, by its number.
  if (
    settledNumberAt(model, id) === undefined &&
    !/^[\w:]*[A-Z]\w*::\w+$/.test(text.slice(id.span.start, id.span.end))
  )
    return null;
  const function_ = functionAround(site);
  const block = blockAround(context, site);
  const all = block === null ? undefined : threadsIn(block);
  if (function_ === null || all === undefined || all <= count || all > MAXIMUM_THREADS) return null;
  if (!(site instanceof PlacedSite) || leavesBefore(function_, site.node.start)) return null;
  const lanes: LaneContext = { model, text, block };
  const coming = threadsAt(lanes, site, all);
  if (coming === null || coming.length <= count) return null;
  const message = `the barrier opens when ${count} threads have come, and ${coming.length} of the ${all} in the block come here: it waits for some of them alone`;
  return { span: threads.span, message };
}
