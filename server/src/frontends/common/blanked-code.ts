// A text with its comments and strings as spaces. Of a text that was read before, what an edit has left is not read again.

import { difference, tellDifference } from '../../syntax/text/difference.ts';
import { countOfFirst } from '../../syntax/text/partition.ts';

/** Code, and how it was read. */
export interface BlankedCode {
  readonly text: string;
  readonly code: string;
  /** Where comments to the end of a line begin and end, in turn. */
  readonly lineComments: readonly number[];
  /** Where tokens end, not all of them: reading goes on there as though nothing stood before. */
  readonly stops: readonly number[];
}

/** No token depends on what stands farther behind its end, or behind where one might have begun: `'` and 32 characters. */
const LOOKAHEAD = 80;
const LINE_COMMENT = /^(?:\/\/|#)/;
/** So far apart are stops at least. */
const SPACING = 256;

/**
 * The code of a text.
 * @param tokens comments, literals and numbers, each of which ends where another may begin
 * @param before an earlier text of the same file
 */
export function blankedCode(text: string, tokens: RegExp, before?: BlankedCode): BlankedCode {
  const changed = before === undefined ? null : difference(before.text, text);
  if (before === undefined || changed === null) return before ?? read(text, tokens, 0, () => false);
  const { start, oldEnd, newEnd } = changed;
  const { stops, lineComments } = before;
  const pairs = lineComments.length / 2;
  const by = newEnd - oldEnd;
  const kept = stops.findLastIndex((stop) => stop + LOOKAHEAD <= start);
  const from = stops[kept] ?? 0;
  let next = Math.max(kept, 0);
  const isMet = (end: number): boolean => {
    if (end <= newEnd) return false;
    while (next < stops.length && stops[next]! + by < end) next++;
    return stops[next] === end - by;
  };
  const again = read(text, tokens, from, isMet);
  const to = again.isMet ? again.end - by : before.code.length;
  const code = before.code.slice(0, from) + again.code + before.code.slice(to);
  tellDifference(before.code, code, { start: from, oldEnd: to, newEnd: again.end });
  return {
    text,
    code,
    lineComments: [
      ...lineComments.slice(0, 2 * countOfFirst(pairs, (i) => lineComments[2 * i + 1]! <= from)),
      ...again.lineComments,
      ...lineComments
        .slice(2 * countOfFirst(pairs, (i) => lineComments[2 * i]! < to))
        .map((offset) => offset + by),
    ],
    stops: [
      ...stops.slice(0, kept + 1),
      ...again.stops,
      ...(again.isMet ? stops.slice(next).map((stop) => stop + by) : []),
    ],
  };
}

interface Stretch extends BlankedCode {
  readonly end: number;
  /** Whether it was read up to where `isDone` says so. */
  readonly isMet: boolean;
}

/** What is read from a stop on, to the end of a token at which there is nothing more to read. */
function read(text: string, tokens: RegExp, from: number, isDone: (end: number) => boolean): Stretch {
  const parts: string[] = [];
  const stops: number[] = [];
  const lineComments: number[] = [];
  const reader = new RegExp(tokens);
  reader.lastIndex = from;
  let end = from;
  let last = from;
  for (let found = reader.exec(text); found !== null; found = reader.exec(text)) {
    const [token] = found;
    const after = found.index + token.length;
    if (LINE_COMMENT.test(token)) lineComments.push(found.index, after);
    if (!/^\d/.test(token)) {
      parts.push(text.slice(end, found.index), blanked(token));
      end = after;
    }
    if (isDone(after)) {
      parts.push(text.slice(end, after));
      return { text, code: parts.join(''), lineComments, stops, end: after, isMet: true };
    }
    if (after - last < SPACING) continue;
    stops.push(after);
    last = after;
  }
  parts.push(text.slice(end));
  return { text, code: parts.join(''), lineComments, stops, end: text.length, isMet: false };
}

/** As many spaces; line breaks stay. */
const blanked = (token: string): string =>
  token
    .split('\n')
    .map((line) => ' '.repeat(line.length))
    .join('\n');
