// Masking: C++ before the preprocessor is not C++. Preprocessor lines and attribute-like macros are
// replaced by blanks of the same length, so that the grammar reads the rest and every offset stays.
// What the lines say (#define, #include, #if) is read on the side.

import { difference, tellDifference } from '../text/difference.ts';
import { countOfFirst } from '../text/partition.ts';
import { type Blank, type MaskTokens, maskTokens } from './mask-tokens.ts';
import {
  type IncludeLine,
  type MacroDefinition,
  PreprocessorLines,
  type PreprocessorRegion,
} from './preprocessor-lines.ts';
import type { Alternative, SupposedMacro } from './supposed-macros.ts';

export interface Masked {
  readonly text: string;
  readonly macros: readonly MacroDefinition[];
  readonly undefined: readonly { readonly name: string; readonly start: number }[];
  readonly includes: readonly IncludeLine[];
  readonly conditionals: readonly PreprocessorRegion[];
  readonly alternatives: readonly Alternative[];
  /** What a later version of the file may be read again with. */
  readonly reading: Reading;
}

/** How a file was read. */
interface Reading extends Pick<MaskTokens, 'ends' | 'directives'> {
  readonly source: string;
  /** Branches that are not read. */
  readonly skipped: readonly Blank[];
  /** Whether the text up to a little behind it decides every token. */
  readonly isLocal: boolean;
}

/**
 * Masks a whole C++ or CUDA file. The masked text has the length of the original and the same line ends. `before`: an
 * earlier version of the file, of which what an edit has left is taken. `supposed`: a macro that it is read with.
 */
export function maskCpp(
  source: string,
  before: Masked | null = null,
  supposed: SupposedMacro | null = null,
): Masked {
  const again = before === null ? null : maskAgain(before, source);
  if (again !== null) return again;
  const { ends, blanks, directives } = maskTokens(source, 0, () => false);
  const lines = linesOf(source, directives, supposed);
  const { skipped } = lines;
  const isLocal = !source.includes('R"') && directives.every((d) => isClosed(source, d));
  return {
    text: blanked(source, [...blanks, ...skipped], 0, source.length),
    ...told(lines),
    reading: { source, ends, directives, skipped, isLocal },
  };
}

function linesOf(
  source: string,
  directives: readonly Blank[],
  supposed: SupposedMacro | null = null,
): PreprocessorLines {
  const macros = new Map(supposed === null ? [] : [[supposed.name, supposed.macro]]);
  const lines = new PreprocessorLines(source, directives, macros);
  for (const { start, end } of directives) lines.take(start, end);
  lines.finish();
  return lines;
}

const told = ({
  macros,
  undefined: names,
  includes,
  conditionals,
  alternatives,
}: PreprocessorLines): Omit<Masked, 'text' | 'reading'> => ({
  macros,
  undefined: names,
  includes,
  conditionals,
  alternatives,
});

/** Whether every comment that a directive begins ends in it: else its end depends on what follows. */
const isClosed = (source: string, { start, end }: Blank): boolean =>
  !source
    .slice(start, end)
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .includes('/*');

/** How far before a token is looked for a comma that goes with it. */
const LOOKED_BACK = 200;

/**
 * The same by reading what lies around the difference: from the end of a token that does not depend on it to where a
 * token ends that ended there before. Null where the whole has to be read.
 */
function maskAgain(before: Masked, source: string): Masked | null {
  const { source: old, ends, directives, skipped, isLocal } = before.reading;
  if (!isLocal) return null;
  const changed = difference(old, source);
  if (changed === null) return before;
  const { start, oldEnd, newEnd } = changed;
  if (source.slice(Math.max(0, start - 1), newEnd + 1).includes('R"')) return null;
  const by = newEnd - oldEnd;
  const kept = countUpTo(ends, lastApart(old, start));
  const from = kept === 0 ? 0 : ends[kept - 1]!;
  const line = source.indexOf('\n', newEnd);
  const least = line < 0 ? source.length + 1 : Math.max(line + 1, newEnd + LOOKED_BACK);
  let next = countUpTo(ends, least - by - 1);
  let isMet = false;
  const isDone = (end: number): boolean => {
    if (end < least) return false;
    while (next < ends.length && ends[next]! + by < end) next++;
    isMet = next < ends.length && ends[next]! + by === end;
    return isMet;
  };
  const read = maskTokens(source, from, isDone);
  const to = isMet ? read.stop : source.length;
  const window = { from, to, oldTo: to - by };
  if (!read.directives.every((d) => isClosed(source, d))) return null;
  const all = [
    ...directives.filter((d) => d.end <= from),
    ...read.directives,
    ...directives.filter((d) => d.start >= window.oldTo).map((d) => moved(d, by)),
  ];
  const lines = linesOf(source, all);
  if (!isSameOutside(skipped, lines.skipped, window, by)) return null;
  const inside = blanked(source, [...read.blanks], from, to);
  const text = before.text.slice(0, from) + inside + before.text.slice(window.oldTo);
  tellDifference(before.text, text, { start: from, oldEnd: window.oldTo, newEnd: to });
  return {
    text,
    ...told(lines),
    reading: {
      source,
      ends: [
        ...ends.slice(0, kept),
        ...read.ends,
        ...(isMet ? ends.slice(next + 1).map((end) => end + by) : []),
      ],
      directives: all,
      skipped: lines.skipped,
      isLocal,
    },
  };
}

/**
 * An offset such that no token that ends there or before depends on what stands at `start` or behind it. Literals, and
 * what only begins as one, end with their line at the latest, unless the line end is escaped; what is looked for behind
 * a word stands before the next of these brackets and semicolons.
 */
function lastApart(text: string, start: number): number {
  if (start === 0) return 0;
  let line = text.lastIndexOf('\n', start - 1) + 1;
  while (line > 0 && /\\\r?\n$/.test(text.slice(Math.max(0, line - 3), line)))
    line = line < 2 ? 0 : text.lastIndexOf('\n', line - 2) + 1;
  let stop = start - 1;
  while (stop >= 0 && !';{}()'.includes(text[stop]!)) stop--;
  return Math.max(0, Math.min(line, stop));
}

/** How many of the numbers, which are in order, are no more than a limit. */
const countUpTo = (numbers: readonly number[], limit: number): number =>
  countOfFirst(numbers.length, (i) => numbers[i]! <= limit);

const moved = ({ start, end }: Blank, by: number): Blank => ({ start: start + by, end: end + by });

/** Whether the same branches are left out as before, none of them where the text was read again. */
function isSameOutside(
  before: readonly Blank[],
  after: readonly Blank[],
  { from, to, oldTo }: { readonly from: number; readonly to: number; readonly oldTo: number },
  by: number,
): boolean {
  if (before.length !== after.length) return false;
  return before.every((was, i) => {
    const is = after[i]!;
    if (was.end <= from) return is.start === was.start && is.end === was.end;
    return was.start >= oldTo && is.start >= to && is.start === was.start + by && is.end === was.end + by;
  });
}

const SPACES = ' '.repeat(256);

function spaces(source: string, start: number, end: number): string {
  let result = '';
  let from = start;
  for (;;) {
    let line = source.indexOf('\n', from);
    if (line < 0 || line >= end) line = end;
    for (let n = line - from; n > 0; n -= 256) result += n >= 256 ? SPACES : SPACES.slice(0, n);
    if (line === end) return result;
    result += '\n';
    from = line + 1;
  }
}

/** The text between two offsets, blanked. */
function blanked(source: string, blanks: Blank[], from: number, to: number): string {
  if (blanks.length === 0) return source.slice(from, to);
  // A skipped branch contains the blanks of what stands in it.
  blanks.sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: string[] = [];
  let at = from;
  for (const { start, end, text } of blanks) {
    if (start < at) continue;
    parts.push(source.slice(at, start), text ?? spaces(source, start, end));
    at = end;
  }
  parts.push(source.slice(at, to));
  return parts.join('');
}
