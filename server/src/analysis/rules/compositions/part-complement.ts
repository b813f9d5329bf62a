// A layout and its complement, `make_layout(pick, complement(pick, n))`, that a longer one is composed with: where n is not how
// many elements that has, what lies behind the first ones is left out.

import { innermostLayout } from '../../../algebra/composed/composed.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { Layout } from '../../../algebra/layout/layout.ts';
import { cosize, size } from '../../../algebra/layout/measure.ts';
import { modeOf } from '../../../algebra/operation/coalesce.ts';
import { complement } from '../../../algebra/operation/complement.ts';
import { Tensor, TypeValue, type Value } from '../../../evaluate/model/value.ts';
import { PLAIN, styleOf, valueText } from '../../../render/text/text.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { settledValueOf } from '../../document/extents.ts';
import { argumentAt } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

const numberOf = (of: ReturnType<typeof size>): number | undefined =>
  isFailure(of) ? undefined : knownNumber(of);

const layoutOf = (value: Value | null): Layout | null => {
  const held = value instanceof TypeValue ? value.instance : value;
  const layout = held instanceof Tensor ? innermostLayout(held.layout) : held;
  return layout instanceof Layout ? layout : null;
};

/** Whether a layout of two modes leaves gaps in the first one, which the second one fills up to the end. */
function isWithComplement(layout: Layout, count: number): boolean {
  if (!Array.isArray(layout.shape) || layout.shape.length !== 2 || numberOf(cosize(layout)) !== count)
    return false;
  const [first, second] = [modeOf(layout, 0), modeOf(layout, 1)];
  const own = numberOf(size(first));
  if (own === undefined || own < 2 || numberOf(cosize(first)) === own) return false;
  const rest = complement(first, count);
  return !isFailure(rest) && valueText(rest as Value, PLAIN) === valueText(second as Value, PLAIN);
}

/** Findings of `wrong-composition` about complements of a part. */
export function checkPartComplements({ model, text }: RuleContext): readonly RuleFinding[] {
  if (!mentions(text, /\bcomplement\s*\(/)) return [];
  return callsOf(model, 'composition').flatMap(({ site, call }): readonly RuleFinding[] => {
    const [of, by] = ['lhs', 'rhs'].map((name, i) =>
      layoutOf(settledValueOf(model, argumentAt(call, i, name))),
    );
    const [has, takes] = [of, by].map((layout) => (layout == null ? undefined : numberOf(size(layout))));
    if (by == null || has === undefined || takes === undefined || takes >= has) return [];
    if (!isWithComplement(by, takes) || model.neverRuns(site)) return [];
    const shown = valueText(by as Value, styleOf(site.dialect));
    const message = `${shown}, a layout with its complement, takes ${takes} of the ${has} elements: the complement in ${has} takes all of them`;
    return [{ span: site.span, message }];
  });
}
