// Copies of CuTe DSL that move less at a time than their elements allow, because tiles of the tensor begin anywhere: rows of
// 130 halves are 260 bytes apart, so that 4 bytes are moved where 8 halves follow one another.

import { gcdNumber, intText } from '../../../../algebra/integer/known.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { widthBetween } from '../../../accesses/access.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { sidesOf } from '../../../document/written/copies.ts';
import type { Site } from '../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';
import { openStepBetween, partsAround, stepOfParts } from './tile-starts.ts';

type Model = RuleContext['model'];

/** Why a tensor need not begin where a vector of so many elements does, and how many are moved at a time then. */
interface Start {
  readonly step: string;
  readonly elements: number;
  readonly else: string;
}

function startOf(model: Model, side: Site, count: number): Start | null {
  const step = stepOfParts(model, side, count, new Map(), true);
  if (step !== null)
    return {
      step: `any multiple of ${step} elements`,
      elements: gcdNumber(step, count),
      else: `where these are multiples of ${count}`,
    };
  for (const part of partsAround(model, side, true)) {
    const open = openStepBetween(model, part, count);
    if (open === null) continue;
    const name = intText(open.stride);
    const stride = name === '?' ? 'a stride that is known when the program runs' : `the stride ${name}`;
    return {
      step: `any multiple of ${stride}, of which nothing says that it is one of ${count} elements`,
      elements: gcdNumber(open.divisor, count),
      else: `with ${name === '?' ? `mark_compact_shape_dynamic(…, divisibility=${count})` : `cute.assume(${name}, divby=${count})`}`,
    };
  }
  return null;
}

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
  const width = widthBetween(source, destination, bits ?? LEAST_BITS);
  const count = width === null ? 0 : width.bits / (bits ?? LEAST_BITS);
  if (count < 2) return [];
  const moved = (elements: number): string =>
    bits === null ? countText(elements, 'element') : countText((elements * bits) / 8, 'byte');
  return both.flatMap((side, i): readonly RuleFinding[] => {
    const tensor = [source, destination][i]!;
    // Rows of shared memory are padded by less than a vector to keep lanes out of each other's banks.
    if (tensor.engine.space !== 'gmem' && tensor.engine.space !== 'unknown') return [];
    const start = startOf(model, side, count);
    if (start === null || model.neverRuns(site)) return [];
    const written = text.slice(side.span.start, side.span.end);
    const wider = bits === null ? String(count) : String(width!.bits / 8);
    const message = `${written} begins at ${start.step}, so that the copy moves ${moved(start.elements)} at a time: it moves ${wider} ${start.else}`;
    return [{ span: site.span, message, severity: 'information' }];
  });
}

/** As many as elements have at least that are copied in vectors. */
const LEAST_BITS = 16;

const countText = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
