// A scene as SVG.
//
// Cells carry their own colours and text colours, and everything outside them is a grey that reads on white
// and on black, because a picture inside a hover cannot learn the editor's theme. Cells of one colour share a
// path, and a row's labels share a text element, which keeps a 512-cell picture under 30 kB.

import { type Colour, colouringOf } from './colours.ts';
import {
  axisNames,
  boundariesOf,
  type Cells,
  cellsOf,
  headOf,
  type Limits,
  lengthOf,
  type Scene,
  shownOf,
  widestLabel,
} from './scene.ts';

const HEIGHT = 16;
const FONT = 10;
const CHARACTER = 6.1;
/** The distance from the top of a cell to the base line of its text. */
const BASE = 12;
const GREY = '#808080';

const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (c) => XML[c]!);

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

function frameOf(scene: Scene, cells: Cells, limits: Limits): Frame {
  const width = Math.max(21, Math.ceil(widestLabel(cells) * CHARACTER) + 7);
  const fitting = Math.max(2, Math.floor(limits.width / width));
  const rows = shownOf(scene.rows, limits.rows);
  const columns = shownOf(scene.columns, Math.min(limits.columns, fitting));
  return {
    rows,
    columns,
    rowsCut: rows < lengthOf(scene.rows),
    columnsCut: columns < lengthOf(scene.columns),
    width,
    left: Math.ceil(String(lengthOf(scene.rows)).length * CHARACTER) + 12,
    top: 28,
    gridWidth: columns * width,
    gridHeight: rows * HEIGHT,
  };
}

const xOf = ({ left, width }: Frame, column: number): number => left + column * width;
const yOf = ({ top }: Frame, row: number): number => top + row * HEIGHT;

/** The coloured cells, and their labels, which are drawn over the lines. */
function drawCells(scene: Scene, cells: Cells, frame: Frame): { fills: string[]; labels: string[] } {
  const colourOf = colouringOf(scene, cells);
  const paths = new Map<Colour, string>();
  const texts = new Map<string, string>();
  for (let r = 0; r < frame.rows; r++)
    for (let c = 0; c < frame.columns; c++) {
      const cell = cells[r]![c];
      if (cell == null) continue;
      const colour = colourOf(cell.key);
      const x = xOf(frame, c);
      paths.set(
        colour,
        `${paths.get(colour) ?? ''}M${x} ${yOf(frame, r)}h${frame.width}v${HEIGHT}h-${frame.width}z`,
      );
      const start = `<text y="${yOf(frame, r) + BASE}" fill="${colour.text}">`;
      const label = `<tspan x="${x + frame.width / 2}">${escapeXml(cell.label)}</tspan>`;
      texts.set(start, (texts.get(start) ?? '') + label);
    }
  return {
    fills: [...paths].map(([{ fill }, path]) => `<path fill="${fill}" d="${path}"/>`),
    labels: [...texts].map(([start, labels]) => `${start}${labels}</text>`),
  };
}

/** The edges between cells of different groups. */
function drawGroups(cells: Cells, frame: Frame): string {
  const group = (r: number, c: number) =>
    r < frame.rows && c < frame.columns ? cells[r]?.[c]?.group : undefined;
  const differ = (a: number | undefined, b: number | undefined): boolean =>
    a !== undefined && b !== undefined && a !== b;
  let edges = '';
  for (let r = 0; r < frame.rows; r++)
    for (let c = 0; c < frame.columns; c++) {
      if (differ(group(r, c), group(r, c + 1))) edges += `M${xOf(frame, c + 1)} ${yOf(frame, r)}v${HEIGHT}`;
      if (differ(group(r, c), group(r + 1, c)))
        edges += `M${xOf(frame, c)} ${yOf(frame, r + 1)}h${frame.width}`;
    }
  return edges === '' ? '' : `<path d="${edges}" stroke="#000" stroke-width="2" fill="none"/>`;
}

/** The lines around the blocks of nested modes. */
function drawLines(scene: Scene, frame: Frame): string {
  const across = (row: number): string => `M${frame.left} ${yOf(frame, row)}h${frame.gridWidth}`;
  const down = (column: number): string => `M${xOf(frame, column)} ${frame.top}v${frame.gridHeight}`;
  const thick = new Map<number, string>();
  for (const [at, level] of boundariesOf(scene.rows, frame.rows))
    thick.set(level, (thick.get(level) ?? '') + across(at));
  for (const [at, level] of boundariesOf(scene.columns, frame.columns))
    thick.set(level, (thick.get(level) ?? '') + down(at));
  // White on a dark edge, so that the lines show on every colour of the scale.
  const nested = [...thick].map(([level, d]) => {
    const width = 0.6 + level * 0.9;
    const stroke = (colour: string, w: number): string =>
      `<path d="${d}" stroke="${colour}" stroke-width="${w.toFixed(1)}"/>`;
    return stroke('#000', width + 1.4) + stroke('#fff', width);
  });
  return `<g fill="none">${nested.join('')}</g>`;
}

/** The coordinates beside the cells, with dots where some are cut. */
function drawHeads(scene: Scene, frame: Frame): string {
  const { left, top, gridWidth, gridHeight, rowsCut, columnsCut } = frame;
  const [cutX, cutY] = [left + gridWidth + 14, top + gridHeight + BASE];
  let head = '';
  for (let c = 0; c < frame.columns; c++)
    head += `<tspan x="${xOf(frame, c) + frame.width / 2}">${headOf(scene.columns, c)}</tspan>`;
  if (columnsCut) head += `<tspan x="${cutX}">…</tspan>`;
  let side = '';
  for (let r = 0; r < frame.rows; r++)
    side += `<tspan x="${left - 5}" y="${yOf(frame, r) + BASE}">${headOf(scene.rows, r)}</tspan>`;
  if (rowsCut) side += `<tspan x="${left - 5}" y="${cutY}">⋮</tspan>`;
  const dots =
    (columnsCut ? `<text x="${cutX}" y="${top + gridHeight / 2 + 4}">…</text>` : '') +
    (rowsCut ? `<text x="${left + gridWidth / 2}" y="${cutY}">⋮</text>` : '');
  return `<text y="${top - 4}">${head}</text><text text-anchor="end">${side}</text>${dots}`;
}

/** The picture and its width in pixels; rows and columns beyond the limits are cut, and a "…" says so. */
export function sceneSvg(scene: Scene, limits: Limits): { readonly svg: string; readonly width: number } {
  const cells = cellsOf(scene, shownOf(scene.rows, limits.rows), shownOf(scene.columns, limits.columns));
  const frame = frameOf(scene, cells, limits);
  // The axis names stand in one line above the grid, and decide the least width.
  const names = axisNames(scene);
  const width = Math.max(
    frame.left + frame.gridWidth + (frame.columnsCut ? 24 : 0) + 6,
    Math.ceil(names.length * CHARACTER) + 12,
  );
  const height = frame.top + frame.gridHeight + (frame.rowsCut ? HEIGHT : 0) + 6;
  const { fills, labels } = drawCells(scene, cells, frame);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="${FONT}" text-anchor="middle">`,
    `<title id="t">${escapeXml(scene.title)}</title><desc id="d">${escapeXml(scene.description)}</desc>`,
    `<g fill="${GREY}"><text x="4" y="10" text-anchor="start">${escapeXml(names)}</text>${drawHeads(scene, frame)}</g>`,
    '<g stroke="#000" stroke-opacity=".25">',
    ...fills,
    '</g>',
    drawLines(scene, frame),
    drawGroups(cells, frame),
    ...labels,
    '</svg>',
  ];
  return { svg: parts.join(''), width };
}
