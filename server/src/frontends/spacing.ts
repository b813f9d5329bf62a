// A unit's own offsets against those of its text in the file. Before the brace that closes a function the unit's text
// has spaces that the file does not have: room for the function to grow, so that an edit in it moves nothing behind it.

import type { Span } from './expression.ts';
import type { Gap, PlacedUnit, Spacing } from './scope.ts';

/** The gaps that end at or before an offset of the unit, and how much they are together. */
function before(gaps: readonly Gap[], offset: number): number {
  let sum = 0;
  for (const { at, size } of gaps) {
    if (offset <= at) break;
    sum += Math.min(size, offset - at);
  }
  return sum;
}

/** The offset in a unit's file of an offset in the unit. */
export const inFile = ({ start, unit: { spacing } }: PlacedUnit, offset: number): number =>
  start + offset - (spacing === undefined ? 0 : before(spacing.gaps, offset));

export const spanInFile = (placed: PlacedUnit, { start, end }: Span): Span => ({
  start: inFile(placed, start),
  end: inFile(placed, end),
});

/** The offset in a unit of an offset in its source; at a gap the one before it. */
export function inUnit({ gaps }: Spacing, offset: number): number {
  let result = offset;
  for (const { at, size } of gaps) {
    if (result <= at) break;
    result += size;
  }
  return result;
}

/** The offset in a unit of an offset in its file. */
export const fromFile = ({ start, unit: { spacing } }: PlacedUnit, offset: number): number =>
  spacing === undefined ? offset - start : inUnit(spacing, offset - start);

/** What stands in the file at a span of the unit. */
export function textIn({ text, unit: { spacing } }: PlacedUnit, { start, end }: Span): string {
  if (spacing === undefined) return text.slice(start, end);
  const { gaps, source } = spacing;
  return source.slice(start - before(gaps, start), end - before(gaps, end));
}

/** Where the unit ends in its file. */
export const endInFile = (placed: PlacedUnit): number => inFile(placed, placed.text.length);
