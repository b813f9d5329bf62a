// What a scene that is too large is drawn as: an overview, a cell of which stands for a block of cells, and beside it the
// corner at full size. Blocks end where modes end, so that the overview has the structure of the whole.

import { besideScenes } from './beside.ts';
import { type Axis, axisOfPieces, headOf, lengthOf, placesOf, type Scene } from './scene.ts';

/** Lines of each piece of a scene that has several, if it has as many: the picture goes on below, where its reader scrolls. */
const PIECE = 16;
/** The least room for columns in which an overview and a corner can be read. */
const LEAST_COLUMNS = 8;

const firstOf = (axis: Axis, most: number): Axis =>
  lengthOf(axis) <= most ? axis : { ...axis, count: most, isCut: true };

/** How many lines make a block, so that at most `most` blocks are left: a product of inner modes, or a part of one. */
function blockOf({ extents }: Axis, length: number, most: number): number {
  let block = 1;
  for (const extent of extents)
    for (let factor = 1; factor <= extent; factor++)
      if (extent % factor === 0 && length / (block * factor) <= most) return block * factor;
      else if (factor === extent) block *= extent;
  return length;
}

/** An axis of blocks. */
function blocksOf(axis: Axis, block: number): Axis {
  if (block === 1) return axis;
  let left = block;
  const extents = axis.extents.flatMap((extent) => {
    const taken = Math.min(left, extent);
    left /= taken;
    return taken === extent ? [] : [extent / taken];
  });
  return {
    name: `${axis.name} by ${block}`,
    extents: extents.length === 0 ? [1] : extents,
    headOf: (at) => headOf(axis, at * block),
  };
}

/** How many lines of each piece are drawn: short pieces leave their room to the others. */
function sharesOf(lengths: readonly number[], room: number): readonly number[] {
  const shares = lengths.map(() => 0);
  const most = lengths.length === 1 ? room : Math.max(PIECE, Math.floor(room / 2));
  let left = room - (lengths.length - 1);
  const shortestFirst = lengths.map((_, i) => i).sort((a, b) => lengths[a]! - lengths[b]!);
  for (const [rank, i] of shortestFirst.entries()) {
    shares[i] = Math.min(lengths[i]!, most, Math.max(2, Math.floor(left / (lengths.length - rank))));
    left -= shares[i]!;
  }
  return shares;
}

/** The first lines of each piece of an axis; and which line of the whole each of them is. */
function shortened(
  axis: Axis,
  sharesFor: (lengths: readonly number[]) => readonly number[],
): { readonly axis: Axis; readonly from: readonly number[] } {
  const lines = (start: number, count: number): number[] =>
    Array.from({ length: count }, (_, i) => start + i);
  const places = placesOf(axis.pieces === undefined ? { ...axis, pieces: [axis] } : axis);
  const shares = sharesFor(places.map(({ piece }) => lengthOf(piece)));
  const pieces = places.map(({ piece }, i) => firstOf(piece, shares[i]!));
  const from = places.flatMap(({ piece, start }, i) => {
    const own = lines(start, lengthOf(pieces[i]!));
    return i + 1 < pieces.length ? [...own, start + lengthOf(piece)] : own;
  });
  return { axis: pieces.length === 1 ? pieces[0]! : axisOfPieces(pieces), from };
}

/** The beginning of every piece. */
function croppedPieces({ path: _, ...scene }: Scene, rowCount: number, columnCount: number): Scene {
  const most = Math.max(PIECE, rowCount);
  const rows = shortened(scene.rows, (lengths) => lengths.map((length) => Math.min(length, most)));
  const columns = shortened(scene.columns, (lengths) => sharesOf(lengths, columnCount));
  const lineOf = (from: readonly number[]): ReadonlyMap<number, number> =>
    new Map(from.map((line, at) => [line, at]));
  const [rowAt, columnAt] = [lineOf(rows.from), lineOf(columns.from)];
  return {
    ...scene,
    rows: rows.axis,
    columns: columns.axis,
    cell: (row, column) => scene.cell(rows.from[row] ?? -1, columns.from[column] ?? -1),
    ...(scene.captions === undefined
      ? {}
      : {
          captions: scene.captions.flatMap((caption) => {
            const [row, column] = [rowAt.get(caption.row), columnAt.get(caption.column)];
            return row === undefined || column === undefined ? [] : [{ ...caption, row, column }];
          }),
        }),
  };
}

/** The scene itself where it has room. */
export function fitted(scene: Scene, rowCount: number, columnCount: number): Scene {
  const [rows, columns] = [lengthOf(scene.rows), lengthOf(scene.columns)];
  if (scene.rows.pieces !== undefined || scene.columns.pieces !== undefined)
    return croppedPieces(scene, rowCount, columnCount);
  if ((rows <= rowCount && columns <= columnCount) || columnCount < LEAST_COLUMNS) return scene;
  const down = blockOf(scene.rows, rows, rowCount);
  const across = blockOf(scene.columns, columns, Math.floor(columnCount / 3));
  const overview: Scene = {
    ...scene,
    rows: blocksOf(scene.rows, down),
    columns: blocksOf(scene.columns, across),
    cell: (row, column) => scene.cell(row * down, column * across),
  };
  const corner: Scene = {
    ...scene,
    rows: firstOf(scene.rows, rowCount),
    columns: firstOf(scene.columns, columnCount - lengthOf(overview.columns) - 1),
  };
  return besideScenes(
    [
      { scene: overview, caption: `blocks of ${down} × ${across}` },
      { scene: corner, caption: 'the corner' },
    ],
    {
      title: scene.title,
      description: `${scene.description} On the left the first element of each block of ${down} × ${across}, on the right the corner.`,
    },
  );
}
