// A layout and its complement, `make_layout(pick, complement(pick, n))`, that a longer one is composed with, or that is laid
// over a longer array: where n is not how many elements that has, what lies behind the first ones is left out.

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
import { settledNumberAt, settledValueOf } from '../../document/extents.ts';
import { argumentAt, writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { givenTo } from '../../document/written/names.ts';
import { compactIn, type Written } from '../../document/written/source-text.ts';
import type { Site } from '../../values/model.ts';
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
export const checkPartComplements = (context: RuleContext): readonly RuleFinding[] =>
  mentions(context.text, /\bcomplement\s*\(/)
    ? [...checkComposed(context), ...checkLaid(context), ...checkShort(context)]
    : [];

function checkComposed({ model }: RuleContext): readonly RuleFinding[] {
  return callsOf(model, 'composition').flatMap(({ site, call }): readonly RuleFinding[] => {
    const [of, by] = ['lhs', 'rhs'].map((name, i) =>
      layoutOf(settledValueOf(model, argumentAt(call, i, name))),
    );
    const [has, takes] = [of, by].map((layout) => (layout == null ? undefined : numberOf(size(layout))));
    if (by == null || has === undefined || takes === undefined || takes >= has) return [];
    if (!isWithComplement(by, takes) || model.neverRuns(site)) return [];
    return [told(site, by, takes, has)];
  });
}

function told(site: Site, layout: Layout, takes: number, has: number): RuleFinding {
  const shown = valueText(layout as Value, styleOf(site.dialect));
  const message = `${shown}, a layout with its complement, takes ${takes} of the ${has} elements: the complement in ${has} takes all of them`;
  return { span: site.span, message };
}

/** Whether a layout is written as one with its complement, also by names. */
function isWrittenWithComplement(layout: Site, written: Written): boolean {
  const [first, second, ...more] = writtenCall(givenTo(layout))?.args ?? [];
  if (first === undefined || second === undefined || more.length > 0) return false;
  const call = writtenCall(givenTo(second));
  return (
    call?.name === 'complement' && call.args[0] !== undefined && written(call.args[0]) === written(first)
  );
}

/** Of an array there may be another half, which is another view’s. */
function checkLaid({ model, text }: RuleContext): readonly RuleFinding[] {
  const written = compactIn(text);
  return callsOf(model, 'make_tensor').flatMap(({ site, call }): readonly RuleFinding[] => {
    const layout = argumentAt(call, 1, 'layout');
    if (layout === undefined || !isWrittenWithComplement(layout, written)) return [];
    const tensor = settledValueOf(model, site);
    const room = tensor instanceof Tensor ? tensor.engine.room?.elements : null;
    const laid = layoutOf(tensor);
    const takes = laid === null ? undefined : numberOf(size(laid));
    if (laid === null || room == null || takes === undefined || takes >= room || model.neverRuns(site))
      return [];
    return [{ ...told(site, laid, takes, room), severity: 'information' }];
  });
}

/** `complement(L, n)` of an L that spans more than n: it has the gaps of L, and nothing behind it. */
function checkShort({ model }: RuleContext): readonly RuleFinding[] {
  return callsOf(model, 'complement').flatMap(({ site, call }): readonly RuleFinding[] => {
    const [layout, cotarget] = ['input', 'cotarget'].map((name, i) => argumentAt(call, i, name));
    if (layout === undefined || cotarget === undefined || site.dialect === 'notation') return [];
    const of = layoutOf(settledValueOf(model, layout));
    const reach = of === null ? undefined : numberOf(cosize(of));
    const within = settledNumberAt(model, cotarget);
    if (of === null || reach === undefined || within === undefined || within <= 1 || within >= reach)
      return [];
    if (model.neverRuns(site)) return [];
    const shown = valueText(of as Value, styleOf(site.dialect));
    const message = `the complement is taken in ${within} elements, fewer than the ${reach} that ${shown} itself spans: it has the gaps alone`;
    return [{ span: cotarget.span, message, severity: 'information' }];
  });
}
