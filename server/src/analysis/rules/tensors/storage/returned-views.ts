// Tensors that a function makes of memory that it allocates, by what each of its calls gives it: `allocate_tile(smem, count, layout)`.

import { Tensor } from '../../../../evaluate/model/value.ts';
import { styleOf, valueText } from '../../../../render/text/text.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { callsNamed } from '../../../indexing/callers.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import { elementsIn, farthestOffset } from '../../../values/reach.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

function checkCall(site: Site, name: string, { model }: RuleContext): readonly RuleFinding[] {
  const value = settledValueOf(model, site);
  const room = value instanceof Tensor ? value.engine.room : undefined;
  if (!(value instanceof Tensor) || room === undefined) return [];
  const [has, last] = [elementsIn(room, value.engine), farthestOffset(value.layout)];
  if (has === null || last === null || last < has || model.neverRuns(site)) return [];
  const shown = valueText(value.layout, styleOf(site.dialect));
  const message = `${shown} reaches element ${last} of what ${name} allocates here, which has ${has}`;
  return [{ span: site.span, message, data: { needed: last + 1, has } }];
}

/** Findings of `storage-size` about what functions of Python return; where all calls are alike that is told where it is made. */
export function checkReturnedView({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  if (call.name !== 'make_tensor' || site.dialect !== 'python' || !(site instanceof PlacedSite)) return [];
  const around = functionAround(site);
  const isReturned = around?.returns?.some(({ span }) => span.start === site.node.start) === true;
  if (!isReturned || around.name === null || settledValueOf(context.model, site) instanceof Tensor) return [];
  const { name } = around;
  return callsNamed(context.model, name).flatMap((each) => checkCall(each, name, context));
}
