// Copies of CuTe DSL that move less at a time than their elements allow, because tiles of the tensor begin anywhere: rows of
// 130 halves are 260 bytes apart, so that 4 bytes are moved where 8 halves follow one another.

import { gcdNumber } from '../../../../algebra/integer/known.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { widthBetween } from '../../../accesses/access.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { sidesOf } from '../../../document/written/copies.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';
import { stepOfParts } from './tile-starts.ts';

/** Findings of `narrow-copy` about where tiles begin. */
export function checkNarrowTiles(
  { site, call }: CalledSite,
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const sides = site.dialect === 'python' && call.name === 'autovec_copy' ? sidesOf(call) : null;
  if (sides === null) return [];
  const both = [sides.from, sides.to];
  const [source, destination] = both.map((side) => settledValueOf(model, side));
  if (!(source instanceof Tensor) || !(destination instanceof Tensor)) return [];
  const bits = source.engine.bits ?? destination.engine.bits;
  const width = widthBetween(source, destination, bits);
  if (bits === null || width === null || width.bits <= bits) return [];
  const count = width.bits / bits;
  return both.flatMap((side, i): readonly RuleFinding[] => {
    const tensor = [source, destination][i]!;
    // Rows of shared memory are padded by less than a vector to keep lanes out of each other's banks.
    if (tensor.engine.space !== 'gmem') return [];
    const step = stepOfParts(model, side, count);
    if (step === null || model.neverRuns(site)) return [];
    const bytes = (gcdNumber(step, count) * bits) / 8;
    const written = text.slice(side.span.start, side.span.end);
    const message = `${written} begins at any multiple of ${step} elements, so that the copy moves ${bytes} ${bytes === 1 ? 'byte' : 'bytes'} at a time: it moves ${width.bits / 8} where these are multiples of ${count}`;
    return [{ span: site.span, message, severity: 'information' }];
  });
}
