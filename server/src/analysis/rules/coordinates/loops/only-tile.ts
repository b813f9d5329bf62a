// Tiles of the wrong mode: `local_tile(mK, tile, make_coord(0, _))` keeps those of a mode that is one tile, where the loop goes
// along the other one.

import { Tensor } from '../../../../evaluate/model/value.ts';
import { extentsOf, settledNumberAt, settledValueOf } from '../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { coordinatesAt, keepsMode } from '../../../document/written/coordinates.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { writtenIn } from '../../../document/written/source-text.ts';
import { loopOf } from '../../../indexing/lanes.ts';
import { roundsAt } from '../../../indexing/rounds.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { partitionedMode } from './loop-mode.ts';

/** Tiles of one mode of a tensor of two, those at the first element of the other one. */
interface KeptTiles {
  readonly of: Site;
  /** The coordinate as it is written. */
  readonly at: Site;
  readonly items: readonly [Site, Site];
  /** The mode of which the tiles are kept. */
  readonly kept: 0 | 1;
}

/** `local_tile(of, tiler, make_coord(0, _))` */
function keptTiles(model: RuleContext['model'], tiles: Site, text: string): KeptTiles | null {
  const call = writtenCall(initialiserOf(tiles) ?? tiles);
  const [of, at] =
    call?.name !== 'local_tile' ? [] : [argumentAt(call, 0, 'input'), argumentAt(call, 2, 'coord')];
  if (of === undefined || at === undefined || argumentAt(call!, 3, 'proj') !== undefined) return null;
  const [first, second, ...more] = coordinatesAt(at) ?? [];
  if (first === undefined || second === undefined || more.length > 0) return null;
  const items = [first, second] as const;
  const kept = keepsMode(second, text) ? 1 : 0;
  const isOne = keepsMode(items[kept], text) && settledNumberAt(model, items[1 - kept]!) === 0;
  return isOne ? { of, at, items, kept } : null;
}

/** Whether nobody knows how often a loop runs: a loop of one round may go along one tile. */
function isOpen(model: RuleContext['model'], counter: PlacedSite): boolean {
  const loop = loopOf(counter);
  if (loop === null) return false;
  const { scope, declaration } = loop;
  const condition = scope.loop?.condition;
  const bounds =
    scope.counts === undefined
      ? [declaration.init, condition?.kind === 'binary' ? condition.right : null].flatMap((bound) =>
          bound === null ? [] : [siteOf(counter, bound)],
        )
      : (writtenCall(siteOf(counter, scope.counts))?.args ?? []);
  return bounds.some((bound) => settledNumberAt(model, bound) === undefined);
}

/** Findings of `coordinate-range` about the coordinates of one slice. */
export function checkOnlyTile(
  tensor: Site,
  coordinates: readonly Site[],
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const written = writtenIn(text);
  return coordinates.flatMap((counter, mode): readonly RuleFinding[] => {
    if (!(counter instanceof PlacedSite) || !isOpen(model, counter) || roundsAt(model, counter) !== null)
      return [];
    const own = partitionedMode(tensor, mode) ?? { tensor, mode };
    const tiles = keptTiles(model, own.tensor, text);
    const value = tiles === null ? null : settledValueOf(model, own.tensor);
    if (tiles === null || !(value instanceof Tensor) || own.mode !== tiles.items.length) return [];
    const extents = extentsOf(model, own.tensor) ?? [];
    const [count, tile] = [extents[own.mode], extents[1 - tiles.kept]];
    const extent = extentsOf(model, tiles.of)?.[1 - tiles.kept];
    // The other mode may be one tile as well.
    const isOther = tile != null && extent !== undefined && (extent === null || extent > tile);
    if (count !== 1 || !isOther || model.neverRuns(counter)) return [];
    const names = [...tiles.items].reverse().map(written).join(', ');
    const right = counter.dialect === 'python' ? `(${names})` : `make_coord(${names})`;
    const message = `${written(tiles.at)} keeps the tiles of mode ${tiles.kept} of ${written(tiles.of)}, of which there is one, and ${written(counter)} counts tiles of ${written(tensor)}: ${right} keeps those of mode ${1 - tiles.kept}`;
    return [
      {
        span: tiles.at.span,
        message,
        fixes: [{ title: `Tile at ${right}`, span: tiles.at.span, newText: right }],
        related: [{ span: counter.span, message: 'counted here' }],
      },
    ];
  });
}
