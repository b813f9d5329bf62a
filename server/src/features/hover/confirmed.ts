// Marks in a hover what a compiler has said of the declaration.

import { limitsText } from '../../analysis/compiler/confirmation.ts';
import type { Span } from '../../frontends/common/expression.ts';
import { MARKED, outcomeText } from '../../render/text/text.ts';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { type HoverContent, NO_CONTENT } from './content.ts';
import type { HoverAt } from './hover-at.ts';

/** What a compiler has said of a declaration of which there is nothing else to say. */
export function completedAt(
  { document: { uri, revision }, analysis }: ReadyDocument,
  { confirmations }: Session,
  offset: number,
): { readonly span: Span; readonly content: HoverContent } | null {
  const site = analysis.model.siteAt(offset);
  if (site === null) return null;
  const shown = outcomeText(analysis.model.evaluate(site).value, MARKED);
  const said = confirmations.of(uri, revision, site, shown);
  if (said?.confirmation.verdict !== 'completed') return null;
  const { compiler, confirmation } = said;
  const more = [{ label: 'completed by', text: `${compiler}${limitsText(confirmation)}` }];
  return { span: site.span, content: { ...NO_CONTENT, value: confirmation.theirs, more } };
}

type More = HoverContent['more'][number];

export function withConfirmation(
  content: HoverContent,
  { site }: HoverAt,
  { document: { uri, revision }, analysis }: ReadyDocument,
  { confirmations }: Session,
): HoverContent {
  const shown = outcomeText(analysis.model.evaluate(site).value, MARKED);
  const said = confirmations.of(uri, revision, site, shown);
  if (said === null) return content;
  const { compiler, confirmation } = said;
  const theirs = confirmation.theirs.join(' | ');
  const limits = limitsText(confirmation);
  const marks: Readonly<Record<typeof confirmation.verdict, More | null>> = {
    confirmed: { label: 'confirmed by', text: `${compiler}${limits}` },
    completed: { label: `completed by ${compiler}`, text: theirs, code: true },
    differs: { label: `differs from ${compiler}`, text: `it says ${theirs}: a defect of Layout Lens` },
    'not asked': null,
  };
  const mark = marks[confirmation.verdict];
  return mark === null ? content : { ...content, more: [...content.more, mark] };
}
