// textDocument/hover: the value under the cursor, what can be said about it, and how it came about.

import { type CancellationToken, type Hover, type HoverParams, MarkupKind } from 'vscode-languageserver';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { hoverAt } from './hover-at.ts';
import { hoverLinks } from './links.ts';
import { hoverMarkdown, hoverPlainText } from './markdown.ts';

export function answerHover(
  ready: ReadyDocument,
  { position }: HoverParams,
  _token: CancellationToken,
  session: Session,
): Hover | null {
  const { document, analysis, settings, grammars } = ready;
  const { markdown, images, commandLinks } = session.client;
  const found = hoverAt(analysis, grammars, document.offsetAt(position), {
    picture: settings.hover.picture && images,
    derivation: settings.hover.derivation,
    links: (site, evaluation, forms) => (commandLinks ? hoverLinks(ready, site, evaluation, forms) : []),
  });
  if (found === null) return null;
  const { site, content } = found;
  return {
    range: document.rangeOf(site.span),
    contents: markdown
      ? { kind: MarkupKind.Markdown, value: hoverMarkdown(content, { images, links: commandLinks }) }
      : { kind: MarkupKind.PlainText, value: hoverPlainText(content) },
  };
}
