// Which elements one TMA instruction moves: the part of a shared-memory tile that is contiguous there and
// that a box of the global tensor can name, and with which strides coordinates of the global tensor become
// coordinates of the instruction (C++ CuTe's construct_tma_gbasis and make_tma_copy_desc).

import { innermostLayout } from '../../algebra/composed/composed.ts';
import { equalStatic, isConstant, lessThan, sameValue } from '../../algebra/integer/comparison.ts';
import { refuse } from '../../algebra/integer/failure.ts';
import { Dynamic, type Int, isStatic } from '../../algebra/integer/integer.ts';
import { gcdNumber, knownNumber } from '../../algebra/integer/known.ts';
import { multiply } from '../../algebra/integer/operations.ts';
import { type AnyLayout, Layout, type Shape, type Strides } from '../../algebra/layout/layout.ts';
import { rank, sizeOrThrow } from '../../algebra/layout/measure.ts';
import { ScaledBasis, type Stride } from '../../algebra/layout/stride.ts';
import { fraction, isInt, scaleStride, staticallyEqual } from '../../algebra/layout/stride-operations.ts';
import { coalesceOrThrow, modeOf } from '../../algebra/operation/coalesce.ts';
import { composition } from '../../algebra/operation/composition.ts';
import { rightInverseOrThrow } from '../../algebra/operation/inverse.ts';
import { makeIdentityLayout } from '../../algebra/operation/make.ts';
import { group, take } from '../../algebra/operation/modes.ts';
import { recastLayout } from '../../algebra/operation/recast.ts';
import type { HTuple } from '../../algebra/tuple/htuple.ts';
import { leavesOf, mapLeaves, modeAt, rankOf, wrap } from '../../algebra/tuple/operations.ts';
import { orThrow } from '../atom/partition.ts';

/** A tensor of global memory: its layout in elements of `bits` bits. */
export interface GlobalTensor {
  readonly layout: Layout;
  readonly bits: number;
}

/** The extent of a box in each direction, in elements of the instruction. */
const LARGEST_BOX = 256;
/** How many directions a descriptor has. */
export const TMA_DIRECTIONS = 5;

const leavesOfShape = (shape: Shape): readonly Int[] => leavesOf<Int>(shape);
const isBasisOne = (e: Stride): boolean => {
  const value = e instanceof ScaledBasis ? e.value : e;
  return (
    (typeof value === 'number' || value instanceof Dynamic || isInt(value as Stride)) &&
    isConstant(value as Int, 1)
  );
};
const isStaticZeroStride = (d: Stride): boolean => isInt(d) && isConstant(d, 0);

/** Neighbouring modes merged where one continues the other, up to the largest box (`coalesce_256`). */
function coalesceBox(layout: Layout): Layout {
  const shapes = leavesOfShape(layout.shape);
  const strides = leavesOf<Stride>(layout.stride);
  const shape: Int[] = [shapes[0]!];
  const stride: Stride[] = [strides[0]!];
  for (let i = 1; i < shapes.length; i++) {
    const [s, d] = [shapes[i]!, strides[i]!];
    if (isConstant(s, 1)) continue;
    if (shape.length === 1 && isConstant(shape[0]!, 1)) {
      [shape[0], stride[0]] = [s, d];
      continue;
    }
    const last = shape.length - 1;
    if (continues(shape[last]!, stride[last]!, s, d)) shape[last] = multiply(s, shape[last]!);
    else {
      shape.push(s);
      stride.push(d);
    }
  }
  if (shape.length > 1) return new Layout(shape, stride);
  return isConstant(shape[0]!, 1) ? new Layout(1, 0) : new Layout(shape[0]!, stride[0]!);
}

/** Whether the types alone say that mode s:d continues a mode and both fit a box. */
function continues(shape: Int, stride: Stride, s: Int, d: Stride): boolean {
  if (!isStatic(shape) || !isStatic(s) || !isInt(stride) || !isInt(d)) return false;
  if (!isStatic(stride) || !isStatic(d)) return false;
  const next = multiply(shape, stride);
  if (!isStatic(next) || !equalStatic(next, d)) return false;
  return lessThan(multiply(shape, s), LARGEST_BOX + 1) === true;
}

/**
 * The box of a TMA instruction: element of the box → mode of the global tensor.
 * @param slayout the tile in shared memory; a swizzle does not matter
 * @param valueMap element of the CTA's tile → coordinate of the global tensor
 * @param internalBits width of the elements of which the instruction counts
 */
export function tmaBox(
  tensor: GlobalTensor,
  slayout: AnyLayout,
  valueMap: Layout,
  internalBits: number,
): Layout {
  const plain = innermostLayout(slayout);
  const tileSize = sizeOrThrow(valueMap);
  if (!isStatic(tileSize) || sameValue(sizeOrThrow(plain), tileSize) === false) {
    refuse(
      'inadmissible',
      'the tile of the CTA must have the size of the tile in shared memory, and a static one',
      {
        cute: 'TMA requires CTA_Tile and SLayout top-level size equivalence.',
      },
    );
  }
  const full = coalesceOrThrow(orThrow(composition(valueMap, rightInverseOrThrow(plain))));
  const strides = wrap(full.stride as HTuple<Stride>) as readonly Stride[];
  const found = strides.findIndex((e) => !isBasisOne(e));
  const usable = found === -1 ? strides.length : found;
  if (usable === 0) {
    refuse('inadmissible', 'no mode of the global tensor is contiguous along the shared-memory tile', {
      cute: 'Could not find a common tile-gmem vectorization. Does the Tile select out major GMEM modes?',
    });
  }
  const toMode = orThrow(take(full, 0, usable));
  const tileStrides = orThrow(
    recastLayout(orThrow(composition(tensor.layout, toMode)), tensor.bits, internalBits),
  );
  const identity = makeIdentityLayout(tensor.layout.shape);
  const bases = new Layout(tileStrides.shape, orThrow(composition(identity, toMode)).stride);
  const merged = wrap(coalesceBox(tileStrides).shape) as Shape;
  const tile = orThrow(composition(bases, new Layout(merged, columnMajor(merged))));
  const recast = orThrow(recastLayout(tensor.layout, tensor.bits, internalBits));
  const missing = missingBases(recast, identity, tile);
  const all = new Layout(
    [...(wrap(tile.shape) as readonly Shape[]), ...missing.map(() => 1)],
    [...(wrap(tile.stride) as readonly Strides[]), ...missing],
  );
  return rank(all) < TMA_DIRECTIONS ? all : orThrow(group(all, TMA_DIRECTIONS - 1, -1));
}

function columnMajor(shape: Shape): Strides {
  let stride: Int = 1;
  return (shape as readonly Int[]).map((s) => {
    const d: Int = isConstant(s, 1) ? 0 : stride;
    stride = multiply(stride, s);
    return d;
  });
}

/** Bases of the global tensor's modes that the box does not name, though the instruction must. */
function missingBases(tensor: Layout, identity: Layout, box: Layout): readonly Stride[] {
  const shapes = leavesOfShape(tensor.shape);
  const strides = leavesOf<Stride>(tensor.stride);
  const named = leavesOf<Stride>(box.stride);
  return leavesOf<Stride>(identity.stride).filter(
    (e, i) =>
      !isConstant(shapes[i]!, 1) &&
      !isStaticZeroStride(strides[i]!) &&
      !named.some((d) => staticallyEqual(d, e)),
  );
}

const pathOf = (e: Stride): readonly number[] => (e instanceof ScaledBasis ? e.path : []);

/** Greatest common divisor of the strides of the modes that one direction stands for; null where one is not known. */
function directionStride(bases: HTuple<Stride>, tensor: Layout): number | null {
  let g = 0;
  for (const e of leavesOf<Stride>(bases)) {
    const d = modeAt<Stride>(tensor.stride, pathOf(e));
    const n = Array.isArray(d) || !isInt(d as Stride) ? undefined : knownNumber(d as Int);
    if (n === undefined) return null;
    g = gcdNumber(g, n);
  }
  return g;
}

/** TMA strides are at least this many bytes. */
const LEAST_BYTES = 16;

/**
 * Strides of the coordinate tensor that belongs to a box, congruent with the global tensor's shape: mode of
 * the tensor → direction of the instruction.
 */
export function tmaStrides(tensor: GlobalTensor, box: Layout, internalBits: number): Strides {
  const recast = orThrow(recastLayout(tensor.layout, tensor.bits, internalBits));
  const directions = wrap(box.stride as HTuple<Stride>) as readonly HTuple<Stride>[];
  const first = directionStride(directions[0]!, recast);
  if (first !== null && first !== 1) {
    refuse(
      'inadmissible',
      `along the first direction of the box the global tensor has stride ${first}, not 1`,
      {
        cute: "Majorness of smem doesn't match majorness of gmem",
      },
    );
  }
  const strideOf = (e: Stride): Stride => {
    const path = pathOf(e);
    const s = modeAt<Int>(recast.shape, path) as Int;
    const d = modeAt<Stride>(recast.stride, path) as Stride;
    if (isConstant(s, 1) || isStaticZeroStride(d)) return 0;
    const j = directions.findIndex((bases) => leavesOf<Stride>(bases).some((b) => staticallyEqual(b, e)));
    if (j === -1) return 0;
    if (j === 0) {
      const own = modeAt<Stride>(tensor.layout.stride, path) as Int;
      return scaleStride(own, new ScaledBasis(fraction(tensor.bits, internalBits), [0]));
    }
    if (rankOf(directions[j]!) === 1) return new ScaledBasis(1, [j]);
    return new ScaledBasis(dynamicScale(d, directionStride(directions[j]!, recast), internalBits), [j]);
  };
  return mapLeaves(makeIdentityLayout(tensor.layout.shape).stride as HTuple<Stride>, strideOf) as Strides;
}

/** How many steps of the direction one step of the mode is: worked out at run time, as C++ does. */
function dynamicScale(d: Stride, direction: number | null, internalBits: number): Dynamic {
  const n = isInt(d) ? knownNumber(d) : undefined;
  if (n === undefined || direction === null) return new Dynamic(null);
  const bytes = Math.max(Math.floor((direction * internalBits) / 8), LEAST_BYTES);
  return new Dynamic(Math.ceil(Math.floor((n * internalBits) / bytes) / 8));
}

/** How many elements of the instruction a box holds. */
export const boxSize = (box: Layout): Int => sizeOrThrow(box);

/**
 * Refuses a box that is too wide. A multicast splits it from its last direction on.
 * @param multicast how many CTAs share the box
 */
export function requireBoxFits(box: Layout, multicast: Int): void {
  const extents = Array.from({ length: rank(box) }, (_, i) => knownNumber(sizeOrThrow(modeOf(box, i))));
  let shares = knownNumber(multicast);
  if (shares === undefined) return;
  for (let i = extents.length - 1; i >= 0 && shares > 1; i--) {
    const extent = extents[i];
    if (extent === undefined) return;
    extents[i] = Math.ceil(extent / shares);
    shares = Math.ceil(shares / extent);
  }
  const wide = extents.findIndex((n) => n !== undefined && n > LARGEST_BOX);
  if (wide !== -1) {
    refuse(
      'inadmissible',
      `direction ${wide} of the TMA box has ${extents[wide]} elements, at most ${LARGEST_BOX} are possible`,
      {
        mode: [wide],
        cute: `smem_box_shape[${wide}] <= (uint32_t(1) << 8)`,
      },
    );
  }
}
