// The comments of a host language that are a shape annotation and nothing else.

import { type AnnotatedTuple, readAnnotation } from './annotation.ts';
import type { Span } from './expression.ts';
import { type Host, lineCommentsOf } from './host-tokens.ts';

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

const SIGN = { cpp: '/', python: '#' } as const;

/** The line comments of a file, when there is an annotation among them; otherwise none. */
export function annotationComments(text: string, host: Host): readonly LineComment[] {
  if (!WORTHWHILE[host].test(text)) return [];
  const comments: LineComment[] = [];
  let isAny = false;
  const offsets = lineCommentsOf(text, host);
  for (let i = 0; i < offsets.length; i += 2) {
    const start = offsets[i]!;
    const behind = offsets[i + 1]!;
    const end = text[behind - 1] === '\r' ? behind - 1 : behind;
    let inside = start;
    while (text[inside] === SIGN[host]) inside++;
    const annotation = readAnnotation(text, inside, end);
    isAny ||= annotation !== null;
    const line = text.lastIndexOf('\n', start - 1) + 1;
    comments.push({
      span: { start, end },
      ownLine: text.slice(line, start).trim() === '',
      annotation,
    });
  }
  return isAny ? comments : [];
}
