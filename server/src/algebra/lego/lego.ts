// LEGO's layouts (LEGO III-B): a logical view, grouped into tiles, and a chain of reorderings of its
// elements. `apply` takes a logical index to its physical position, `inv` takes it back. All of them
// are bijections of [0, n), and are kept here as functions of the row-major position.

import { caught, type Outcome, refuse } from '../integer/failure.ts';
import type { Permutation } from './permutation.ts';
import { flatten, product, unflatten } from './row-major.ts';

/** `OrderBy(P1, …, Pq)`: a hierarchy of tiles, outermost first, each with its own permutation. */
export interface OrderBy {
  readonly permutations: readonly Permutation[];
}

/** A logical view and the reorderings behind it. `apply` goes through them from the last to the first. */
export interface LegoLayout {
  /** The sizes of the logical view, levels of tiling one after the other. */
  readonly dims: readonly number[];
  readonly chain: readonly Step[];
}

/** One bijection of [0, n). */
interface Step {
  readonly size: number;
  apply(position: number): number;
  inv(position: number): number;
}

/** Figure 4: every tile's permutation on its own part of the index, outermost first. */
function orderStep({ permutations }: OrderBy): Step {
  const sizes = permutations.map((p) => product(p.dims));
  return {
    size: product(sizes),
    apply(position) {
      const parts = unflatten(sizes, position);
      return flatten(
        sizes,
        parts.map((part, k) => permutations[k]!.apply(unflatten(permutations[k]!.dims, part))),
      );
    },
    inv(position) {
      const parts = unflatten(sizes, position);
      return flatten(
        sizes,
        parts.map((part, k) => flatten(permutations[k]!.dims, permutations[k]!.inv(part))),
      );
    },
  };
}

/**
 * Takes the row-major position in an array to the position of the same element when the array's tiles
 * stand one after the other: σ of LEGO III-B, for q levels of d dimensions.
 */
function tilingStep(levels: readonly (readonly number[])[]): Step {
  const d = levels[0]!.length;
  const q = levels.length;
  const tiled = levels.flat();
  /** Position k·q + h of the array's view is dimension k of level h. */
  const order = Array.from({ length: d * q }, (_, i) => (i % q) * d + Math.floor(i / q));
  const whole = order.map((i) => tiled[i]!);
  return {
    size: product(tiled),
    apply(position) {
      const index = unflatten(whole, position);
      const at = new Array<number>(d * q);
      for (let i = 0; i < order.length; i++) at[order[i]!] = index[i]!;
      return flatten(tiled, at);
    },
    inv(position) {
      const index = unflatten(tiled, position);
      return flatten(
        whole,
        order.map((i) => index[i]!),
      );
    },
  };
}

const inverse = (step: Step): Step => ({ size: step.size, apply: step.inv, inv: step.apply });

function requireSameRank(levels: readonly (readonly number[])[]): void {
  if (levels.some((level) => level.length !== levels[0]!.length)) {
    refuse('rank-mismatch', 'the levels of a tiling have the same number of dimensions', {
      source: 'LEGO III-B',
    });
  }
}

function requireSameSize(dims: readonly number[], chain: readonly Step[]): void {
  const size = product(dims);
  for (const step of chain) {
    if (step.size === size) continue;
    refuse('inadmissible', `the view has ${size} elements, and an OrderBy reorders ${step.size}`, {
      dividend: step.size,
      divisor: size,
      source: 'LEGO III-B',
    });
  }
}

/**
 * `GroupBy(levels)` over a chain of reorderings, the last of which is applied first. Violation:
 * inadmissible where an OrderBy has another number of elements than the view.
 */
export function groupBy(
  levels: readonly (readonly number[])[],
  orders: readonly OrderBy[],
): Outcome<LegoLayout> {
  try {
    const dims = levels.flat();
    const chain = orders.map(orderStep);
    requireSameSize(dims, chain);
    return { dims, chain };
  } catch (e) {
    return caught(e);
  }
}

/**
 * `TileBy(levels)` over a chain of reorderings: the view is of tiles, and the reorderings behind it are
 * of the whole array, those of several tiles after it has been tiled as they are. Violations:
 * rank-mismatch, inadmissible.
 */
export function tileBy(
  levels: readonly (readonly number[])[],
  orders: readonly OrderBy[],
): Outcome<LegoLayout> {
  try {
    requireSameRank(levels);
    const chain: Step[] = [];
    for (const order of orders) {
      chain.push(orderStep(order));
      if (order.permutations.length > 1) {
        const tiles = order.permutations.map((p) => p.dims);
        requireSameRank(tiles);
        chain.push(tilingStep(tiles));
      }
    }
    chain.push(inverse(tilingStep(levels)));
    const dims = levels.flat();
    requireSameSize(dims, chain);
    return { dims, chain };
  } catch (e) {
    return caught(e);
  }
}

/** The physical position of a logical index. Violations: coordinate-mismatch, out-of-range. */
export function legoApply(layout: LegoLayout, index: readonly number[]): Outcome<number> {
  try {
    if (index.length !== layout.dims.length) {
      refuse(
        'coordinate-mismatch',
        `the view has ${layout.dims.length} dimensions, the index ${index.length}`,
      );
    }
    index.forEach((i, k) => {
      if (i < 0 || i >= layout.dims[k]!)
        refuse('out-of-range', `index ${i} of dimension ${k}, which has ${layout.dims[k]} elements`);
    });
    return layout.chain.reduceRight((at, step) => step.apply(at), flatten(layout.dims, index));
  } catch (e) {
    return caught(e);
  }
}

/** The logical index at a physical position. Violation: out-of-range. */
export function legoInv(layout: LegoLayout, position: number): Outcome<readonly number[]> {
  try {
    const size = product(layout.dims);
    if (position < 0 || position >= size)
      refuse('out-of-range', `position ${position} of a layout of ${size} elements`);
    const at = layout.chain.reduce((p, step) => step.inv(p), position);
    return unflatten(layout.dims, at);
  } catch (e) {
    return caught(e);
  }
}
