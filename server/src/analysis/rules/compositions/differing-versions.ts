// Compositions of CuTe DSL that have no value because its versions differ, where neither of them is the composition.

import { tilerVerdicts, witnessText } from '../../../algebra/admissibility/composition.ts';
import { Unknown } from '../../../evaluate/model/value.ts';
import { knownValueOf, settledValueOf } from '../../document/extents.ts';
import { argumentAt } from '../../document/written/call.ts';
import { asTiler, inModeText, partTexts, plainLayout } from '../../values/verdicts.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** Findings of `wrong-composition` about calls of `cute.composition`. */
export function checkDiffering({ site, call }: CalledSite, { model }: RuleContext): readonly RuleFinding[] {
  if (site.dialect !== 'python' || call.name !== 'composition' || call.object === null) return [];
  if (!(knownValueOf(model, site) instanceof Unknown)) return [];
  const [left, right] = [argumentAt(call, 0, 'lhs'), argumentAt(call, 1, 'rhs')].map((given) =>
    settledValueOf(model, given),
  );
  const a = left == null ? null : plainLayout(left);
  const tiler = right == null ? null : asTiler(right);
  if (a === null || tiler === null) return [];
  return tilerVerdicts(a, tiler).flatMap((part): readonly RuleFinding[] => {
    const { truth, failed } = part.verdict;
    if (truth.status !== 'wrong-composition' || model.neverRuns(site)) return [];
    const texts = partTexts(part, site);
    const condition = failed === null ? '' : `; ${failed.text}`;
    const message = `the versions of CuTe DSL differ, and CuTe’s composition is not A∘B${inModeText(part.mode)}: ${witnessText(truth.witness)}${condition}; A = ${texts.a}, B = ${texts.b}`;
    return [{ span: site.span, message }];
  });
}
