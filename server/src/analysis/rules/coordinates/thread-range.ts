// Coordinates that go beyond a tensor by the number of the thread: `scale(threadIdx.x)` of 128 numbers in a block of 256.

import { innermostLayout, shapeOf } from '../../../algebra/composed/composed.ts';
import { Underscore } from '../../../algebra/layout/layout.ts';
import type { Stride } from '../../../algebra/layout/stride.ts';
import type { HTuple } from '../../../algebra/tuple/htuple.ts';
import type { Value } from '../../../evaluate/model/value.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { threadIndexAt } from '../../document/thread-index.ts';
import { initialiserOf } from '../../document/written-call.ts';
import { elementAt } from '../../indexing/arrays.ts';
import { elementsByUnit } from '../../indexing/elements-by-unit.ts';
import type { LaneContext } from '../../indexing/lanes.ts';
import { type Counting, type Extremes, extremesOf } from '../../indexing/largest.ts';
import { isDecided } from '../../indexing/rounds.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { beyond } from './beyond.ts';
import { isLeftOutBySome } from './left-out.ts';

const DIMENSIONS = ['threadIdx.x', 'threadIdx.y', 'threadIdx.z'];

/** The number of the thread takes those of its block; names stand for what they are given. */
export const byThreads =
  ({ block, text }: LaneContext): Counting =>
  (site) => {
    const dimension = threadIndexAt(site, text);
    if (dimension === null) return initialiserOf(site);
    const threads = block?.[dimension];
    return threads === undefined
      ? null
      : { least: 0, largest: threads - 1, counters: [DIMENSIONS[dimension]!], isDense: true };
  };

const isByThread = (extremes: Extremes | null): extremes is Extremes =>
  extremes?.counters.some((counter) => DIMENSIONS.includes(counter)) === true;

/** Findings of `coordinate-range` about one element. */
function checkElement(site: Site, lanes: LaneContext, { model, text }: RuleContext): readonly RuleFinding[] {
  if (lanes.block === null) return [];
  const element = elementAt(lanes, site);
  // Rows of an array of C follow one another, and what is beyond one is in the next.
  if (element === null || (element.array !== null && element.coordinates.length > 1)) return [];
  const counting = byThreads(lanes);
  const all = element.coordinates.map((coordinate) => extremesOf(model, coordinate, counting));
  if (!all.some(isByThread)) return [];
  const values = all.map((extremes) => (isByThread(extremes) ? extremes.largest : new Underscore()));
  const shape = shapeOf(element.layout);
  const { stride } = innermostLayout(element.layout);
  const asked = (values.length === 1 ? values[0]! : values) as Value;
  const found = beyond(asked, shape, stride as HTuple<Stride>);
  const coordinate = found === null ? undefined : element.coordinates[found.mode[0] ?? 0];
  if (found === null || coordinate === undefined || isDecided(site) || model.neverRuns(site)) return [];
  if (isLeftOutBySome(site)) return [];
  const written = text.slice(coordinate.span.start, coordinate.span.end);
  const where = found.mode.length === 0 ? '' : ` of mode ${found.mode.join('.')}`;
  const shown = valueText(shape as Value, styleOf(site.dialect));
  const message = `${written} is ${found.number} in the last thread of the block, which is none of the ${found.extent} elements${where}: there are ${shown}`;
  return [{ span: coordinate.span, message }];
}

export const checkThreads = elementsByUnit(checkElement);
