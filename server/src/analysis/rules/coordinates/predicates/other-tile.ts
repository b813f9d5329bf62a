// Coordinates for predicates that are those of another tile than that of the data: `local_tile(make_identity_tensor(
// shape(mC)), tiler, make_coord(n, m))` where mC itself is tiled at `make_coord(m, n)`.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { functionAround } from '../../../document/written/around.ts';
import { callsIn } from '../../../document/written/calls-by-name.ts';
import { compactIn, type Written } from '../../../document/written/source-text.ts';
import { keptByUnit } from '../../../values/check-unit-memo.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { itemsOf, tensorOfShape, tilesIn, tilesOfShape, type WrittenTile } from '../tiles-of.ts';

/** The same items in another order. */
function isExchanged(one: Site, other: Site, written: Written): boolean {
  const [a, b] = [one, other].map((site) => itemsOf(site, written));
  if (a == null || b == null || a.join() === b.join()) return false;
  return [...a].sort().join() === [...b].sort().join();
}

const isSame = (one: Site | null, other: Site | null, written: Written): boolean =>
  one === null || other === null
    ? one === other
    : written(one) === written(other) ||
      itemsOf(one, written)?.join() === (itemsOf(other, written)?.join() ?? '');

const PARTS = ['tiler', 'coordinate', 'projection'] as const;

function checkTile(
  own: WrittenTile,
  all: readonly WrittenTile[],
  { model }: Pick<RuleContext, 'model'>,
  code: string,
): readonly RuleFinding[] {
  const written = compactIn(code);
  const shown: Written = ({ span }) => code.slice(span.start, span.end).replace(/\s+/g, ' ');
  if (own.identity === null) return [];
  const around = functionAround(own.site);
  const tiles = all.filter(({ site }) => functionAround(site) === around);
  const data = tiles.filter(({ identity }) => identity === null);
  const isTile = (tile: WrittenTile): boolean =>
    PARTS.every((part) => isSame(own[part], tile[part], written));
  const of = tilesOfShape(tiles, own.identity, written);
  const [first, ...others] = of;
  if (first === undefined || of.some(isTile)) return [];
  // Several tiles of it may each have coordinates of their own.
  if (others.some((tile) => !PARTS.every((part) => isSame(first[part], tile[part], written)))) return [];
  const [part, ...more] = PARTS.filter((each) => !isSame(own[each], first[each], written));
  const [has, right] = part === undefined ? [] : [own[part], first[part]];
  if (has == null || right == null || more.length > 0 || model.neverRuns(own.site)) return [];
  // Another tensor of that shape may be tiled so; of the modes of a product each operand has its own.
  const isOfAnother = part !== 'projection' || tensorOfShape(own.identity, written) === null;
  if (isOfAnother && data.some(isTile)) return [];
  if (part !== 'projection' && !isExchanged(has, right, written)) return [];
  const what = { tiler: 'by', coordinate: 'at', projection: 'with' }[part!];
  const message = `the coordinates are those of the tile ${what} ${shown(has)}, and ${shown(first.tensor)} itself is tiled ${what} ${shown(right)}`;
  const newText = shown(right);
  return [{ span: has.span, message, fixes: [{ title: `Take ${newText}`, span: has.span, newText }] }];
}

/** Findings of `predicate-shape` about coordinates of other tiles. */
export const checkOtherTiles = keptByUnit<RuleContext, RuleFinding>(({ sites }, { model, text }) => {
  if (callsIn(sites, ['make_identity_tensor']).length === 0) return [];
  const code = codeOf(text, model.dialect === 'python' ? 'python' : 'cpp');
  const tiles = tilesIn(sites, code);
  return tiles.flatMap((tile) => checkTile(tile, tiles, { model }, code));
});
