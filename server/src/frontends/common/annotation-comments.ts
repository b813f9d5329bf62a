// The comments of a host language that are a shape annotation and nothing else.

import { type AnnotatedTuple, readAnnotation } from './annotation.ts';
import type { Span } from './expression.ts';
import { HOST_TOKENS, type Host } from './host-tokens.ts';

export interface LineComment {
  /** The comment from its sign to the end of the line, without the line break. */
  readonly span: Span;
  /** Nothing but blanks stands before it on its line. */
  readonly ownLine: boolean;
  /** Null when the comment says something else. */
  readonly annotation: AnnotatedTuple | null;
}

/**
 * What makes it worth to look: a comment that begins with a parenthesis. Only the first of many signs begins one, so that
 * a line of them is read once.
 */
const WORTHWHILE = { cpp: /(?<!\/)\/\/+[ \t]*\(/, python: /(?<!#)#+[ \t]*\(/ } as const;

const SIGN = { cpp: /^\/\/+/, python: /^#+/ } as const;

/** The line comments of a file, when there is an annotation among them; otherwise none. */
export function annotationComments(text: string, host: Host): readonly LineComment[] {
  if (!WORTHWHILE[host].test(text)) return [];
  const comments: LineComment[] = [];
  let isAny = false;
  for (const { 0: token, index } of text.matchAll(HOST_TOKENS[host])) {
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
