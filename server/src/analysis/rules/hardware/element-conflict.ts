// Elements of shared memory that the lanes of a warp access by their coordinates: `tile(threadIdx.x, k)`.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { evaluate } from '../../../algebra/layout/evaluate.ts';
import { Layout, type Shape } from '../../../algebra/layout/layout.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { sharedCost, WARP } from '../../../hardware/memory/banks.ts';
import { collisionText } from '../../accesses/shared.ts';
import { settledValueOf } from '../../document/extents.ts';
import { itemsAt } from '../../document/written-call.ts';
import { lanesOf } from '../../indexing/lanes.ts';
import { isDecided } from '../../indexing/rounds.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** Wider elements are accessed in phases that the hardware may merge. */
const WIDEST_BITS = 32;

/** What one access costs beside others is seen in a loop, and of many. */
const FEWEST_WAVEFRONTS = 8;

const LANES = Array.from({ length: WARP }, (_, lane) => lane);

/**
 * The coordinates of an element, each for every lane, one of them that of a loop; null where one is not known, or all lanes
 * have the same.
 */
function coordinatesOf({ call }: CalledSite, context: RuleContext, shape: readonly Shape[]) {
  const [only] = call.args;
  const written = (call.args.length === 1 ? itemsAt(only!) : null) ?? call.args;
  if (written.length !== shape.length) return null;
  const columns: number[][] = [];
  let isCounted = false;
  for (const [i, site] of written.entries()) {
    const lanes = lanesOf(context, site);
    const extent = knownNumber(product(shape[i]!));
    if (lanes === null || extent === undefined) return null;
    if (lanes === 'uniform') isCounted = true;
    // What all lanes have moves all of them by as much.
    const column = lanes === 'uniform' ? LANES.map(() => 0) : LANES.map(lanes);
    if (column.some((n) => n < 0 || n >= extent)) return null;
    columns.push(column);
  }
  return isCounted && columns.some((column) => new Set(column).size > 1) ? columns : null;
}

/** Findings of `bank-conflict` about one element. */
export function conflictOfElement(called: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { site, call } = called;
  const { model, text } = context;
  if (call.keywords.size > 0 || call.args.length === 0 || (call.object !== null && call.name !== '[]'))
    return [];
  if (!/threadIdx|thread_idx/.test(text)) return [];
  const tensor = settledValueOf(model, call.callee);
  if (!(tensor instanceof Tensor) || tensor.engine.space !== 'smem' || !(tensor.layout instanceof Layout))
    return [];
  const { bits } = tensor.engine;
  const { layout } = tensor;
  if (bits === null || bits % 8 !== 0 || bits > WIDEST_BITS || !Array.isArray(layout.shape)) return [];
  // In a block of two dimensions the lanes of a warp need not have numbers of their own in the first.
  if (/\bthreadIdx\.[yz]\b/.test(text) || isDecided(site)) return [];
  const columns = coordinatesOf(called, context, layout.shape as readonly Shape[]);
  if (columns === null) return [];
  const offsets = LANES.map((lane) => {
    const offset = evaluate(
      layout,
      columns.map((column) => column[lane]!),
    );
    return isFailure(offset) ? undefined : knownNumber(offset as number);
  });
  if (offsets.includes(undefined)) return [];
  const width = bits / 8;
  const cost = sharedCost({ kind: 'load', width, offsets: offsets.map((offset) => offset! * width) });
  if (isFailure(cost) || cost.worst === null || cost.wavefronts < FEWEST_WAVEFRONTS) return [];
  const written = text.slice(site.span.start, site.span.end);
  return [
    {
      span: site.span,
      message: `bank conflicts accessing ${written}: each ${width}-byte access takes ${cost.wavefronts} wavefronts, 1 without conflicts: ${collisionText(cost.worst)}`,
    },
  ];
}
