// Whether a text says something anywhere. Dozens ask after every edit, and an edit changes few of the answers: what stands
// elsewhere still does, and what stood nowhere can only stand around the edit.

import { difference } from './difference.ts';

/** A word as it is written, or a pattern in whose matches a line breaks in blanks between words alone. */
type Sought = string | RegExp;

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Answer {
  readonly sought: Sought;
  /** Where it stands; null: nowhere. */
  readonly place: Range | null;
}

interface Answered {
  readonly text: string;
  readonly answers: Map<string, Answer>;
}

/** The newest first: documents that are edited in turns. */
let answered: readonly Answered[] = [];
const ANSWERED = 4;

/** A match has words on no more lines than this. */
const LINES = 4;

/** What is looked at again is no longer than this: else all of the text is. */
const LONGEST = 16_384;

/** Whether it stands in the text. A pattern has no other flags than `i` and `m`. */
export function mentions(text: string, sought: Sought): boolean {
  const answers = answersFor(text);
  const key = typeof sought === 'string' ? sought : keyOf(sought);
  let answer = answers.get(key);
  if (answer === undefined) {
    answer = { sought, place: placeIn(text, sought) };
    answers.set(key, answer);
  }
  return answer.place !== null;
}

/** Patterns are made anew each time; to write their flags out takes longer than all else. */
const keyOf = ({ source, ignoreCase, multiline }: RegExp): string =>
  `/${source}/${ignoreCase ? 'i' : ''}${multiline ? 'm' : ''}`;

function placeIn(text: string, sought: Sought): Range | null {
  if (typeof sought === 'string') {
    const start = text.indexOf(sought);
    return start < 0 ? null : { start, end: start + sought.length };
  }
  const found = sought.exec(text);
  return found === null ? null : { start: found.index, end: found.index + found[0].length };
}

function answersFor(text: string): Map<string, Answer> {
  for (const known of answered) if (known.text === text) return known.answers;
  for (const before of answered) {
    const answers = carried(before, text);
    if (answers === null) continue;
    answered = [{ text, answers }, ...answered.filter((each) => each !== before)];
    return answers;
  }
  const answers = new Map<string, Answer>();
  answered = [{ text, answers }, ...answered.slice(0, ANSWERED - 1)];
  return answers;
}

/** The answers that hold behind an edit; null where it is no small one. */
function carried({ text: before, answers }: Answered, text: string): Map<string, Answer> | null {
  const changed = difference(before, text);
  if (changed === null) return answers;
  const by = changed.newEnd - changed.oldEnd;
  const start = linesBefore(text, changed.start);
  const end = linesBehind(text, changed.newEnd);
  if (end - start > LONGEST) return null;
  const around = text.slice(start, end);
  const kept = new Map<string, Answer>();
  for (const [key, { sought, place }] of answers) {
    if (place === null) {
      if (placeIn(around, sought) === null) kept.set(key, { sought, place });
    } else if (place.end <= start) kept.set(key, { sought, place });
    else if (place.start >= end - by)
      kept.set(key, { sought, place: { start: place.start + by, end: place.end + by } });
  }
  return kept;
}

/** Where the line begins that is so many lines with something on them before an offset. */
function linesBefore(text: string, offset: number): number {
  let at = offset;
  for (let lines = 0; lines <= LINES && at > 0; ) {
    const begins = text.lastIndexOf('\n', at - 1);
    if (text.slice(begins + 1, at).trim() !== '') lines++;
    at = Math.max(begins, 0);
  }
  return at;
}

/** Where the line ends that is so many behind it. */
function linesBehind(text: string, offset: number): number {
  let at = offset;
  for (let lines = 0; lines <= LINES && at < text.length; ) {
    const next = text.indexOf('\n', at);
    const ends = next < 0 ? text.length : next;
    if (text.slice(at, ends).trim() !== '') lines++;
    at = ends + 1;
  }
  return Math.min(at, text.length);
}
