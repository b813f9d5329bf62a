// The products of CuTe DSL: (A, A's unbounded complement o B), also for basis strides of A. raked_product coalesces each
// mode, and tile_to_shape takes as many blocks as cover the shape.

import { asFailure, type Outcome, refuse } from '../../integer/failure.ts';
import { type Int, isStatic } from '../../integer/integer.ts';
import { Layout, type Shape, type Tiler } from '../../layout/layout.ts';
import { printPlain } from '../../layout/print.ts';
import { LAYOUT_LEFT, LayoutMajor } from '../../layout/value.ts';
import type { HTuple } from '../../tuple/htuple.ts';
import { leavesOf, rankOf } from '../../tuple/operations.ts';
import { byProfile } from '../coalesce.ts';
import { byTiler, tileUnzipOrThrow } from '../divide.ts';
import { hasBasisStride } from '../paper-codomain.ts';
import { rankedProduct, repetitionsOf, tiledBy } from '../product.ts';
import { coalesceKeepingOrThrow } from './coalesce.ts';
import { unboundedOrThrow } from './complement.ts';
import { composeDslOrThrow } from './composition.ts';
import { unpackedBoth, unpackedRest } from './unpack.ts';

function productWithLayout(block: Layout, tiler: Layout): Layout {
  if (hasBasisStride(tiler.stride)) refuse('wrong-kind', 'the tiler of a product needs integer strides');
  const repeated = composeDslOrThrow(unboundedOrThrow(block), tiler);
  return new Layout([block.shape, repeated.shape], [block.stride, repeated.stride]);
}

const logical = (block: Layout, tiler: Tiler): Layout =>
  byTiler(block, tiler, 'logical_product', productWithLayout);

const zipped = (block: Layout, tiler: Tiler): Layout =>
  tileUnzipOrThrow(logical(block, tiler), tiler as HTuple<unknown>);

const blocked = (block: Layout, tiler: Layout): Layout =>
  rankedProduct(block, tiler, true, productWithLayout);

function raked(block: Layout, tiler: Layout): Layout {
  const whole = rankedProduct(block, tiler, false, productWithLayout);
  const each = (whole.shape as readonly Shape[]).map(() => 1);
  return byProfile(whole, each, coalesceKeepingOrThrow);
}

const outcome =
  <T extends Tiler>(product: (block: Layout, tiler: T) => Layout) =>
  (block: Layout, tiler: T): Outcome<Layout> => {
    try {
      return product(block, tiler);
    } catch (e) {
      return asFailure(e);
    }
  };

/** (block, its repetitions), mode by mode for a tuple tiler. */
export const logicalProductDsl = outcome<Tiler>(logical);
/** ((block,…),(repetitions,…)). */
export const zippedProductDsl = outcome<Tiler>(zipped);
/** ((block,…),repetition,…). */
export const tiledProductDsl = outcome<Tiler>((block, tiler) => unpackedRest(zipped(block, tiler)));
/** (block,…,repetition,…). */
export const flatProductDsl = outcome<Tiler>((block, tiler) => unpackedBoth(zipped(block, tiler)));
/** Every element of `tiler` is a whole block. */
export const blockedProductDsl = outcome<Layout>(blocked);
/** Blocks interleaved, each mode coalesced. */
export const rakedProductDsl = outcome<Layout>(raked);

/** The order of the DSL names each mode of the target once, from 0. */
function requirePermutation(order: HTuple<Int>, rank: number): void {
  const keys = leavesOf<Int>(order);
  const isPermutation =
    Array.isArray(order) &&
    keys.length === rank &&
    keys.every((_, i) => keys.includes(i)) &&
    keys.every(isStatic);
  if (!isPermutation)
    refuse('rank-mismatch', `the order ${printPlain(order)} is no permutation of 0 to ${rank - 1}`);
}

/** `tile_to_shape(block, shape, order)`: as many blocks as cover the shape. */
export function tileToShapeDsl(
  block: Layout,
  target: Shape,
  order: HTuple<Int> | LayoutMajor = LAYOUT_LEFT,
): Outcome<Layout> {
  try {
    if (!(order instanceof LayoutMajor)) requirePermutation(order, rankOf(target));
    return tiledBy(block, repetitionsOf(block.shape, target), order, productWithLayout);
  } catch (e) {
    return asFailure(e);
  }
}
