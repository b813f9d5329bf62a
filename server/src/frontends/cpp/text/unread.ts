// Where the bodies of classes and functions stand that need not be cut into tokens before somebody asks for what is in
// them: of most declarations of an included file no more is asked than how they begin.

import { skipSpace } from './scan.ts';
import { statementEnd } from './statement-end.ts';
import type { UnreadBody } from './tokens.ts';

/** Shorter bodies are read sooner than they are put off. */
const SHORTEST = 100;

const NONE: readonly UnreadBody[] = [];

/** The body of the one declaration that a text is. */
export function bodyOfUnit(text: string): readonly UnreadBody[] {
  if (text.length < SHORTEST) return NONE;
  const { end, isClosed, body } = statementEnd(text, skipSpace(text, 0));
  if (!isClosed || body === null || body.close - body.open < SHORTEST) return NONE;
  return skipSpace(text, end) < text.length ? NONE : [{ text, ...body }];
}

const ACCESS = /(?:public|private|protected)\s*:(?!:)/y;
/** What begins a member in which braces are no body of a function, or one that is not read. */
const NO_FUNCTION = new Set(['struct', 'class', 'union', 'enum', 'friend', 'typedef', 'using', '']);

/** Those of the member functions of a class, whose own body this is. */
export function bodiesOfMembers({ text, open, close }: UnreadBody): readonly UnreadBody[] {
  const found: UnreadBody[] = [];
  for (let at = skipSpace(text, open + 1); at < close; at = skipSpace(text, at)) {
    ACCESS.lastIndex = at;
    if (ACCESS.test(text)) {
      at = ACCESS.lastIndex;
      continue;
    }
    const { end, isClosed, body, head } = statementEnd(text, at);
    // The class is not cut as it is read: nothing behind this is told.
    if (!isClosed && text[at] !== ';') return found;
    if (body !== null && body.close - body.open >= SHORTEST && !NO_FUNCTION.has(head))
      found.push({ text, ...body });
    at = end;
  }
  return found;
}
