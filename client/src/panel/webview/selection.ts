// Which cells are selected, in the picture where it was done and in those that belong to it.

import type { LinkedBy } from '../../../../server/src/render/panel/view.ts';
import type { Attribute } from './attributes.ts';
import { type CellSet, linkedSet, type Rectangle, rectangleSet, setWhere } from './cell-set.ts';
import type { PictureSource } from './source.ts';

/** The cells of a rectangle, and with a scope all that are like one of them: of the same thread. */
export function pickedIn(source: PictureSource, rectangle: Rectangle, scope: Attribute | null): CellSet {
  if (scope === null) return rectangleSet(source, rectangle);
  const { top, left, bottom, right } = rectangle;
  const wanted = new Set<number>();
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      const key = scope.of(row, column);
      if (key != null) wanted.add(key);
    }
  return setWhere(source, (row, column, every) => {
    const key = scope.of(row, column, every);
    return key != null && wanted.has(key);
  });
}

interface Edge {
  readonly from: number;
  readonly to: number;
  /** What is compared: of a cell of `from`, and of a cell of `to`. */
  readonly there: LinkedBy;
  readonly here: LinkedBy;
}

/** The links both ways. */
const edgesOf = (sources: readonly PictureSource[]): readonly Edge[] =>
  sources.flatMap(({ item: { link } }, at): Edge[] =>
    link === null || sources[link.to] === undefined
      ? []
      : [
          { from: at, to: link.to, there: link.own, here: link.other },
          { from: link.to, to: at, there: link.other, here: link.own },
        ],
  );

/**
 * Who is selected in each picture when cells are in one; null for pictures that the selection does not reach. Links are
 * followed from picture to picture, each picture once.
 */
export function linkedSelection(
  sources: readonly PictureSource[],
  picked: number,
  cells: CellSet,
): readonly (CellSet | null)[] {
  const found: (CellSet | null)[] = sources.map(() => null);
  found[picked] = cells;
  const edges = edgesOf(sources);
  const queue = [picked];
  for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
    for (const edge of edges) {
      if (edge.from !== from || found[edge.to] !== null) continue;
      const [source, target] = [sources[from]!, sources[edge.to]!];
      const linked = linkedSet(source, found[from]!, edge.there, target, edge.here);
      if (linked === null) continue;
      found[edge.to] = linked;
      queue.push(edge.to);
    }
  }
  return found;
}
