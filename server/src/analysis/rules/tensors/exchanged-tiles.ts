// A tile of the output at exchanged coordinates: A is cut by TileM at m and B by TileN at n, and C by (TileM, TileN) at (n, m).
// How the extents and the coordinates are written says which belong together.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { addTo } from '../../../frontends/common/lists.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { functionAround } from '../../document/written/around.ts';
import { callsIn } from '../../document/written/calls-by-name.ts';
import { coordinatesAt } from '../../document/written/coordinates.ts';
import { compactIn, type Written, writtenIn } from '../../document/written/source-text.ts';
import { keptByUnit } from '../../values/check-unit-memo.ts';
import { tilerItems, tilesIn, type WrittenTile } from '../coordinates/tiles-of.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

/** At which coordinate tiles of an extent are taken. */
interface Cut {
  readonly extent: string;
  readonly at: string;
}

/** What is chosen by its name, `m` and `blockIdx.x`; `_`, `None` and numbers choose nothing that could be exchanged. */
const isChosen = (coordinate: string): boolean => /[A-Za-z]/.test(coordinate) && coordinate !== 'None';

function cutsOf({ tiler, coordinate }: WrittenTile, written: Written): readonly Cut[] {
  const [extents, at] = [tilerItems(tiler, written), coordinatesAt(coordinate)?.map(written)];
  if (extents === null || at === undefined || extents.length !== at.length) return [];
  return extents.flatMap((extent, i) =>
    isChosen(at[i]!) ? [{ extent: extent.replace(/(?:\{\}|\(\))$/, ''), at: at[i]! }] : [],
  );
}

/** The only coordinate along an extent of the tiles that are not cut by the other one; null where there are several. */
function onlyAt({ extent }: Cut, other: Cut, cuts: readonly (readonly Cut[])[]): string | null {
  const apart = cuts.filter((own) => own.every((cut) => cut.extent !== other.extent));
  const all = new Set(apart.flat().flatMap((cut) => (cut.extent === extent ? [cut.at] : [])));
  const [only] = all;
  return all.size === 1 ? only! : null;
}

function checkTile(
  tile: WrittenTile,
  own: readonly Cut[],
  cuts: readonly (readonly Cut[])[],
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const [first, second, ...more] = own;
  if (first === undefined || second === undefined || more.length > 0) return [];
  if (first.extent === second.extent || first.at === second.at) return [];
  if (onlyAt(first, second, cuts) !== second.at || onlyAt(second, first, cuts) !== first.at) return [];
  if (model.neverRuns(tile.site)) return [];
  const items = coordinatesAt(tile.coordinate)!;
  const at = items.findIndex((item) => compactIn(text)(item) === first.at);
  const [one, other] = [items[at], items[at + 1]];
  const message = `the tile is taken at ${first.at} along ${first.extent} and at ${second.at} along ${second.extent}, where the other tiles are taken at ${second.at} along ${first.extent} and at ${first.at} along ${second.extent}`;
  if (one === undefined || other === undefined) return [{ span: tile.coordinate.span, message }];
  const span = { start: one.span.start, end: other.span.end };
  const shown = writtenIn(text);
  const newText = `${shown(other)}${text.slice(one.span.end, other.span.start)}${shown(one)}`;
  return [{ span, message, fixes: [{ title: 'Exchange the coordinates', span, newText }] }];
}

/** Findings of `operand-projection` about coordinates. */
export const checkExchangedTiles = keptByUnit<RuleContext, RuleFinding>(({ sites }, context) => {
  if (callsIn(sites, ['local_tile']).length < 3) return [];
  const { model, text } = context;
  const code = codeOf(text, model.dialect === 'python' ? 'python' : 'cpp');
  const written = compactIn(code);
  const byFunction = new Map<Scope, { readonly tile: WrittenTile; readonly cuts: readonly Cut[] }[]>();
  for (const tile of tilesIn(sites, code)) {
    const around = functionAround(tile.site);
    if (around !== null && tile.identity === null)
      addTo(byFunction, around, { tile, cuts: cutsOf(tile, written) });
  }
  return [...byFunction.values()].flatMap((tiles) => {
    const cuts = tiles.map((each) => each.cuts);
    return tiles.flatMap((each) => checkTile(each.tile, each.cuts, cuts, context));
  });
});
