// Which part of a grid of cells a rectangle of pixels shows.

export interface Grid {
  readonly rows: number;
  readonly columns: number;
}

export interface Viewport {
  /** Pixels of a cell's height, and of its width by `aspect`; more where that is less than the least. */
  readonly scale: number;
  /** The width of a cell by its height. */
  readonly aspect: number;
  readonly leastHeight: number;
  readonly leastWidth: number;
  /** What is at the left upper corner, in rows and columns and parts of them. */
  readonly row: number;
  readonly column: number;
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
}

const LARGEST_CELL = 64;
/** Cells of a small picture are not made larger than this when it is fitted. */
const FITTED_CELL = 22;
/** A picture of few rows and many columns is not drawn as a line. */
const LEAST_SIDE = 80;

export const heightOf = ({ scale, leastHeight }: Viewport): number => Math.max(scale, leastHeight);
export const widthOf = ({ scale, aspect, leastWidth }: Viewport): number =>
  Math.max(scale * aspect, leastWidth);

export function fitted(grid: Grid, pixels: Pixels, aspect: number): Viewport {
  const scale = Math.min(FITTED_CELL, pixels.height / grid.rows, pixels.width / grid.columns / aspect);
  const least = (count: number, room: number): number =>
    Math.min(FITTED_CELL, LEAST_SIDE / count, room / count);
  return {
    scale,
    aspect,
    leastHeight: least(grid.rows, pixels.height),
    leastWidth: least(grid.columns, pixels.width),
    row: 0,
    column: 0,
  };
}

/** Keeps the picture at the edges, and no smaller than it is when it is fitted. */
export function confined(viewport: Viewport, grid: Grid, pixels: Pixels): Viewport {
  const least = fitted(grid, pixels, viewport.aspect);
  const scale = Math.min(LARGEST_CELL, Math.max(least.scale, viewport.scale));
  const sized = { ...least, scale };
  const most = (count: number, room: number, size: number): number => Math.max(0, count - room / size);
  return {
    ...sized,
    row: Math.max(0, Math.min(viewport.row, most(grid.rows, pixels.height, heightOf(sized)))),
    column: Math.max(0, Math.min(viewport.column, most(grid.columns, pixels.width, widthOf(sized)))),
  };
}

/** Zooms so that what is at a point stays there. */
export function zoomed(viewport: Viewport, factor: number, x: number, y: number): Viewport {
  const next = { ...viewport, scale: viewport.scale * factor };
  return {
    ...next,
    row: viewport.row + y / heightOf(viewport) - y / heightOf(next),
    column: viewport.column + x / widthOf(viewport) - x / widthOf(next),
  };
}

export const panned = (viewport: Viewport, x: number, y: number): Viewport => ({
  ...viewport,
  row: viewport.row + y / heightOf(viewport),
  column: viewport.column + x / widthOf(viewport),
});

/** Moves as little as is needed to show a cell. */
export function revealed(viewport: Viewport, row: number, column: number, pixels: Pixels): Viewport {
  const into = (from: number, at: number, room: number): number =>
    Math.min(at, Math.max(from, at + 1 - room));
  return {
    ...viewport,
    row: into(viewport.row, row, pixels.height / heightOf(viewport)),
    column: into(viewport.column, column, pixels.width / widthOf(viewport)),
  };
}

/** The cell at a point; null beside the grid. */
export function cellAt(
  viewport: Viewport,
  grid: Grid,
  x: number,
  y: number,
): { readonly row: number; readonly column: number } | null {
  const row = Math.floor(viewport.row + y / heightOf(viewport));
  const column = Math.floor(viewport.column + x / widthOf(viewport));
  const isInside = row >= 0 && column >= 0 && row < grid.rows && column < grid.columns;
  return isInside ? { row, column } : null;
}

/** Of how many cells one is looked at, so that each pixel shows one. */
export const detailOf = (viewport: Viewport): number =>
  2 ** Math.max(0, Math.ceil(Math.log2(1 / Math.max(heightOf(viewport), widthOf(viewport)))));
