// textDocument/hover: the value under the cursor, what can be said about it, and how it came about.

import { type CancellationToken, type Hover, type HoverParams, MarkupKind } from 'vscode-languageserver';
import { hoverOf } from '../render/describe.ts';
import { hoverMarkdown, hoverPlainText } from '../render/markdown.ts';
import type { ReadyDocument, Session } from '../workspace/session.ts';
import { hoverLinks } from './links.ts';
import { siteStyle } from './site-style.ts';
import { verifiedForms } from './verified-forms.ts';

export function answerHover(
  ready: ReadyDocument,
  { position }: HoverParams,
  _token: CancellationToken,
  session: Session,
): Hover | null {
  const { document, analysis, settings } = ready;
  const site = analysis.model.siteAt(document.offsetAt(position));
  if (site === null) return null;
  const evaluation = analysis.model.evaluate(site);
  const source = document.getText(site.valueSpan ?? site.span);
  const forms = verifiedForms(evaluation.value, ready);
  const content = hoverOf(evaluation, {
    dialect: site.dialect,
    style: siteStyle(site, source),
    picture: settings.hover.picture && session.client.images,
    derivation: settings.hover.derivation,
    source,
    name: site.name,
    forms,
    links: session.client.commandLinks ? hoverLinks(ready, site, evaluation, forms) : [],
  });
  if (content === null) return null;
  const { markdown, images, commandLinks } = session.client;
  return {
    range: document.rangeOf(site.span),
    contents: markdown
      ? { kind: MarkupKind.Markdown, value: hoverMarkdown(content, { images, links: commandLinks }) }
      : { kind: MarkupKind.PlainText, value: hoverPlainText(content) },
  };
}
