// What a hover says in a text of another language: Triton's IR, and literals on their own.

import { hostOfText } from '../../analysis/literals/unread.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { type LiteralHover, literalHoverAt } from './literal-hover.ts';
import { ttgirHoverAt } from './ttgir-hover.ts';

export async function textHoverAt(
  grammars: Grammars,
  languageId: string,
  text: string,
  offset: number,
  options: { readonly picture: boolean; readonly derivation: boolean },
): Promise<LiteralHover | null> {
  const host = hostOfText(languageId, text, offset);
  const whole = { start: 0, end: text.length };
  return (
    ttgirHoverAt(text, offset, whole, options) ??
    (await literalHoverAt(grammars, text, offset, whole, host, options))
  );
}
