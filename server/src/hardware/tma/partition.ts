// The partitioning that belongs to a TMA atom: one box a step, in the order of shared memory.

import { coalesceAny, compositionAny, innermostLayout, rankOfAny } from '../../algebra/composed/composed.ts';
import { domainOffsetAny } from '../../algebra/composed/slice.ts';
import { isConstant, sameValue } from '../../algebra/integer/comparison.ts';
import { type Outcome, refuse } from '../../algebra/integer/failure.ts';
import type { Int } from '../../algebra/integer/integer.ts';
import { divide, multiply } from '../../algebra/integer/operations.ts';
import { type Coordinate, evaluate } from '../../algebra/layout/evaluate.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  SmemPtrFlag,
  type Tiler,
} from '../../algebra/layout/layout.ts';
import { cosizeOrThrow, sizeOrThrow } from '../../algebra/layout/measure.ts';
import { isInt } from '../../algebra/layout/stride-operations.ts';
import { modeOf } from '../../algebra/operation/coalesce.ts';
import { logicalDivide } from '../../algebra/operation/divide.ts';
import { rightInverseOrThrow } from '../../algebra/operation/inverse.ts';
import { tileToShape } from '../../algebra/operation/product.ts';
import { orThrow, outcomeOf, type Partition, underscores } from '../atom/partition.ts';
import type { CopyAtom } from '../copy/copy-atom.ts';

/** The offset of a coordinate as a tensor has it: the swizzle of a shared-memory pointer stays with the pointer. */
function offsetTensor(coord: Coordinate, layout: AnyLayout): Partition {
  if (layout instanceof ComposedLayout && layout.offset instanceof SmemPtrFlag) {
    const { offset } = offsetTensor(coord, layout.inner);
    return { layout, offset };
  }
  const [part, offset] = orThrow(domainOffsetAny(coord, layout));
  return { layout: part, offset };
}

/**
 * `tma_partition(atom, cta_coord, cta_layout, stensor, gtensors…)`: the layouts as ((TMA,TMA_Iter),Rest…), in
 * the order of the arguments, the shared-memory tensor last. Mode 0 of every tensor is the TMA's tile.
 */
export const tmaPartition = (
  atom: CopyAtom,
  ctaCoord: Coordinate,
  ctaLayout: Layout,
  shared: AnyLayout,
  globals: readonly AnyLayout[],
): Outcome<readonly Partition[]> =>
  outcomeOf(() => {
    const tile = modeOf(innermostLayout(shared), 0);
    const inverse = rightInverseOrThrow(tile);
    const size = sizeOrThrow(tile);
    const all = orThrow(tileToShape(new Layout([inverse.shape], [inverse.stride]), size));
    const values = sizeOrThrow(modeOf(atom.src, 1));
    const divided = orThrow(logicalDivide(all, new Layout(values, isConstant(values, 1) ? 0 : 1)));
    const cta = orThrow(evaluate(ctaLayout, ctaCoord));
    if (!isInt(cta)) return refuse('wrong-kind', 'the layout of the CTAs gives an index');
    const offset = multiply(cta, divide(values, cosizeOrThrow(ctaLayout)));
    return [...globals, shared].map((layout) => partitionOne(layout, size, divided, offset));
  });

function partitionOne(layout: AnyLayout, size: Int, values: Layout, offset: Int): Partition {
  const own = sizeOrThrow(modeOf(innermostLayout(layout), 0));
  if (sameValue(own, size) === false) {
    refuse('inadmissible', 'the first modes of the tensors of a tma_partition differ in size', {
      cute: 'Static Assert',
    });
  }
  const rest = rankOfAny(layout) - 1;
  const tiler: Tiler = [values, ...underscores(rest)];
  const tiled = orThrow(coalesceAny(orThrow(compositionAny(layout, tiler)), [[1, 1]]));
  return offsetTensor([[offset, 0], ...new Array<Int>(rest).fill(0)], tiled);
}
