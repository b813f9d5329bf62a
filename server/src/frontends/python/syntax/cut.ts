// A file cut into the statements of the module, each with the comments before it and behind it on its line.

import { type LogicalLine, logicalLines } from './lines.ts';

interface Piece {
  readonly start: number;
  readonly end: number;
}

/** What goes on with the statement before. */
const CLAUSE = /(?:else|elif|except|finally)\b/y;

/** Comments that no statement follows are a piece of their own. */
export function cutStatements(text: string): readonly Piece[] {
  const pieces: { start: number; end: number }[] = [];
  /** Comments of which it is not known yet what they belong to. */
  let comments: LogicalLine[] = [];
  let isDecorated = false;
  for (const line of logicalLines(text)) {
    if (line.isComment) {
      comments.push(line);
      continue;
    }
    const last = pieces.at(-1);
    const isOwn = last === undefined || (line.column === 0 && !isDecorated && !isClause(text, line.start));
    if (isOwn) {
      const own = ownComments(comments, last);
      pieces.push({ start: own[0]?.start ?? line.start, end: line.end });
    } else last.end = line.end;
    comments = [];
    if (line.column === 0 || isOwn) isDecorated = text[line.start] === '@';
  }
  const [first, ...others] = ownComments(comments, pieces.at(-1));
  if (first !== undefined) pieces.push({ start: first.start, end: others.at(-1)?.end ?? first.end });
  return pieces;
}

/** Indented comments behind a statement belong to it. */
function ownComments(
  comments: readonly LogicalLine[],
  before: { start: number; end: number } | undefined,
): readonly LogicalLine[] {
  if (before === undefined) return comments;
  const first = comments.findIndex(({ column }) => column === 0);
  const count = first < 0 ? comments.length : first;
  if (count > 0) before.end = comments[count - 1]!.end;
  return comments.slice(count);
}

function isClause(text: string, at: number): boolean {
  CLAUSE.lastIndex = at;
  return CLAUSE.test(text);
}
