// Coordinates for predicates that a thread is handed by another TiledCopy than the data: `thr_a.partition_S(cB)` where gB
// is partitioned by thr_b. One copy may be meant for both, where the two are the same: but it hands out cA already.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { functionAround } from '../../../document/written/around.ts';
import { argumentAt } from '../../../document/written/call.ts';
import { callsIn } from '../../../document/written/calls-by-name.ts';
import { compactIn, spacedAt } from '../../../document/written/source-text.ts';
import { keptByUnit } from '../../../values/check-unit-memo.ts';
import type { Site } from '../../../values/model.ts';
import { tilesIn, tilesOfShape, type WrittenTile } from '../../coordinates/tiles-of.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { tiledBy } from '../storage/buffer-views.ts';
import { isOpen, type Tiling, tilingOf } from './handed-out.ts';

interface Partition {
  readonly site: Site;
  /** Whose slice of the thread it is. */
  readonly slice: Site;
  readonly by: Tiling;
  readonly tile: WrittenTile;
}

function partitionsIn(
  sites: readonly Site[],
  code: string,
  tiles: readonly WrittenTile[],
): readonly Partition[] {
  return callsIn(sites, ['partition_S', 'partition_D']).flatMap(({ site, call }) => {
    const given = argumentAt(call, 0, call.name === 'partition_S' ? 'src' : 'dst');
    const start = given === undefined ? undefined : tiledBy(given)?.span.start;
    const tile = tiles.find((each) => each.site.span.start === start);
    const by = tile === undefined || call.object === null ? null : tilingOf(call.object, code);
    return by === null ? [] : [{ site, slice: call.object!, by, tile: tile! }];
  });
}

/** Findings of `predicate-shape` about coordinates that are partitioned as other data is. */
export const checkOtherSlices = keptByUnit<RuleContext, RuleFinding>(({ sites }, { model, text }) => {
  if (callsIn(sites, ['make_identity_tensor']).length === 0) return [];
  const code = codeOf(text, model.dialect === 'python' ? 'python' : 'cpp');
  const written = compactIn(code);
  const tiles = tilesIn(sites, code);
  const partitions = partitionsIn(sites, code, tiles);
  return partitions.flatMap((own): readonly RuleFinding[] => {
    if (own.tile.identity === null) return [];
    const around = functionAround(own.site);
    const here = partitions.filter(({ site }) => functionAround(site) === around);
    const data = tilesOfShape(
      tiles.filter(({ site }) => functionAround(site) === around),
      own.tile.identity,
      written,
    );
    const ofData = here.filter(({ tile }) => data.includes(tile));
    const [first] = ofData;
    if (first === undefined || here.some((each) => each.tile === own.tile && each.by.key !== own.by.key))
      return [];
    if (ofData.some(({ by }) => by.key === own.by.key) || !isOpen(model, own.by.site, first.by.site))
      return [];
    const isOther = here.some(
      ({ by, tile }) => by.key === own.by.key && tile.identity !== null && tile !== own.tile,
    );
    if (!isOther || model.neverRuns(own.site)) return [];
    const [has, right] = [own.slice, first.slice].map((slice) => spacedAt(slice, code));
    const message = `${has} hands out the coordinates of another tile as well, and that of ${written(first.tile.tensor)} is handed out by ${right}`;
    const fixes = [{ title: `Take ${right}`, span: own.slice.span, newText: right! }];
    return [{ span: own.slice.span, message, fixes }];
  });
});
