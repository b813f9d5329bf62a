// layoutLens/coverage: how many layouts of a document are known, known in part and unknown, and why the latter are. Our own
// client shows it; others may ask for it.

import type { CancellationToken, Range } from 'vscode-languageserver';
import { isFailure, Violation } from '../../algebra/integer/failure.ts';
import type { DocumentModel } from '../../analysis/values/model.ts';
import { supplyText } from '../../analysis/values/unknown.ts';
import { Unknown } from '../../evaluate/model/value.ts';
import { outcomeText, readable } from '../../render/text/text.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { sitesInSlices, yielderFor } from '../../workspace/documents/yielder.ts';
import { siteStyle } from '../texts/site-style.ts';
import { type CountedSite, countedSites } from './counted-sites.ts';

/** A place whose value is not known in full. */
interface OpenPlace {
  readonly range: Range;
  /** Its code, on one line. */
  readonly source: string;
  readonly isPartly: boolean;
  /** Why nothing more is known, and of what is known in part the value. */
  readonly reason: string;
}

interface Coverage {
  readonly known: number;
  readonly partly: number;
  readonly unknown: number;
  /** Those that are unknown, then those that are known in part, the first of them. */
  readonly places: readonly OpenPlace[];
}

/** A document is counted for at most this long; what was counted by then is told. */
const BUDGET_MS = 4000;
const MAXIMUM_PLACES = 200;
const MAXIMUM_SOURCE = 80;

export async function answerCoverage(
  { document, analysis }: ReadyDocument,
  _params: unknown,
  token: CancellationToken,
): Promise<Coverage> {
  const yielder = yielderFor(document, token);
  const { model, text } = analysis;
  await sitesInSlices(model, yielder);
  const open: CountedSite[] = [];
  let known = 0;
  for (const counted of countedSites(model, text)) {
    if (yielder.workedMilliseconds() > BUDGET_MS) break;
    if (yielder.shouldYield()) await yielder.yieldToEventLoop();
    if (!document.holds(counted.site.span)) continue;
    if (counted.isKnown && counted.open === 'nothing') known++;
    else open.push(counted);
  }
  const unknown = open.filter(({ isKnown }) => !isKnown);
  const partly = open.filter(({ isKnown }) => isKnown);
  const places: OpenPlace[] = [];
  for (const counted of [...unknown, ...partly].slice(0, MAXIMUM_PLACES)) {
    if (yielder.shouldYield()) await yielder.yieldToEventLoop();
    const { start, end } = counted.site.span;
    const value = counted.site.valueSpan;
    places.push({
      range: document.rangeOf({ start, end }),
      source: shortened(text.slice(start, value === null ? end : Math.max(end, value.end))),
      isPartly: counted.isKnown,
      reason: reasonOf(counted, model, text),
    });
  }
  return { known, partly: partly.length, unknown: unknown.length, places };
}

function shortened(source: string): string {
  const line = source.replace(/\s+/g, ' ').trim();
  return line.length <= MAXIMUM_SOURCE ? line : `${line.slice(0, MAXIMUM_SOURCE - 1)}…`;
}

function reasonOf({ site, value, isKnown, open }: CountedSite, model: DocumentModel, text: string): string {
  if (value instanceof Violation) return value.message;
  const [missing] = model.missing(site);
  const supply =
    missing === undefined || missing.kind === 'declaration'
      ? null
      : supplyText(missing, site.dialect === 'cpp' ? '//' : '#');
  if (isKnown && !isFailure(value)) {
    const { start, end } = site.valueSpan ?? site.span;
    const shown = outcomeText(value, siteStyle(site, text.slice(start, end)));
    const why = open === 'run-time' ? 'the rest is known when the program runs' : supply;
    return why === null ? shown : `${shown}: ${why}`;
  }
  const reason = isFailure(value) || value instanceof Unknown ? readable(value.reason) : '';
  return supply === null ? reason : `${reason}; ${supply}`;
}
