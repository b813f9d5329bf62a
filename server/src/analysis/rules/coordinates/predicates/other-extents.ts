// Coordinates for predicates that are made for, and compared with, more elements than any tensor of the same tile has: those
// of a row that holds two operands, where each of them is a half of it.

import { shapeOf } from '../../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import type { Shape } from '../../../../algebra/layout/layout.ts';
import { product } from '../../../../algebra/tuple/int-tuple.ts';
import { wrap } from '../../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { callsIn } from '../../../document/written/calls-by-name.ts';
import { compactIn, spacedIn, type Written } from '../../../document/written/source-text.ts';
import { escaped } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import { keptByUnit } from '../../../values/check-unit-memo.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { tilesIn, type WrittenTile } from '../tiles-of.ts';

type Model = RuleContext['model'];

/** How many elements each mode of a tensor has, as far as it is known; null for what is no tensor. */
function extentsOf(model: Model, site: Site): readonly (number | undefined)[] | null {
  const value = settledValueOf(model, site);
  return value instanceof Tensor
    ? wrap(shapeOf(value.layout) as Shape).map((mode) => knownNumber(product(mode)))
    : null;
}

/** Whether the shape that coordinates were made for is named again: it is what they are compared with. */
function isNamedAgain({ identity }: WrittenTile, site: Site, text: string): boolean {
  const code = functionCodeAt(site, text)?.code.replace(/\s+/g, '') ?? '';
  const shape = compactIn(text)(identity!);
  const named = code.match(new RegExp(`(?<!\\w)${escaped(shape)}(?!\\w)`, 'g')) ?? [];
  // A name stands where it is given something, too.
  return named.length > (/^\w+$/.test(shape) ? 2 : 1);
}

const isAlike = (one: WrittenTile, other: WrittenTile, written: Written): boolean =>
  written(one.tiler) === written(other.tiler) &&
  written(one.coordinate) === written(other.coordinate) &&
  one.projection === null &&
  other.projection === null;

function checkTile(
  own: WrittenTile,
  tiles: readonly WrittenTile[],
  { model, text }: Pick<RuleContext, 'model' | 'text'>,
): readonly RuleFinding[] {
  const written = compactIn(text);
  const around = functionAround(own.site);
  const data = tiles.filter(
    (tile) => tile.identity === null && functionAround(tile.site) === around && isAlike(own, tile, written),
  );
  const counted = own.identity === null ? null : extentsOf(model, own.tensor);
  if (counted === null || data.length === 0 || !isNamedAgain(own, own.site, text)) return [];
  const all = data.map(({ tensor }) => extentsOf(model, tensor));
  const mode = counted.findIndex(
    (n, i) => n !== undefined && all.every((extents) => extents?.[i] !== undefined && extents[i]! < n),
  );
  if (mode < 0 || model.neverRuns(own.site)) return [];
  const most = Math.max(...all.map((extents) => extents![mode]!));
  const shown = spacedIn(text);
  const named = shown(data[all.findIndex((extents) => extents![mode] === most)]!.tensor);
  const message = `coordinates in ${shown(own.identity!)} count ${counted[mode]} in mode ${mode}, and ${named}, of which the same tile is taken, has ${most}: what is beyond is let through`;
  return [{ span: own.identity!.span, message }];
}

/** Findings of `predicate-shape` about coordinates of more elements. */
export const checkOtherExtents = keptByUnit<RuleContext, RuleFinding>(({ sites }, { model, text }) => {
  if (callsIn(sites, ['make_identity_tensor']).length === 0) return [];
  if (!codeOf(text, model.dialect === 'python' ? 'python' : 'cpp').includes('elem_less')) return [];
  const tiles = tilesIn(sites, text);
  return tiles.flatMap((tile) => checkTile(tile, tiles, { model, text }));
});
