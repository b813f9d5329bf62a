// Blocks that take an element of every tile where a tile is meant: the first mode of `zipped_divide(mA, tiler)` is the
// tile, the second one counts the tiles.

import { blockIndexAt } from '../../document/thread-index.ts';
import { writtenCall } from '../../document/written/call.ts';
import { coordinatesAt, keepsMode } from '../../document/written/coordinates.ts';
import { itemsAt } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** The numbers and placeholders of a coordinate, also of parts of it. */
function partsAt(site: Site): readonly Site[] {
  const parts = coordinatesAt(site);
  return parts === null ? [site] : parts.flatMap(partsAt);
}

const isKept = (site: Site, text: string): boolean => partsAt(site).every((part) => keepsMode(part, text));

const isBlock = (site: Site, text: string): boolean =>
  partsAt(site).every((part) => blockIndexAt(part, text) !== null);

/** Findings of `coordinate-range` about one slice. */
export function checkTileMode(
  { site, call }: CalledSite,
  { text, model }: RuleContext,
): readonly RuleFinding[] {
  const [first, ...more] = call.args;
  const given = first === undefined ? [] : more.length > 0 ? call.args : (itemsAt(first) ?? []);
  const [tile, tiles] = given;
  if (tile === undefined || tiles === undefined || given.length !== 2) return [];
  if (!isKept(tiles, text) || isKept(tile, text) || !isBlock(tile, text)) return [];
  const divided = writtenCall(initialiserOf(call.callee) ?? call.callee);
  if (divided?.name !== 'zipped_divide' || model.neverRuns(site)) return [];
  const name = text.slice(call.callee.span.start, call.callee.span.end);
  const slice = site.dialect === 'python' ? `${name}[(None, None), …]` : `${name}(_, …)`;
  const message = `the first mode of a zipped_divide is the tile, and the second one counts the tiles: each block takes one element of every tile; ${slice} is the block’s tile`;
  return [{ span: tile.span, message }];
}
