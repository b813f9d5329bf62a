// Products: a block repeated over a tiler (Cecka 3.5.1). logical_product(A, B) is (A, complement(A) o B).

import { sameValue } from '../integer/comparison.ts';
import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { type Int, isStatic } from '../integer/integer.ts';
import { intText } from '../integer/known.ts';
import { multiply, remainder } from '../integer/operations.ts';
import type { Trace } from '../integer/trace.ts';
import { compactOrder } from '../layout/compact.ts';
import { Layout, type Shape, type Strides, type Tiler } from '../layout/layout.ts';
import { cosizeOrThrow, sizeOrThrow } from '../layout/measure.ts';
import { printPlain } from '../layout/print.ts';
import type { Stride } from '../layout/stride.ts';
import { isStaticTuple } from '../layout/stride-operations.ts';
import { LAYOUT_LEFT, type LayoutMajor } from '../layout/value.ts';
import { suppose } from '../term/suppositions.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { ceilDiv, productEach } from '../tuple/int-tuple.ts';
import { appendTo, rankOf, zipTuple } from '../tuple/operations.ts';
import { modeOf } from './coalesce.ts';
import { complementOrThrow } from './complement.ts';
import { composeOrThrow } from './composition.ts';
import { byTiler, tileUnzipOrThrow, unpackBoth, unpackRest } from './divide.ts';

function productWithLayout(block: Layout, tiler: Layout, trace?: Trace): Layout {
  const cotarget = multiply(sizeOrThrow(block), cosizeOrThrow(tiler));
  if (trace === undefined) {
    const repeated = composeOrThrow(complementOrThrow(block, cotarget), tiler);
    return new Layout([block.shape, repeated.shape], [block.stride, repeated.stride]);
  }
  const gaps = trace.within(
    `complement of ${printPlain(block)} in size·cosize(tiler) = ${printPlain(cotarget)}`,
    () => complementOrThrow(block, cotarget, trace),
    'Cecka 3.5.1',
  );
  const repeated = trace.within(
    `${printPlain(gaps)} o ${printPlain(tiler)}`,
    () => composeOrThrow(gaps, tiler, trace),
    'Cecka 3.5.1',
  );
  return new Layout([block.shape, repeated.shape], [block.stride, repeated.stride]);
}

export function logicalProductOrThrow(block: Layout, tiler: Tiler, trace?: Trace): Layout {
  return byTiler(block, tiler, 'logical_product', (l, t) => productWithLayout(l, t, trace), trace);
}

/** `logical_product(block, tiler)`: (block, its repetitions), mode by mode for a tuple tiler. */
export function logicalProduct(block: Layout, tiler: Tiler, trace?: Trace): Outcome<Layout> {
  try {
    return logicalProductOrThrow(block, tiler, trace);
  } catch (e) {
    return asFailure(e);
  }
}

const zippedProductOrThrow = (block: Layout, tiler: Tiler, trace?: Trace): Layout =>
  tileUnzipOrThrow(logicalProductOrThrow(block, tiler, trace), tiler as HTuple<unknown>);

/** ((block,…),(repetitions,…)). */
export function zippedProduct(block: Layout, tiler: Tiler, trace?: Trace): Outcome<Layout> {
  try {
    return zippedProductOrThrow(block, tiler, trace);
  } catch (e) {
    return asFailure(e);
  }
}

export const tiledProductOrThrow = (block: Layout, tiler: Tiler, trace?: Trace): Layout =>
  unpackRest(zippedProductOrThrow(block, tiler, trace));

/** ((block,…),repetition,…). */
export function tiledProduct(block: Layout, tiler: Tiler, trace?: Trace): Outcome<Layout> {
  try {
    return tiledProductOrThrow(block, tiler, trace);
  } catch (e) {
    return asFailure(e);
  }
}

/** (block,…,repetition,…). */
export function flatProduct(block: Layout, tiler: Tiler, trace?: Trace): Outcome<Layout> {
  try {
    return unpackBoth(zippedProductOrThrow(block, tiler, trace));
  } catch (e) {
    return asFailure(e);
  }
}

/** `append<n>(layout)`: padded with modes 1:0. */
const paddedTo = (layout: Layout, n: number): Layout =>
  new Layout(appendTo<Int>(layout.shape, n, 1), appendTo<Stride>(layout.stride, n, 0));

/** (block, its repetitions) */
type ProductWithLayout = (block: Layout, tiler: Layout) => Layout;

const cppProduct =
  (trace?: Trace): ProductWithLayout =>
  (block, tiler) =>
    productWithLayout(block, tiler, trace);

/** The pairs (block mode, repetition) of a logical product of equal ranks, zipped mode by mode. */
export function rankedProduct(
  block: Layout,
  tiler: Layout,
  blockFirst: boolean,
  logical: ProductWithLayout,
): Layout {
  const rank = Math.max(rankOf(block.shape), rankOf(tiler.shape));
  const product = logical(paddedTo(block, rank), paddedTo(tiler, rank));
  const [a, b] = blockFirst ? [0, 1] : [1, 0];
  const [x, y] = [modeOf(product, a), modeOf(product, b)];
  return new Layout(zipTuple<Int>([x.shape, y.shape]), zipTuple<Stride>([x.stride, y.stride]));
}

/** Every element of `tiler` is a whole block; modes (block, repetition) side by side. */
export function blockedProduct(block: Layout, tiler: Layout, trace?: Trace): Outcome<Layout> {
  try {
    return rankedProduct(block, tiler, true, cppProduct(trace));
  } catch (e) {
    return asFailure(e);
  }
}

/** Blocks interleaved; modes (repetition, block) side by side. */
export function rakedProduct(block: Layout, tiler: Layout, trace?: Trace): Outcome<Layout> {
  try {
    return rankedProduct(block, tiler, false, cppProduct(trace));
  } catch (e) {
    return asFailure(e);
  }
}

/** How often a block fits a target shape, mode by mode, rounded up. `require` refuses what does not divide. */
export function repetitionsOf(
  blockShape: Shape,
  target: Shape,
  require?: (block: readonly Int[], target: readonly Int[]) => void,
): Shape {
  const rank = rankOf(target);
  if (rankOf(blockShape) > rank) {
    refuse(
      'rank-mismatch',
      `the block ${printPlain(blockShape)} has more modes than the target ${printPlain(target)}, ${rankOf(blockShape)} against ${rank}`,
      {
        dividend: rankOf(blockShape),
        divisor: rank,
        cute: 'Rank of layout must be <= rank of target shape.',
      },
    );
  }
  const block = productEach(appendTo<Int>(blockShape, rank, 1));
  const wanted = productEach(target);
  if (isStaticTuple(wanted as Shape)) require?.(block, wanted);
  return ceilDiv(wanted as Shape, block as Shape);
}

/** C++ asserts the division at compile time when the target is static, so the block must be static too. */
function requireDivision(block: readonly Int[], target: readonly Int[]): void {
  for (let i = 0; i < target.length; i++) {
    const [dividend, divisor] = [target[i]!, block[i]!];
    if (!isStatic(divisor)) continue;
    const divides = sameValue(remainder(dividend, divisor), 0);
    // The compiler asserts it.
    if (divides === undefined) suppose(`${intText(divisor)} divides ${intText(dividend)}`);
    if (divides !== false) continue;
    refuse(
      'indivisible',
      `mode ${i} of the block has ${printPlain(divisor)} elements, which do not divide the target's ${printPlain(dividend)}`,
      {
        mode: [i],
        ...(typeof dividend === 'number' && typeof divisor === 'number' ? { dividend, divisor } : {}),
        cute: 'tile_to_shape: block shape does not divide the target shape.',
      },
    );
  }
  const runtime = block.findIndex((s) => !isStatic(s));
  if (runtime < 0) return;
  refuse(
    'unsupported',
    `mode ${runtime}: C++ CuTe does not compile a run-time block for a static target shape`,
    {
      mode: [runtime],
    },
  );
}

/** The block so often in each mode, in the order of the modes given. */
export function tiledBy(
  block: Layout,
  repetitions: Shape,
  order: HTuple<Int> | LayoutMajor,
  logical: ProductWithLayout,
  trace?: Trace,
): Layout {
  const tiler = new Layout(repetitions, compactOrder(repetitions, order) as Strides);
  trace?.step(`repeat the block ${printPlain(block.shape)} over ${printPlain(tiler)}`);
  return rankedProduct(paddedTo(block, rankOf(repetitions)), tiler, true, logical);
}

/**
 * `tile_to_shape(block, shape, order)`: the block repeated until the shape is filled, in the order of
 * the modes given (LayoutLeft by default). Not coalesced. Violation: indivisible.
 */
export function tileToShape(
  block: Layout,
  target: Shape,
  order: HTuple<Int> | LayoutMajor = LAYOUT_LEFT,
  trace?: Trace,
): Outcome<Layout> {
  try {
    const repetitions = repetitionsOf(block.shape, target, requireDivision);
    return tiledBy(block, repetitions, order, cppProduct(trace), trace);
  } catch (e) {
    return asFailure(e);
  }
}
