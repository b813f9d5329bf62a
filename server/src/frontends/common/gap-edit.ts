// An edit in the body of a function, in the text with gaps: the next gap behind it takes up the difference, so that
// everything else stays at its offset.

import { difference } from '../../syntax/text/difference.ts';
import { type DependencyRegion, dependencyRegionsOf } from './body-edits.ts';
import type { Span } from './expression.ts';
import { unitOffset } from './gap-map.ts';
import type { Gap, GapMap, Unit } from './scope.ts';

export interface EditedText {
  /** The body that differs. */
  readonly region: DependencyRegion;
  readonly gapMap: GapMap;
  /** What differs, up to the end of the gap that has taken up the difference. */
  readonly changed: Span;
}

/**
 * The text of a unit with the rest of it where it was; null where the texts differ elsewhere than in one body, or the
 * gaps in it have not enough room.
 */
export function editedText(unit: Unit, gapMap: GapMap, source: string): EditedText | null {
  const changed = difference(gapMap.source, source);
  if (changed === null) return null;
  const isInsertion = changed.oldEnd === changed.start;
  const start = unitOffset(gapMap, changed.start, isInsertion ? 'before' : 'behind');
  const end = unitOffset(gapMap, changed.oldEnd, 'before');
  // Behind what opens the body: that itself stays.
  const region = dependencyRegionsOf(unit).find((r) => r.isBody && r.start < start && end < r.end);
  if (region === undefined) return null;
  const inserted = source.slice(changed.start, changed.newEnd);
  const { gaps, text } = gapMap;
  const first = gaps.findIndex((g) => g.at >= end);
  const last = gaps.findLastIndex((g) => g.at + g.size <= region.end);
  if (first < 0 || last < first) return null;
  const isGone = (g: Gap): boolean => start <= g.at && g.at < end;
  const beginning = inserted === '' ? text.slice(start - 1, start) : inserted.slice(-1);
  // What is typed right before a statement belongs to it.
  const isTouching =
    gapMap.side === 'before' && first < last && gaps[first]!.at === end && !/\s/.test(beginning);
  const by = inserted.length - (changed.oldEnd - changed.start);
  // The room that takes up the difference; what stands before it moves.
  const from = isTouching ? first + 1 : first;
  const freed = gaps.reduce(
    (sum, g, i) => (isGone(g) || (isTouching && i === first) ? sum + g.size : sum),
    0,
  );
  let to = from;
  while (to <= last && gaps[to]!.size + freed < by) to++;
  if (to > last) return null;
  const room = gaps[to]!;
  const chunks = [text.slice(0, start), inserted];
  if (isTouching) chunks.push(text.slice(gaps[first]!.at + gaps[first]!.size, room.at));
  else chunks.push(text.slice(end, room.at));
  chunks.push(' '.repeat(room.size + freed - by), text.slice(room.at + room.size));
  const moved: Gap[] = [];
  for (let i = 0; i < gaps.length; i++) {
    const g = gaps[i]!;
    if (i < from && (isGone(g) || (isTouching && i === first))) continue;
    if (i < from || i > to) moved.push(g);
    else moved.push({ at: g.at + by - freed, size: i === to ? g.size + freed - by : g.size });
  }
  return {
    region,
    gapMap: { ...gapMap, source, text: chunks.join(''), gaps: moved },
    changed: { start, end: room.at + room.size },
  };
}
