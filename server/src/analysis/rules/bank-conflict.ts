import { isFailure } from '../../algebra/integer/failure.ts';
import { instructionText } from '../../hardware/memory/instruction.ts';
import { type Access, accessesOf, isByLane } from '../accesses/access.ts';
import { collisionText, costsOf, costText } from '../accesses/shared.ts';
import type { Site } from '../values/model.ts';
import type { EvaluatedSite, Rule, RuleContext, RuleFinding } from './rule.ts';

/** What is wrong with an access in every instruction that may be made of it; null where one of them has no conflict. */
function conflictText(access: Access, { dialect }: Site): string | null {
  const { space, argument, share } = access;
  if (space !== 'smem' || argument === null || !isByLane(share, dialect)) return null;
  const costs = costsOf(access);
  if (isFailure(costs) || costs.some(({ everywhere }) => everywhere === 0)) return null;
  const [cost] = costs;
  if (cost === undefined || cost.worst === null) return null;
  return `each ${instructionText(cost.instruction)} takes ${costText(cost)}: ${collisionText(cost.worst)}`;
}

function checkSite({ site, evaluation }: EvaluatedSite, { model }: RuleContext): readonly RuleFinding[] {
  return accessesOf(evaluation).flatMap((access) => {
    const text = conflictText(access, site);
    if (text === null || model.neverRuns(site)) return [];
    const written = evaluation.origin?.args[access.argument!]?.text ?? '';
    const side = access.side === 'S' ? 'reading' : 'writing';
    return [{ span: site.valueSpan ?? site.span, message: `bank conflicts ${side} ${written}: ${text}` }];
  });
}

export const bankConflict: Rule = {
  id: 'bank-conflict',
  severity: 'warning',
  title: 'Bank conflicts in shared memory',
  description:
    'Lanes of a warp access different words of one bank of shared memory, one after the other, in every access of the copy. A swizzle or a padding of the layout, or another copy atom, spreads them over the banks.',
  checkSite,
};
