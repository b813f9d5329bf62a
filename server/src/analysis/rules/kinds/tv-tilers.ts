// `tv, tiler = cute.make_layout_tv(threads, values)`: the tiler is the first of the two that it gives, and the layout (thread,
// value) the second. That is a layout, which divides the elements in a row.

import { writtenCall } from '../../document/written/call.ts';
import { itemOf } from '../../document/written/names.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';
import { tilerTaken } from './list-tilers.ts';

/** Whether a name stands there for the layout (thread, value) that `make_layout_tv` gives. */
export function isThreadValueLayout(site: Site): boolean {
  const given = itemOf(site);
  return given?.item.join() === '1' && writtenCall(given.of)?.name === 'make_layout_tv';
}

/** Findings of `wrong-kind` about layouts (thread, value): a layout compiles. */
export function checkTvTiler(
  { site, call }: CalledSite,
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const tiler = tilerTaken({ site, call }, text);
  if (tiler === undefined || !isThreadValueLayout(tiler) || model.neverRuns(site)) return [];
  const name = text.slice(tiler.span.start, tiler.span.end);
  const message = `${name} is the layout (thread, value), the second of what make_layout_tv gives, and divides the elements in a row: the tiler is the first`;
  return [{ span: tiler.span, message, severity: 'warning' }];
}
