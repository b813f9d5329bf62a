// Layouts without the inverse that is asked for, or with one of less than all of their elements.

import { innermostLayout } from '../../algebra/composed/composed.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import { ComposedLayout, Layout } from '../../algebra/layout/layout.ts';
import { size } from '../../algebra/layout/measure.ts';
import { isInjective } from '../../algebra/property/properties.ts';
import { TypeValue } from '../../evaluate/model/value.ts';
import { styleOf, valueText } from '../../render/text/text.ts';
import { operationName } from '../values/verdicts.ts';
import type { EvaluatedSite, Rule, RuleFinding } from './rule.ts';

const layoutIn = (value: unknown): Layout | null => {
  const held = value instanceof TypeValue ? value.instance : value;
  return held instanceof Layout || held instanceof ComposedLayout ? innermostLayout(held) : null;
};

const sizeOf = (layout: Layout): number | undefined => {
  const count = size(layout);
  return isFailure(count) ? undefined : knownNumber(count);
};

/** Elements that share a place have no inverse of their own. */
function isOneToOne(layout: Layout): boolean {
  const decision = isInjective(layout);
  return !isFailure(decision) && 'holds' in decision && decision.holds;
}

/** `right_inverse(L)` goes no further than the first gap of L. */
function checkSite({ site, evaluation: { origin, value } }: EvaluatedSite): readonly RuleFinding[] {
  if (origin === null || site.dialect === 'notation' || operationName(origin) !== 'right_inverse') return [];
  const [of, inverse] = [layoutIn(origin.args[0]?.value), layoutIn(value)];
  const [all, has] = [of, inverse].map((layout) => (layout === null ? undefined : sizeOf(layout)));
  if (of === null || all === undefined || has === undefined || has >= all || !isOneToOne(of)) return [];
  const shown = valueText(of, styleOf(site.dialect));
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `the right inverse of ${shown} has ${has} of its ${all} elements: it ends at the first gap`,
      severity: 'information',
    },
  ];
}

export const notInvertible: Rule = {
  id: 'not-invertible',
  severity: 'error',
  title: 'No inverse',
  checkSite,
};
