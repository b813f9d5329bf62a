// Loops over one mode of a tensor that fetch ahead along another one: `k < size<2>(tAgA)` around `tAgA(_, _, _, k + 1)`, which has
// more tiles in mode 3.

import { shapeOf } from '../../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { product } from '../../../../algebra/tuple/int-tuple.ts';
import { wrap } from '../../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { writtenIn } from '../../../document/written/source-text.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { type Ahead, aheadOf } from './look-ahead.ts';
import { boundOf } from './loop-mode.ts';

/** The modes of a tile that threads share, behind the one of the atom. */
const TILE = 2;

/** `k + 1 < tiles ? k + 1 : k`: the last round stays at the last tile. */
function clampedOf(model: RuleContext['model'], coordinate: Site): Ahead | null {
  const given = initialiserOf(coordinate) ?? coordinate;
  const expr = given instanceof PlacedSite && given.node.kind === 'expression' ? given.node.expr : null;
  return expr?.kind === 'conditional' ? aheadOf(model, siteOf(given as PlacedSite, expr.then)) : null;
}

/** Findings of `coordinate-range` about the coordinates of one slice. */
export function checkAheadMode(
  tensor: Site,
  coordinates: readonly Site[],
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const written = writtenIn(text);
  return coordinates.flatMap((coordinate, mode): readonly RuleFinding[] => {
    const ahead = aheadOf(model, coordinate) ?? clampedOf(model, coordinate);
    const bound = ahead === null || ahead.by < 1 ? null : boundOf(ahead.counter, written);
    if (bound === null || bound.tensor !== written(tensor) || bound.over === mode) return [];
    const value = settledValueOf(model, tensor);
    const modes = value instanceof Tensor ? wrap(shapeOf(value.layout)) : [];
    if (modes.length !== coordinates.length) return [];
    const [count, extent] = [bound.over, mode].map((i) =>
      modes[i] === undefined ? undefined : knownNumber(product(modes[i])),
    );
    if (count === undefined || (extent !== undefined && count >= extent)) return [];
    // How many tiles there are behind those modes that threads share need not be known.
    const isOpen = extent === undefined;
    if ((isOpen && (bound.over > TILE || mode <= TILE)) || model.neverRuns(coordinate)) return [];
    const [counter, at] = [ahead!.counter, coordinate].map(written);
    const message = `${counter} counts to ${bound.said}, which is ${count}, and ${at} is the coordinate of mode ${mode} of ${written(tensor)}${isOpen ? '' : `, which has ${extent} elements`}`;
    return [{ span: bound.site.span, message, ...(isOpen ? { severity: 'information' as const } : {}) }];
  });
}
