// The comments of a host language that are a shape annotation and nothing else.

import { type AnnotatedTuple, readAnnotation } from './annotation.ts';
import type { Span } from './expression.ts';

export interface LineComment {
  /** From the comment sign to the end of the line, without the line break. */
  readonly span: Span;
  /** Nothing but blanks stands before it on its line. */
  readonly ownLine: boolean;
  /** Null when the comment says something else. */
  readonly annotation: AnnotatedTuple | null;
}

type Host = 'cpp' | 'python';

/**
 * What makes it worth to look: a comment that begins with a parenthesis. Only the first of many signs begins one, so that
 * a line of them is read once.
 */
const WORTHWHILE = { cpp: /(?<!\/)\/\/+[ \t]*\(/, python: /(?<!#)#+[ \t]*\(/ } as const;

/**
 * Comments, and the literals in which the sign of a comment means nothing. Numbers are there for
 * the separators of C++: in 1'000 the mark opens no character. What may stand between two signs is bounded where many of
 * the first could follow one another.
 */
const TOKENS = {
  cpp: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\bR"([^()\\\s]{0,16})\([\s\S]*?(?:\)\1"|$)|"(?:[^"\\\n]|\\[\s\S])*"?|\b\d(?:'?[\w.])*|'(?:[^'\\\n]|\\.){0,32}'/g,
  python:
    /#[^\n]*|("""|''')(?:[^\\]|\\[\s\S])*?(?:\1|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?/g,
} as const;

const SIGN = { cpp: /^\/\/+/, python: /^#+/ } as const;

/** The line comments of a file, when there is an annotation among them; otherwise none. */
export function annotationComments(text: string, host: Host): readonly LineComment[] {
  if (!WORTHWHILE[host].test(text)) return [];
  const comments: LineComment[] = [];
  let isAny = false;
  for (const { 0: token, index } of text.matchAll(TOKENS[host])) {
    const sign = SIGN[host].exec(token);
    if (sign === null) continue;
    const end = index + (token.endsWith('\r') ? token.length - 1 : token.length);
    const annotation = readAnnotation(text, index + sign[0].length, end);
    isAny ||= annotation !== null;
    const line = text.lastIndexOf('\n', index - 1) + 1;
    comments.push({
      span: { start: index, end },
      ownLine: text.slice(line, index).trim() === '',
      annotation,
    });
  }
  return isAny ? comments : [];
}
