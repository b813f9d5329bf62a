// Where two layouts differ: coordinates of one index that have other offsets.

import { type CellSet, setWhere } from './cell-set.ts';
import type { PictureSource } from './source.ts';

const MAXIMUM_COUNT = 2 ** 22;

export interface Comparison {
  readonly differs: CellSet;
  /** `12 of 32 coordinates differ` */
  readonly text: string;
}

/** Null for pictures whose offsets are not known here. */
export function comparisonOf(source: PictureSource, other: PictureSource): Comparison | null {
  if (source.item.offsets === null || other.item.offsets === null || source.item.index === null) return null;
  const differsAt = (index: number): boolean =>
    index >= other.size || source.offsetOf(index) !== other.offsetOf(index);
  return {
    differs: setWhere(source, (row, column) => differsAt(source.indexOf(row, column)!)),
    text: textOf(source.size, other.size, differsAt),
  };
}

function textOf(size: number, otherSize: number, differsAt: (index: number) => boolean): string {
  const sizes = size === otherSize ? '' : `; the sizes are ${size} and ${otherSize}`;
  if (size > MAXIMUM_COUNT) return `too large to be counted${sizes}`;
  let count = 0;
  for (let index = 0; index < size; index++) if (differsAt(index)) count++;
  if (count === 0) return `no coordinate differs${sizes}`;
  return `${count} of ${size} coordinates ${count === 1 ? 'differs' : 'differ'}${sizes}`;
}
