import { coordinateText } from '../../algebra/admissibility/composition.ts';
import { inBounds } from '../../algebra/admissibility/in-bounds.ts';
import { inModeText, operationVerdict, partTexts } from '../values/verdicts.ts';
import type { EvaluatedSite, Rule, RuleFinding } from './rule.ts';

function checkSite({ site, evaluation }: EvaluatedSite): readonly RuleFinding[] {
  const verdict = operationVerdict(evaluation);
  // A tile that does not divide always leaves the domain; over-tiling says it better.
  if (verdict === null || verdict.overTiling.length > 0) return [];
  // A product's left side is a complement, made as large as its right side needs.
  if (verdict.kind === 'product') return [];
  const findings: RuleFinding[] = [];
  for (const part of verdict.parts) {
    const out = part.verdict.outOfDomain;
    if (out === null) continue;
    const at = coordinateText(out.coordinate);
    const { a, b } = partTexts(part, site);
    const guard = inBounds(part.a, part.b);
    const where = guard === null ? '' : `; it stays within where ${guard.value} < ${guard.size}`;
    findings.push({
      span: site.valueSpan ?? site.span,
      message: `${b} at ${at} is ${out.value}, beyond the ${out.size} coordinates of ${a}${inModeText(part.mode)}; there CuTe goes on counting in the last mode${where}`,
      witness: { coordinate: out.index, got: String(out.value), expected: `below ${out.size}` },
    });
  }
  return findings;
}

export const outOfDomain: Rule = {
  id: 'out-of-domain',
  severity: 'warning',
  title: 'Reaches beyond the outer layout',
  checkSite,
};
