// The accumulators and operands of NVIDIA's mma.sync (version 2) and wgmma (version 3).

import { refuse } from '../../algebra/integer/failure.ts';
import type { LinearLayout } from '../../algebra/linear/layout.ts';
import { outputNames } from '../../algebra/linear/layout.ts';
import { transposeOutsOrThrow } from '../../algebra/linear/transpose.ts';
import { blocksOf } from './cga.ts';
import {
  dimensionNames,
  identity,
  identityND,
  matrixOrder,
  operandOrder,
  reductionDimension,
  times,
  zeros,
} from './dimensions.ts';
import type { DotOperand, IntLists, NvidiaMma } from './encoding.ts';
import { fit } from './fit.ts';

/**
 * Four lanes along a row, each with `width` neighbours; eight rows; then the tile's other rows and columns. The
 * outputs come in the order in which the tile is repeated.
 */
function tileOf(
  sizes: readonly number[],
  width: number,
  order: readonly number[],
  repeatOrder: readonly number[],
): LinearLayout {
  const names = dimensionNames(sizes.length);
  const [inner, outer] = [order[0]!, order[1]!];
  const [columns, rows] = [sizes[inner]!, sizes[outer]!];
  if (rows % 8 !== 0 || columns % (width * 4) !== 0) {
    refuse(
      'indivisible',
      `the instruction's tile of ${rows} × ${columns} is no multiple of 8 × ${width * 4}`,
    );
  }
  const ranked = identityND('register', new Array<number>(sizes.length).fill(1), repeatOrder);
  return times(
    ranked,
    identity(width, 'register', names[inner]!),
    identity(4, 'lane', names[inner]!),
    identity(8, 'lane', names[outer]!),
    identity(rows / 8, 'register', names[outer]!),
    identity(columns / (width * 4), 'register', names[inner]!),
  );
}

const isHopper = ({ version }: NvidiaMma): boolean => version[0] === 3;

function requireVersion(mma: NvidiaMma): void {
  const major = mma.version[0];
  if (major !== 2 && major !== 3)
    refuse('unsupported', `NVMMADistributedLayout has version 2 or 3, not ${major}`);
}

/** Elements of an accumulator in 32 bits stand in pairs. */
const ACCUMULATOR_WIDTH = 2;

export function mmaLayout(mma: NvidiaMma, shape: readonly number[]): LinearLayout {
  requireVersion(mma);
  const rank = shape.length;
  const sizes = isHopper(mma) ? mma.instr_shape.slice(0, 2) : mma.instr_shape;
  if (sizes.length !== rank || rank < 2) {
    refuse(
      'rank-mismatch',
      `instr_shape [${mma.instr_shape.join(', ')}] is not for a tensor of rank ${rank}`,
    );
  }
  const rowMajor = matrixOrder(rank, true);
  const tile = tileOf(sizes, ACCUMULATOR_WIDTH, rowMajor, rowMajor);
  const warps = identityND('warp', mma.warps_per_cta, matrixOrder(rank, !isHopper(mma)));
  return fit(
    times(tile, transposeOutsOrThrow(warps, outputNames(tile))),
    blocksOf(mma.cga_layout, rank),
    shape,
  );
}

/** Threads or warps that divide an operand: along K all of them hold the same. */
export function broadcastAlongK(
  sizes: readonly number[],
  order: readonly number[],
  k: number,
  input: string,
): LinearLayout {
  const names = dimensionNames(sizes.length);
  return times(...order.map((d) => (d === k ? zeros : identity)(sizes[d]!, input, names[d]!)));
}

/** The blocks of an operand: none of them divides K. */
export const operandBlocks = (bases: IntLists, k: number): IntLists =>
  bases.map((basis) => basis.map((x, i) => (i === k ? 0 : x)));

export function mmaOperandLayout(dot: DotOperand, mma: NvidiaMma, shape: readonly number[]): LinearLayout {
  requireVersion(mma);
  const rank = shape.length;
  const { operand_index: operand, k_width: width } = dot;
  if (operand !== 0 && isHopper(mma)) {
    refuse('unsupported', 'wgmma takes its second operand from shared memory: operand_index must be 0');
  }
  if (width < 1)
    refuse('unsupported', `k_width is ${width}: an operand of NVMMADistributedLayout has one of 1 or more`);
  const k = reductionDimension(operand, rank);
  const sizes = new Array<number>(rank).fill(1);
  sizes[k] = width * 8;
  sizes[operand === 0 ? rank - 2 : rank - 1] = operand === 0 ? 16 : 8;
  const order = operandOrder(operand, rank);
  const tile = tileOf(sizes, width, order, order);
  const warps = broadcastAlongK(mma.warps_per_cta, matrixOrder(rank, !isHopper(mma)), k, 'warp');
  return fit(
    times(tile, transposeOutsOrThrow(warps, outputNames(tile))),
    blocksOf(operandBlocks(mma.cga_layout, k), rank),
    shape,
  );
}
