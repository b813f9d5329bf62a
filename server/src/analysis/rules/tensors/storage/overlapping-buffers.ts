// Two buffers in one array, of which the second begins where the first would end if it had no gaps.

import { innermostLayout } from '../../../../algebra/composed/composed.ts';
import { isFailure } from '../../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { size } from '../../../../algebra/layout/measure.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { styleOf, valueText } from '../../../../render/text/text.ts';
import { knownValueOf } from '../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import type { Site } from '../../../values/model.ts';
import { farthestOffset } from '../../../values/reach.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../../rule.ts';
import { type Place, placeOf } from './buffer-places.ts';
import { checkByteOffsets } from './byte-offsets.ts';
import { checkCarved } from './carved-buffers.ts';
import { checkUnions } from './shared-union.ts';

interface Buffer extends Place {
  readonly tensor: Tensor;
}

/** The tensor in shared memory that a call of `make_tensor` lays over an array; null for others. */
function bufferAt(context: RuleContext, site: Site): Buffer | null {
  const call = writtenCall(site);
  const pointer = call?.name === 'make_tensor' ? argumentAt(call, 0, 'iterator') : undefined;
  const tensor = pointer === undefined ? null : knownValueOf(context.model, site);
  if (pointer === undefined || !(tensor instanceof Tensor) || tensor.engine.space !== 'smem') return null;
  const place = placeOf(context, pointer);
  return place === null ? null : { ...place, tensor };
}

function checkTensor(
  { site, call }: CalledSite,
  calls: readonly CalledSite[],
  context: RuleContext,
): readonly RuleFinding[] {
  const pointer = argumentAt(call, 0, 'iterator');
  // Most begin where their array does: what they are need not be worked out.
  if (pointer === undefined || (placeOf(context, pointer)?.offset ?? 0) === 0) return [];
  const own = bufferAt(context, site);
  if (own === null) return [];
  for (const { site: other } of calls) {
    if (other.within !== site.within || other.span.start === site.span.start) continue;
    const before = bufferAt(context, other);
    if (before === null || before.array !== own.array || before.tensor.engine.bits !== own.tensor.engine.bits)
      continue;
    const elements = size(innermostLayout(before.tensor.layout));
    const last = farthestOffset(before.tensor.layout);
    const count = isFailure(elements) ? undefined : knownNumber(elements);
    if (count === undefined || last === null || own.offset - before.offset !== count || last < count)
      continue;
    const layout = valueText(before.tensor.layout, styleOf(site.dialect));
    return [
      {
        span: site.span,
        message: `it begins ${count} elements behind ${layout}, whose size that is: its cosize is ${last + 1}, so that the two overlap`,
      },
    ];
  }
  return [];
}

const checkTensors = callsByUnit<RuleContext, RuleFinding>(['make_tensor'], (calls, context) =>
  calls.flatMap((called) => checkTensor(called, calls, context)),
);

export const overlappingBuffers: Rule = {
  id: 'overlapping-buffers',
  severity: 'warning',
  title: 'Two buffers in one place',
  checkDocument: (context) => {
    const padded = checkTensors(context);
    const known = padded.length > 0 ? padded : checkCarved(context);
    const isTold = ({ span }: RuleFinding): boolean =>
      known.some((other) => other.span.start <= span.start && span.end <= other.span.end);
    const counted = checkByteOffsets(context).filter((finding) => !isTold(finding));
    return [...known, ...counted, ...checkUnions(context)];
  },
};
