// Reads layout text in comments and strings with the notation's grammar.

import { type EmbeddedScanner, type NotationReader, scanEmbedded } from '../../frontends/common/embedded.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { copyNotation, lowerCopied, type NotationNode } from '../../frontends/notation/notation.ts';
import { layoutSpans } from '../../frontends/notation/scan.ts';
import type { Grammars } from '../../syntax/grammars.ts';

/** What was parsed before: comments of a file say the same of many functions, and each edit reads its own again. */
const PARSED = new WeakMap<Grammars, Map<string, NotationNode | null>>();
const MAXIMUM_PARSED = 1000;
/** Longer texts are not kept. */
const MAXIMUM_TEXT = 200;

function parsed(grammars: Grammars, text: string): NotationNode | null {
  let known = PARSED.get(grammars);
  if (known === undefined || known.size >= MAXIMUM_PARSED) {
    known = new Map();
    PARSED.set(grammars, known);
  }
  const before = known.get(text);
  if (before !== undefined) return before;
  const tree = grammars.parser('notation').parse(text);
  try {
    const root = tree === null ? null : copyNotation(tree);
    if (text.length <= MAXIMUM_TEXT) known.set(text, root);
    return root;
  } finally {
    tree?.delete();
  }
}

/** Reads one expression of the notation; null when the text is none. */
export function readNotationText(
  grammars: Grammars,
  text: string,
  shift = 0,
  isPrinted = false,
): Expr | null {
  const root = grammars.has('notation') ? parsed(grammars, text) : null;
  return root === null ? null : lowerCopied(root, text, shift, isPrinted);
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
