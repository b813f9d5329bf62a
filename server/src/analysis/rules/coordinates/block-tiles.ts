// The tiles that the blocks of a grid take by their numbers: `local_tile(mA, tiler, make_coord(blockIdx.x, 0))`.

import { shapeOf } from '../../../algebra/composed/composed.ts';
import type { Shape } from '../../../algebra/layout/layout.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import type { Value } from '../../../evaluate/model/value.ts';
import { isInteger } from '../../../evaluate/values/arithmetic.ts';
import { blockIndexAt } from '../../document/thread-index.ts';
import { coordinatesAt } from '../../document/written/coordinates.ts';
import { type LaunchedNumbers, launchedNumber } from '../../launches/launched-numbers.ts';
import { launchedNumbers } from '../../launches/launched-values.ts';
import { kernelAt } from '../../launches/python-launches.ts';
import { restsOnDefault } from '../../values/default-arguments.ts';
import type { Site } from '../../values/model.ts';
import { tilesOf, tilingOf } from '../../values/tilings.ts';
import type { CalledSite, RuleContext } from '../rule.ts';

/** A mode of a call of `local_tile`, as far as its tiles are counted. */
export interface TiledMode {
  readonly kernel: string;
  /** The coordinate of the tile in it. */
  readonly item: Site;
  readonly mode: number;
  /** How many tiles the mode has, the last one perhaps in part. */
  readonly count: number;
  /** How many elements the mode has, and each tile. */
  readonly extent: number | undefined;
  readonly tile: number | undefined;
}

/** The same where the number of the block is the coordinate. */
export interface BlockTile extends TiledMode {
  readonly dimension: 0 | 1 | 2;
}

/** The coordinate of a tile; a projection leaves coordinates out. */
function coordinateOf({ site, call: { args, keywords } }: CalledSite): Site | undefined {
  if (site.dialect !== 'python') return args.length === 3 ? args[2] : undefined;
  return args.length > 3 || keywords.has('proj') ? undefined : (args[2] ?? keywords.get('coord'));
}

/** What launches of CuTe DSL hand over, evaluation knows. */
const NO_NUMBERS: LaunchedNumbers = new Map();

export function tiledModes(called: CalledSite, context: RuleContext): readonly TiledMode[] {
  const { model } = context;
  const { site } = called;
  const coordinate = coordinateOf(called);
  const written = coordinate === undefined ? null : coordinatesAt(coordinate);
  const kernel = kernelAt(site);
  if (written === null || kernel === null) return [];
  const { origin, parameters } = model.evaluate(site);
  const tiling = origin === null || restsOnDefault(parameters) ? null : tilingOf(origin);
  const tiles = tiling === null ? null : tilesOf(tiling);
  if (tiles === null) return [];
  const numbers = site.dialect === 'python' ? NO_NUMBERS : launchedNumbers(context, site);
  const shape = shapeOf(tiling!.tensor.layout) as readonly Shape[];
  const tiler = tiling!.tiler as readonly Value[];
  return written.flatMap((item, mode) => {
    if (tiles[mode] === undefined) return [];
    const count = launchedNumber(product(tiles[mode]), numbers);
    const extent = launchedNumber(product(shape[mode]!), numbers);
    const each = tiler[mode];
    const tile = each !== undefined && isInteger(each) ? launchedNumber(each, numbers) : undefined;
    return count === undefined ? [] : [{ kernel, item, mode, count, extent, tile }];
  });
}

/** The modes of a call of `local_tile` in which the number of the block names the tile. */
export const blockTilesOf = (called: CalledSite, context: RuleContext): readonly BlockTile[] =>
  tiledModes(called, context).flatMap((tiled) => {
    const dimension = blockIndexAt(tiled.item, context.text);
    return dimension === null ? [] : [{ ...tiled, dimension }];
  });
