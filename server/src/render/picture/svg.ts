// A scene as SVG.
//
// Cells carry their own colours and text colours, and everything else stands on the theme's paper, because a picture
// inside a hover cannot learn what it is put on. Neighbours of one colour share a line, cells of one colour a path,
// and a row's labels a text element, which keeps a 512-cell picture under 30 kB.

import { type Colour, colouringOf } from './colours.ts';
import { type EdgeTest, isAroundMarks, isBetweenGroups, isEither } from './edges.ts';
import { fitted } from './fitted.ts';
import {
  axisNames,
  boundariesOf,
  type Cell,
  type Cells,
  captionsWithin,
  cellsOf,
  headOf,
  type Limits,
  lengthOf,
  type Scene,
  shownOf,
  stretchesOf,
  widestHead,
  widestLabel,
} from './scene.ts';
import { type Theme, type ThemeName, themeOf } from './themes.ts';

const FONT = 10;
const CHARACTER = 6.1;
/** Of labels in two lines. */
const SMALL_FONT = 8;
const SMALL_CHARACTER = 4.9;
const [HEIGHT, TWO_LINE_HEIGHT] = [16, 20];

const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (c) => XML[c]!);

/** Where everything stands, in pixels. */
interface Frame {
  readonly rows: number;
  readonly columns: number;
  readonly rowsCut: boolean;
  readonly columnsCut: boolean;
  /** Labels are in two lines. */
  readonly isHalved: boolean;
  /** The size of one cell. */
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
}

/** Even, so that the middle of a cell is a short number. */
const even = (pixels: number): number => 2 * Math.ceil(pixels / 2);

const widthOf = (cells: Cells): number => even(Math.max(21, widestLabel(cells) * CHARACTER + 7));

/** The width of cells with labels in two lines; null where some have labels of one line. */
function halvedWidth(cells: Cells): number | null {
  let widest = 0;
  for (const line of cells)
    for (const cell of line) {
      if (cell === null) continue;
      if (cell.halves === undefined) return null;
      widest = Math.max(widest, ...cell.halves.map(({ length }) => length));
    }
  return even(Math.max(20, widest * SMALL_CHARACTER + 4));
}

/** The part of a scene that there is room for, and its frame. */
function laidOut(
  whole: Scene,
  limits: Limits,
): { readonly scene: Scene; readonly cells: Cells; readonly frame: Frame } {
  const { rows, columns } = whole;
  const seen = cellsOf(whole, shownOf(rows, limits.rows), shownOf(columns, limits.columns));
  const [usual, halved] = [widthOf(seen), halvedWidth(seen)];
  const isHalved = halved !== null && halved < usual && lengthOf(columns) * usual > limits.width;
  const width = isHalved ? halved : usual;
  const fitting = Math.min(limits.columns, Math.max(2, Math.floor(limits.width / width)));
  const scene = limits.hasOverview ? fitted(whole, limits.rows, fitting) : whole;
  // What is fitted is drawn whole.
  const most = limits.hasOverview ? Number.POSITIVE_INFINITY : limits.rows;
  const [rowCount, columnCount] = [shownOf(scene.rows, most), shownOf(scene.columns, fitting)];
  const cells = cellsOf(scene, rowCount, columnCount);
  const heads = Array.from({ length: rowCount }, (_, r) => headOf(scene.rows, r).length);
  const frame = {
    rows: rowCount,
    columns: columnCount,
    rowsCut: rowCount < lengthOf(scene.rows) || scene.rows.isCut === true,
    columnsCut: columnCount < lengthOf(scene.columns) || scene.columns.isCut === true,
    isHalved,
    width: Math.max(
      isHalved ? width : widthOf(cells),
      even(widestHead(scene.columns, columnCount) * CHARACTER + 3),
    ),
    height: isHalved ? TWO_LINE_HEIGHT : HEIGHT,
    left: Math.ceil(Math.max(1, ...heads) * CHARACTER) + 12,
    top: 28,
  };
  return { scene, cells, frame };
}

const xOf = ({ left, width }: Frame, column: number): number => left + column * width;
const yOf = ({ top, height }: Frame, row: number): number => top + row * height;
const middleOf = (frame: Frame, column: number): number => xOf(frame, column) + frame.width / 2;
/** The base line of a text in a row. */
const baseOf = (frame: Frame, row: number): number => yOf(frame, row) + frame.height / 2 + 4;

/** The coloured cells, as lines as thick as a row, which are said in half of what a rectangle takes; neighbours of one colour are one. */
function drawFills(cells: Cells, frame: Frame, colourOf: (cell: Cell) => Colour): string {
  const paths = new Map<string, string>();
  for (let r = 0; r < frame.rows; r++)
    for (let c = 0; c < frame.columns; ) {
      const cell = cells[r]![c];
      const from = c++;
      if (cell == null) continue;
      const { fill } = colourOf(cell);
      while (c < frame.columns && cells[r]![c] != null && colourOf(cells[r]![c]!).fill === fill) c++;
      const line = `M${xOf(frame, from)} ${yOf(frame, r) + frame.height / 2}h${(c - from) * frame.width}`;
      paths.set(fill, (paths.get(fill) ?? '') + line);
    }
  const drawn = [...paths].map(([fill, path]) => `<path stroke="${fill}" d="${path}"/>`).join('');
  return `<g stroke-width="${frame.height}">${drawn}</g>`;
}

/** The labels, which are drawn over the lines. */
function drawLabels(cells: Cells, frame: Frame, colourOf: (cell: Cell) => Colour): string {
  const texts = new Map<string, string>();
  const write = (y: number, cell: Cell, x: number, text: string): void => {
    const start = `<text y="${y}" fill="${colourOf(cell).text}"${cell.isMarked ? ' font-weight="bold"' : ''}>`;
    texts.set(start, `${texts.get(start) ?? ''}<tspan x="${x}">${escapeXml(text)}</tspan>`);
  };
  for (const [r, line] of cells.entries())
    for (const [c, cell] of line.entries()) {
      if (cell === null) continue;
      const x = middleOf(frame, c);
      if (!frame.isHalved || cell.halves === undefined) write(baseOf(frame, r), cell, x, cell.label);
      else for (const [i, text] of cell.halves.entries()) write(yOf(frame, r) + 9 + 8 * i, cell, x, text);
    }
  return [...texts].map(([start, labels]) => `${start}${labels}</text>`).join('');
}

/** The lines below and beside cells where a test of the two cells holds, neighbours joined. */
function edgesOf(
  cells: Cells,
  frame: Frame,
  test: EdgeTest,
  rows: Iterable<number> = Array.from({ length: frame.rows + 1 }, (_, r) => r),
  columns: Iterable<number> = Array.from({ length: frame.columns + 1 }, (_, c) => c),
): string {
  let path = '';
  const join = (
    length: number,
    isEdge: (at: number) => boolean,
    draw: (from: number, to: number) => string,
  ) => {
    for (let at = 0; at < length; ) {
      const from = at++;
      if (!isEdge(from)) continue;
      while (at < length && isEdge(at)) at++;
      path += draw(from, at);
    }
  };
  for (const r of rows)
    join(
      frame.columns,
      (c) => test(cells[r - 1]?.[c], cells[r]?.[c]),
      (from, to) => `M${xOf(frame, from)} ${yOf(frame, r)}h${(to - from) * frame.width}`,
    );
  for (const c of columns)
    join(
      frame.rows,
      (r) => test(cells[r]?.[c - 1], cells[r]?.[c]),
      (from, to) => `M${xOf(frame, c)} ${yOf(frame, from)}v${(to - from) * frame.height}`,
    );
  return path;
}

/** The lines around the blocks of nested modes. */
function drawLines(scene: Scene, cells: Cells, frame: Frame): string {
  const rows = new Map<number, number[]>();
  const columns = new Map<number, number[]>();
  const note = (lines: Map<number, number[]>, at: number, level: number) =>
    lines.set(level, [...(lines.get(level) ?? []), at]);
  for (const [at, level] of boundariesOf(scene.rows, frame.rows)) note(rows, at, level);
  for (const [at, level] of boundariesOf(scene.columns, frame.columns)) note(columns, at, level);
  // White on a dark edge, so that the lines show on every colour of the scale.
  return [...new Set([...rows.keys(), ...columns.keys()])]
    .map((level) => {
      const d = edgesOf(cells, frame, isEither, rows.get(level) ?? [], columns.get(level) ?? []);
      const width = 0.6 + level * 0.9;
      const stroke = (colour: string, w: number): string =>
        `<path d="${d}" stroke="${colour}" stroke-width="${w.toFixed(1)}"/>`;
      return stroke('#000', width + 1.4) + stroke('#fff', width);
    })
    .join('');
}

const drawEdges = (path: string, colour: string, width: number): string =>
  path === '' ? '' : `<path d="${path}" stroke="${colour}" stroke-width="${width}"/>`;

/** The line through the cells of a path, as far as they are drawn. */
function drawPath(scene: Scene, frame: Frame): string {
  const pointAt = ([row, column]: readonly [number, number]): string =>
    `${middleOf(frame, column)} ${yOf(frame, row) + frame.height / 2}`;
  const d = stretchesOf(scene, frame.rows, frame.columns)
    .map((stretch) => `M${stretch.map(pointAt).join('L')}`)
    .join('');
  const line = (colour: string, width: number) =>
    `<path d="${d}" stroke="${colour}" stroke-width="${width}" stroke-opacity=".55" stroke-linejoin="round"/>`;
  return d === '' ? '' : line('#000', 1.8) + line('#fff', 0.8);
}

/** The coordinates beside the cells, with dots where some are cut, and the captions. */
function drawHeads(scene: Scene, frame: Frame): string {
  const { left, top, rows, columns, rowsCut, columnsCut } = frame;
  const [right, bottom] = [xOf(frame, columns), yOf(frame, rows)];
  const [cutX, cutY] = [right + 14, bottom + 12];
  let head = '';
  for (let c = 0; c < columns; c++)
    head += `<tspan x="${middleOf(frame, c)}">${escapeXml(headOf(scene.columns, c))}</tspan>`;
  if (columnsCut) head += `<tspan x="${cutX}">…</tspan>`;
  let side = '';
  for (let r = 0; r < rows; r++)
    side += `<tspan x="${left - 5}" y="${baseOf(frame, r)}">${escapeXml(headOf(scene.rows, r))}</tspan>`;
  if (rowsCut) side += `<tspan x="${left - 5}" y="${cutY}">⋮</tspan>`;
  const dots =
    (columnsCut ? `<text x="${cutX}" y="${(top + bottom) / 2 + 4}">…</text>` : '') +
    (rowsCut ? `<text x="${(left + right) / 2}" y="${cutY}">⋮</text>` : '');
  const captions = captionsWithin(scene, frame.rows, frame.columns).map(({ row, column, text, isHead }) => {
    const how = isHead
      ? `x="${xOf(frame, column + 1) - 5}" text-anchor="end"`
      : `x="${xOf(frame, column) + 1}" text-anchor="start" font-weight="bold"`;
    return `<text y="${baseOf(frame, row)}" ${how}>${escapeXml(text)}</text>`;
  });
  return `<text y="${top - 4}">${head}</text><text text-anchor="end">${side}</text>${dots}${captions.join('')}`;
}

/** How wide what stands outside of the cells is: the names of the axes, and the captions. */
function widthOfWords(scene: Scene, frame: Frame): number {
  const ends = captionsWithin(scene, frame.rows, frame.columns).map(
    ({ column, text }) => xOf(frame, column) + text.length * CHARACTER * 1.05,
  );
  return Math.ceil(Math.max(axisNames(scene).length * CHARACTER, ...ends)) + 12;
}

/** The picture and its width in pixels; what there is no room for is cut, and a "…" says so. */
export function sceneSvg(
  whole: Scene,
  limits: Limits,
  themeName: ThemeName = 'light',
): { readonly svg: string; readonly width: number } {
  const theme: Theme = themeOf(themeName);
  const { scene, cells, frame } = laidOut(whole, limits);
  const width = Math.max(
    xOf(frame, frame.columns) + (frame.columnsCut ? 24 : 0) + 6,
    widthOfWords(scene, frame),
  );
  const height = yOf(frame, frame.rows) + (frame.rowsCut ? HEIGHT : 0) + 6;
  const ofKey = colouringOf(scene, cells, theme.contrast);
  const colourOf = (cell: Cell): Colour => (cell.isPlain ? theme.plain : ofKey(cell.key));
  const marks = edgesOf(cells, frame, isAroundMarks);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="${FONT}" text-anchor="middle">`,
    `<title id="t">${escapeXml(scene.title)}</title><desc id="d">${escapeXml(scene.description)}</desc>`,
    `<rect width="${width}" height="${height}" fill="${theme.paper}"/>`,
    `<g fill="${theme.ink}"><text x="4" y="10" text-anchor="start">${escapeXml(axisNames(scene))}</text>${drawHeads(scene, frame)}</g>`,
    drawFills(cells, frame, colourOf),
    `<g fill="none"><path d="${edgesOf(cells, frame, isEither)}" stroke="${theme.line}" stroke-opacity="${theme.opacity}"/>`,
    drawLines(scene, cells, frame),
    drawEdges(edgesOf(cells, frame, isBetweenGroups), '#000', 2),
    // Red on white, so that the frame is seen on every colour and paper.
    drawEdges(marks, '#fff', 4) + drawEdges(marks, '#c00000', 2),
    drawPath(scene, frame),
    frame.isHalved ? `</g><g font-size="${SMALL_FONT}">` : '</g><g>',
    drawLabels(cells, frame, colourOf),
    '</g></svg>',
  ];
  return { svg: parts.join(''), width };
}
