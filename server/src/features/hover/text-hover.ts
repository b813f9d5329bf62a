// What a hover says in a text of another language: Triton's IR, and literals on their own.

import type { Position } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { hostOfText } from '../../analysis/literals/unread.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import type { Session } from '../../workspace/documents/session.ts';
import { type LiteralHover, type LiteralHoverOptions, literalHoverAt } from './literal-hover.ts';
import { ttgirHoverAt } from './ttgir-hover.ts';

export async function textHoverAt(
  grammars: Grammars,
  languageId: string,
  text: string,
  offset: number,
  options: LiteralHoverOptions,
): Promise<LiteralHover | null> {
  const host = hostOfText(languageId, text, offset);
  const whole = { start: 0, end: text.length };
  return (
    ttgirHoverAt(text, offset, whole, options) ??
    (await literalHoverAt(grammars, text, offset, whole, host, options))
  );
}

/**
 * The same of an open document, where a setting names its language; null when an edit has come meanwhile. Without
 * options it says what the settings want.
 */
export async function openTextHoverAt(
  document: TextDocument,
  position: Position,
  session: Session,
  options?: LiteralHoverOptions,
): Promise<LiteralHover | null> {
  const { uri, languageId } = document;
  const { literals, hover } = await session.settingsOf(uri);
  if (!literals.languages.includes(languageId)) return null;
  const text = document.getText();
  const offset = document.offsetAt(position);
  const found = await textHoverAt(session.grammars, languageId, text, offset, options ?? hover);
  return document.getText() === text ? found : null;
}
