// Places of a ring that are counted by another number than there are, `ring[i, k % 2]` of three of which all others are named by
// `k % 3`: what is left in the places between is not what is asked for.

import { shapeOf } from '../../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { product } from '../../../../algebra/tuple/int-tuple.ts';
import { wrap } from '../../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { addTo } from '../../../../frontends/common/lists.ts';
import { settledNumberAt, settledValueOf } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { coordinatesOf } from '../../../document/written/coordinates.ts';
import { isElement } from '../../../document/written/counting.ts';
import { operandsAt } from '../../../document/written/expressions.ts';
import { initialiserOf, lastGiven } from '../../../document/written/names.ts';
import { compactIn, type Written } from '../../../document/written/source-text.ts';
import { keptByUnit } from '../../../values/check-unit-memo.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** A coordinate `k % n`, also by a name. */
interface Remainder {
  readonly site: Site;
  readonly counter: string;
  readonly by: number;
  readonly shown: string;
  /** What it is a coordinate of, and the mode. */
  readonly tensor: Site;
  readonly mode: number;
}

/** The one name in a sum with numbers, `k` of `k + 2`; null for others. */
const counterIn = (sum: string): string | null => /^\(?([A-Za-z_]\w*)(?:[+-]\w+)*\)?$/.exec(sum)?.[1] ?? null;

type Found = Omit<Remainder, 'tensor' | 'mode'>;

function remainderAt(site: Site, model: RuleContext['model'], written: Written): Found | null {
  const given = initialiserOf(site) ?? lastGiven(site) ?? site;
  const sides = operandsAt(given);
  if (sides?.operator !== '%') return null;
  const counter = counterIn(written(sides.left));
  const by = settledNumberAt(model, sides.right);
  return counter === null || by === undefined ? null : { site, counter, by, shown: written(given) };
}

/** The remainders that name elements, by the function, the tensor, the mode and the counter. */
function remaindersIn(
  sites: readonly Site[],
  model: RuleContext['model'],
  written: Written,
): Iterable<readonly Remainder[]> {
  const byFunction = new Map<object, Map<string, Remainder[]>>();
  for (const site of sites) {
    const around = isElement(site) ? functionAround(site) : null;
    const call = around === null ? null : writtenCall(site);
    if (around === null || call === null) continue;
    const coordinates = coordinatesOf(call);
    const own = byFunction.get(around) ?? new Map<string, Remainder[]>();
    byFunction.set(around, own);
    coordinates.forEach((coordinate, mode) => {
      const remainder = remainderAt(coordinate, model, written);
      if (remainder === null) return;
      const found = { ...remainder, tensor: call.callee, mode };
      addTo(own, `${written(call.callee)} ${mode} ${remainder.counter}`, found);
    });
  }
  return [...byFunction.values()].flatMap((own) => [...own.values()]);
}

/** How many places there are, where that is known. */
function extentOf(model: RuleContext['model'], { tensor, mode }: Remainder): number | undefined {
  const value = settledValueOf(model, tensor);
  const modes = value instanceof Tensor ? wrap(shapeOf(value.layout)) : [];
  return modes[mode] === undefined ? undefined : knownNumber(product(modes[mode]));
}

/** Findings of `coordinate-range` about rings. */
export const checkOtherRemainders = keptByUnit<RuleContext, RuleFinding>(({ sites }, { text, model }) => {
  const code = codeOf(text, model.dialect === 'python' ? 'python' : 'cpp');
  if (!code.includes('%')) return [];
  const written = compactIn(code);
  return [...remaindersIn(sites, model, written)].flatMap((all) => {
    const most = Math.max(...all.map(({ by }) => by));
    const of = all.find(({ by }) => by === most)!;
    const others = all.filter(({ by }) => by < most);
    // Who counts through a part of the places may mean a part.
    const isOne = others.length < all.length / 2 && [undefined, most].includes(extentOf(model, of));
    return others.flatMap(({ site, by, shown }): readonly RuleFinding[] => {
      if (!isOne || most % by === 0 || model.neverRuns(site)) return [];
      const message = `${shown} counts through ${by} places, and ${of.shown} through ${most}: after a few rounds they are not the same ones`;
      return [{ span: site.span, message }];
    });
  });
});
