// Loops over one mode of a tensor that fetch ahead along another one: `k < size<2>(tAgA)` around `tAgA(_, _, _, k + 1)`, which has
// more tiles in mode 3.

import { shapeOf } from '../../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { product } from '../../../../algebra/tuple/int-tuple.ts';
import { wrap } from '../../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { writtenIn } from '../../../document/written/source-text.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { aheadOf } from './look-ahead.ts';
import { boundOf } from './loop-mode.ts';

/** Findings of `coordinate-range` about the coordinates of one slice. */
export function checkAheadMode(
  tensor: Site,
  coordinates: readonly Site[],
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const written = writtenIn(text);
  return coordinates.flatMap((coordinate, mode): readonly RuleFinding[] => {
    const ahead = aheadOf(model, coordinate);
    const bound = ahead === null || ahead.by < 1 ? null : boundOf(ahead.counter, written);
    if (bound === null || bound.tensor !== written(tensor) || bound.over === mode) return [];
    const value = settledValueOf(model, tensor);
    const modes = value instanceof Tensor ? wrap(shapeOf(value.layout)) : [];
    if (modes.length !== coordinates.length) return [];
    const [count, extent] = [bound.over, mode].map((i) =>
      modes[i] === undefined ? undefined : knownNumber(product(modes[i])),
    );
    if (count === undefined || extent === undefined || count >= extent || model.neverRuns(coordinate))
      return [];
    const counter = written(ahead!.counter);
    const message = `${counter} counts to ${bound.said}, which is ${count}, and ${written(coordinate)} is the coordinate of mode ${mode} of ${written(tensor)}, which has ${extent} elements`;
    return [{ span: bound.site.span, message }];
  });
}
