// Where a declaration ends by how its lines are indented, in a file whose brackets do not match: a declaration begins no
// further to the right than the one before it, and what is further to the right belongs to that one.

import { isWordStart, skipInert, skipSpace, wordEnd } from './scan.ts';

/** A text with the one that it was masked from, whose lines are indented as somebody wrote them. */
export interface MaskedText {
  readonly text: string;
  readonly written: string;
}

/** Words that begin a declaration and stand in no list of parameters or arguments. */
const BEGINS = new Set(['template', 'namespace', 'using', 'static', 'inline', 'typedef', 'extern']);

/** The index behind the declaration at `start`, which ends at `end` by its brackets, or with some of them open. */
export function endByLines(source: MaskedText, start: number, end: number, isClosed: boolean): number {
  const column = columnAt(source, start);
  const next = nextDeclaration(source, start, end, isClosed);
  if (next !== null) return next;
  return isClosedEarly(source, start, end, isClosed) ? endOfRest(source, end, column) : end;
}

/** Whether the brace at `at` is one that closes what is opened at `opened`: no further to the right, on a line of such. */
export function closesByLines(source: MaskedText, at: number, opened: number): boolean {
  const { text } = source;
  const line = lineAt(text, at);
  if (lineAt(text, opened) === line) return true;
  return /^[\s};]*$/.test(text.slice(line, at)) && columnAt(source, at) <= columnAt(source, opened);
}

const lineAt = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/** How far the line of an offset is indented. */
function columnAt({ written }: MaskedText, at: number): number {
  const line = lineAt(written, at);
  let first = line;
  while (first < at && written.charCodeAt(first) <= 32) first++;
  return first - line;
}

function isFirstInLine(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && text.charCodeAt(before) <= 32) {
    if (text.charCodeAt(before) === 10) return true;
    before--;
  }
  return before < 0;
}

/** `public:`, `done:` */
function isLabel(text: string, wordAt: number): boolean {
  const behind = skipSpace(text, wordEnd(text, wordAt));
  return text[behind] === ':' && text[behind + 1] !== ':';
}

/** Where another declaration begins inside of this one, of which a bracket is not closed: behind what is before it. */
export function nextDeclaration(
  source: MaskedText,
  start: number,
  end: number,
  isClosed: boolean,
): number | null {
  const { text } = source;
  const column = columnAt(source, start);
  let braces = 0;
  let round = 0;
  let last = start;
  let ownEnd = -1;
  for (let at = start; at < end; ) {
    const inert = skipInert(text, at);
    if (inert !== at) {
      // Strings are no spaces.
      if (text[at] === '"' || text[at] === "'") last = inert;
      at = inert;
      continue;
    }
    const c = text[at]!;
    if (isWordStart(text.charCodeAt(at))) {
      const behind = wordEnd(text, at);
      const isInside = !isClosed || braces + round > 0;
      if (at > start && isInside && isFirstInLine(text, at) && columnAt(source, at) <= column) {
        // Its inside is not indented at all, so lines do not tell where it ends.
        if (text[last - 1] === '{' && braces === 1 && last - 1 > start) return null;
        const isBoundary = round === 0 && ';{}'.includes(text[last - 1]!);
        if ((isBoundary || BEGINS.has(text.slice(at, behind))) && !isLabel(text, at)) return last;
      }
      at = behind;
      last = at;
      continue;
    }
    if (c === '}' && at > start && braces > 0 && isFirstInLine(text, at)) {
      const here = columnAt(source, at);
      // What is around ends, and so does this: with the brace that stands below its beginning, where there is one.
      if (here < column || (here === column && last === ownEnd)) return last;
      if (here === column) ownEnd = at + 1;
    }
    if (c === '{') braces++;
    else if (c === '}') braces--;
    else if (c === '(') round++;
    else if (c === ')') round--;
    // A body begins behind its parameters, whether they are closed or not.
    if (c === '{' || c === '}') round = 0;
    last = ++at;
  }
  return null;
}

/** Whether what stands behind a declaration, or the brace that ends it, is indented as its inside is. */
function isClosedEarly(source: MaskedText, start: number, end: number, isClosed: boolean): boolean {
  const { text } = source;
  const column = columnAt(source, start);
  const brace = text[end - 1] === ';' ? text.lastIndexOf('}', end - 1) : end - 1;
  if (text[brace] !== '}') return false;
  const next = skipSpace(text, end);
  if (next >= text.length) return false;
  // Behind a brace on a line of its own stands nothing else.
  if (!isFirstInLine(text, next)) return text[next] !== '}' && lineAt(text, brace) > start;
  if (text[next] !== '}') return columnAt(source, next) > column;
  return (
    lineAt(text, brace) > start &&
    (!isClosed || (isFirstInLine(text, brace) && columnAt(source, brace) > column))
  );
}

/** The end of what is indented further than the declaration, with the brace that would have closed that. */
function endOfRest(source: MaskedText, end: number, column: number): number {
  const { text } = source;
  let last = end;
  for (let at = end; at < text.length; ) {
    const inert = skipInert(text, at);
    if (inert !== at) {
      at = inert;
      continue;
    }
    if (isFirstInLine(text, at) && columnAt(source, at) <= column) {
      if (text[at] !== '}' || columnAt(source, at) < column) return last;
      const behind = skipSpace(text, at + 1);
      return text[behind] === ';' ? behind + 1 : at + 1;
    }
    at++;
    last = at;
  }
  return last;
}
