// Coordinates for predicates that are those of one tile in every round: `if elem_less(cX[i, 0], shape)` around `gX[i, k]`, of
// tiles of coordinates and of data that are taken alike.

import { scopePath } from '../../../../evaluate/model/environment.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { coordinatesOf } from '../../../document/written/coordinates.ts';
import { isElement } from '../../../document/written/counting.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { compactIn, type Written } from '../../../document/written/source-text.ts';
import { keptByUnit } from '../../../values/check-unit-memo.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { isIdentity } from './constant-tile.ts';

/** An element of a tile, `g(i, k)` of `g = local_tile(x, tiler, coordinate)`. */
interface TileElement {
  readonly site: PlacedSite;
  readonly name: string;
  readonly isOfCoordinates: boolean;
  /** How the tile is taken. */
  readonly taken: string;
  readonly coordinates: readonly Site[];
}

function tileElementAt(site: Site, written: Written): TileElement | null {
  const call = site instanceof PlacedSite ? writtenCall(site) : null;
  const given = call === null ? null : initialiserOf(call.callee);
  const tiled = given === null ? null : writtenCall(given);
  if (call === null || tiled?.name !== 'local_tile' || argumentAt(tiled, 3, 'proj') !== undefined)
    return null;
  const [of, tiler, at] = ['input', 'tiler', 'coord'].map((name, i) => argumentAt(tiled, i, name));
  if (of === undefined || tiler === undefined || at === undefined) return null;
  const coordinates = coordinatesOf(call);
  const taken = `${written(tiler)} ${written(at)}`;
  return {
    site: site as PlacedSite,
    name: written(call.callee),
    isOfCoordinates: isIdentity(of),
    taken,
    coordinates,
  };
}

/** Whether a condition that an element stands in decides about another place. */
function decidesAbout({ site: asked }: TileElement, { site }: TileElement): boolean {
  if (asked.memo !== site.memo) return false;
  const { start, end } = asked.node;
  return scopePath(site.memo.placed.unit.scope, site.node.start).some(
    ({ guard }) => guard != null && guard.condition.span.start <= start && end <= guard.condition.span.end,
  );
}

const isNumber = (written: string): boolean => /^\d+$/.test(written);

function compared(asked: TileElement, all: readonly TileElement[], written: Written): RuleFinding | null {
  const [constant, ...others] = asked.coordinates.filter((each) => isNumber(written(each)));
  if (constant === undefined || others.length > 0) return null;
  const at = asked.coordinates.indexOf(constant);
  const of = all.find((each) => {
    const { isOfCoordinates, taken, coordinates } = each;
    if (isOfCoordinates || taken !== asked.taken || coordinates.length !== asked.coordinates.length)
      return false;
    const isSame = (own: Site, i: number): boolean => written(own) === written(coordinates[i]!);
    const isAlike = asked.coordinates.every((own, i) =>
      i === at ? !isNumber(written(coordinates[i]!)) : isSame(own, i),
    );
    return isAlike && decidesAbout(asked, each);
  });
  if (of === undefined) return null;
  const newText = written(of.coordinates[at]!);
  const message = `the coordinates are those of tile ${written(constant)}, and ${of.name} is accessed in tile ${newText}`;
  return {
    span: constant.span,
    message,
    fixes: [{ title: `Take ${newText}`, span: constant.span, newText }],
  };
}

/** Findings of `predicate-shape` about elements of coordinates. */
export const checkConstantElements = keptByUnit<RuleContext, RuleFinding>(({ sites }, { text, model }) => {
  const written = compactIn(codeOf(text, model.dialect === 'python' ? 'python' : 'cpp'));
  const all = sites.filter(isElement).flatMap((site) => tileElementAt(site, written) ?? []);
  return all.flatMap((asked) => {
    const found = asked.isOfCoordinates ? compared(asked, all, written) : null;
    return found === null || model.neverRuns(asked.site) ? [] : [found];
  });
});
