// Draws a picture: the cells as an image, and over it what there is room for: lines, labels, heads, selection.

import type { AxisView } from '../../../../server/src/render/panel/view.ts';
import type { Attribute } from './attributes.ts';
import { type Bitmap, samplesOf } from './bitmap.ts';
import type { CellSet } from './cell-set.ts';
import { colourOf, paleOf, pixelOf, type Theme } from './colours.ts';
import type { PictureSource } from './source.ts';
import { heightOf, type Pixels, type Viewport, widthOf } from './viewport.ts';

export interface Shown {
  readonly source: PictureSource;
  readonly attribute: Attribute;
  /** Changes whenever cells have arrived, or colours are other ones. */
  readonly colouring: object;
  readonly viewport: Viewport;
  /** Of the cells, without the heads. */
  readonly pixels: Pixels;
  readonly theme: Theme;
  readonly selected: CellSet | null;
  readonly differs: CellSet | null;
  readonly cursor: { readonly row: number; readonly column: number } | null;
}

/** Room for the heads of rows and columns. */
export const MARGIN = { left: 44, top: 18 } as const;
/** Pixels of a label's height. */
const LEAST_LABEL = 7;
const LARGEST_LABEL = 13;
const CHARACTER = 0.62;

/** The cells that are visible, both ends in it. */
interface Visible {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export function drawPicture(context: CanvasRenderingContext2D, bitmap: Bitmap, shown: Shown): void {
  const { pixels, theme } = shown;
  context.fillStyle = theme.background;
  context.fillRect(0, 0, pixels.width + MARGIN.left, pixels.height + MARGIN.top);
  drawHeads(context, shown);
  context.save();
  context.translate(MARGIN.left, MARGIN.top);
  context.beginPath();
  context.rect(0, 0, pixels.width, pixels.height);
  context.clip();
  drawCells(context, bitmap, shown);
  const visible = visibleOf(shown);
  // Not every place has a cell in what is no layout, and no such picture is nested.
  if (shown.source.item.offsets === null) drawEdges(context, shown, visible);
  else drawBoundaries(context, shown, visible);
  drawLabels(context, shown, visible);
  drawMarks(context, shown, visible);
  context.restore();
}

/** Whether cells are large enough to be marked by lines. */
const hasRoom = (viewport: Viewport): boolean =>
  heightOf(viewport) >= LEAST_DISTANCE && widthOf(viewport) >= LEAST_DISTANCE;

function drawCells(context: CanvasRenderingContext2D, bitmap: Bitmap, shown: Shown): void {
  const { source, attribute, viewport, pixels, theme, selected, colouring } = shown;
  const largest = attribute.keys === 'amounts' ? source.largest : 0;
  bitmap.draw(context, viewport, samplesOf(viewport, source, pixels), {
    colouring,
    selected,
    marked: hasRoom(viewport) ? null : shown.differs,
    mark: pixelOf(theme.difference),
    colour(row, column, every) {
      const key = attribute.of(row, column, every);
      return key == null ? 0 : colourOf(attribute, Math.abs(key), largest).pixel;
    },
    pale: (pixel) => paleOf(pixel, theme),
  });
}

function visibleOf({ source, viewport, pixels }: Shown): Visible {
  const { row, column } = viewport;
  return {
    top: Math.floor(row),
    bottom: Math.min(source.rows - 1, Math.floor(row + pixels.height / heightOf(viewport))),
    left: Math.floor(column),
    right: Math.min(source.columns - 1, Math.floor(column + pixels.width / widthOf(viewport))),
  };
}

const xOf = ({ viewport }: Shown, column: number): number => (column - viewport.column) * widthOf(viewport);
const yOf = ({ viewport }: Shown, row: number): number => (row - viewport.row) * heightOf(viewport);

/** Between the modes of nested axes: thicker further out, and none where they would be all that is seen. */
const LEAST_DISTANCE = 6;

/** What stands where something ends, with how far out it is; 0 between single cells. */
function* boundaries(
  extents: readonly number[],
  from: number,
  to: number,
  size: number,
): Generator<[number, number]> {
  let period = 1;
  for (const [level, extent] of [1, ...extents.slice(0, -1)].entries()) {
    period *= extent;
    if (period * size < LEAST_DISTANCE || (level > 0 && extent === 1)) continue;
    for (let at = Math.ceil(from / period) * period; at <= to; at += period) yield [at, level];
  }
}

function drawBoundaries(context: CanvasRenderingContext2D, shown: Shown, visible: Visible): void {
  const { source, viewport } = shown;
  const [width, height] = [xOf(shown, visible.right + 1), yOf(shown, visible.bottom + 1)];
  const line = (level: number, draw: () => void): void => {
    context.beginPath();
    draw();
    context.strokeStyle = level === 0 ? 'rgba(0,0,0,.22)' : '#000';
    context.lineWidth = level === 0 ? 1 : 1.4 + level;
    context.stroke();
    if (level === 0) return;
    context.strokeStyle = '#fff';
    context.lineWidth = level * 0.8;
    context.stroke();
  };
  for (const [at, level] of boundaries(
    source.item.rows.extents,
    visible.top,
    visible.bottom + 1,
    heightOf(viewport),
  ))
    line(level, () => {
      context.moveTo(0, yOf(shown, at));
      context.lineTo(width, yOf(shown, at));
    });
  const across = source.item.columns.extents;
  for (const [at, level] of boundaries(across, visible.left, visible.right + 1, widthOf(viewport)))
    line(level, () => {
      context.moveTo(xOf(shown, at), 0);
      context.lineTo(xOf(shown, at), height);
    });
}

/** A line around each cell. */
function drawEdges(context: CanvasRenderingContext2D, shown: Shown, visible: Visible): void {
  const [width, height] = [widthOf(shown.viewport), heightOf(shown.viewport)];
  if (!hasRoom(shown.viewport)) return;
  context.beginPath();
  for (let row = visible.top; row <= visible.bottom; row++)
    for (let column = visible.left; column <= visible.right; column++)
      if (shown.source.cell(row, column) != null)
        context.rect(xOf(shown, column), yOf(shown, row), width, height);
  context.strokeStyle = 'rgba(0,0,0,.3)';
  context.lineWidth = 1;
  context.stroke();
}

function drawLabels(context: CanvasRenderingContext2D, shown: Shown, visible: Visible): void {
  const { source, attribute, viewport, theme, selected } = shown;
  const [width, height] = [widthOf(viewport), heightOf(viewport)];
  const size = Math.min(LARGEST_LABEL, height - 2, (width - 2) / source.longest / CHARACTER);
  if (size < LEAST_LABEL) return;
  const largest = attribute.keys === 'amounts' ? source.largest : 0;
  context.font = `${size}px ${theme.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (let row = visible.top; row <= visible.bottom; row++)
    for (let column = visible.left; column <= visible.right; column++) {
      const cell = source.cell(row, column);
      if (cell == null) continue;
      const key = attribute.of(row, column);
      const isPale = selected !== null && !selected.has(row, column);
      const text = key == null ? theme.text : colourOf(attribute, Math.abs(key), largest).text;
      context.fillStyle = isPale ? theme.text : text;
      context.fillText(cell.label, xOf(shown, column) + width / 2, yOf(shown, row) + height / 2 + 0.5);
    }
}

/** Frames around what is selected and differs, and around the cursor. */
function drawMarks(context: CanvasRenderingContext2D, shown: Shown, visible: Visible): void {
  const { viewport, theme, selected, differs, cursor, source } = shown;
  const [width, height] = [widthOf(viewport), heightOf(viewport)];
  if (hasRoom(viewport)) {
    for (let row = visible.top; row <= visible.bottom; row++)
      for (let column = visible.left; column <= visible.right; column++) {
        const [x, y] = [xOf(shown, column), yOf(shown, row)];
        if (selected?.has(row, column)) {
          context.strokeStyle = theme.text;
          context.lineWidth = 1.5;
          context.strokeRect(x + 1, y + 1, width - 2, height - 2);
        }
        if (differs?.has(row, column)) cross(context, theme.difference, x, y, width, height);
      }
  }
  drawGroups(context, shown, visible);
  if (cursor === null || cursor.row >= source.rows || cursor.column >= source.columns) return;
  context.strokeStyle = theme.focus;
  context.lineWidth = 3;
  context.strokeRect(
    xOf(shown, cursor.column) - 1,
    yOf(shown, cursor.row) - 1,
    Math.max(4, width + 2),
    Math.max(4, height + 2),
  );
}

function cross(
  context: CanvasRenderingContext2D,
  colour: string,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  context.beginPath();
  context.moveTo(x + 2, y + 2);
  context.lineTo(x + width - 2, y + height - 2);
  context.moveTo(x + width - 2, y + 2);
  context.lineTo(x + 2, y + height - 2);
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.stroke();
}

/** The edges of warps. */
function drawGroups(context: CanvasRenderingContext2D, shown: Shown, visible: Visible): void {
  const { source, viewport } = shown;
  if (source.item.offsets !== null || heightOf(viewport) < LEAST_DISTANCE) return;
  const group = (row: number, column: number): number | null => source.cell(row, column)?.group ?? null;
  const differ = (a: number | null, b: number | null): boolean => a !== null && b !== null && a !== b;
  context.beginPath();
  for (let row = visible.top; row <= visible.bottom; row++)
    for (let column = visible.left; column <= visible.right; column++) {
      const [x, y] = [xOf(shown, column + 1), yOf(shown, row + 1)];
      const own = group(row, column);
      if (column < visible.right && differ(own, group(row, column + 1))) {
        context.moveTo(x, yOf(shown, row));
        context.lineTo(x, y);
      }
      if (row < visible.bottom && differ(own, group(row + 1, column))) {
        context.moveTo(xOf(shown, column), y);
        context.lineTo(x, y);
      }
    }
  context.strokeStyle = '#000';
  context.lineWidth = 2.5;
  context.stroke();
}

/** The coordinates beside the cells, as many as there is room for. */
function drawHeads(context: CanvasRenderingContext2D, shown: Shown): void {
  const { source, viewport, pixels, theme } = shown;
  const visible = visibleOf(shown);
  context.font = `11px ${theme.font}`;
  context.fillStyle = theme.line;
  context.textBaseline = 'middle';
  const headOf = (axis: AxisView, at: number): string => axis.heads?.[at] ?? String(at);
  const { rows, columns } = source.item;
  context.textAlign = 'right';
  const height = heightOf(viewport);
  const down = stepFor(height, 13);
  for (let row = Math.ceil(visible.top / down) * down; row <= visible.bottom; row += down) {
    const y = MARGIN.top + yOf(shown, row) + (down === 1 ? height : 13) / 2;
    if (y >= MARGIN.top && y < MARGIN.top + pixels.height)
      context.fillText(headOf(rows, row), MARGIN.left - 6, y);
  }
  context.textAlign = 'center';
  const width = widthOf(viewport);
  const across = stepFor(width, headOf(columns, visible.right).length * 7 + 8);
  for (let column = Math.ceil(visible.left / across) * across; column <= visible.right; column += across) {
    const x = MARGIN.left + xOf(shown, column) + width / 2;
    if (x >= MARGIN.left && x < MARGIN.left + pixels.width)
      context.fillText(headOf(columns, column), x, MARGIN.top - 8);
  }
}

/** Every how many lines there is room for a head. */
const stepFor = (size: number, room: number): number => 2 ** Math.max(0, Math.ceil(Math.log2(room / size)));
