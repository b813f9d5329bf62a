// Sets of cells of a picture: a byte for each cell where there are not too many, else a question to each.

import type { LinkedBy } from '../../../../server/src/render/panel/view.ts';
import { KEPT_CELLS, type PictureSource } from './source.ts';

export interface CellSet {
  /** `every`: the level of detail at which the cell is looked at. */
  has(row: number, column: number, every?: number): boolean;
  /** 1 for each cell that is in it, row by row; null for pictures of many cells. */
  readonly mask: Uint8Array | null;
}

const maskSet = (mask: Uint8Array, columns: number): CellSet => ({
  has: (row, column) => mask[row * columns + column] === 1,
  mask,
});

/** Both ends are in it. */
export interface Rectangle {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export function rectangleSet(source: PictureSource, { top, left, bottom, right }: Rectangle): CellSet {
  if (source.size > KEPT_CELLS)
    return {
      has: (row, column) => row >= top && row <= bottom && column >= left && column <= right,
      mask: null,
    };
  const mask = new Uint8Array(source.size);
  for (let row = top; row <= bottom; row++)
    mask.fill(1, row * source.columns + left, row * source.columns + right + 1);
  return maskSet(mask, source.columns);
}

/** The cells of which a question is answered by yes. */
export function setWhere(source: PictureSource, has: CellSet['has']): CellSet {
  if (source.size > KEPT_CELLS) return { has, mask: null };
  const mask = new Uint8Array(source.size);
  let at = 0;
  for (let row = 0; row < source.rows; row++)
    for (let column = 0; column < source.columns; column++) mask[at++] = has(row, column) ? 1 : 0;
  return maskSet(mask, source.columns);
}

/**
 * The cells of `target` whose `here` is the `there` of a cell of a set; null where a picture is too large to be looked
 * through, or its cells have no such numbers.
 */
export function linkedSet(
  source: PictureSource,
  { mask }: CellSet,
  there: LinkedBy,
  target: PictureSource,
  here: LinkedBy,
): CellSet | null {
  const [from, to] = [source.numbers(there), target.numbers(here)];
  if (mask === null || from === null || to === null) return null;
  const found = new Uint8Array(target.size);
  const [fromSteps, toSteps] = [from.steps, to.steps];
  // Offsets may lie far apart.
  if (fromSteps === null || toSteps === null) {
    const wanted = new Set(from.all.filter((_, at) => mask[at] === 1));
    to.all.forEach((number, at) => {
      found[at] = wanted.has(number) ? 1 : 0;
    });
    return maskSet(found, target.columns);
  }
  const marks = new Uint8Array(from.high - from.low + 1);
  for (let at = 0; at < mask.length; at++) if (mask[at] === 1) marks[fromSteps[at]!] = 1;
  const shift = to.low - from.low;
  const isWithin = shift >= 0 && to.high <= from.high;
  for (let at = 0; at < found.length; at++) {
    const step = toSteps[at]! + shift;
    found[at] = isWithin || (step >= 0 && step < marks.length) ? marks[step]! : 0;
  }
  return maskSet(found, target.columns);
}

/** Calls `visit` for every cell of a set; false where the picture is too large to be looked through. */
export function visit(
  source: PictureSource,
  { mask }: CellSet,
  each: (row: number, column: number) => void,
): boolean {
  if (mask === null) return false;
  for (let at = mask.indexOf(1); at >= 0; at = mask.indexOf(1, at + 1))
    each(Math.floor(at / source.columns), at % source.columns);
  return true;
}
