// Lists of Python in which a layout has one place for several coordinates, and each of them is written.

import { innermostLayout } from '../../../../../algebra/composed/composed.ts';
import { ComposedLayout, Layout } from '../../../../../algebra/layout/layout.ts';
import { mentions } from '../../../../../syntax/text/mentions.ts';
import { settledValueOf } from '../../../../document/extents.ts';
import { writtenCall } from '../../../../document/written/call.ts';
import { callsOf } from '../../../../document/written/calls-by-name.ts';
import { coordinatesOf } from '../../../../document/written/coordinates.ts';
import type { Site } from '../../../../values/model.ts';
import { PlacedSite } from '../../../../values/placed-site.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../../rule.ts';

const isName = (site: Site): boolean =>
  site instanceof PlacedSite && site.node.kind === 'expression' && site.node.expr.kind === 'name';

/** What is assigned to the item that stands there, to the end of its line; null where nothing is, or is added. */
const assignedTo = ({ span }: Site, text: string): string | null =>
  /^[ \t]*=(?!=)(.*)/.exec(text.slice(span.end, span.end + 400))?.[1] ?? null;

/** @param faultOf why several coordinates have one place; null: they have not. */
function checkItem(
  { site, call }: CalledSite,
  { model, text }: RuleContext,
  faultOf: (layout: Layout) => string | null,
): readonly RuleFinding[] {
  const [index] = call.args;
  const indexed = site.dialect !== 'python' || index === undefined ? null : writtenCall(index);
  if (indexed === null || indexed.keywords.size > 0 || indexed.name === '[]') return [];
  const coordinates = coordinatesOf(indexed);
  const value = assignedTo(site, text);
  // One place that is written from where it was read stays what it is.
  if (value === null || coordinates.length === 0 || !coordinates.every(isName)) return [];
  const written = text.slice(index!.span.start, index!.span.end);
  if (value.includes(written.slice(written.indexOf('(')))) return [];
  const layout = settledValueOf(model, indexed.callee);
  if (!(layout instanceof Layout || layout instanceof ComposedLayout)) return [];
  const why = faultOf(innermostLayout(layout));
  if (why === null || model.neverRuns(site)) return [];
  const name = text.slice(indexed.callee.span.start, indexed.callee.span.end);
  return [{ span: site.span, message: `several coordinates of ${name} have one place in the list: ${why}` }];
}

/** Findings of `overlapping-storage` about lists that are indexed by layouts. */
export const checkLists = (
  context: RuleContext,
  faultOf: (layout: Layout) => string | null,
): readonly RuleFinding[] =>
  mentions(context.text, 'pycute')
    ? callsOf(context.model, '[]').flatMap((called) => checkItem(called, context, faultOf))
    : [];
