// What a picture shows, whoever draws it: a grid of labelled cells, with its axes and what its colours tell.

/** A direction of the grid. `extents` from the innermost mode to the outermost; their product is the length. */
export interface Axis {
  readonly name: string;
  readonly extents: readonly number[];
  /** What stands beside a line of cells; its number unless said otherwise. */
  readonly headOf?: (at: number) => string;
}

export interface Cell {
  readonly label: string;
  /** What the colour shows: cells of equal key have the same colour. */
  readonly key: number;
  /** Cells of one group are outlined together, as a warp's are. */
  readonly group?: number;
  /** Which of its values the thread `key` holds here. */
  readonly value?: number;
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
}

/** Editors give a hover some 250 pixels: the picture must leave room for the lines around it. */
export const HOVER_LIMITS: Limits = { rows: 8, columns: 32, width: 560, characters: 80 };

export const lengthOf = ({ extents }: Axis): number => extents.reduce((a, b) => a * b, 1);

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
  axis.extents.slice(0, -1).forEach((extent, i) => {
    period *= extent;
    if (period > 1) for (let at = period; at < shown; at += period) lines.set(at, i + 1);
  });
  return lines;
}

export type Cells = readonly (readonly (Cell | null)[])[];

export const cellsOf = (scene: Scene, rows: number, columns: number): Cells =>
  Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => scene.cell(r, c)));

/** The length of the longest label. */
export const widestLabel = (cells: Cells): number =>
  cells.reduce((most, line) => Math.max(most, ...line.map((cell) => cell?.label.length ?? 0)), 1);

/** `mode 0 ↓  mode 1 →`. */
export const axisNames = ({ rows, columns }: Scene): string =>
  [rows.name && `${rows.name} ↓`, `${columns.name} →`].filter(Boolean).join('  ');
