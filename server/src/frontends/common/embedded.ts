// Layout text and directives in the comments and strings of a host language.

import { DIRECTIVE_MARK, type ReadNotation, readDirectives, unreadPart } from './directives.ts';
import type { Directive, Notation } from './scope.ts';

/** A comment or string of the host, with its delimiters, in UTF-16 offsets of the unit's text. */
interface HostText {
  readonly start: number;
  readonly end: number;
  readonly within: 'comment' | 'string';
}

interface Embedded {
  readonly notations: readonly Notation[];
  readonly directives: readonly Directive[];
}

/** Finds the layouts in a piece of prose, and reads the text of one. */
export interface NotationReader {
  /** Spans of text[start, end) that are layouts by their looks. */
  readonly find: (text: string, start: number, end: number) => readonly { start: number; end: number }[];
  /** Reads one expression; null when the text is none. */
  readonly read: ReadNotation;
}

/** Scans the comments and strings of a unit: what the front ends of host languages are given. */
export type EmbeddedScanner = (text: string, regions: readonly HostText[]) => Embedded;

const NOTHING: Embedded = { notations: [], directives: [] };

/**
 * What no layout can be without: a colon behind a parenthesis or between `_N`s, or the name of one
 * of the notations. Most comments are out by this test alone.
 */
const CANDIDATE =
  /\)\s*:|:\s*\(|_\d+\s*:\s*_\d|\bS(?:w|wizzle)?<|\bArithTuple\b|\bLinearLayout\b|\bGroupBy\b|\bOrderBy\b|\bLayout</;

/** A composition whose other operands stand in the next line of the prose: what was found is only its beginning. */
const GOES_ON = /^[ \t]*o[ \t]*(?:\r?\n|$)/;

/** Scans the comments and strings of a unit. Costs two searches where there is nothing to find. */
export function scanEmbedded(text: string, regions: readonly HostText[], notation: NotationReader): Embedded {
  if (regions.length === 0) return NOTHING;
  const hasDirectives = text.includes(DIRECTIVE_MARK);
  const hasCandidates = CANDIDATE.test(text);
  if (!hasDirectives && !hasCandidates) return NOTHING;
  const notations: Notation[] = [];
  const directives: Directive[] = [];
  for (const { start, end, within } of regions) {
    if (hasDirectives && within === 'comment') {
      directives.push(...readDirectives(text, start, end, notation.read));
    }
    if (!hasCandidates || !CANDIDATE.test(text.slice(start, end))) continue;
    for (const span of notation.find(text, start, end)) {
      if (GOES_ON.test(text.slice(span.end, end))) continue;
      const expr = notation.read(text.slice(span.start, span.end), span.start, true);
      if (expr !== null && unreadPart(expr) === null) notations.push({ span, expr, within });
    }
  }
  return { notations, directives };
}
