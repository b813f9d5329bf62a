// Layouts that are written as bases.

import { type Outcome, orThrow, refuse } from '../../algebra/integer/failure.ts';
import { basesOf, type LinearLayout, makeLinearLayout, type Sizes } from '../../algebra/linear/layout.ts';
import { rankOf } from '../../algebra/linear/rank.ts';
import { transposeOutsOrThrow } from '../../algebra/linear/transpose.ts';
import { dimensionNames, fromBases, namesInOrder } from './dimensions.ts';
import type { DistributedLinear, PaddedShared, SharedLinear } from './encoding.ts';
import { extentsOf, notLargerThan, notSmallerThan } from './fit.ts';

const sizesOfShape = (shape: readonly number[]): Sizes => shape.map((size, i) => [`dim${i}`, size] as const);

/** Every element must be held by some thread. */
function requireSurjective(made: Outcome<LinearLayout>): LinearLayout {
  const layout = orThrow(made);
  const rank = rankOf(layout);
  if (rank < layout.outBits) {
    refuse('inadmissible', `the bases reach ${2 ** rank} of ${2 ** layout.outBits} elements of the tensor`);
  }
  return layout;
}

/** The bases themselves, as the layout of a tensor of its own shape. */
const ownLayout = (linear: DistributedLinear): LinearLayout =>
  requireSurjective(
    makeLinearLayout(
      [
        ['register', linear.reg_bases],
        ['lane', linear.lane_bases],
        ['warp', linear.warp_bases],
        ['block', linear.block_bases],
      ],
      sizesOfShape(linear.shape),
    ),
  );

/** The dimensions in the order in which registers move through them, the others from the last to the first. */
function registerOrder(layout: LinearLayout): readonly number[] {
  const moved = basesOf(layout)[0]![1].map((image) => image.findIndex((x) => x !== 0));
  const all = [...moved.filter((dim) => dim >= 0), ...layout.outs.map((_, i) => layout.outs.length - 1 - i)];
  return [...new Set(all)];
}

/** Fitted to a tensor: more registers for a larger one, fewer for a smaller one, whose threads repeat. */
export function distributedLayout(linear: DistributedLinear, shape: readonly number[]): LinearLayout {
  const own = ownLayout(linear);
  const extents = extentsOf(shape);
  const ordered = transposeOutsOrThrow(own, namesInOrder(registerOrder(own)));
  const fitted = notLargerThan(notSmallerThan(ordered, extents), extents, true);
  return transposeOutsOrThrow(fitted, dimensionNames(shape.length));
}

/** Offsets in elements; a padded layout's are those before the padding is put in. */
export function offsetLayout(shared: SharedLinear | PaddedShared, shape: readonly number[]): LinearLayout {
  const layout = fromBases(
    [
      ['offset', shared.offset_bases],
      ['block', shared.block_bases],
    ],
    dimensionNames(shape.length),
  );
  const own = layout.outs.map(({ bits }) => 2 ** bits);
  if (own.some((size, i) => size !== shape[i])) {
    refuse(
      'inadmissible',
      `the bases are those of a tensor of [${own.join(', ')}], not [${shape.join(', ')}]`,
    );
  }
  return layout;
}
