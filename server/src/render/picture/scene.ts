// What a picture shows, whoever draws it: a grid of labelled cells, with its axes and what its colours tell.

/** A direction of the grid. `extents` from the innermost mode to the outermost; their product is the length. */
export interface Axis {
  readonly name: string;
  readonly extents: readonly number[];
  /** What stands beside a line of cells; its number unless said otherwise. */
  readonly headOf?: (at: number) => string;
  /** How many lines there are, where that is not the product: the first ones of a longer axis. */
  readonly count?: number;
  /** Lines follow that the scene leaves out; dots say so. */
  readonly isCut?: boolean;
  /** Axes one after the other along this one, with an empty line between them. */
  readonly pieces?: readonly Axis[];
}

export interface Cell {
  readonly label: string;
  /** What the colour shows: cells of equal key have the same colour. */
  readonly key: number;
  /** Cells of one group are outlined together, as a warp's are. */
  readonly group?: number;
  /** Which of its values the thread `key` holds here. */
  readonly value?: number;
  /** The label in two lines, for cells that are narrow. */
  readonly halves?: readonly [string, string];
  /** It stands out from others of its colour. */
  readonly isMarked?: boolean;
  /** It has no colour: it is there, and not what the picture is about. */
  readonly isPlain?: boolean;
  /** What it is besides its key, so that it can be coloured by something else. `offset` in elements. */
  readonly of?: { readonly thread?: number; readonly value?: number; readonly offset?: number };
}

/** A word on a piece of the grid; it begins in a cell that does not exist, and may be wider than that. */
interface Caption {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  /** It is the coordinate of the line of cells on its right. */
  readonly isHead?: boolean;
}

export interface Scene {
  readonly title: string;
  readonly description: string;
  readonly rows: Axis;
  readonly columns: Axis;
  /** The cell, or null for one that does not exist. */
  cell(row: number, column: number): Cell | null;
  /** Keys are amounts, of which larger ones are lighter, or names, which are told apart. */
  readonly keys: 'amounts' | 'names';
  /** What colours tell, where that is not the usual. */
  readonly colours?: string;
  readonly captions?: readonly Caption[];
  /** Cells in an order, as rows and columns: a line leads through them. */
  readonly path?: readonly (readonly [row: number, column: number])[];
  /** The cells of a layout: the index of the coordinate at (row, column) is `row · index.row + column · index.column`. */
  readonly index?: { readonly row: number; readonly column: number };
}

/** How much is drawn; what is cut is said by dots. */
export interface Limits {
  readonly rows: number;
  readonly columns: number;
  /** Of the cells of an image together, in pixels: wide labels leave room for fewer columns. */
  readonly width: number;
  /** Of a line of text. */
  readonly characters: number;
  /** What is too large is drawn as an overview with a corner beside it, rather than as a corner alone. */
  readonly hasOverview?: boolean;
}

/** Editors give a hover some 500 by 250 pixels: the picture must leave room for the lines around it. */
export const HOVER_LIMITS: Limits = { rows: 8, columns: 32, width: 500, characters: 80, hasOverview: true };

export const lengthOf = ({ extents, count }: Axis): number => count ?? extents.reduce((a, b) => a * b, 1);

export const headOf = (axis: Axis, at: number): string => axis.headOf?.(at) ?? String(at);

/** Which lines of an axis are drawn: all, or the first ones when there are too many. */
export function shownOf(axis: Axis, limit: number): number {
  const total = lengthOf(axis);
  return total <= limit ? total : Math.max(1, limit - 1);
}

/** Where the modes of a nested axis end: the position, and the level, 1 for the innermost. */
export function boundariesOf(axis: Axis, shown: number): ReadonlyMap<number, number> {
  const lines = new Map<number, number>();
  let period = 1;
  const own = axis.pieces === undefined ? axis.extents.slice(0, -1) : [];
  own.forEach((extent, i) => {
    period *= extent;
    if (period > 1) for (let at = period; at < shown; at += period) lines.set(at, i + 1);
  });
  for (const { piece, start } of placesOf(axis))
    for (const [at, level] of boundariesOf(piece, lengthOf(piece)))
      if (start + at < shown) lines.set(start + at, level);
  return lines;
}

/** In which block of its modes each line lies: the lines between two ends of innermost modes are one block. */
export function blocksAlong(axis: Axis): readonly number[] {
  const ends = boundariesOf(axis, lengthOf(axis));
  let block = 0;
  return Array.from({ length: lengthOf(axis) }, (_, at) => (ends.has(at) ? ++block : block));
}

/** The pieces of an axis, each with where it begins. */
export function placesOf({ pieces = [] }: Axis): readonly { readonly piece: Axis; readonly start: number }[] {
  let start = 0;
  return pieces.map((piece) => {
    const place = { piece, start };
    start += lengthOf(piece) + 1;
    return place;
  });
}

/** One axis of several; `NO_LINES` as the first leaves an empty line before them. */
export function axisOfPieces(pieces: readonly Axis[]): Axis {
  const names = [...new Set(pieces.map(({ name }) => name).filter((name) => name !== ''))];
  const axis: Axis = {
    name: names.join(', then '),
    extents: [pieces.reduce((sum, piece) => sum + lengthOf(piece) + 1, -1)],
    pieces,
    isCut: pieces.at(-1)?.isCut ?? false,
  };
  const places = placesOf(axis);
  return {
    ...axis,
    headOf(at) {
      const found = places.findLast(({ start }) => start <= at);
      if (found === undefined) return '';
      const { piece, start } = found;
      if (at - start < lengthOf(piece)) return headOf(piece, at - start);
      return piece.isCut ? '…' : '';
    },
  };
}

export const NO_LINES: Axis = { name: '', extents: [0] };

/** The path as far as it is within what is drawn: where it leaves that, a stretch ends. */
export function stretchesOf(
  { path = [] }: Scene,
  rows: number,
  columns: number,
): readonly NonNullable<Scene['path']>[] {
  const stretches: (readonly [number, number])[][] = [[]];
  for (const at of path)
    if (at[0] < rows && at[1] < columns) stretches.at(-1)!.push(at);
    else stretches.push([]);
  return stretches.filter(({ length }) => length > 1);
}

/** The captions within what is drawn. */
export const captionsWithin = (
  { captions = [] }: Scene,
  rows: number,
  columns: number,
): NonNullable<Scene['captions']> => captions.filter(({ row, column }) => row < rows && column < columns);

export type Cells = readonly (readonly (Cell | null)[])[];

export const cellsOf = (scene: Scene, rows: number, columns: number): Cells =>
  Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => scene.cell(r, c)));

/** The length of the longest label. */
export const widestLabel = (cells: Cells): number =>
  cells.reduce((most, line) => Math.max(most, ...line.map((cell) => cell?.label.length ?? 0)), 1);

/** The length of the longest coordinate over the columns that are drawn. */
export const widestHead = (axis: Axis, columns: number): number =>
  Math.max(1, ...Array.from({ length: columns }, (_, c) => headOf(axis, c).length));

/** `mode 0 ↓  mode 1 →  colour: bank`. */
export const axisNames = ({ rows, columns, colours }: Scene): string =>
  [rows.name && `${rows.name} ↓`, columns.name && `${columns.name} →`, colours && `colour: ${colours}`]
    .filter(Boolean)
    .join('  ');
