// Barriers of the whole block in a branch, or in a round of a loop, that some of its threads do not come to: those that do wait
// for ever.

import { functionAround } from '../../../../document/written/around.ts';
import { writtenCall } from '../../../../document/written/call.ts';
import { callsBy, pythonCallsBy } from '../../../../indexing/callers.ts';
import type { Site } from '../../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../../rule.ts';
import { type Coming, comingTo } from './coming.ts';
import { dividedRounds } from './divided-rounds.ts';

/** `__syncthreads()`; of CuTe DSL `sync_threads()`, and `barrier()` without a number of threads. */
function barriersOf({ model }: RuleContext): readonly Site[] {
  if (model.dialect !== 'python') return callsBy(model, '__syncthreads');
  const isOfBlock = (site: Site): boolean => {
    const call = writtenCall(site);
    return call !== null && call.args.length === 0 && call.keywords.size === 0;
  };
  return ['sync_threads', 'barrier'].flatMap((name) => pythonCallsBy(model, name).filter(isOfBlock));
}

interface Barrier {
  readonly site: Site;
  readonly coming: Coming | null;
}

/** Whether others than those who come to a barrier come to one of theirs: the hardware takes the two for one. */
const isMetElsewhere = (barrier: Barrier, others: readonly Barrier[]): boolean =>
  others.some(
    (other) =>
      other !== barrier &&
      functionAround(other.site) === functionAround(barrier.site) &&
      (other.coming === null ||
        !other.coming.threads.some((thread) => barrier.coming?.threads.includes(thread))),
  );

export function checkDividedBarriers(context: RuleContext): readonly RuleFinding[] {
  const all = barriersOf(context).map((site) => ({ site, coming: comingTo(site, context) }));
  return all.flatMap((barrier) => {
    if (context.model.neverRuns(barrier.site)) return [];
    const message = inRounds(barrier) ?? (isMetElsewhere(barrier, all) ? null : inBranch(barrier));
    return message === null ? [] : [{ span: barrier.site.span, message }];
  });
}

function inBranch({ coming }: Barrier): string | null {
  if (coming === null || coming.threads.length === 0 || coming.threads.length === coming.all) return null;
  const { threads, all, isKnownBlock } = coming;
  if (!isKnownBlock)
    return 'the barrier waits for all threads of the block, and those that the conditions around it let through come here';
  const some = threads.length === 1 ? `thread ${threads[0]} alone comes` : `${threads.length} of them come`;
  return `the barrier waits for the ${all} threads of the block, and ${some} here`;
}

function inRounds({ site, coming }: Barrier): string | null {
  const divided = coming?.isKnownBlock === true ? dividedRounds(coming.lanes, site, coming.threads) : null;
  if (divided === null) return null;
  const { most, least } = divided;
  return `the barrier waits for all threads in each round of the loop, and thread ${most.thread} goes through ${most.rounds}, thread ${least.thread} through ${least.rounds}`;
}
