// Compositions of CuTe DSL that have no value because its versions differ, where neither of them is the composition.

import { coordinateText, tilerVerdicts, type Witness } from '../../../algebra/admissibility/composition.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import { evaluate } from '../../../algebra/layout/evaluate.ts';
import { printPlain } from '../../../algebra/layout/print.ts';
import { strideText } from '../../../algebra/layout/stride-operations.ts';
import { compositionDsl } from '../../../algebra/operation/dsl/composition.ts';
import { Unknown } from '../../../evaluate/model/value.ts';
import { knownValueOf, settledValueOf } from '../../document/extents.ts';
import { argumentAt } from '../../document/written/call.ts';
import { asTiler, inModeText, type OperationVerdict, partTexts, plainLayout } from '../../values/verdicts.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** What the open CuTe IR has where the release, which composes as C++ does, is wrong; null where it is right, or the same. */
function openAt(
  { a, b, verdict }: OperationVerdict['parts'][number],
  { index, expected }: Witness,
): string | null {
  const open = compositionDsl(a, b);
  if (isFailure(open) || isFailure(verdict.value) || printPlain(open) === printPlain(verdict.value))
    return null;
  const got = evaluate(open, index);
  if (isFailure(got)) return null;
  const text = strideText(got);
  return text === strideText(expected) ? null : text;
}

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
    const open = truth.status === 'wrong-composition' ? openAt(part, truth.witness) : null;
    if (truth.status !== 'wrong-composition' || open === null || model.neverRuns(site)) return [];
    const { coordinate, got, expected } = truth.witness;
    const [at, texts] = [coordinateText(coordinate), partTexts(part, site)];
    const condition = failed === null ? '' : `; ${failed.text}`;
    const message = `no version of CuTe DSL gives A∘B${inModeText(part.mode)}: at ${at} the release has ${strideText(got)} and the open CuTe IR ${open}, A(B(${at})) = ${strideText(expected)}${condition}; A = ${texts.a}, B = ${texts.b}`;
    return [{ span: site.span, message }];
  });
}
