// Tiles that are named by the number of the block, where a kernel is launched with more blocks than there are tiles.

import { knownNumber } from '../../../algebra/integer/known.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { type Dimensions, launchedGrid } from '../../document/launches.ts';
import { callsOf, functionNameAt, initialiserOf, itemsAt, writtenCall } from '../../document/written-call.ts';
import { isDecided } from '../../indexing/rounds.ts';
import type { Site } from '../../values/model.ts';
import { tilesOf, tilingOf } from '../../values/tilings.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** The coordinates of a tile as they are written, `make_coord(blockIdx.y, 0)`. */
function coordinatesAt(site: Site): readonly Site[] | null {
  const call = writtenCall(initialiserOf(site) ?? site);
  return call?.name === 'make_coord' ? call.args : itemsAt(site);
}

/** Which dimension of the grid the number is of that stands there; null for others. */
function dimensionAt(site: Site, text: string): 0 | 1 | 2 | null {
  const at = initialiserOf(site) ?? site;
  const [, name] = /^(?:int\()?blockIdx\.([xyz])\)?$/.exec(text.slice(at.span.start, at.span.end)) ?? [];
  return name === undefined ? null : ('xyz'.indexOf(name) as 0 | 1 | 2);
}

function checkTile(
  { site, call }: CalledSite,
  context: RuleContext,
  gridOf: (kernel: string) => Dimensions,
): readonly RuleFinding[] {
  const { model, text } = context;
  const [, , coordinate] = call.args;
  // A projection leaves coordinates out.
  if (call.args.length !== 3) return [];
  const written = coordinate === undefined ? null : coordinatesAt(coordinate);
  const kernel = functionNameAt(site);
  if (written === null || kernel === null) return [];
  const { origin } = model.evaluate(site);
  const tiling = origin === null ? null : tilingOf(origin);
  const tiles = tiling === null ? null : tilesOf(tiling);
  if (tiles === null) return [];
  return written.flatMap((item, i): readonly RuleFinding[] => {
    const dimension = dimensionAt(item, text);
    const count = dimension === null || tiles[i] === undefined ? undefined : knownNumber(product(tiles[i]));
    const blocks = count === undefined ? undefined : gridOf(kernel)[dimension!];
    if (blocks === undefined || blocks <= count! || isDecided(site) || model.neverRuns(site)) return [];
    const name = `blockIdx.${'xyz'[dimension!]}`;
    const message = `${name} counts to ${blocks - 1}, as ${kernel} is launched, which is none of the ${count} tiles of mode ${i}`;
    return [{ span: item.span, message }];
  });
}

/** Findings of `coordinate-range` about the blocks of a grid. */
export function checkGrids(context: RuleContext): readonly RuleFinding[] {
  if (!context.text.includes('<<<')) return [];
  const grids = new Map<string, Dimensions>();
  const gridOf = (kernel: string): Dimensions => {
    const grid = grids.get(kernel) ?? launchedGrid(context, kernel);
    grids.set(kernel, grid);
    return grid;
  };
  return callsOf(context.model, 'local_tile').flatMap((called) => checkTile(called, context, gridOf));
}
