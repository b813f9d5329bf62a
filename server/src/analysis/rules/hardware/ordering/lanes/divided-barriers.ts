// Barriers of the whole block in a branch, or in a round of a loop, that some of its threads do not come to: those that do wait
// for ever.

import { addTo } from '../../../../../frontends/common/lists.ts';
import { functionAround } from '../../../../document/written/around.ts';
import { callsIn } from '../../../../document/written/calls-by-name.ts';
import { launchedByUnit } from '../../../../launches/launched-by-unit.ts';
import type { CheckUnit, Site } from '../../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../../rule.ts';
import { type Coming, comingTo } from './coming.ts';
import { dividedRounds } from './divided-rounds.ts';

/** Of CuTe DSL, where the second one may be for a number of threads. */
const IN_PYTHON = ['sync_threads', 'barrier'];

function barriersIn({ sites, callsBy }: CheckUnit, { model }: RuleContext): readonly Site[] {
  if (model.dialect !== 'python') return callsBy('__syncthreads');
  return callsIn(sites, IN_PYTHON)
    .filter(({ call: { args, keywords } }) => args.length === 0 && keywords.size === 0)
    .map(({ site }) => site);
}

/** The barriers of each function in a check unit, by the first of them. */
const groups = new WeakMap<Site, readonly Site[]>();

function firstBarriers(unit: CheckUnit, context: RuleContext): readonly Site[] {
  const byFunction = new Map<unknown, Site[]>();
  for (const site of barriersIn(unit, context)) addTo(byFunction, functionAround(site), site);
  return [...byFunction.values()].map((all) => {
    groups.set(all[0]!, all);
    return all[0]!;
  });
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
      (other.coming === null ||
        !other.coming.threads.some((thread) => barrier.coming?.threads.includes(thread))),
  );

function checkFunction(first: Site, context: RuleContext): readonly RuleFinding[] {
  const all = groups.get(first)!.map((site) => ({ site, coming: comingTo(site, context) }));
  return all.flatMap((barrier) => {
    const message = inRounds(barrier) ?? inBranch(barrier, all);
    return message === null || context.model.neverRuns(barrier.site)
      ? []
      : [{ span: barrier.site.span, message }];
  });
}

/** Findings of `barrier-use` about barriers of the block: who comes to them follows from their function and its launches. */
export const checkDividedBarriers = launchedByUnit<RuleContext, RuleFinding>(firstBarriers, checkFunction);

function inBranch(barrier: Barrier, others: readonly Barrier[]): string | null {
  const { coming } = barrier;
  if (coming === null || coming.threads.length === 0 || coming.threads.length === coming.all) return null;
  if (isMetElsewhere(barrier, others)) return null;
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
