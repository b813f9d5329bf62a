// What a hover says of a layout literal where nothing is evaluated: what it is on its own, and that it is no more.

import { openAlone } from '../../analysis/literals/alone.ts';
import { type LiteralHost, literalAt } from '../../analysis/literals/literal.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import type { HoverContent } from './content.ts';
import { hoverAt } from './hover-at.ts';

export interface LiteralHover {
  readonly span: Span;
  readonly content: HoverContent;
}

export interface LiteralHoverOptions {
  readonly picture: boolean;
  readonly derivation: boolean;
}

const ON_ITS_OWN = 'a literal on its own: not compiled here';

/** The hover of the literal across an offset, inside of a stretch of a text; null where none stands, or there is nothing to say about it. */
export async function literalHoverAt(
  grammars: Grammars,
  text: string,
  offset: number,
  within: Span,
  host: LiteralHost,
  options: LiteralHoverOptions,
): Promise<LiteralHover | null> {
  await grammars.ready('literals');
  const literal = literalAt(grammars, text, offset, within, host);
  if (literal === null) return null;
  const { analysis, span } = await openAlone(grammars, literal, text);
  try {
    const shift = literal.span.start - span.start;
    const found = hoverAt(analysis, grammars, offset - shift, { ...options, links: () => [] });
    if (found === null) return null;
    const { start, end } = found.site.valueSpan ?? found.site.span;
    // What is open can be given where code is read, and not here.
    const content = { ...found.content, open: [], parameters: [], standing: ON_ITS_OWN };
    return { span: { start: start + shift, end: end + shift }, content };
  } finally {
    analysis.dispose();
  }
}
