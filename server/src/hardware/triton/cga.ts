// How the blocks of a cluster divide a tensor (Triton's CGA: cooperative group array).

import { asFailure, type Outcome, refuse } from '../../algebra/integer/failure.ts';
import { basesOf, type LinearLayout } from '../../algebra/linear/layout.ts';
import { transposeOutsOrThrow } from '../../algebra/linear/transpose.ts';
import { dimensionNames, fromBases, identity, times, zeros } from './dimensions.ts';
import type { IntLists } from './encoding.ts';

/** The blocks as a linear layout. */
export const blocksOf = (bases: IntLists, rank: number): LinearLayout =>
  fromBases([['block', bases]], dimensionNames(rank));

/** Into how many parts the blocks cut each dimension. */
function splitsOf(bases: IntLists, rank: number): readonly number[] {
  const splits = new Array<number>(rank).fill(1);
  for (const basis of bases) {
    const dim = basis.findIndex((x) => x !== 0);
    if (dim >= 0) splits[dim]! *= 2;
  }
  return splits;
}

/** What one block holds of the tensor. */
export const shapeOfBlock = (bases: IntLists, shape: readonly number[]): readonly number[] => {
  const splits = splitsOf(bases, shape.length);
  return shape.map((size, i) => Math.floor(size / Math.min(size, splits[i]!)));
};

/** The bases that Triton before 3.6 wrote as blocks, parts and order of each dimension. */
export function basesOfSplits(
  ctasPerCga: readonly number[],
  ctaSplitNum: readonly number[],
  ctaOrder: readonly number[],
): Outcome<IntLists> {
  try {
    const rank = ctaOrder.length;
    if (ctasPerCga.length !== rank || ctaSplitNum.length !== rank) {
      refuse('rank-mismatch', 'ctas_per_cga, cta_split_num and cta_order have different lengths');
    }
    const names = dimensionNames(rank);
    const factors = ctaOrder.map((dim) => {
      const name = names[dim] ?? refuse('order-permutation', `cta_order has ${dim}, and the rank is ${rank}`);
      const [split, ctas] = [ctaSplitNum[dim]!, ctasPerCga[dim]!];
      if (ctas % split !== 0) {
        refuse(
          'indivisible',
          `cta_split_num ${split} does not divide ctas_per_cga ${ctas} in dimension ${dim}`,
        );
      }
      return times(identity(split, 'block', name), zeros(ctas / split, 'block', name));
    });
    return basesOf(transposeOutsOrThrow(times(...factors), names))[0]![1];
  } catch (e) {
    return asFailure(e);
  }
}
