// Cells as the pixels of an image, one each, that is drawn at any size. What is larger than the limit is looked at every
// so many cells, where it is visible.

import type { CellSet } from './cell-set.ts';
import { detailOf, type Grid, heightOf, type Pixels, type Viewport, widthOf } from './viewport.ts';

/** Every `every`-th cell of a part of the grid. */
interface Samples {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly every: number;
}

const MAXIMUM_PIXELS = 2 ** 20;

/** The whole grid where that is possible, else what is visible of it. */
export function samplesOf(viewport: Viewport, grid: Grid, pixels: Pixels): Samples {
  const { rows, columns } = grid;
  if (rows * columns <= MAXIMUM_PIXELS) return { row: 0, column: 0, rows, columns, every: 1 };
  const every = detailOf(viewport);
  const first = (at: number): number => Math.floor(at / every) * every;
  const [row, column] = [first(viewport.row), first(viewport.column)];
  const fitting = (from: number, length: number, room: number): number =>
    Math.max(1, Math.min(Math.ceil((length - from) / every), Math.ceil(room / every) + 1));
  return {
    row,
    column,
    every,
    rows: fitting(row, rows, pixels.height / heightOf(viewport)),
    columns: fitting(column, columns, pixels.width / widthOf(viewport)),
  };
}

const isSame = (a: Samples, b: Samples): boolean =>
  a.row === b.row &&
  a.column === b.column &&
  a.rows === b.rows &&
  a.columns === b.columns &&
  a.every === b.every;

/** Red, green, blue and opacity as a byte each, the lowest byte first. */
type Pixel = number;

/** What the pixels depend on, beside the place: they are made again when one of these is another. */
interface Painted {
  readonly colouring: object;
  readonly selected: CellSet | null;
  /** Cells that have the colour `mark` instead of their own. */
  readonly marked: CellSet | null;
  readonly mark: Pixel;
  colour(row: number, column: number, every: number): Pixel;
  /** The colour of a cell that is not selected, where others are. */
  pale(colour: Pixel): Pixel;
}

/** An image that is made again when what it shows is another. */
export class Bitmap {
  readonly #canvas = document.createElement('canvas');
  #samples: Samples | null = null;
  #colouring: object | null = null;
  #selected: CellSet | null = null;
  #marked: CellSet | null = null;
  #colours = new Uint32Array(0);
  #pales = new Uint32Array(0);
  #shown = new Uint32Array(0);

  draw(context: CanvasRenderingContext2D, viewport: Viewport, samples: Samples, painted: Painted): void {
    const isPlace = this.#samples !== null && isSame(samples, this.#samples);
    const isColoured = isPlace && this.#colouring === painted.colouring;
    if (!isColoured) this.#paint(samples, painted);
    const isMarked = this.#selected === painted.selected && this.#marked === painted.marked;
    if (!isColoured || !isMarked) this.#show(samples, painted);
    const [width, height] = [widthOf(viewport), heightOf(viewport)];
    const { row, column, rows, columns, every } = samples;
    context.imageSmoothingEnabled = false;
    context.drawImage(
      this.#canvas,
      (column - viewport.column) * width,
      (row - viewport.row) * height,
      columns * every * width,
      rows * every * height,
    );
  }

  #paint(samples: Samples, { colouring, colour, pale }: Painted): void {
    const { row, column, rows, columns, every } = samples;
    this.#samples = samples;
    this.#colouring = colouring;
    const count = rows * columns;
    if (this.#colours.length !== count) {
      this.#colours = new Uint32Array(count);
      this.#pales = new Uint32Array(count);
      this.#shown = new Uint32Array(count);
    }
    let at = 0;
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++)
        this.#colours[at++] = colour(row + r * every, column + c * every, every);
    // Neighbours often have one colour.
    let [last, paled] = [-1, 0];
    for (let i = 0; i < count; i++) {
      const own = this.#colours[i]!;
      if (own !== last) [last, paled] = [own, pale(own)];
      this.#pales[i] = paled;
    }
  }

  #show(samples: Samples, { selected, marked, mark }: Painted): void {
    const { rows, columns } = samples;
    this.#selected = selected;
    this.#marked = marked;
    const isSelected = selected === null ? null : this.#sampled(samples, selected);
    const isMarked = marked === null ? null : this.#sampled(samples, marked);
    const [shown, colours, pales] = [this.#shown, this.#colours, this.#pales];
    const canvas = this.#canvas;
    const isNew = canvas.width !== columns || canvas.height !== rows;
    if (isNew) [canvas.width, canvas.height] = [columns, rows];
    // Handing all pixels to the canvas was two fifths of a frame's work: only what has changed is handed.
    let [top, bottom, left, right] = isNew ? [0, rows - 1, 0, columns - 1] : [rows, -1, columns, -1];
    for (let row = 0, at = 0; row < rows; row++)
      for (let column = 0; column < columns; column++, at++) {
        const pixel =
          isMarked !== null && isMarked[at] === 1
            ? mark
            : isSelected === null || isSelected[at] === 1
              ? colours[at]!
              : pales[at]!;
        if (pixel === shown[at]) continue;
        shown[at] = pixel;
        if (row < top) top = row;
        if (row > bottom) bottom = row;
        if (column < left) left = column;
        if (column > right) right = column;
      }
    if (bottom < top) return;
    const image = new ImageData(new Uint8ClampedArray(shown.buffer), columns, rows);
    canvas
      .getContext('2d', { willReadFrequently: true })!
      .putImageData(image, 0, 0, left, top, right - left + 1, bottom - top + 1);
  }

  /** 1 for each sample that is in a set. */
  #sampled({ row, column, rows, columns, every }: Samples, set: CellSet): Uint8Array {
    if (set.mask !== null && set.mask.length === rows * columns) return set.mask;
    const found = new Uint8Array(rows * columns);
    for (let r = 0, at = 0; r < rows; r++)
      for (let c = 0; c < columns; c++, at++)
        found[at] = set.has(row + r * every, column + c * every, every) ? 1 : 0;
    return found;
  }
}
