// Scenes of operations on layouts, as in figures 7, 10, 11 and 12 of Cecka's paper: what a tiler takes of a layout, the
// tiles that it is divided into, and the copies of a tile that a product is made of.

import { isFailure } from '../../algebra/integer/failure.ts';
import type { Layout, Shape, Tiler } from '../../algebra/layout/layout.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import { composition } from '../../algebra/operation/composition.ts';
import { zippedDivide } from '../../algebra/operation/divide.ts';
import { makeLayoutLeft } from '../../algebra/operation/make.ts';
import { wrap } from '../../algebra/tuple/operations.ts';
import { enumerateOffsets } from '../../algebra/view/enumerate.ts';
import { extentsOf, gridOf, product } from './grid.ts';
import { layoutScene } from './layout-scene.ts';
import type { Scene } from './scene.ts';

/** Layouts with more elements than this are not drawn: only a corner of them could be seen. */
const BUDGET = 2 ** 14;

/** Which tile has each integral coordinate of a layout; null for one that is in none. */
type TileOf = (index: number) => number | null;

/** The scene of a layout with the cells of a tile in one colour, those of no tile plain, the first tile's marked. */
function shaded(layout: Layout, tileOf: TileOf, description: string): Scene | null {
  const text = printPlain(layout);
  const scene = layoutScene(layout, text);
  const grid = gridOf(layout.shape, (mode) => `mode ${mode}`);
  if (scene === null || grid === null) return null;
  return {
    ...scene,
    title: text,
    description,
    cell(row, column) {
      const cell = scene.cell(row, column);
      if (cell === null) return null;
      const tile = tileOf(grid.indexOf(row, column));
      return tile === null
        ? { ...cell, key: 0, isPlain: true }
        : { ...cell, key: tile, isMarked: tile === 0 };
    },
    colours: 'tile',
    keys: 'names',
  };
}

/** The coordinates of a layout's shape, each as its integral coordinate, colexicographically. */
const coordinatesOf = ({ shape }: Layout): Layout | null => {
  const made = makeLayoutLeft(shape);
  return isFailure(made) ? null : made;
};

/** The elements of a layout that a composition takes. */
export function compositionScene(layout: Layout, tiler: Tiler): Scene | null {
  const coordinates = coordinatesOf(layout);
  const taken = coordinates === null ? null : composition(coordinates, tiler);
  const indices = taken === null || isFailure(taken) ? null : enumerateOffsets(taken, BUDGET);
  if (indices === null || isFailure(indices)) return null;
  const hit = new Set(indices);
  const description = `The elements of ${printPlain(layout)} that the composition takes.`;
  return shaded(layout, (index) => (hit.has(index) ? 0 : null), description);
}

/** The tiles that a layout is divided into; the first one is what a composition with the tiler takes. */
export function divideScene(layout: Layout, tiler: Tiler): Scene | null {
  const coordinates = coordinatesOf(layout);
  const divided = coordinates === null ? null : zippedDivide(coordinates, tiler);
  if (divided === null || isFailure(divided)) return null;
  const tile = extentsOf(wrap(divided.shape as readonly Shape[])[0] as Shape);
  const indices = enumerateOffsets(divided, BUDGET);
  if (tile === null || isFailure(indices)) return null;
  const size = product(tile);
  const tiles = new Map<number, number>();
  indices.forEach((index, i) => {
    if (!tiles.has(index)) tiles.set(index, Math.floor(i / size));
  });
  const description = `The tiles that ${printPlain(layout)} is divided into; the first one is framed.`;
  return shaded(layout, (index) => tiles.get(index) ?? null, description);
}

/**
 * The copies of a tile in a blocked or raked product, whose modes are pairs: (tile, grid) of a blocked one, (grid, tile) of
 * a raked one. Null for a result of another form.
 */
export function productScene(result: Layout, kind: 'blocked' | 'raked'): Scene | null {
  const modes = wrap(result.shape as readonly Shape[]) as readonly Shape[];
  const pairs = modes.map((mode) =>
    Array.isArray(mode) && mode.length === 2 ? (mode as readonly Shape[]).map(extentsOf) : null,
  );
  const gridAt = kind === 'blocked' ? 1 : 0;
  const sizes: { readonly whole: number; readonly below: number; readonly grid: number }[] = [];
  for (const pair of pairs) {
    const [first, second] = pair ?? [];
    if (first == null || second == null) return null;
    const own = [product(first), product(second)] as const;
    sizes.push({ whole: own[0] * own[1], below: gridAt === 1 ? own[0] : 1, grid: own[gridAt] });
  }
  const tileOf = (index: number): number => {
    let [rest, tile, step] = [index, 0, 1];
    for (const { whole, below, grid } of sizes) {
      tile += (Math.floor((rest % whole) / below) % grid) * step;
      step *= grid;
      rest = Math.floor(rest / whole);
    }
    return tile;
  };
  return shaded(result, tileOf, `The copies of the tile in ${printPlain(result)}; the first one is framed.`);
}
