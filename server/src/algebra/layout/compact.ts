// Compact strides for a shape: column-major, row-major, or by an order of the modes (CuTe stride.hpp).

import { isConstant, lessThan, requireStatic } from '../integer/comparison.ts';
import { refuse, Violation, type ViolationDetail } from '../integer/failure.ts';
import { Dynamic, type Int } from '../integer/integer.ts';
import { multiply } from '../integer/operations.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { productLike } from '../tuple/int-tuple.ts';
import { leavesOf, unflattenTuple } from '../tuple/operations.ts';
import type { Shape } from './layout.ts';
import { printPlain } from './print.ts';
import type { AlgebraValue } from './value.ts';
import { LayoutMajor } from './value.ts';

type Ints = HTuple<Int>;

/**
 * The stride that the next mode gets. The last product is not taken: C++ takes it too, but does not use
 * it, so an overflow there does no harm.
 */
class Running {
  private stride: Int;
  private pending: Int | null = null;
  constructor(first: Int) {
    this.stride = first;
  }
  /** The stride of a mode of size n. */
  take(n: Int): Int {
    if (isConstant(n, 1)) return 0;
    if (this.pending !== null) this.stride = multiply(this.stride, this.pending);
    this.pending = n;
    return this.stride;
  }
}

function compactFrom(shape: Shape, running: Running, fromRight: boolean): Ints {
  if (!Array.isArray(shape)) return running.take(shape as Int);
  const strides = new Array<Ints>(shape.length);
  for (let k = 0; k < shape.length; k++) {
    const i = fromRight ? shape.length - 1 - k : k;
    strides[i] = compactFrom(shape[i] as Shape, running, fromRight);
  }
  return strides;
}

function compactMajor(shape: Shape, current: Ints, fromRight: boolean): Ints {
  if (!Array.isArray(current)) return compactFrom(shape, new Running(current as Int), fromRight);
  if (!Array.isArray(shape))
    return refuse('not-congruent', 'a tuple of first strides needs a tuple as shape', {
      cute: 'Invalid parameters',
    });
  if (shape.length !== current.length) {
    refuse(
      'rank-mismatch',
      `the shape has ${shape.length} modes, and ${current.length} first strides are given`,
      {
        cute: 'Mismatched Ranks',
      },
    );
  }
  return shape.map((s, i) => compactMajor(s as Shape, current[i] as Ints, fromRight));
}

/** Column-major strides: the first mode has stride `current`. Static modes of size 1 get stride 0. */
export const compactColMajor = (shape: Shape, current: Ints = 1): Ints => compactMajor(shape, current, false);

/** Row-major strides: the last mode has stride `current`. */
export const compactRowMajor = (shape: Shape, current: Ints = 1): Ints => compactMajor(shape, current, true);

/**
 * Strides by an order of the modes: every leaf of `order` starts at the product of the shapes whose
 * order is strictly smaller, so equal orders overlap. Run-time orders count as large, left to right.
 */
export function compactOrder(shape: Shape, order: Ints | LayoutMajor): Ints {
  if (order instanceof LayoutMajor)
    return order.side === 'left' ? compactColMajor(shape) : compactRowMajor(shape);
  const sizes = sizesByOrder(shape, order);
  const orders = leavesOf(order);
  let largest = 0;
  for (const o of orders) {
    if (!(o instanceof Dynamic) && lessThan(largest, o) === true) largest = requireStatic(o, 'the order');
  }
  const keys = orders.map((o, i) => (o instanceof Dynamic ? largest + 1 + i : requireStatic(o, 'the order')));
  return strideByOrder(shape, unflattenTuple<number>(keys, order), sizes, keys);
}

/** The sizes of the groups that the order distinguishes. */
function sizesByOrder(shape: Shape, order: Ints): readonly Int[] {
  try {
    return leavesOf(productLike(shape, order));
  } catch (thrown) {
    if (thrown instanceof Violation) return orderDiffers(order, shape, thrown.detail);
    throw thrown;
  }
}

function orderDiffers(order: HTuple<unknown>, shape: Shape, detail: ViolationDetail): never {
  const [o, s] = [order, shape].map((t) => printPlain(t as AlgebraValue));
  return refuse('rank-mismatch', `the order ${o} does not have the profile of the shape ${s}`, detail);
}

function strideByOrder(
  shape: Shape,
  order: HTuple<number>,
  sizes: readonly Int[],
  keys: readonly number[],
): Ints {
  if (Array.isArray(order)) {
    if (!Array.isArray(shape) || shape.length !== order.length) {
      orderDiffers(order, shape, { cute: 'Need equal rank of shape and order' });
    }
    return (shape as readonly Shape[]).map((s, i) =>
      strideByOrder(s, order[i] as HTuple<number>, sizes, keys),
    );
  }
  let start: Int | null = null;
  for (let i = 0; i < sizes.length; i++) {
    const factor: Int = keys[i]! < (order as number) ? sizes[i]! : 1;
    start = start === null ? factor : multiply(start, factor);
  }
  return compactColMajor(shape, start ?? 1);
}
