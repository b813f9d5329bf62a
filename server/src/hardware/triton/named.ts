// A layout that is written as bases as the named layout that has them.

import { isFailure } from '../../algebra/integer/failure.ts';
import { isEqual } from '../../algebra/linear/equality.ts';
import type { LinearLayout } from '../../algebra/linear/layout.ts';
import type { DistributedLinear, Encoding, IntLists, NvidiaMma } from './encoding.ts';
import { toLinearLayout } from './to-linear-layout.ts';

/**
 * The BlockedLayout or NVMMADistributedLayout (version 2) of the same bases for a tensor of the layout's own shape; null
 * where there is none. Where several are, the one of the smallest size_per_thread.
 */
export function namedLayout(linear: DistributedLinear): Encoding | null {
  const { shape } = linear;
  const own = toLinearLayout(linear, shape);
  if (isFailure(own)) return null;
  let compared = 0;
  for (const candidate of candidates(linear)) {
    if (isSame(candidate, own, shape)) return candidate;
    if (++compared >= MAXIMUM_CANDIDATES) break;
  }
  return null;
}

function isSame(candidate: Encoding, own: LinearLayout, shape: readonly number[]): boolean {
  const made = toLinearLayout(candidate, shape);
  return !isFailure(made) && isEqual(made, own);
}

function* candidates(linear: DistributedLinear): Iterable<Encoding> {
  yield* mmas(linear);
  const { reg_bases, lane_bases, warp_bases, block_bases, shape } = linear;
  const rank = shape.length;
  // Each basis of a blocked layout moves along one dimension.
  const isBlocked = [...reg_bases, ...lane_bases, ...warp_bases].every(
    (basis) => basis.filter((x) => x !== 0).length <= 1,
  );
  if (rank > MAXIMUM_RANK || !isBlocked) return;
  const [lanes, warps] = [[...extents(lane_bases, rank)], [...extents(warp_bases, rank)]];
  for (const order of orders(rank))
    for (let held = 0; held <= reg_bases.length; held++)
      for (const size_per_thread of extents(reg_bases.slice(0, held), rank))
        for (const threads_per_warp of lanes)
          for (const warps_per_cta of warps)
            yield {
              layout: 'BlockedLayout',
              size_per_thread,
              threads_per_warp,
              warps_per_cta,
              order,
              cga_layout: block_bases,
            };
}

/** Tensors of more dimensions have too many orders. */
const MAXIMUM_RANK = 4;
/** How many layouts are compared. */
const MAXIMUM_CANDIDATES = 128;

/** Accumulators of mma.sync of 16 × 8, by how the warps divide the matrix. */
function* mmas({ shape, warp_bases, block_bases }: DistributedLinear): Iterable<NvidiaMma> {
  if (shape.length !== 2) return;
  for (const warps_per_cta of extents(warp_bases, 2))
    yield {
      layout: 'NVMMADistributedLayout',
      version: [2, 0],
      warps_per_cta,
      instr_shape: [16, 8],
      cga_layout: block_bases,
    };
}

/** What bases reach along each dimension; those that only repeat may stand for any one dimension. */
function* extents(bases: IntLists, rank: number): Iterable<readonly number[]> {
  const zeros = bases.filter((basis) => basis.every((x) => x === 0)).length;
  const reach = Array.from({ length: rank }, (_, d) => 2 ** bases.filter((basis) => basis[d] !== 0).length);
  for (let d = 0; d < (zeros === 0 ? 1 : rank); d++)
    yield reach.map((size, i) => (i === d ? size * 2 ** zeros : size));
}

/** The permutations of the dimensions, the usual row-major one first. */
function* orders(rank: number): Iterable<readonly number[]> {
  if (rank === 0) {
    yield [];
    return;
  }
  for (let last = 0; last < rank; last++)
    for (const rest of orders(rank - 1)) yield [...rest.map((dim) => (dim >= last ? dim + 1 : dim)), last];
}
