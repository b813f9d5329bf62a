// Layouts (thread, value) → element of a tile that have as many coordinates as the tile has elements, and take some of them twice:
// others nobody takes. A stride of 0 is written to repeat.

import { innermostLayout } from '../../../algebra/composed/composed.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { evaluate } from '../../../algebra/layout/evaluate.ts';
import { Layout } from '../../../algebra/layout/layout.ts';
import { size, sizeOrThrow } from '../../../algebra/layout/measure.ts';
import { isInt } from '../../../algebra/layout/stride-operations.ts';
import { modeOf } from '../../../algebra/operation/coalesce.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import { Tensor, type Value } from '../../../evaluate/model/value.ts';
import { TiledCopy } from '../../../hardware/copy/tiled-copy.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { settledValueOf } from '../../document/extents.ts';
import { argumentAt } from '../../document/written/call.ts';
import { operationName, sidesOf } from '../../values/verdicts.ts';
import type { CalledSite, EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';

/** More elements than these no tile has. */
const LARGEST = 1 << 16;

interface Repeated {
  /** Elements that are taken. */
  readonly taken: number;
  readonly count: number;
  /** Two coordinates, and the element that both take. */
  readonly coordinates: readonly [number, number];
  readonly element: number;
}

const decided = new WeakMap<Layout, Repeated | null>();

/** Null where each element is taken once, as far as is known. */
function repeatedIn(layout: Layout): Repeated | null {
  const before = decided.get(layout);
  if (before !== undefined) return before;
  const found = workedOut(layout);
  decided.set(layout, found);
  return found;
}

function workedOut(layout: Layout): Repeated | null {
  const count = sizeOf(layout);
  if (count === undefined || count > LARGEST) return null;
  const sizes = leavesOf<unknown>(layout.shape);
  if (leavesOf<unknown>(layout.stride).some((step, i) => step === 0 && sizes[i] !== 1)) return null;
  const first = new Map<number, number>();
  let twice: Pick<Repeated, 'coordinates' | 'element'> | null = null;
  for (let at = 0; at < count; at++) {
    const offset = evaluate(layout, at);
    const element = isFailure(offset) || !isInt(offset) ? undefined : knownNumber(offset);
    if (element === undefined) return null;
    const other = first.get(element);
    if (other === undefined) first.set(element, at);
    else twice ??= { coordinates: [other, at], element };
  }
  return twice === null ? null : { ...twice, count, taken: first.size };
}

const sizeOf = (layout: Layout): number | undefined => {
  const count = size(layout);
  return isFailure(count) ? undefined : knownNumber(count);
};

const isThreadValue = ({ shape }: Layout): boolean => Array.isArray(shape) && shape.length === 2;

/** The layout of threads and values that a place makes a tiling of, or composes a tile with, where it has as many coordinates as the tile. */
function threadValuesAt({ evaluation: { origin, value } }: EvaluatedSite): Layout | null {
  const name = origin === null ? '' : operationName(origin);
  if (name === 'composition' || name === 'compose') {
    const [of, by] = sidesOf(origin!) ?? [];
    const tile = of instanceof Tensor ? innermostLayout(of.layout) : null;
    if (tile === null || !(by instanceof Layout) || !isThreadValue(by)) return null;
    const count = sizeOf(by);
    return count !== undefined && count === sizeOf(tile) ? by : null;
  }
  const isMade = name === 'make_tiled_copy' || name === 'make_tiled_copy_impl';
  return isMade && value instanceof TiledCopy ? value.layoutTv : null;
}

function checkSite(at: EvaluatedSite): readonly RuleFinding[] {
  const layout = threadValuesAt(at);
  const repeated = layout === null ? null : repeatedIn(layout);
  if (layout === null || repeated === null) return [];
  const { count, taken, coordinates, element } = repeated;
  const threads = knownNumber(sizeOrThrow(modeOf(layout, 0))) ?? 1;
  // A tensor is composed with any coordinates.
  const isComposed = at.evaluation.origin !== null && operationName(at.evaluation.origin) === 'compose';
  const [one, other] = coordinates.map((i) => {
    const [thread, value] = [i % threads, Math.floor(i / threads)];
    return isComposed ? `(${thread},${value})` : `value ${value} of thread ${thread}`;
  });
  const shown = valueText(layout as Value, styleOf(at.site.dialect));
  const message = `${shown} takes ${taken} of the ${count} elements of the tile, some of them several times: ${one} and ${other} are both element ${element}`;
  return [{ span: at.site.valueSpan ?? at.site.span, message }];
}

/** `cute.composition(tile, tv_layout)`, named after what `make_layout_tv` gives, for a tile of more elements than it takes. */
function checkSmaller({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  if (site.dialect !== 'python' || call.name !== 'composition') return [];
  const [of, by] = ['lhs', 'rhs'].map((name, i) => argumentAt(call, i, name));
  if (by === undefined || !/tv/i.test(text.slice(by.span.start, by.span.end))) return [];
  const [whole, layout] = [of, by].map((arg) => settledValueOf(model, arg));
  if (!(whole instanceof Tensor) || !(layout instanceof Layout) || repeatedIn(layout) !== null) return [];
  const tile = innermostLayout(whole.layout);
  const [has, takes] = [tile, layout].map(sizeOf);
  if (!isThreadValue(layout) || has === undefined || takes === undefined || takes >= has) return [];
  const [shown, shape] = [layout as Value, tile.shape as Value].map((v) =>
    valueText(v, styleOf(site.dialect)),
  );
  const message = `${shown} takes ${takes} of the ${has} elements of the tile ${shape}: the tile of its threads and values is the tiler that make_layout_tv gives`;
  return [{ span: site.span, message }];
}

export const threadValues: Rule = {
  id: 'thread-values',
  severity: 'warning',
  title: 'Threads take elements twice',
  checkSite,
  checkCall: checkSmaller,
};
