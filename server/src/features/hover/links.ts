// The links of a hover. Only our own client is given any: another editor would show them and do nothing.

import type { Position } from 'vscode-languageserver';
import type { Site, SiteEvaluation } from '../../analysis/values/model.ts';
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
  const replacement = resultText(site, evaluation, forms, analysis.text);
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
