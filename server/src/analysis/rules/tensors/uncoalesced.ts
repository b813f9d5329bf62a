// Copies of global memory in which the lanes of a warp fetch a sector each for less than it holds.

import { innermostLayout } from '../../../algebra/composed/composed.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import { coalesce } from '../../../algebra/operation/coalesce.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import type { GlobalCost } from '../../../hardware/memory/coalescing.ts';
import { type Access, accessesOf, isByLane } from '../../accesses/access.ts';
import { sectorCosts } from '../../accesses/global.ts';
import type { EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';

/** So many times the sectors that would do: where lanes follow one another, and where they do not. */
const [WASTEFUL, WASTEFUL_ACROSS] = [4, 2];

const isWasteful = ({ sectors, fewest, isInOrder }: GlobalCost): boolean =>
  sectors >= (isInOrder ? WASTEFUL : WASTEFUL_ACROSS) * fewest;

/** Whether elements of the tensor follow one another at all. */
function hasNeighbours({ share }: Access): boolean {
  const layout = coalesce(innermostLayout(share.data));
  return !isFailure(layout) && leavesOf<unknown>(layout.stride).includes(1);
}

function checkSite({ site, evaluation }: EvaluatedSite, { model }: RuleContext): readonly RuleFinding[] {
  return accessesOf(evaluation).flatMap((access) => {
    const { space, argument, share } = access;
    if (space !== 'gmem' || argument === null || !isByLane(share, site.dialect)) return [];
    const costs = sectorCosts(access);
    const [cost] = costs;
    if (cost === undefined || !costs.every(isWasteful) || !hasNeighbours(access)) return [];
    if (model.neverRuns(site)) return [];
    const written = evaluation.origin?.args[argument]?.text ?? 'the tensor';
    const does = access.side === 'S' ? 'reading' : 'writing';
    return [
      {
        span: site.valueSpan ?? site.span,
        message: `${does} ${written}, a warp fetches ${cost.sectors} sectors where ${cost.fewest} would hold its elements: let lanes follow one another along the mode of stride 1`,
      },
    ];
  });
}

export const uncoalesced: Rule = {
  id: 'uncoalesced',
  severity: 'information',
  title: 'Lanes across the rows of global memory',
  description:
    'Global memory is fetched in sectors of 32 bytes. The lanes of a warp go through the tensor in strides, and at least twice as many sectors are fetched as would hold the elements, although elements follow one another in another mode: order the threads along that mode.',
  checkSite,
};
