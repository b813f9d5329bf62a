// textDocument/hover: the value under the cursor, what can be said about it, and how it came about.

import { type CancellationToken, type Hover, type HoverParams, MarkupKind } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { unreadAt } from '../../analysis/literals/unread.ts';
import { isPartlyUnknown } from '../../analysis/values/unknown.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { READING_MS } from '../../workspace/imports/arrivals.ts';
import { completedAt, withConfirmation } from './confirmed.ts';
import type { HoverContent } from './content.ts';
import { type HoverAt, hoverAt } from './hover-at.ts';
import { indexHoverAt } from './index-hover.ts';
import { hoverLinks, sourceLink, withPictureLink } from './links.ts';
import { type LiteralHover, literalHoverAt } from './literal-hover.ts';
import { hoverMarkdown, hoverPlainText } from './markdown.ts';
import { withMapping, withRelation } from './relation.ts';
import { openTextHoverAt } from './text-hover.ts';
import { ttgirHoverAt } from './ttgir-hover.ts';

export async function answerHover(
  ready: ReadyDocument,
  params: HoverParams,
  token: CancellationToken,
  session: Session,
): Promise<Hover | null> {
  const { document, analysis } = ready;
  const found = foundAt(ready, document.offsetAt(params.position), session);
  const isKnown = found !== null && !isPartlyUnknown(found.evaluation.value);
  if (isKnown || !(await session.hasRead(document.file, READING_MS, token)))
    return answerAt(ready, params, found, session);
  if (token.isCancellationRequested || document.getText() !== analysis.text) return null;
  const complete = await session.ready(document.uri);
  return complete === null
    ? null
    : answerAt(
        complete,
        params,
        foundAt(complete, complete.document.offsetAt(params.position), session),
        session,
      );
}

const foundAt = (
  ready: ReadyDocument,
  offset: number,
  { client: { commandLinks } }: Session,
): HoverAt | null =>
  hoverAt(ready.analysis, ready.grammars, offset, {
    ...ready.settings.hover,
    linkTo: (place, from) => (commandLinks ? sourceLink(ready, place, from) : null),
    links: (site, evaluation, forms) => (commandLinks ? hoverLinks(ready, site, evaluation, forms) : []),
  });

async function answerAt(
  ready: ReadyDocument,
  { position }: HoverParams,
  found: HoverAt | null,
  session: Session,
): Promise<Hover | null> {
  const { document, analysis, settings, grammars } = ready;
  const { commandLinks } = session.client;
  const { text } = analysis;
  const offset = document.offsetAt(position);
  const options = settings.hover;
  const answer = (content: HoverContent, span: Span): Hover =>
    hover(
      commandLinks ? withPictureLink(content, document.uri, position) : content,
      document.rangeOf(span),
      session,
    );
  const unread = unreadAt(analysis, offset);
  // The expression around a comment says nothing of what stands in the comment.
  const isOwn = found !== null && (unread === null || found.site.span.start >= unread.start);
  if (isOwn || unread === null) {
    const index = indexHoverAt(analysis, offset, found, options.picture);
    if (index !== null) {
      const content = await withMapping(index.content, index.relation, session.ask);
      return document.getText() === text ? answer(content, index.span) : null;
    }
  }
  if (isOwn) {
    const content = await withRelation(found.content, found.evaluation.value, session.ask, options.picture);
    // An edit that came meanwhile has moved it, and the document may have been closed behind it.
    if (document.getText() !== text) return null;
    return answer(withConfirmation(content, found, ready, session), found.site.span);
  }
  const literal: LiteralHover | null =
    unread === null
      ? null
      : (ttgirHoverAt(text, offset, unread, options) ??
        (await literalHoverAt(grammars, text, offset, unread, unread.host, options)));
  if (document.getText() !== text) return null;
  const shown =
    literal ??
    (found === null
      ? completedAt(ready, session, offset)
      : { span: found.site.span, content: found.content });
  return shown === null ? null : answer(shown.content, shown.span);
}

/** A hover in a text of another language: literals alone, where a setting names the language. */
export async function answerTextHover(
  document: TextDocument,
  { position }: HoverParams,
  session: Session,
): Promise<Hover | null> {
  const found = await openTextHoverAt(document, position, session);
  if (found === null) return null;
  const rangeOf = ({ start, end }: Span): Hover['range'] => ({
    start: document.positionAt(start),
    end: document.positionAt(end),
  });
  const { commandLinks } = session.client;
  const content = commandLinks ? withPictureLink(found.content, document.uri, position) : found.content;
  return hover(content, rangeOf(found.span), session);
}

function hover(content: HoverContent, range: Hover['range'], { client, theme }: Session): Hover {
  const { markdown, images, commandLinks, folds } = client;
  return {
    range,
    contents: markdown
      ? {
          kind: MarkupKind.Markdown,
          value: hoverMarkdown(content, { images, links: commandLinks, folds, theme }),
        }
      : { kind: MarkupKind.PlainText, value: hoverPlainText(content) },
  };
}
