// Room at the ends of the lines of Python: spaces there say nothing, so that a statement may grow without moving what
// stands behind it.

import type { Gap, GapMap } from '../../common/scope.ts';
import { logicalLines } from './lines.ts';
import type { PyNode, TextRegion } from './tree.ts';

/** By how much a line may grow before the next one moves. */
const LINE_ROOM = 24;
/** The same of the last line of a block. */
const BLOCK_ROOM = 128;

/** Statements in which somebody types: those with functions. */
const FUNCTION = /\bdef\s/;

/** A statement of a module with room behind each logical line; null where it has no functions. */
export function withGaps(source: string): GapMap | null {
  if (!FUNCTION.test(source)) return null;
  const gaps: Gap[] = [];
  const parts: string[] = [];
  let by = 0;
  let last = 0;
  const lines = logicalLines(source);
  for (const [i, { codeEnd: end }] of lines.entries()) {
    const isLast = i + 1 === lines.length || lines[i + 1]!.column < lines[i]!.column;
    const size = isLast ? BLOCK_ROOM : LINE_ROOM;
    gaps.push({ at: end + by, size });
    parts.push(source.slice(last, end), ' '.repeat(size));
    by += size;
    last = end;
  }
  parts.push(source.slice(last));
  return { source, text: parts.join(''), gaps, side: 'behind', comparesValues: true };
}

/** Whether no gap stands in a string, of which it would be a part. */
export function isApart({ gaps }: GapMap, regions: readonly TextRegion[]): boolean {
  const strings = regions.filter(({ within }) => within === 'string');
  let n = 0;
  return gaps.every(({ at, size }) => {
    while (n < strings.length && strings[n]!.end <= at) n++;
    const next = strings[n];
    return next === undefined || at + size <= next.start;
  });
}

/** What ends with a line, or with a block of lines. */
const OF_LINES = /(?:_statement|_definition|_clause)$|^(?:block|ERROR)$/;

/** Where something ends together with the gap behind it. */
export function endsBehindGaps({ gaps }: GapMap): (end: number) => number {
  const ends = new Map(gaps.map(({ at, size }) => [at, at + size]));
  return (end) => ends.get(end) ?? end;
}

/** A statement with the gaps behind its lines as parts of it, so that it ends where it did when it grows. */
export const endingBehindGap = (node: PyNode, ends: (end: number) => number): PyNode =>
  OF_LINES.test(node.type)
    ? { ...node, end: ends(node.end), children: node.children.map((child) => endingBehindGap(child, ends)) }
    : node;
