// A unit's own offsets against those of its text in the file. Between the statements of a function, and before the brace
// that closes it, the unit's text has spaces that the file does not have: room to grow in, so that an edit in a statement
// moves nothing behind it.

import { countOfFirst } from '../../syntax/text/partition.ts';
import type { Span } from './expression.ts';
import type { Gap, GapMap, PlacedUnit } from './scope.ts';

/** For each gap how much the gaps before it are together. */
const sums = new WeakMap<readonly Gap[], readonly number[]>();

function sumsOf(gaps: readonly Gap[]): readonly number[] {
  let known = sums.get(gaps);
  if (known === undefined) {
    let sum = 0;
    known = gaps.map(({ size }) => {
      const before = sum;
      sum += size;
      return before;
    });
    sums.set(gaps, known);
  }
  return known;
}

/** How much of the gaps stands before an offset of the unit. */
function before(gaps: readonly Gap[], offset: number): number {
  const i = countOfFirst(gaps.length, (n) => gaps[n]!.at < offset) - 1;
  if (i < 0) return 0;
  const { at, size } = gaps[i]!;
  return sumsOf(gaps)[i]! + Math.min(size, offset - at);
}

/** The offset in a unit's file of an offset in the unit. */
export const fileOffset = ({ start, unit: { gapMap } }: PlacedUnit, offset: number): number =>
  start + offset - (gapMap === undefined ? 0 : before(gapMap.gaps, offset));

export const fileSpan = (placed: PlacedUnit, { start, end }: Span): Span => ({
  start: fileOffset(placed, start),
  end: fileOffset(placed, end),
});

/** The offset in a unit of an offset in its source. Where a gap stands, `side` tells which end of it is meant. */
export function unitOffset({ gaps }: GapMap, offset: number, side: 'before' | 'behind'): number {
  const known = sumsOf(gaps);
  const i =
    countOfFirst(gaps.length, (n) => {
      const at = gaps[n]!.at - known[n]!;
      return side === 'before' ? at < offset : at <= offset;
    }) - 1;
  return i < 0 ? offset : offset + known[i]! + gaps[i]!.size;
}

/**
 * The offset in a unit of an offset in its file: where a gap stands, that of the statement which it belongs to, or else of
 * what follows, other than a brace.
 */
export function toUnitOffset({ start, unit: { gapMap } }: PlacedUnit, offset: number): number {
  if (gapMap === undefined) return offset - start;
  if (gapMap.side === 'behind') return unitOffset(gapMap, offset - start, 'before');
  const behind = unitOffset(gapMap, offset - start, 'behind');
  return gapMap.text[behind] === '}' ? unitOffset(gapMap, offset - start, 'before') : behind;
}

/** What stands in the file at a span of the unit. */
export function fileText({ text, unit: { gapMap } }: PlacedUnit, { start, end }: Span): string {
  if (gapMap === undefined) return text.slice(start, end);
  const { gaps, source } = gapMap;
  return source.slice(start - before(gaps, start), end - before(gaps, end));
}

/** Where the unit ends in its file. */
export const fileEnd = (placed: PlacedUnit): number => fileOffset(placed, placed.text.length);
