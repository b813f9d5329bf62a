// Elements of shared memory that the lanes of a warp access by their coordinates: `tile(threadIdx.x, k)`.

import { evaluateAny, innermostLayout } from '../../../algebra/composed/composed.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { evaluate } from '../../../algebra/layout/evaluate.ts';
import {
  type AnyLayout,
  ComposedLayout,
  type Shape,
  SmemPtrFlag,
  Swizzle,
} from '../../../algebra/layout/layout.ts';
import { applySwizzle } from '../../../algebra/layout/swizzle.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { dataLayout } from '../../../evaluate/cute/engine.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { sharedCost, WARP } from '../../../hardware/memory/banks.ts';
import { collisionText } from '../../accesses/shared.ts';
import { settledValueOf } from '../../document/extents.ts';
import { callsOf, functionNameAt, itemsAt, type WrittenCall } from '../../document/written-call.ts';
import { lanesOf } from '../../indexing/lanes.ts';
import { isDecided } from '../../indexing/rounds.ts';
import { launchedBlock, type ThreadBlock } from '../../indexing/thread-block.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** Wider elements are accessed in phases that the hardware may merge. */
const WIDEST_BITS = 32;

/** What one access costs beside others is seen in a loop, and of many. */
const FEWEST_WAVEFRONTS = 8;

const LANES = Array.from({ length: WARP }, (_, lane) => lane);

type Coordinates = readonly (readonly number[])[];

/**
 * The coordinates of an element, each for every lane, one of them that of a loop; null where one is not known, or all lanes
 * have the same.
 */
function coordinatesOf(
  { call }: CalledSite,
  context: Parameters<typeof lanesOf>[0],
  shape: readonly Shape[],
): Coordinates | null {
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

/** The byte at which a lane finds its element; undefined where that is not known, or it would begin inside of one. */
function byteAt(layout: AnyLayout, coordinate: readonly number[], width: number): number | undefined {
  const isOfAddress = layout instanceof ComposedLayout && layout.offset instanceof SmemPtrFlag;
  const offset = isOfAddress
    ? evaluate(innermostLayout(layout), coordinate)
    : evaluateAny(layout, coordinate);
  const elements = isFailure(offset) ? undefined : knownNumber(offset as number);
  if (elements === undefined || !isOfAddress) return elements === undefined ? undefined : elements * width;
  if (!(layout.outer instanceof Swizzle)) return undefined;
  const address = applySwizzle(layout.outer, elements * width);
  return address % width === 0 ? address : undefined;
}

/** A tensor in shared memory with what it takes to say where its elements are. */
function tileOf({ call }: CalledSite, { model }: RuleContext) {
  const tensor = settledValueOf(model, call.callee);
  if (!(tensor instanceof Tensor) || tensor.engine.space !== 'smem') return null;
  const { bits } = tensor.engine;
  const layout = dataLayout(tensor);
  if (layout === null || bits === null || bits % 8 !== 0 || bits > WIDEST_BITS) return null;
  const { shape } = innermostLayout(layout);
  return Array.isArray(shape) ? { layout, width: bits / 8, shape: shape as readonly Shape[] } : null;
}

const mayBeElement = ({ name, object, args, keywords }: WrittenCall): boolean =>
  keywords.size === 0 && args.length > 0 && (object === null || name === '[]');

function conflictOf(called: CalledSite, context: RuleContext, block?: ThreadBlock): readonly RuleFinding[] {
  const { site } = called;
  const tile = tileOf(called, context);
  if (tile === null || isDecided(site)) return [];
  const { layout, width, shape } = tile;
  const { model, text } = context;
  const columns = coordinatesOf(
    called,
    block === undefined ? { model, text } : { model, text, block },
    shape,
  );
  if (columns === null) return [];
  const bytes = LANES.map((lane) =>
    byteAt(
      layout,
      columns.map((column) => column[lane]!),
      width,
    ),
  );
  if (bytes.includes(undefined)) return [];
  const cost = sharedCost({ kind: 'load', width, offsets: bytes as readonly number[] });
  if (isFailure(cost) || cost.worst === null || cost.wavefronts < FEWEST_WAVEFRONTS) return [];
  const written = text.slice(site.span.start, site.span.end);
  return [
    {
      span: site.span,
      message: `bank conflicts accessing ${written}: each ${width}-byte access takes ${cost.wavefronts} wavefronts, 1 without conflicts: ${collisionText(cost.worst)}`,
    },
  ];
}

const known = new WeakMap<RuleContext, { readonly isOfThreads: boolean; readonly isOfBlocks: boolean }>();

/** Whether a text has numbers of threads at all, and those of blocks of several directions. */
function threadsIn(context: RuleContext): { readonly isOfThreads: boolean; readonly isOfBlocks: boolean } {
  const before = known.get(context);
  if (before !== undefined) return before;
  const { text } = context;
  const isOfBlocks =
    /\bthreadIdx\.[yz]\b|\bthread_idx\(\)\[[12]\]/.test(text) || hasNames(text, 'thread_idx()');
  const found = { isOfThreads: /threadIdx|thread_idx|lane_idx/.test(text), isOfBlocks };
  known.set(context, found);
  return found;
}

/** Whether several items of what a call gives have names: `tx, ty, _ = …` */
function hasNames(text: string, call: string): boolean {
  for (let at = text.indexOf(call); at >= 0; at = text.indexOf(call, at + 1)) {
    const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
    if (/^\s*\w+\s*,\s*(?:_\s*,\s*[a-z]|[a-z])\w*/i.test(line)) return true;
  }
  return false;
}

/** Findings of `bank-conflict` about one element. In a block of two directions lanes need not have numbers of their own in one. */
export function conflictOfElement(called: CalledSite, context: RuleContext): readonly RuleFinding[] {
  if (!mayBeElement(called.call)) return [];
  const { isOfThreads, isOfBlocks } = threadsIn(context);
  return isOfThreads && !isOfBlocks ? conflictOf(called, context) : [];
}

/** The same in kernels of CuTe DSL that have blocks of several directions, where every launch in the file says which. */
export function conflictsInBlocks(context: RuleContext): readonly RuleFinding[] {
  if (!threadsIn(context).isOfBlocks) return [];
  const blocks = new Map<string, ThreadBlock | null>();
  return callsOf(context.model, '[]').flatMap((called) => {
    const kernel = called.site.dialect === 'python' ? functionNameAt(called.site) : null;
    if (kernel === null || !mayBeElement(called.call)) return [];
    if (!blocks.has(kernel)) blocks.set(kernel, launchedBlock(context.model, kernel));
    const block = blocks.get(kernel)!;
    return block === null ? [] : conflictOf(called, context, block);
  });
}
