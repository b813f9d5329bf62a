// The links of a hover. Only our own client is given any: another editor would show them and do nothing.

import type { Position } from 'vscode-languageserver';
import type { Place, Site, SiteEvaluation } from '../../analysis/values/model.ts';
import type { Form } from '../../render/emit/form.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { resultText } from '../texts/result-text.ts';
import type { HoverContent } from './content.ts';

const command = (name: string, argument: unknown): string =>
  `command:${name}?${encodeURIComponent(JSON.stringify([argument]))}`;

export function hoverLinks(
  { document, analysis }: ReadyDocument,
  site: Site,
  evaluation: SiteEvaluation,
  forms: readonly Form[],
): HoverContent['links'] {
  const links: { title: string; target: string }[] = [];
  // The value of one instantiation is no text for all.
  const replacement =
    evaluation.chosen === undefined ? resultText(site, evaluation, forms, analysis.text) : null;
  if (replacement !== null && site.valueSpan !== null)
    links.push({
      title: 'Insert result',
      target: command('layoutLens.insertResult', {
        uri: document.uri,
        version: document.version,
        range: document.rangeOf(site.valueSpan),
        newText: replacement,
      }),
    });
  for (const { label, text } of forms)
    links.push({ title: `Copy as ${label}`, target: command('layoutLens.copyText', { text, label }) });
  return links;
}

/** The link to the source of a step; null for what is hovered itself. */
export function sourceLink({ document }: ReadyDocument, { uri, span }: Place, from: Site): string | null {
  const { start, end } = from.valueSpan ?? from.span;
  if (uri === null && start <= span.start && span.end <= end) return null;
  const at = uri === null ? document.locate(span) : { uri, span };
  return command('layoutLens.goTo', { uri: at.uri, ...at.span });
}

/** With a link that opens the picture of a place, where the hover has one. */
export const withPictureLink = (content: HoverContent, uri: string, position: Position): HoverContent =>
  content.picture === null
    ? content
    : {
        ...content,
        links: [
          { title: 'Open picture', target: command('layoutLens.openPicture', { uri, position }) },
          ...content.links,
        ],
      };
