// Elements that are written one after the other to a tensor in which several coordinates have one place: `dst(i, j) = src(i, j)`.
// In memory that is not shared memory or registers such a tensor may be windows, which are read; what is written there is lost.

import { innermostLayout } from '../../../../../algebra/composed/composed.ts';
import { Layout } from '../../../../../algebra/layout/layout.ts';
import { Tensor } from '../../../../../evaluate/model/value.ts';
import { codeOf } from '../../../../../frontends/common/host-tokens.ts';
import { styleOf, valueText } from '../../../../../render/text/text.ts';
import { settledNumberAt, settledValueOf } from '../../../../document/extents.ts';
import { functionAround } from '../../../../document/written/around.ts';
import { writtenCall } from '../../../../document/written/call.ts';
import { coordinatesOf } from '../../../../document/written/coordinates.ts';
import { isElement } from '../../../../document/written/counting.ts';
import { keptByUnit } from '../../../../values/check-unit-memo.ts';
import type { Site } from '../../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../../rule.ts';

/** Where the other check of this rule tells it of the tensor itself. */
const TOLD_WHERE_MADE: ReadonlySet<string> = new Set(['smem', 'rmem']);

/** So much of the text behind an element says whether it is written. */
const NEAR = 200;

interface Written {
  readonly tensor: Site;
  readonly layout: Layout;
  readonly why: string;
}

/** @param faultOf why several coordinates have one place; null: they have not */
function writtenAt(
  site: Site,
  { model, text }: RuleContext,
  faultOf: (layout: Layout) => string | null,
): Written | null {
  const host = site.dialect === 'python' ? 'python' : 'cpp';
  if (!/^\s*=(?!=)/.test(codeOf(text, host).slice(site.span.end, site.span.end + NEAR))) return null;
  const call = writtenCall(site);
  if (call === null || call.args.length === 0) return null;
  const coordinates = coordinatesOf(call);
  // One place alone, or a mode of which one place is written, keeps what it is given.
  if (coordinates.some((coordinate) => settledNumberAt(model, coordinate) !== undefined)) return null;
  const value = settledValueOf(model, call.callee);
  if (!(value instanceof Tensor) || TOLD_WHERE_MADE.has(value.engine.space)) return null;
  const layout = innermostLayout(value.layout);
  const why = layout instanceof Layout ? faultOf(layout) : null;
  return why === null || model.neverRuns(site) ? null : { tensor: call.callee, layout, why };
}

/** Findings of `overlapping-storage` about elements that are written, one of each tensor in a function. */
export const overlappingWrites = (
  faultOf: (layout: Layout) => string | null,
): ((context: RuleContext) => readonly RuleFinding[]) =>
  keptByUnit<RuleContext, RuleFinding>(({ sites }, context) => {
    const seen = new Set<string>();
    return sites.filter(isElement).flatMap((site): readonly RuleFinding[] => {
      const found = writtenAt(site, context, faultOf);
      if (found === null) return [];
      const { start, end } = found.tensor.span;
      const name = context.text.slice(start, end);
      const key = `${functionAround(site)?.span.start} ${name}`;
      if (seen.has(key)) return [];
      seen.add(key);
      const shown = valueText(found.layout, styleOf(site.dialect));
      const message = `several coordinates of ${name} have one place in memory, and what is written last stays there: ${found.why}; it is ${shown}`;
      return [{ span: site.span, message }];
    });
  });
