// Shared memory and registers in which two coordinates have one place.

import { innermostLayout } from '../../../algebra/composed/composed.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import { Layout } from '../../../algebra/layout/layout.ts';
import { filterZeros } from '../../../algebra/operation/filter.ts';
import { isInjective } from '../../../algebra/property/properties.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { operationName } from '../../values/verdicts.ts';
import type { EvaluatedSite, Rule, RuleFinding } from '../rule.ts';

const MAKES_STORAGE = /^(?:make_tensor|make_rmem_tensor|make_fragment|allocate_tensor|get_tensor)$/;

function checkSite({ site, evaluation: { origin, value } }: EvaluatedSite): readonly RuleFinding[] {
  if (origin === null || !(value instanceof Tensor) || !MAKES_STORAGE.test(operationName(origin))) return [];
  // Overlapping views of global memory are windows, as a convolution has them.
  const { space } = value.engine;
  if (space !== 'smem' && space !== 'rmem') return [];
  const layout = innermostLayout(value.layout);
  // A stride of 0 is written to repeat.
  const repeated = filterZeros(layout);
  const decision = isFailure(repeated) || !(repeated instanceof Layout) ? repeated : isInjective(repeated);
  if (isFailure(decision) || !('holds' in decision) || decision.holds) return [];
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `several coordinates of ${valueText(layout, styleOf(site.dialect))} have one place in memory: ${decision.why}`,
    },
  ];
}

export const overlappingStorage: Rule = {
  id: 'overlapping-storage',
  severity: 'warning',
  title: 'Two elements in one place',
  description:
    'Strides of a tensor in shared memory or registers overlap, so that writing one element changes another. A stride of 0 is not meant, which repeats elements on purpose.',
  checkSite,
};
