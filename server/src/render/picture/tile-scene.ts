// Scenes of tilings: who holds each element of a tile. A cell says `T3V1`: value 1 of thread 3, and is coloured by
// the thread; `+` says that others hold the element too.

import { isFailure } from '../../algebra/integer/failure.ts';
import { type Int, knownValue } from '../../algebra/integer/integer.ts';
import { Layout, type Shape, type Tiler, Underscore } from '../../algebra/layout/layout.ts';
import { leavesOf } from '../../algebra/tuple/operations.ts';
import { enumerateOffsets } from '../../algebra/view/enumerate.ts';
import { copyLayoutTv, ThrCopy, TiledCopy } from '../../hardware/copy/tiled-copy.ts';
import { MmaAtom } from '../../hardware/mma/mma-atom.ts';
import { mmaLayoutTv, ThrMma, TiledMma, tileShapeMnk } from '../../hardware/mma/tiled-mma.ts';
import type { HardwareValue } from '../../hardware/value.ts';
import type { Scene } from './scene.ts';

/** Tiles with more elements than this are not drawn: only a corner of them could be seen. */
const BUDGET = 2 ** 16;

const WARP_SIZE = 32;

/** The number of elements of a shape; null where it is not known. */
function sizeOf(shape: Shape): number | null {
  let size = 1;
  for (const leaf of leavesOf<Int>(shape)) {
    const extent = knownValue(leaf);
    if (extent === undefined) return null;
    size *= extent;
  }
  return size;
}

interface Holder {
  readonly thread: number;
  readonly value: number;
  shared: boolean;
}

/**
 * A layout (thread, value) → element of a rows × columns tile, elements counted column by column. Null when something in
 * it is not known or the tile is too large.
 */
export function tileScene(tv: Layout, rows: number, columns: number, title: string): Scene | null {
  const modes = Array.isArray(tv.shape) && tv.shape.length === 2 ? (tv.shape as readonly Shape[]) : null;
  const threads = modes === null ? null : sizeOf(modes[0]!);
  if (threads === null || rows * columns > BUDGET) return null;
  const elements = enumerateOffsets(tv, BUDGET);
  if (isFailure(elements)) return null;
  const holders = new Map<number, Holder>();
  elements.forEach((element, i) => {
    const first = holders.get(element);
    if (first === undefined)
      holders.set(element, { thread: i % threads, value: Math.floor(i / threads), shared: false });
    else first.shared = true;
  });
  return {
    title,
    description: `Thread and value that hold each element of the ${rows} × ${columns} tile.`,
    rows: { name: 'mode 0', extents: [rows] },
    columns: { name: 'mode 1', extents: [columns] },
    cell(row, column) {
      const holder = holders.get(row + rows * column);
      if (holder === undefined) return null;
      const { thread, value, shared } = holder;
      return {
        label: `T${thread}V${value}${shared ? '+' : ''}`,
        key: thread,
        group: Math.floor(thread / WARP_SIZE),
        value,
      };
    },
    keys: 'names',
  };
}

/** The extent of one mode of a tiler; null for `_` and what is not known. */
function extentOf(tiler: Tiler): number | null {
  if (tiler instanceof Underscore) return null;
  if (tiler instanceof Layout) return sizeOf(tiler.shape);
  if (!Array.isArray(tiler)) return knownValue(tiler as Int) ?? null;
  let size = 1;
  for (const part of tiler as readonly Tiler[]) {
    const extent = extentOf(part);
    if (extent === null) return null;
    size *= extent;
  }
  return size;
}

/** Who holds the elements of an atom's or a tiling's tile; null for those without a picture. */
export function hardwareScene(value: HardwareValue): Scene | null {
  if (value instanceof ThrMma || value instanceof ThrCopy) return hardwareScene(value.tiled);
  let tv: ReturnType<typeof mmaLayoutTv>;
  let extents: readonly (number | null)[];
  let what: string;
  if (value instanceof TiledMma) {
    tv = mmaLayoutTv(value, 'C');
    extents = tileShapeMnk(value).map((n) => knownValue(n) ?? null);
    what = 'C';
  } else if (value instanceof MmaAtom) {
    tv = value.layouts.C;
    extents = value.shapeMnk;
    what = 'C';
  } else if (value instanceof TiledCopy) {
    tv = copyLayoutTv(value, 'S');
    extents = Array.isArray(value.tiler)
      ? (value.tiler as readonly Tiler[]).map(extentOf)
      : [extentOf(value.tiler), 1];
    what = 'the source';
  } else return null;
  const [rows, columns] = extents;
  if (isFailure(tv) || rows == null || columns == null) return null;
  return tileScene(tv, rows, columns, `who holds each element of ${what}, a ${rows} × ${columns} tile`);
}
