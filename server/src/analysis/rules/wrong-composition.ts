import { witnessText } from '../../algebra/admissibility/composition.ts';
import { strideText } from '../../algebra/layout/stride-operations.ts';
import { inModeText, operationVerdict, partTexts } from '../values/verdicts.ts';
import type { EvaluatedSite, Rule, RuleFinding } from './rule.ts';

const WHAT = { composition: 'A∘B', divide: 'A∘(B, B*)', product: 'A*∘B' } as const;

function checkSite({ site, evaluation }: EvaluatedSite): readonly RuleFinding[] {
  const verdict = operationVerdict(evaluation);
  if (verdict === null) return [];
  const findings: RuleFinding[] = [];
  for (const part of verdict.parts) {
    const { truth, failed } = part.verdict;
    if (truth.status !== 'wrong-composition') continue;
    const { witness } = truth;
    const { a, b } = partTexts(part, site);
    const condition = failed === null ? '' : `; ${failed.text}`;
    findings.push({
      span: site.valueSpan ?? site.span,
      message: `compiles, but is not ${WHAT[verdict.kind]}${inModeText(part.mode)}: ${witnessText(witness)}${condition}; A = ${a}, B = ${b}`,
      witness: {
        coordinate: witness.index,
        got: strideText(witness.got),
        expected: strideText(witness.expected),
      },
    });
  }
  return findings;
}

export const wrongComposition: Rule = {
  id: 'wrong-composition',
  severity: 'warning',
  title: 'Compiles to a wrong layout',
  description:
    "C++ CuTe's test of divisibility is weaker than conditions (20) and (21) of Cecka 3.3.2. Here it accepts a composition whose result is not the composition: the message names the smallest coordinate at which they differ. Choose a tiler that divides, or compose in another order.",
  checkSite,
};
