// A view of a tensor through its pointer, `make_tensor(t.data(), layout)`, that reaches behind its end: as many elements as
// the tensor has, or one that repeats elements. Such a view was meant to be of the same elements, and has the strides of
// another order.

import { isFailure } from '../../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { Layout } from '../../../../algebra/layout/layout.ts';
import { size } from '../../../../algebra/layout/measure.ts';
import { leavesOf } from '../../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { styleOf, valueText } from '../../../../render/text/text.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { memberAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import { farthestOffset } from '../../../values/reach.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

/** `t` of `t.iterator` in Python, and of `t.data()` in C++. */
export function tensorBehind(pointer: Site): Site | null {
  if (pointer.dialect === 'python') {
    const member = memberAt(pointer);
    return member?.name === 'iterator' ? member.object : null;
  }
  const call = writtenCall(pointer);
  return call?.name === 'data' && call.args.length === 0 ? call.object : null;
}

/** Whether it is a whole tensor, and no part of a larger one. */
function isWhole(tensor: Site): boolean {
  const init = initialiserOf(tensor);
  return init !== null && writtenCall(init)?.name === 'make_tensor';
}

const sizeOf = (layout: Layout): number | undefined => {
  const count = size(layout);
  return isFailure(count) ? undefined : knownNumber(count);
};

export function checkView({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const pointer = call.name === 'make_tensor' ? argumentAt(call, 0, 'iterator') : undefined;
  const of = pointer === undefined ? null : tensorBehind(pointer);
  if (of === null || !isWhole(of)) return [];
  const [view, whole] = [site, of].map((at) => settledValueOf(model, at));
  if (!(view instanceof Tensor && whole instanceof Tensor)) return [];
  if (!(view.layout instanceof Layout && whole.layout instanceof Layout)) return [];
  const count = sizeOf(view.layout);
  const isRepeating = leavesOf<unknown>(view.layout.stride).includes(0);
  if (count === undefined || view.engine.bits !== whole.engine.bits) return [];
  if (count !== sizeOf(whole.layout) && !isRepeating) return [];
  const [last, end] = [view, whole].map(({ layout }) => farthestOffset(layout));
  if (last == null || end == null || last <= end || model.neverRuns(site)) return [];
  const shown = valueText(view.layout, styleOf(site.dialect));
  const name = text.slice(of.span.start, of.span.end);
  const why = isRepeating ? '' : `: both have ${count} elements`;
  const message = `${shown} reaches element ${last} of ${name}, whose last is ${end}${why}`;
  return [{ span: site.span, message, data: { needed: last + 1, has: end + 1 } }];
}
