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

export interface Grid {
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
/** From the top of a cell to the base line of its text. */
const BASE = 12;
const GREY = '#808080';

const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (c) => XML[c]!);

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
  // Of black and white, the one with the larger contrast ratio; they meet at luminance 0.179.
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

/** The picture; rows and columns beyond the limits are cut, and a "…" says so. */
export function gridSvg(grid: Grid, limits: GridLimits): string {
  const rows = shownOf(grid.rows, limits.rows);
  let columns = shownOf(grid.columns, limits.columns);
  const cells: (Cell | null)[][] = [];
  let widest = 1;
  for (let r = 0; r < rows.shown; r++) {
    const line: (Cell | null)[] = [];
    for (let c = 0; c < columns.shown; c++) {
      const cell = grid.cell(r, c);
      if (cell !== null) widest = Math.max(widest, cell.label.length);
      line.push(cell);
    }
    cells.push(line);
  }
  const width = Math.max(21, Math.ceil(widest * CHARACTER) + 7);
  columns = shownOf(grid.columns, Math.min(limits.columns, Math.max(2, Math.floor(limits.width / width))));
  const rowsCut = rows.shown < rows.total;
  const columnsCut = columns.shown < columns.total;
  const left = Math.ceil(String(rows.total).length * CHARACTER) + 12;
  const top = 28;
  const gridWidth = columns.shown * width;
  const gridHeight = rows.shown * HEIGHT;
  const right = left + gridWidth + (columnsCut ? 24 : 0) + 6;
  // The axis names stand in one line above the grid, and decide the least width.
  const names = [grid.rows.name && `${grid.rows.name} ↓`, `${grid.columns.name} →`]
    .filter(Boolean)
    .join('  ');
  const totalWidth = Math.max(right, Math.ceil(names.length * CHARACTER) + 12);
  const totalHeight = top + gridHeight + (rowsCut ? HEIGHT : 0) + 6;

  const byColour = new Map<number, { path: string; texts: Map<number, string> }>();
  for (let r = 0; r < rows.shown; r++)
    for (let c = 0; c < columns.shown; c++) {
      const cell = cells[r]![c];
      if (cell == null) continue;
      const step =
        grid.maximumKey <= 0
          ? 0
          : Math.min(COLOURS - 1, Math.max(0, Math.floor((cell.key / (grid.maximumKey + 1)) * COLOURS)));
      const x = left + c * width;
      const y = top + r * HEIGHT;
      const group = byColour.get(step) ?? { path: '', texts: new Map<number, string>() };
      byColour.set(step, group);
      group.path += `M${x} ${y}h${width}v${HEIGHT}h-${width}z`;
      const label = `<tspan x="${x + width / 2}">${escapeXml(cell.label)}</tspan>`;
      group.texts.set(r, (group.texts.get(r) ?? '') + label);
    }
  const fills: string[] = [];
  const labels = new Map<string, string>();
  for (const [step, group] of [...byColour].sort((a, b) => a[0] - b[0])) {
    const { fill, text } = colour(step);
    fills.push(`<path fill="${fill}" d="${group.path}"/>`);
    for (const [r, spans] of group.texts) {
      const key = `${r} ${text}`;
      labels.set(key, (labels.get(key) ?? '') + spans);
    }
  }
  const texts = [...labels].map(([key, spans]) => {
    const [r, fill] = key.split(' ');
    return `<text y="${top + Number(r) * HEIGHT + BASE}" fill="${fill}">${spans}</text>`;
  });

  let thin = '';
  for (let r = 0; r <= rows.shown; r++) thin += `M${left} ${top + r * HEIGHT}h${gridWidth}`;
  for (let c = 0; c <= columns.shown; c++) thin += `M${left + c * width} ${top}v${gridHeight}`;
  const thick = new Map<number, string>();
  for (const [at, level] of boundaries(grid.rows, rows.shown))
    thick.set(level, `${thick.get(level) ?? ''}M${left} ${top + at * HEIGHT}h${gridWidth}`);
  for (const [at, level] of boundaries(grid.columns, columns.shown))
    thick.set(level, `${thick.get(level) ?? ''}M${left + at * width} ${top}v${gridHeight}`);
  // White on a dark edge, so that the lines show on every colour of the scale.
  const nested = [...thick].map(([level, d]) => {
    const width = 0.6 + level * 0.9;
    return `<path d="${d}" stroke="#000" stroke-width="${(width + 1.4).toFixed(1)}"/><path d="${d}" stroke="#fff" stroke-width="${width.toFixed(1)}"/>`;
  });

  const heads: string[] = [];
  let head = '';
  for (let c = 0; c < columns.shown; c++) head += `<tspan x="${left + c * width + width / 2}">${c}</tspan>`;
  if (columnsCut) head += `<tspan x="${left + gridWidth + 14}">…</tspan>`;
  heads.push(`<text y="${top - 4}">${head}</text>`);
  let side = '';
  for (let r = 0; r < rows.shown; r++)
    side += `<tspan x="${left - 5}" y="${top + r * HEIGHT + BASE}">${r}</tspan>`;
  if (rowsCut) side += `<tspan x="${left - 5}" y="${top + gridHeight + BASE}">⋮</tspan>`;
  heads.push(`<text text-anchor="end">${side}</text>`);
  if (columnsCut) heads.push(`<text x="${left + gridWidth + 14}" y="${top + gridHeight / 2 + 4}">…</text>`);
  if (rowsCut) heads.push(`<text x="${left + gridWidth / 2}" y="${top + gridHeight + BASE}">⋮</text>`);

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" width="${totalWidth}" height="${totalHeight}" viewBox="0 0 ${totalWidth} ${totalHeight}" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="${FONT}" text-anchor="middle">`,
    `<title id="t">${escapeXml(grid.title)}</title><desc id="d">${escapeXml(grid.description)}</desc>`,
    `<g fill="${GREY}"><text x="4" y="10" text-anchor="start">${escapeXml(names)}</text>${heads.join('')}</g>`,
    ...fills,
    `<path d="${thin}" stroke="#000" stroke-opacity=".25" fill="none"/>`,
    `<g fill="none">${nested.join('')}</g>`,
    ...texts,
    '</svg>',
  ].join('');
}
