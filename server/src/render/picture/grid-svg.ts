// A grid of cells as SVG: the drawing half of the pictures, which knows nothing of layouts.
//
// Cells carry their own colours and text colours, and everything outside them is a grey that reads on white
// and on black, because a picture inside a hover cannot learn the editor's theme. Cells of one colour share a
// path, and a row's labels share a text element, which keeps a 512-cell picture under 30 kB.

/** A direction of the grid. `extents` from the innermost mode to the outermost; their product is the length. */
export interface Axis {
  readonly name: string;
  readonly extents: readonly number[];
}

export interface Cell {
  readonly label: string;
  /** What the colour shows: cells of equal key have the same colour. */
  readonly key: number;
}

interface Grid {
  readonly title: string;
  readonly description: string;
  readonly rows: Axis;
  readonly columns: Axis;
  /** The cell, or null for one that does not exist. */
  cell(row: number, column: number): Cell | null;
  /** The largest key, which gets the end of the colour scale. */
  readonly maximumKey: number;
}

export interface GridLimits {
  readonly rows: number;
  readonly columns: number;
  /** Greatest width of the cells together, in pixels; wide labels leave room for fewer columns. */
  readonly width: number;
}

const COLOURS = 24;
const HEIGHT = 16;
const FONT = 10;
const CHARACTER = 6.1;
/** The distance from the top of a cell to the base line of its text. */
const BASE = 12;
const GREY = '#808080';

const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (c) => XML[c]!);

/** Dark blue over teal to yellow; lightness rises all the way, so the scale also works in grey. */
const STOPS: readonly (readonly [number, number, number])[] = [
  [49, 54, 125],
  [45, 100, 150],
  [36, 140, 141],
  [60, 175, 115],
  [150, 205, 80],
  [250, 230, 90],
];

function colour(step: number): { readonly fill: string; readonly text: string } {
  const at = (step / (COLOURS - 1)) * (STOPS.length - 1);
  const low = Math.min(Math.floor(at), STOPS.length - 2);
  const [r, g, b] = STOPS[low]!.map((x, i) => Math.round(x + (STOPS[low + 1]![i]! - x) * (at - low)));
  const linear = (x: number) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = 0.2126 * linear(r!) + 0.7152 * linear(g!) + 0.0722 * linear(b!);
  const hex = (x: number) => x.toString(16).padStart(2, '0');
  // The one of black and white with the larger contrast ratio; they meet at luminance 0.179.
  return { fill: `#${hex(r!)}${hex(g!)}${hex(b!)}`, text: luminance > 0.179 ? '#000' : '#fff' };
}

const product = (numbers: readonly number[]): number => numbers.reduce((a, b) => a * b, 1);

/** Where gridlines of the nested modes fall: position → level, 1 for the innermost boundary. */
function boundaries(axis: Axis, shown: number): readonly (readonly [number, number])[] {
  const lines = new Map<number, number>();
  let period = 1;
  axis.extents.slice(0, -1).forEach((extent, i) => {
    period *= extent;
    if (period > 1) for (let at = period; at < shown; at += period) lines.set(at, i + 1);
  });
  return [...lines];
}

/** Which lines of an axis are drawn: all, or the first ones when there are too many. */
function shownOf(axis: Axis, limit: number): { readonly total: number; readonly shown: number } {
  const total = product(axis.extents);
  return { total, shown: total <= limit ? total : Math.max(1, limit - 1) };
}

/** Where everything stands, in pixels. */
interface Frame {
  readonly rows: number;
  readonly columns: number;
  readonly rowsCut: boolean;
  readonly columnsCut: boolean;
  /** The width of one cell. */
  readonly width: number;
  readonly left: number;
  readonly top: number;
  /** The width of the cells together. */
  readonly gridWidth: number;
  readonly gridHeight: number;
}

type Cells = readonly (readonly (Cell | null)[])[];

function cellsOf(grid: Grid, rows: number, columns: number): Cells {
  return Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => grid.cell(r, c)));
}

function environmentOf(grid: Grid, cells: Cells, limits: GridLimits): Frame {
  const widest = Math.max(1, ...cells.map((line) => Math.max(0, ...line.map((c) => c?.label.length ?? 0))));
  const width = Math.max(21, Math.ceil(widest * CHARACTER) + 7);
  const rows = shownOf(grid.rows, limits.rows);
  const fitting = Math.max(2, Math.floor(limits.width / width));
  const columns = shownOf(grid.columns, Math.min(limits.columns, fitting));
  return {
    rows: rows.shown,
    columns: columns.shown,
    rowsCut: rows.shown < rows.total,
    columnsCut: columns.shown < columns.total,
    width,
    left: Math.ceil(String(rows.total).length * CHARACTER) + 12,
    top: 28,
    gridWidth: columns.shown * width,
    gridHeight: rows.shown * HEIGHT,
  };
}

const xOf = ({ left, width }: Frame, column: number): number => left + column * width;
const yOf = ({ top }: Frame, row: number): number => top + row * HEIGHT;

/** The step of the colour scale for a key. */
const stepOf = (key: number, maximum: number): number =>
  maximum <= 0 ? 0 : Math.min(COLOURS - 1, Math.max(0, Math.floor((key / (maximum + 1)) * COLOURS)));

/** The coloured cells, and their labels, which are drawn over the lines. */
function drawCells(cells: Cells, maximumKey: number, frame: Frame): { fills: string[]; labels: string[] } {
  const paths = new Map<number, string>();
  const spans = new Map<number, Map<number, string>>();
  for (let r = 0; r < frame.rows; r++)
    for (let c = 0; c < frame.columns; c++) {
      const cell = cells[r]![c];
      if (cell == null) continue;
      const step = stepOf(cell.key, maximumKey);
      const x = xOf(frame, c);
      paths.set(
        step,
        `${paths.get(step) ?? ''}M${x} ${yOf(frame, r)}h${frame.width}v${HEIGHT}h-${frame.width}z`,
      );
      const ofRow = spans.get(step) ?? new Map<number, string>();
      spans.set(step, ofRow);
      const label = `<tspan x="${x + frame.width / 2}">${escapeXml(cell.label)}</tspan>`;
      ofRow.set(r, (ofRow.get(r) ?? '') + label);
    }
  const fills: string[] = [];
  const texts = new Map<string, string>();
  for (const [step, path] of [...paths].sort((a, b) => a[0] - b[0])) {
    const { fill, text } = colour(step);
    fills.push(`<path fill="${fill}" d="${path}"/>`);
    for (const [r, labels] of spans.get(step)!) {
      const start = `<text y="${yOf(frame, r) + BASE}" fill="${text}">`;
      texts.set(start, (texts.get(start) ?? '') + labels);
    }
  }
  return { fills, labels: [...texts].map(([start, labels]) => `${start}${labels}</text>`) };
}

/** The lines around the cells, and stronger ones around the blocks of the nested modes. */
function drawLines(grid: Grid, frame: Frame): string {
  const across = (row: number): string => `M${frame.left} ${yOf(frame, row)}h${frame.gridWidth}`;
  const down = (column: number): string => `M${xOf(frame, column)} ${frame.top}v${frame.gridHeight}`;
  let thin = '';
  for (let r = 0; r <= frame.rows; r++) thin += across(r);
  for (let c = 0; c <= frame.columns; c++) thin += down(c);
  const thick = new Map<number, string>();
  for (const [at, level] of boundaries(grid.rows, frame.rows))
    thick.set(level, (thick.get(level) ?? '') + across(at));
  for (const [at, level] of boundaries(grid.columns, frame.columns))
    thick.set(level, (thick.get(level) ?? '') + down(at));
  // White on a dark edge, so that the lines show on every colour of the scale.
  const nested = [...thick].map(([level, d]) => {
    const width = 0.6 + level * 0.9;
    const stroke = (colour: string, w: number): string =>
      `<path d="${d}" stroke="${colour}" stroke-width="${w.toFixed(1)}"/>`;
    return stroke('#000', width + 1.4) + stroke('#fff', width);
  });
  return `<path d="${thin}" stroke="#000" stroke-opacity=".25" fill="none"/><g fill="none">${nested.join('')}</g>`;
}

/** The coordinates beside the cells, with dots where some are cut. */
function drawHeads(frame: Frame): string {
  const { left, top, gridWidth, gridHeight, rowsCut, columnsCut } = frame;
  const [cutX, cutY] = [left + gridWidth + 14, top + gridHeight + BASE];
  let head = '';
  for (let c = 0; c < frame.columns; c++)
    head += `<tspan x="${xOf(frame, c) + frame.width / 2}">${c}</tspan>`;
  if (columnsCut) head += `<tspan x="${cutX}">…</tspan>`;
  let side = '';
  for (let r = 0; r < frame.rows; r++)
    side += `<tspan x="${left - 5}" y="${yOf(frame, r) + BASE}">${r}</tspan>`;
  if (rowsCut) side += `<tspan x="${left - 5}" y="${cutY}">⋮</tspan>`;
  const dots =
    (columnsCut ? `<text x="${cutX}" y="${top + gridHeight / 2 + 4}">…</text>` : '') +
    (rowsCut ? `<text x="${left + gridWidth / 2}" y="${cutY}">⋮</text>` : '');
  return `<text y="${top - 4}">${head}</text><text text-anchor="end">${side}</text>${dots}`;
}

/** The picture; rows and columns beyond the limits are cut, and a "…" says so. */
export function gridSvg(grid: Grid, limits: GridLimits): string {
  const cells = cellsOf(
    grid,
    shownOf(grid.rows, limits.rows).shown,
    shownOf(grid.columns, limits.columns).shown,
  );
  const frame = environmentOf(grid, cells, limits);
  // The axis names stand in one line above the grid, and decide the least width.
  const names = [grid.rows.name && `${grid.rows.name} ↓`, `${grid.columns.name} →`]
    .filter(Boolean)
    .join('  ');
  const width = Math.max(
    frame.left + frame.gridWidth + (frame.columnsCut ? 24 : 0) + 6,
    Math.ceil(names.length * CHARACTER) + 12,
  );
  const height = frame.top + frame.gridHeight + (frame.rowsCut ? HEIGHT : 0) + 6;
  const { fills, labels } = drawCells(cells, grid.maximumKey, frame);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="${FONT}" text-anchor="middle">`,
    `<title id="t">${escapeXml(grid.title)}</title><desc id="d">${escapeXml(grid.description)}</desc>`,
    `<g fill="${GREY}"><text x="4" y="10" text-anchor="start">${escapeXml(names)}</text>${drawHeads(frame)}</g>`,
    ...fills,
    drawLines(grid, frame),
    ...labels,
    '</svg>',
  ].join('');
}
