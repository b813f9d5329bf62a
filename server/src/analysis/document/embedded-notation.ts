// Reads layout text in comments and strings with the notation's grammar.

import { type EmbeddedScanner, type NotationReader, scanEmbedded } from '../../frontends/common/embedded.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { lowerNotation } from '../../frontends/notation/notation.ts';
import { layoutSpans } from '../../frontends/notation/scan.ts';
import type { Grammars } from '../../syntax/grammars.ts';

/** Reads one expression of the notation; null when the text is none. */
export function readNotationText(
  grammars: Grammars,
  text: string,
  shift = 0,
  isPrinted = false,
): Expr | null {
  if (!grammars.has('notation')) return null;
  const tree = grammars.parser('notation').parse(text);
  if (tree === null) return null;
  try {
    return lowerNotation(tree, text, shift, isPrinted);
  } finally {
    tree.delete();
  }
}

export function notationReader(grammars: Grammars): NotationReader {
  return {
    find: (text, start, end) =>
      layoutSpans(text.slice(start, end)).map((span) => ({
        start: span.start + start,
        end: span.end + start,
      })),
    read: (text, shift, isPrinted) => readNotationText(grammars, text, shift, isPrinted),
  };
}

/** The scanner that the front ends of host languages call for each unit. */
export function embeddedScanner(grammars: Grammars): EmbeddedScanner {
  const reader = notationReader(grammars);
  return (text, regions) => scanEmbedded(text, regions, reader);
}
