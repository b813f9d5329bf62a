// Conditions around a place that leave out none of the numbers that a ring of stages counts through: `if (next < tiles)` of
// tiles that are counted when the program runs, `if (threadIdx.x < 64)`.

import { Dynamic } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { knownValueOf } from '../../document/extents.ts';
import { operandsAt, siteOf } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { isOfKnownThreads } from '../../indexing/conditions-of-threads.ts';
import { blockAround } from '../../indexing/thread-block.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { RuleContext } from '../rule.ts';

/** The side of a comparison that is at least the other one. */
const LIMITS: Readonly<Record<string, 'left' | 'right'>> = {
  '<': 'right',
  '<=': 'right',
  '>': 'left',
  '>=': 'left',
};

const hasRing = (e: Expr): boolean =>
  (e.kind === 'binary' && /^[%&]$/.test(e.operator)) || partsOf(e).some(hasRing);

/** Whether a number is one of a ring, or a name for one. */
const isOfRing = (site: Site): boolean =>
  [site, initialiserOf(site)].some(
    (at) => at instanceof PlacedSite && at.node.kind === 'expression' && hasRing(at.node.expr),
  );

/** Whether a block is that of numbers below one that only the running program knows. */
function isBelowRunTime(model: RuleContext['model'], at: PlacedSite, { guard }: Scope): boolean {
  if (guard?.branch !== 'then') return false;
  const sides = operandsAt(siteOf(at, guard.condition));
  const side = sides === null ? undefined : LIMITS[sides.operator];
  if (sides === null || side === undefined || isOfRing(sides.left) || isOfRing(sides.right)) return false;
  const limit = knownValueOf(model, sides[side]);
  return limit instanceof Dynamic && knownNumber(limit) === undefined;
}

/** Tells the blocks around a place that leave none of the numbers out. */
export function leavesNoneOut(context: RuleContext, site: Site): (block: Scope) => boolean {
  const { model, text } = context;
  return (block) =>
    site instanceof PlacedSite &&
    (isBelowRunTime(model, site, block) ||
      isOfKnownThreads({ model, text, block: blockAround(context, site) }, site)(block));
}
