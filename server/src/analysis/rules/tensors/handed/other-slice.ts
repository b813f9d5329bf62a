// Coordinates for predicates that a thread is handed by another TiledCopy than the data: `thr_a.partition_S(cB)` where gB
// is partitioned by thr_b. One copy may be meant for both, where the two are the same: but it hands out cA already.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { functionAround } from '../../../document/written/around.ts';
import { argumentAt } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { compactIn, spacedAt } from '../../../document/written/source-text.ts';
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
  { model }: RuleContext,
  code: string,
  tiles: readonly WrittenTile[],
): readonly Partition[] {
  return callsOf(model, 'partition_S', 'partition_D').flatMap(({ site, call }) => {
    const given = argumentAt(call, 0, call.name === 'partition_S' ? 'src' : 'dst');
    const start = given === undefined ? undefined : tiledBy(given)?.span.start;
    const tile = tiles.find((each) => each.site.span.start === start);
    const by = tile === undefined || call.object === null ? null : tilingOf(call.object, code);
    return by === null ? [] : [{ site, slice: call.object!, by, tile: tile! }];
  });
}

/** Findings of `predicate-shape` about coordinates that are partitioned as other data is. */
export function checkOtherSlices(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (!mentions(text, 'make_identity_tensor') || !mentions(text, /\bpartition_[SD]\b/)) return [];
  const code = codeOf(text, model.dialect === 'python' ? 'python' : 'cpp');
  const written = compactIn(code);
  const tiles = tilesIn(context, code);
  const partitions = partitionsIn(context, code, tiles);
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
}
