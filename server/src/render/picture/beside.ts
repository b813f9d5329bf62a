// Scenes beside one another, or below one another, as one: a source and a destination, before and after.

import {
  type Axis,
  axisOfPieces,
  blocksAlong,
  type Cell,
  headOf,
  lengthOf,
  NO_LINES,
  placesOf,
  type Scene,
} from './scene.ts';

/** A scene with a word on it. */
interface Captioned {
  readonly scene: Scene;
  readonly caption: string;
}

/** The longer one of the axes that several scenes share. */
const longest = (axes: readonly Axis[]): Axis =>
  axes.reduce((most, axis) => (lengthOf(axis) > lengthOf(most) ? axis : most));

/** Of the pieces the one across a line, and the line in it. */
function pieceAt(axis: Axis, at: number): { readonly index: number; readonly own: number } | null {
  const places = placesOf(axis);
  const index = places.findLastIndex(({ start }) => start <= at);
  if (index < 0 || at - places[index]!.start >= lengthOf(places[index]!.piece)) return null;
  return { index, own: at - places[index]!.start };
}

type Said = Pick<Scene, 'title' | 'description'>;
type Captions = NonNullable<Scene['captions']>;

/** One axis of rows for all: with the modes and coordinates that they share, or with the first one's coordinates alone. */
function sharedRows(axes: readonly Axis[]): { readonly axis: Axis; readonly isShared: boolean } {
  const [first] = axes as [Axis];
  const isSame = (axis: Axis): boolean =>
    `${axis.extents}` === `${first.extents}` &&
    lengthOf(axis) === lengthOf(first) &&
    axis.headOf === first.headOf;
  if (axes.every(isSame)) return { axis: first, isShared: true };
  const count = lengthOf(longest(axes));
  const own = lengthOf(first);
  const axis = {
    name: first.name,
    extents: [count],
    headOf: (at: number) => (at < own ? headOf(first, at) : ''),
    isCut: axes.some(({ isCut }) => isCut),
  };
  return { axis, isShared: false };
}

/** A scene whose blocks of rows are outlined, for where no line can lead through the whole picture. */
function outlined(scene: Scene): Scene {
  const blocks = blocksAlong(scene.rows);
  return {
    ...scene,
    cell(row, column) {
      const cell = scene.cell(row, column);
      return cell === null || cell.group !== undefined ? cell : { ...cell, group: blocks[row]! };
    },
  };
}

/** At least one scene, all of one kind of keys; each has its caption above it. */
export function besideScenes(parts: readonly Captioned[], said: Said): Scene {
  const { axis, isShared } = sharedRows(parts.map(({ scene }) => scene.rows));
  const scenes = parts.map(({ scene }) => (isShared ? scene : outlined(scene)));
  const rows = axisOfPieces([NO_LINES, axis]);
  const columns = axisOfPieces(scenes.map((scene) => scene.columns));
  const starts = placesOf(columns);
  const headsOf = ({ rows: own }: Scene, before: number): Captions =>
    isShared || before < 0
      ? []
      : Array.from({ length: lengthOf(own) }, (_, r) => ({
          row: r + 1,
          column: before,
          text: headOf(own, r),
          isHead: true,
        }));
  return {
    ...said,
    rows,
    columns,
    cell(row, column) {
      const found = pieceAt(columns, column);
      return found === null || row === 0 ? null : cellIn(scenes[found.index]!, row - 1, found.own);
    },
    keys: scenes[0]!.keys,
    captions: parts.flatMap(({ scene, caption }, i) => {
      const { start } = starts[i]!;
      return [
        { row: 0, column: start, text: caption },
        ...moved(scene, 1, start),
        ...headsOf(scene, start - 1),
      ];
    }),
  };
}

/** The same, one below the other. */
export function belowScenes(parts: readonly Captioned[], said: Said): Scene {
  const rows = axisOfPieces([NO_LINES, ...parts.map(({ scene }) => scene.rows)]);
  const starts = placesOf(rows).slice(1);
  return {
    ...said,
    rows,
    columns: longest(parts.map(({ scene }) => scene.columns)),
    cell(row, column) {
      const found = pieceAt(rows, row);
      return found === null || found.index === 0
        ? null
        : cellIn(parts[found.index - 1]!.scene, found.own, column);
    },
    keys: parts[0]!.scene.keys,
    captions: parts.flatMap(({ scene, caption }, i) => {
      const { start } = starts[i]!;
      return [{ row: start - 1, column: 0, text: caption }, ...moved(scene, start, 0)];
    }),
  };
}

const cellIn = (scene: Scene, row: number, column: number): Cell | null =>
  row < lengthOf(scene.rows) && column < lengthOf(scene.columns) ? scene.cell(row, column) : null;

/** The captions of a scene that begins elsewhere. */
const moved = ({ captions = [] }: Scene, down: number, across: number): Captions =>
  captions.map((caption) => ({ ...caption, row: caption.row + down, column: caption.column + across }));
