import { isFailure } from '../../algebra/integer/failure.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import { hasBinary } from '../../algebra/layout/stride-operations.ts';
import { hasPaperBasis } from '../../algebra/operation/paper-codomain.ts';
import { Unknown } from '../../evaluate/model/value.ts';
import { styleOf, valueText } from '../../render/text/text.ts';
import type { EvaluatedSite, Rule, RuleFinding } from './rule.ts';

/** Operations that the paper defines for coordinate and binary strides, and C++ for integers only. */
const PAPER_ONLY = new Set(['right_inverse', 'left_inverse', 'complement']);

function checkSite({ site, evaluation }: EvaluatedSite): readonly RuleFinding[] {
  const { origin, value } = evaluation;
  if (origin === null || isFailure(value) || value instanceof Unknown) return [];
  if (!PAPER_ONLY.has(origin.operation)) return [];
  const layout = origin.args[0]?.value;
  if (!(layout instanceof Layout)) return [];
  const strides = hasPaperBasis(layout.stride) ? 'basis' : hasBinary(layout.stride) ? 'binary' : null;
  if (strides === null) return [];
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `C++ CuTe does not compile ${origin.operation} for the ${strides} strides of ${valueText(layout, styleOf(site.dialect))}: this is the value that the paper defines`,
    },
  ];
}

export const beyondCute: Rule = {
  id: 'beyond-cute',
  severity: 'information',
  title: 'Defined by the paper only',
  checkSite,
};
