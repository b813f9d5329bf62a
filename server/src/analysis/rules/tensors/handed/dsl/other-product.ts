// Accumulators of a product in CuTe DSL that another TiledMMA has handed out than the one that multiplies: that of S where
// that of O is meant. It is told by what is written, also of tilings that nobody knows. Operands A and B may be descriptors
// of shared memory, which are those of any MMA of that instruction.

import { knownValueOf } from '../../../../document/extents.ts';
import type { Site } from '../../../../values/model.ts';
import { gemmCalls } from '../../../products/gemm-calls.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../../rule.ts';
import { isShared, tiledOf } from '../operand-tiling.ts';
import { areOthers, handedTensor, tilingOf, writtenAt } from './handed.ts';

/** `cute.gemm(mma, d, a, b, c)` */
const COUNT = 5;
const ACCUMULATORS = [1, 4];

/** An atom multiplies the values of one instruction, whichever TiledMMA handed them out. */
const IS_ATOM = /atom/i;

/** Whether a thread has other elements of C by one tiling than by the other, as far as they are known. */
function handsOthers(context: RuleContext, one: Site, other: Site): boolean {
  const [a, b] = [one, other].map((site) => tiledOf(knownValueOf(context.model, site)));
  if (a != null && b != null) return isShared(a, b, 'C') === false;
  return (
    areOthers(context, one, other) && ![one, other].some((site) => IS_ATOM.test(writtenAt(context, site)))
  );
}

function checkProduct({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const [mma] = call.args;
  if (mma === undefined || call.args.length !== COUNT || context.model.neverRuns(site)) return [];
  const by = tilingOf(mma);
  const other = ACCUMULATORS.map((i) => call.args[i]!).find((given) => {
    const handed = handedTensor(given);
    return handed?.part === 'C' && handsOthers(context, by, handed.by);
  });
  if (other === undefined) return [];
  const its = nameOf(context, handedTensor(other)!.by);
  const message = `${writtenAt(context, other)} is an accumulator of ${its}, and ${writtenAt(context, mma)} multiplies`;
  return [{ span: other.span, message }];
}

/** A call that makes a tiling is long. */
function nameOf(context: RuleContext, site: Site): string {
  const written = writtenAt(context, site).replace(/\s+/g, ' ');
  return /^[\w.]+$/.test(written) ? written : 'another TiledMMA';
}

/** Findings of `operand-partition` about accumulators of another product. */
export const checkOtherProducts = (context: RuleContext): readonly RuleFinding[] =>
  gemmCalls(context).flatMap((called) => checkProduct(called, context));
