import { isFailure } from '../../algebra/integer/failure.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import { filterZeros } from '../../algebra/operation/filter.ts';
import { isInjective } from '../../algebra/property/properties.ts';
import { isPycute } from '../../evaluate/python/pycute/pycute.ts';
import { styleOf, valueText } from '../../render/text/text.ts';
import { operationName } from '../values/verdicts.ts';
import type { EvaluatedSite, Rule, RuleFinding } from './rule.ts';

/** pycute gives one without a word; of the others evaluation tells. */
function checkSite({ site, evaluation: { origin } }: EvaluatedSite): readonly RuleFinding[] {
  const layout = origin?.args[0]?.value;
  if (origin === null || operationName(origin) !== 'complement' || !(layout instanceof Layout)) return [];
  const repeated = isPycute(layout) ? filterZeros(layout) : null;
  const decision = repeated === null || isFailure(repeated) ? null : isInjective(repeated as Layout);
  if (decision === null || isFailure(decision) || !('holds' in decision) || decision.holds) return [];
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `${valueText(layout, styleOf(site.dialect))} has no complement: ${decision.why}; pycute gives one nevertheless`,
      severity: 'warning',
    },
  ];
}

export const nonInjectiveComplement: Rule = {
  id: 'non-injective-complement',
  severity: 'error',
  title: 'Complement of an overlapping layout',
  checkSite,
};
