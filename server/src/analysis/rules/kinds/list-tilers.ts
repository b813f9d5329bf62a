// Lists as tilers in CuTe DSL: `local_tile(x, [64, 128], …)`. A tiler is a tuple, or a layout; a list goes to the compiler as it
// is, and is refused there.

import { OneOf, type Value } from '../../../evaluate/model/value.ts';
import { isList } from '../../../evaluate/values/list-values.ts';
import { settledValueOf } from '../../document/extents.ts';
import { argumentAt } from '../../document/written/call.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** Functions of CuTe DSL whose second argument is a tiler. */
const TAKE_TILERS = /(?:^|\.)cute\.(?:local_tile|(?:zipped|tiled|flat|logical)_divide)$/;

const mayBeList = (value: Value | null): boolean =>
  value instanceof OneOf ? value.alternatives.some(isList) : isList(value);

/** The tiler that a function of CuTe DSL is given; undefined for other calls. */
export function tilerTaken({ site, call }: CalledSite, text: string): Site | undefined {
  const callee = text.slice(call.callee.span.start, call.callee.span.end);
  return site.dialect === 'python' && TAKE_TILERS.test(callee) ? argumentAt(call, 1, 'tiler') : undefined;
}

/** Findings of `wrong-kind` about lists. */
export function checkListTiler(
  { site, call }: CalledSite,
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const tiler = tilerTaken({ site, call }, text);
  if (tiler === undefined || !mayBeList(settledValueOf(model, tiler))) return [];
  const written = text.slice(tiler.span.start, tiler.span.end);
  const isWritten = /^\[[^[\]]*\]$/.test(written);
  const right = isWritten ? `(${written.slice(1, -1)})` : `tuple(${written})`;
  const message = `${written} is a list, and ${call.name} takes a tuple or a layout for its tiler: ${right}`;
  return [
    {
      span: tiler.span,
      message,
      fixes: [{ title: `Write ${right}`, span: tiler.span, newText: right }],
    },
  ];
}
