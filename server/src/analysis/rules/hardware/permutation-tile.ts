// Permutations of a TiledMMA that are no multiple of what its atoms cover.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { TypeValue, type Value } from '../../../evaluate/model/value.ts';
import { atomTileMnk, TiledMma, tileSizeMnk } from '../../../hardware/mma/tiled-mma.ts';
import { restsOnDefault } from '../../values/default-arguments.ts';
import type { Site, SiteEvaluation } from '../../values/model.ts';
import type { EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';

const tilingOf = (value: Value): TiledMma | null => {
  if (value instanceof TypeValue) return value.instance === null ? null : tilingOf(value.instance);
  return value instanceof TiledMma ? value : null;
};

function checked(site: Site, value: SiteEvaluation['value']): readonly RuleFinding[] {
  const mma = isFailure(value) ? null : tilingOf(value);
  if (mma === null) return [];
  return (['M', 'N', 'K'] as const).flatMap((name, i) => {
    const mode = i as 0 | 1 | 2;
    const [tile, covered] = [tileSizeMnk(mma, mode), atomTileMnk(mma, mode)].map(knownNumber);
    if (tile === undefined || covered === undefined || tile % covered === 0) return [];
    const message = `the permutation gives ${name} a tile of ${tile}, and the atoms of all threads cover ${covered}: the tile is a multiple of that`;
    return [{ span: site.valueSpan ?? site.span, message }];
  });
}

const checkSite = ({ site, evaluation: { origin, value } }: EvaluatedSite): readonly RuleFinding[] =>
  origin === null ? [] : checked(site, value);

/** `using Mma = TiledMMA<Atom, Layout<…>, Tile<…>>`, which no operation makes. */
function checkDeclaration(site: Site, { model, text }: RuleContext): readonly RuleFinding[] {
  const { valueSpan } = site;
  if (valueSpan === null || !/^(?:cute::)?TiledMMA\s*</.test(text.slice(valueSpan.start, valueSpan.end)))
    return [];
  const found = model
    .evaluations(site)
    .map(({ evaluation: { value, parameters } }) => (restsOnDefault(parameters) ? [] : checked(site, value)));
  return found.find((findings) => findings.length > 0) ?? [];
}

export const permutationTile: Rule = {
  id: 'permutation-tile',
  severity: 'warning',
  title: 'A permutation below the atoms',
  checkSite,
  checkDeclaration,
};
