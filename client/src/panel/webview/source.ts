// The cells of a picture: worked out from a layout's function, or asked for in blocks.

import { offsetAt } from '../../../../server/src/render/panel/offset-function.ts';
import type { CellWindow, PackedCells } from '../../../../server/src/render/panel/packed-cells.ts';
import { unpackCells } from '../../../../server/src/render/panel/packed-cells.ts';
import type { AxisView, LinkedBy, PictureItem } from '../../../../server/src/render/panel/view.ts';

interface CellFacts {
  readonly label: string;
  readonly key: number;
  readonly group: number | null;
  readonly value: number | null;
}

/** Rows and columns of a block that is asked for. */
const BLOCK = 128;
/** Of pictures with up to so many cells numbers are kept for each. */
export const KEPT_CELLS = 2 ** 20;
/** Numbers of cells that are at most so far apart are looked up in a table. */
const WIDEST_TABLE = 16 * KEPT_CELLS;

/** The index or the offset of each cell, row by row. */
interface CellNumbers {
  readonly all: Float64Array;
  /** The same from the least one on; null where they lie too far apart for a table of all between them. */
  readonly steps: Int32Array | null;
  readonly low: number;
  readonly high: number;
}

const lengthOf = ({ extents }: AxisView): number => extents.reduce((a, b) => a * b, 1);

type AskCells = (window: CellWindow) => Promise<PackedCells | null>;

export class PictureSource {
  readonly item: PictureItem;
  readonly rows: number;
  readonly columns: number;
  /** The largest key that was seen; of a layout the largest of all that it can have. */
  largest = 0;
  /** The length of the longest label that was seen. */
  longest = 1;
  readonly #ask: AskCells;
  readonly #arrived: () => void;
  readonly #blocks = new Map<string, readonly (CellFacts | null)[] | null>();
  readonly #table: Float64Array | null = null;
  readonly #numbers = new Map<LinkedBy, CellNumbers>();

  /** `arrived` is called when cells have come that were asked for. */
  constructor(item: PictureItem, ask: AskCells, arrived: () => void) {
    this.item = item;
    this.rows = lengthOf(item.rows);
    this.columns = lengthOf(item.columns);
    this.#ask = ask;
    this.#arrived = arrived;
    const { offsets } = item;
    if (offsets === null) return;
    if (this.size <= KEPT_CELLS) {
      this.#table = Float64Array.from({ length: this.size }, (_, index) => offsetAt(offsets, index));
      this.largest = this.#table.reduce((most, offset) => Math.max(most, Math.abs(offset)), 0);
    } else this.largest = reachOf(item);
    this.longest = String(this.largest).length;
  }

  get size(): number {
    return this.rows * this.columns;
  }

  /** Null for cells of pictures that are of no layout. */
  indexOf(row: number, column: number): number | null {
    const { index } = this.item;
    return index === null ? null : row * index.row + column * index.column;
  }

  /** Where the coordinate of an index is. */
  placeOf(at: number): { readonly row: number; readonly column: number } {
    const { index } = this.item;
    return index !== null && index.row > index.column
      ? { row: Math.floor(at / index.row), column: at % index.row }
      : { row: at % this.rows, column: Math.floor(at / this.rows) };
  }

  offsetOf(index: number): number | null {
    const { offsets } = this.item;
    return offsets === null ? null : (this.#table?.[index] ?? offsetAt(offsets, index));
  }

  /** Null where the picture is too large, and where the cells have no such numbers. */
  numbers(by: LinkedBy): CellNumbers | null {
    const { index, offsets } = this.item;
    if (this.size > KEPT_CELLS || index === null || (by === 'offset' && offsets === null)) return null;
    const known = this.#numbers.get(by);
    if (known !== undefined) return known;
    const all = new Float64Array(this.size);
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let row = 0; row < this.rows; row++)
      for (let column = 0; column < this.columns; column++) {
        const at = row * index.row + column * index.column;
        const number = by === 'index' ? at : this.offsetOf(at)!;
        all[row * this.columns + column] = number;
        low = Math.min(low, number);
        high = Math.max(high, number);
      }
    const steps = high - low < WIDEST_TABLE ? Int32Array.from(all, (number) => number - low) : null;
    const found = { all, steps, low, high };
    this.#numbers.set(by, found);
    return found;
  }

  /**
   * What a cell shows; null where none is, undefined where it is not there yet. `every`: of pictures that are too large
   * to be asked for as a whole only every so many cells come.
   */
  cell(row: number, column: number, every = 1): CellFacts | null | undefined {
    const index = this.item.offsets === null ? null : this.indexOf(row, column);
    if (index !== null) {
      const offset = this.offsetOf(index)!;
      return { label: String(offset), key: Math.abs(offset), group: null, value: null };
    }
    return this.#asked(row, column, every);
  }

  #asked(row: number, column: number, every: number): CellFacts | null | undefined {
    const span = BLOCK * every;
    const [r, c] = [Math.floor(row / span), Math.floor(column / span)];
    const key = `${every} ${r} ${c}`;
    const block = this.#blocks.get(key);
    const [top, left] = [r * span, c * span];
    const rows = Math.min(BLOCK, Math.ceil((this.rows - top) / every));
    const columns = Math.min(BLOCK, Math.ceil((this.columns - left) / every));
    if (block === undefined) {
      this.#blocks.set(key, null);
      const window = { row: top, column: left, rows, columns, every };
      void this.#ask(window).then((packed) => {
        if (packed !== null) this.#take(key, packed);
      });
    }
    return block?.[Math.floor((row - top) / every) * columns + Math.floor((column - left) / every)];
  }

  #take(key: string, packed: PackedCells): void {
    const facts = unpackCells(packed).map((cell): CellFacts | null =>
      cell === null
        ? null
        : { label: cell.label, key: cell.key, group: cell.group ?? null, value: cell.value ?? null },
    );
    for (const cell of facts) {
      this.largest = Math.max(this.largest, cell?.key ?? 0);
      this.longest = Math.max(this.longest, cell?.label.length ?? 0);
    }
    this.#blocks.set(key, facts);
    this.#arrived();
  }
}

/** A bound of the offsets of a layout: a swizzle moves no bits beyond those that are there. */
function reachOf({ offsets }: PictureItem): number {
  let reach = 0;
  for (const stage of offsets ?? [])
    if (stage.kind === 'strides')
      reach = stage.extents.reduce((sum, extent, i) => sum + (extent - 1) * Math.abs(stage.strides[i]!), 0);
    else if (stage.kind === 'shift') reach += Math.abs(stage.by);
    else reach = 2 ** Math.ceil(Math.log2(reach + 1)) - 1;
  return reach;
}
