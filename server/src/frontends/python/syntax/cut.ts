// A file cut into the statements of the module, each with the comments before it and behind it on its line. Of a file that was
// cut before, what an edit has left is not read again.

import { difference } from '../../../syntax/text/difference.ts';
import { LineReader, type LogicalLine } from './lines.ts';

interface Piece {
  readonly start: number;
  readonly end: number;
}

/** Where a statement begins, with no comment before it, whatever stands before: it may be read from there on. */
interface Stop {
  /** The number of the statement. */
  readonly piece: number;
  readonly at: number;
}

export interface Cut {
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly stops: readonly Stop[];
  /** How many of the first and of the last statements are those of the version before, as they were. */
  readonly first: number;
  readonly last: number;
}

/** What goes on with the statement before. */
const CLAUSE = /(?:else|elif|except|finally)\b/y;

/** Where a statement begins is decided by the word that it begins with. */
const LOOKAHEAD = 64;

/** Comments that no statement follows are a piece of their own. `before`: how an earlier version was cut. */
export function cutStatements(text: string, before?: Cut): Cut {
  if (before === undefined) {
    const { pieces, stops } = read(text, { piece: 0, at: 0 }, [], () => false);
    return { text, pieces, stops, first: 0, last: 0 };
  }
  const changed = difference(before.text, text);
  if (changed === null) return { ...before, first: before.pieces.length, last: 0 };
  const { start, oldEnd, newEnd } = changed;
  const by = newEnd - oldEnd;
  const kept = before.stops.findLastIndex(({ at }) => at + LOOKAHEAD <= start);
  const from = before.stops[kept] ?? { piece: 0, at: 0 };
  let next = kept + 1;
  const isMet = (at: number): boolean => {
    if (at <= newEnd) return false;
    while (next < before.stops.length && before.stops[next]!.at + by < at) next++;
    return before.stops[next]?.at === at - by;
  };
  const again = read(text, from, before.pieces.slice(0, from.piece), isMet);
  const rest = again.isMet ? before.stops.slice(next) : [];
  const last = again.isMet ? before.pieces.length - rest[0]!.piece : 0;
  const more = again.pieces.length - (before.pieces.length - last);
  return {
    text,
    pieces: [
      ...again.pieces,
      ...before.pieces
        .slice(before.pieces.length - last)
        .map((p) => ({ start: p.start + by, end: p.end + by })),
    ],
    stops: [
      ...before.stops.slice(0, Math.max(kept, 0)),
      ...again.stops,
      ...rest.map(({ piece, at }) => ({ piece: piece + more, at: at + by })),
    ],
    first: from.piece,
    last,
  };
}

/**
 * Cuts from a stop on, up to the end or to a stop where there is nothing more to read.
 * @param before the statements before it
 */
function read(
  text: string,
  from: Stop,
  before: readonly Piece[],
  isDone: (at: number) => boolean,
): { readonly pieces: readonly Piece[]; readonly stops: readonly Stop[]; readonly isMet: boolean } {
  const pieces: { start: number; end: number }[] = [...before];
  const stops: Stop[] = [];
  /** Comments of which it is not known yet what they belong to. */
  let comments: LogicalLine[] = [];
  let isDecorated = false;
  const reader = new LineReader(text, from.at);
  for (let group = reader.next(); group !== null; group = reader.next())
    for (const line of group) {
      if (line.isComment) {
        comments.push(line);
        continue;
      }
      const last = pieces.at(-1);
      const isOwn = last === undefined || (line.column === 0 && !isDecorated && !isClause(text, line.start));
      if (isOwn && comments.length === 0 && line === group[0] && line.column === 0) {
        if (isDone(line.start)) return { pieces, stops, isMet: true };
        stops.push({ piece: pieces.length, at: line.start });
      }
      if (isOwn) {
        const own = ownComments(comments, last);
        pieces.push({ start: own[0]?.start ?? line.start, end: line.end });
      } else last.end = line.end;
      comments = [];
      if (line.column === 0 || isOwn) isDecorated = text[line.start] === '@';
    }
  const [first, ...others] = ownComments(comments, pieces.at(-1));
  if (first !== undefined) pieces.push({ start: first.start, end: others.at(-1)?.end ?? first.end });
  return { pieces, stops, isMet: false };
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
