// A scene in pixels. It is drawn here rather than from the SVG, because whatever turns SVG into pixels brings a font and
// some megabytes along; a grid of labelled cells needs rectangles, lines and letters.

import { type Colour, colouringOf } from '../picture/colours.ts';
import { isAroundMarks, isBetweenGroups, isEither } from '../picture/edges.ts';
import { fitted } from '../picture/fitted.ts';
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
} from '../picture/scene.ts';
import { type ThemeName, themeOf } from '../picture/themes.ts';
import { GLYPH_HEIGHT, GLYPH_WIDTH, glyphOf } from './font.ts';

/** Pixels in rows, three bytes each: red, green, blue. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** Every pixel of a letter is a square of so many. */
const SCALE = 2;
const LETTER = GLYPH_WIDTH * SCALE;
const LINE = GLYPH_HEIGHT * SCALE;
const HEIGHT = LINE + 8;

class Canvas implements Raster {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  constructor(width: number, height: number, paper: string) {
    this.width = width;
    this.height = height;
    this.bytes = new Uint8Array(width * height * 3);
    this.fill(0, 0, width, height, paper);
  }

  /** `colour`: `#rgb` or `#rrggbb`. What lies outside is left out. */
  fill(x: number, y: number, width: number, height: number, colour: string): void {
    const digits =
      colour.length === 4 ? [...colour.slice(1)].map((c) => c + c) : colour.slice(1).match(/../g)!;
    const rgb = digits.map((pair) => Number.parseInt(pair, 16));
    const [left, right] = [Math.max(0, x), Math.min(this.width, x + width)];
    for (let row = Math.max(0, y); row < Math.min(this.height, y + height); row++)
      for (let column = left; column < right; column++) this.bytes.set(rgb, (row * this.width + column) * 3);
  }

  /** `y`: the upper edge. */
  write(text: string, x: number, y: number, colour: string): void {
    for (const [i, character] of [...text].entries())
      for (const [row, bits] of glyphOf(character).entries())
        for (let column = 0; column < GLYPH_WIDTH; column++)
          if ((bits >> (GLYPH_WIDTH - 1 - column)) & 1)
            this.fill(x + i * LETTER + column * SCALE, y + row * SCALE, SCALE, SCALE, colour);
  }

  writeCentred(text: string, x: number, y: number, colour: string): void {
    this.write(text, Math.round(x - (text.length * LETTER) / 2), y, colour);
  }
}

/** Where the cells stand, in pixels. */
interface Frame {
  readonly rows: number;
  readonly columns: number;
  readonly width: number;
  readonly left: number;
  readonly top: number;
}

const xOf = ({ left, width }: Frame, column: number): number => left + column * width;
const yOf = ({ top }: Frame, row: number): number => top + row * HEIGHT;

const PER_GLYPH = 8;

/** The part of a scene that there is room for. */
function partOf(scene: Scene, limits: Limits): Scene {
  return limits.hasOverview ? fitted(scene, limits.rows, limits.columns) : scene;
}

function drawCells(canvas: Canvas, frame: Frame, cells: Cells, colourOf: (cell: Cell) => Colour): void {
  for (const [r, line] of cells.entries())
    for (const [c, cell] of line.entries()) {
      if (cell === null) continue;
      const { fill, text } = colourOf(cell);
      const [x, y] = [xOf(frame, c), yOf(frame, r)];
      canvas.fill(x, y, frame.width, HEIGHT, '#555555');
      canvas.fill(x + 1, y + 1, frame.width - 1, HEIGHT - 1, fill);
      canvas.writeCentred(cell.label, x + frame.width / 2, y + (HEIGHT - LINE) / 2, text);
    }
}

/** The lines between modes and groups, and around what is marked, over the cells' edges. */
function drawEdges(canvas: Canvas, frame: Frame, scene: Scene, cells: Cells): void {
  const [down, across] = [boundariesOf(scene.rows, frame.rows), boundariesOf(scene.columns, frame.columns)];
  /** The width and colour of the line between two cells; null for a thin one. */
  const edge = (
    a: Cell | null | undefined,
    b: Cell | null | undefined,
    level: number,
  ): { readonly width: number; readonly colour: string } | null => {
    if (!isEither(a, b)) return null;
    if (isAroundMarks(a, b)) return { width: 3, colour: '#c00000' };
    if (level > 0) return { width: 1 + 2 * level, colour: '#000' };
    return isBetweenGroups(a, b) ? { width: 3, colour: '#000' } : null;
  };
  for (let r = 0; r <= frame.rows; r++)
    for (let c = 0; c <= frame.columns; c++) {
      const [x, y] = [xOf(frame, c), yOf(frame, r)];
      const above = c < frame.columns ? edge(cells[r - 1]?.[c], cells[r]?.[c], down.get(r) ?? 0) : null;
      if (above !== null) canvas.fill(x, y - (above.width >> 1), frame.width + 1, above.width, above.colour);
      const beside = r < frame.rows ? edge(cells[r]?.[c - 1], cells[r]?.[c], across.get(c) ?? 0) : null;
      if (beside !== null) canvas.fill(x - (beside.width >> 1), y, beside.width, HEIGHT + 1, beside.colour);
    }
}

/** The line through the cells of a path: points along each leg. */
function drawPath(canvas: Canvas, frame: Frame, scene: Scene): void {
  const centreOf = ([row, column]: readonly [number, number]): readonly [number, number] => [
    xOf(frame, column) + frame.width / 2,
    yOf(frame, row) + HEIGHT / 2,
  ];
  for (const stretch of stretchesOf(scene, frame.rows, frame.columns))
    stretch.slice(1).forEach((next, i) => {
      const [[x, y], [toX, toY]] = [centreOf(stretch[i]!), centreOf(next)];
      const points = Math.ceil(Math.max(Math.abs(toX - x), Math.abs(toY - y)) / PER_GLYPH);
      for (let k = 0; k <= points; k++)
        canvas.fill(
          Math.round(x + ((toX - x) * k) / points) - 1,
          Math.round(y + ((toY - y) * k) / points) - 1,
          2,
          2,
          '#000',
        );
    });
}

function drawWords(canvas: Canvas, frame: Frame, scene: Scene, ink: string): void {
  canvas.write(axisNames(scene), 6, 6, ink);
  for (let c = 0; c < frame.columns; c++)
    canvas.writeCentred(headOf(scene.columns, c), xOf(frame, c) + frame.width / 2, frame.top - LINE - 2, ink);
  for (let r = 0; r < frame.rows; r++) {
    const head = headOf(scene.rows, r);
    canvas.write(head, frame.left - 6 - head.length * LETTER, yOf(frame, r) + (HEIGHT - LINE) / 2, ink);
  }
  for (const { row, column, text, isHead } of captionsWithin(scene, frame.rows, frame.columns))
    canvas.write(
      text,
      isHead ? xOf(frame, column + 1) - 6 - text.length * LETTER : xOf(frame, column) + 2,
      yOf(frame, row) + (HEIGHT - LINE) / 2,
      ink,
    );
  if (frame.columns < lengthOf(scene.columns) || scene.columns.isCut)
    canvas.write('…', xOf(frame, frame.columns) + 8, frame.top - LINE - 2, ink);
  if (frame.rows < lengthOf(scene.rows) || scene.rows.isCut)
    canvas.write('⋮', frame.left - 6 - LETTER, yOf(frame, frame.rows) + 2, ink);
}

/** The picture; what there is no room for is cut, and dots say so. */
export function sceneRaster(whole: Scene, limits: Limits, themeName: ThemeName = 'light'): Raster {
  const theme = themeOf(themeName);
  const scene = partOf(whole, limits);
  const rows = shownOf(scene.rows, limits.hasOverview ? Number.POSITIVE_INFINITY : limits.rows);
  const columns = shownOf(scene.columns, limits.columns);
  const cells = cellsOf(scene, rows, columns);
  const heads = Array.from({ length: rows }, (_, r) => headOf(scene.rows, r).length);
  const frame: Frame = {
    rows,
    columns,
    width: Math.max(2, widestLabel(cells), widestHead(scene.columns, columns)) * LETTER + 10,
    left: Math.max(1, ...heads) * LETTER + 16,
    top: 2 * LINE + 14,
  };
  const ends = captionsWithin(scene, rows, columns).map(
    ({ column, text }) => xOf(frame, column) + text.length * LETTER,
  );
  const width = Math.max(xOf(frame, columns) + 2 * LETTER, axisNames(scene).length * LETTER, ...ends) + 12;
  const canvas = new Canvas(width, yOf(frame, rows) + LINE + 8, theme.paper);
  const ofKey = colouringOf(scene, cells, theme.contrast);
  drawCells(canvas, frame, cells, (cell) => (cell.isPlain ? theme.plain : ofKey(cell.key)));
  drawEdges(canvas, frame, scene, cells);
  drawPath(canvas, frame, scene);
  drawWords(canvas, frame, scene, theme.ink);
  return canvas;
}
