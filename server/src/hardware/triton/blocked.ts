// Tiles of elements, threads and warps.

import type { LinearLayout } from '../../algebra/linear/layout.ts';
import { transposeOutsOrThrow } from '../../algebra/linear/transpose.ts';
import { blocksOf } from './cga.ts';
import { identityND, namesInOrder, reductionDimension, times } from './dimensions.ts';
import type { Blocked, DotOperand } from './encoding.ts';
import { fit } from './fit.ts';
import { broadcastAlongK, operandBlocks } from './nvidia-mma.ts';

export function blockedLayout(blocked: Blocked, shape: readonly number[]): LinearLayout {
  const { order } = blocked;
  const block = times(
    identityND('register', blocked.size_per_thread, order),
    identityND('lane', blocked.threads_per_warp, order),
    identityND('warp', blocked.warps_per_cta, order),
  );
  return fit(block, blocksOf(blocked.cga_layout, shape.length), shape);
}

/** An operand of a product without matrix instructions: each thread has all of K. */
export function blockedOperandLayout(
  dot: DotOperand,
  blocked: Blocked,
  shape: readonly number[],
): LinearLayout {
  const { order } = blocked;
  const k = reductionDimension(dot.operand_index, shape.length);
  const sizes = blocked.size_per_thread.map((size, i) => (i === k ? shape[k]! : size));
  const names = namesInOrder(order);
  const factors = [
    identityND('register', sizes, order),
    broadcastAlongK(blocked.threads_per_warp, order, k, 'lane'),
    broadcastAlongK(blocked.warps_per_cta, order, k, 'warp'),
  ];
  return fit(
    times(...factors.map((factor) => transposeOutsOrThrow(factor, names))),
    blocksOf(operandBlocks(blocked.cga_layout, k), shape.length),
    shape,
  );
}
