// What a hover says of the coordinates at which a composition or an access stays in bounds.

import { inBounds } from '../../algebra/admissibility/in-bounds.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import type { OpenDocument } from '../../analysis/document/document.ts';
import { accessOf } from '../../analysis/indexing/access.ts';
import type { Site, SiteEvaluation } from '../../analysis/values/model.ts';
import { operationKind, plainLayout } from '../../analysis/values/verdicts.ts';
import type { Value } from '../../evaluate/model/value.ts';
import { outcomeText, styleOf } from '../../render/text/text.ts';
import { accessCondition } from '../texts/condition.ts';
import { type HoverContent, NO_CONTENT } from './content.ts';

/** `in bounds where 4*c0 + c1 < 8*M`, of a composition that may leave its outer layout; nothing for others. */
export function compositionBounds({ origin }: SiteEvaluation): HoverContent['more'] {
  if (origin === null || operationKind(origin) !== 'composition' || origin.args.length !== 2) return [];
  const [outer, inner] = origin.args.map(({ value }) => (isFailure(value) ? null : plainLayout(value)));
  const found = outer == null || inner == null ? null : inBounds(outer, inner);
  return found === null
    ? []
    : [{ label: 'in bounds where', text: `${found.value} < ${found.size}`, code: true }];
}

interface HoveredAccess {
  readonly site: Site;
  /** `in bounds where 0 <= i && i < 8`. */
  readonly bounds: HoverContent['more'];
  /** What is said where the element has no value. */
  readonly content: HoverContent;
}

/** The innermost access among places; null where there is none that may be out of bounds. */
export function accessAmong(analysis: OpenDocument, sites: Iterable<Site>): HoveredAccess | null {
  const { dialect, model } = analysis;
  if (dialect === 'notation') return null;
  for (const site of sites) {
    const access = accessOf(analysis, site);
    if (access === null) continue;
    const condition = accessCondition(analysis, dialect, access);
    if (condition === null) return null;
    const bounds = [{ label: 'in bounds where', text: condition.text, code: true }];
    const { value } = model.evaluate(access.callee);
    const summary = `element of ${outcomeText(value as Value, styleOf(dialect))}`;
    return { site, bounds, content: { ...NO_CONTENT, summary, more: bounds } };
  }
  return null;
}
