// The accumulators and operands of AMD's matrix instructions of CDNA (MFMA).

import { refuse } from '../../algebra/integer/failure.ts';
import type { LinearLayout } from '../../algebra/linear/layout.ts';
import { transposeOutsOrThrow } from '../../algebra/linear/transpose.ts';
import { blocksOf } from './cga.ts';
import {
  dimensionNames,
  identity,
  identityND,
  matrixOrder,
  namesInOrder,
  operandOrder,
  reductionDimension,
  requireMatrix,
  times,
} from './dimensions.ts';
import type { AmdMfma, AmdWmma, DotOperand } from './encoding.ts';
import { fit } from './fit.ts';

const WARP = 64;

/** One instruction's tile: some elements of a thread, the threads, and the rest of the tile again in registers. */
function tileOf(mfma: AmdMfma, dimM: string, dimN: string): LinearLayout {
  const [m, n] = [mfma.instr_shape[0]!, mfma.instr_shape[1]!];
  if (m === 64 && n === 4 && !mfma.transposed)
    refuse('unsupported', 'an MFMA of 64 × 4 is always transposed');
  const height = mfma.element_bitwidth === 64 ? 1 : 4;
  const tiles = Math.floor((m * n) / (WARP * height));
  const [along, across, size] = mfma.transposed ? [dimN, dimM, m] : [dimM, dimN, n];
  return times(
    identity(height, 'register', along),
    identity(size, 'lane', across),
    identity(WARP / size, 'lane', along),
    identity(tiles, 'register', along),
  );
}

/**
 * A tile of the last two dimensions, repeated: along N through the whole tensor, and only then along M, so that the order
 * of tiles is row-major.
 */
export function repeatedTile(
  parent: AmdMfma | AmdWmma,
  tile: (dimM: string, dimN: string) => LinearLayout,
  shape: readonly number[],
): LinearLayout {
  const rank = shape.length;
  const names = dimensionNames(rank);
  const [m, n] = [rank - 2, rank - 1];
  const [dimM, dimN] = [names[m]!, names[n]!];
  const [warps, tiles] = [parent.warps_per_cta, parent.tiles_per_warp];
  const across = parent.instr_shape[1]! * warps[n]! * tiles[n]!;
  const matrix = times(
    transposeOutsOrThrow(tile(dimM, dimN), [dimN, dimM]),
    identity(tiles[n]!, 'register', dimN),
    identity(warps[n]!, 'warp', dimN),
    identity(Math.floor(shape[n]! / across), 'register', dimN),
    identity(tiles[m]!, 'register', dimM),
    identity(warps[m]!, 'warp', dimM),
  );
  return fit(rank === 2 ? matrix : withBatch(matrix, warps[0]!), blocksOf(parent.cga_layout, rank), shape);
}

export function mfmaLayout(mfma: AmdMfma, shape: readonly number[]): LinearLayout {
  requireMatrix(shape.length, 'AMDMFMALayout');
  return repeatedTile(mfma, (dimM, dimN) => tileOf(mfma, dimM, dimN), shape);
}

/** The batch is the outermost dimension; warps may divide it. */
const withBatch = (matrix: LinearLayout, warps: number): LinearLayout =>
  times(
    matrix,
    identity(1, 'register', 'dim0'),
    identity(1, 'lane', 'dim0'),
    identity(warps, 'warp', 'dim0'),
  );

export function mfmaOperandLayout(dot: DotOperand, mfma: AmdMfma, shape: readonly number[]): LinearLayout {
  const rank = shape.length;
  requireMatrix(rank, 'AMDMFMALayout');
  const { operand_index: operand, k_width: width } = dot;
  if (width < 1)
    refuse('unsupported', `k_width is ${width}: an operand of AMDMFMALayout has one of 1 or more`);
  const order = operandOrder(operand, rank);
  const [dimK, dimOther] = namesInOrder(order) as [string, string];
  const [m, n] = [mfma.instr_shape[0]!, mfma.instr_shape[1]!];
  const size = operand === 0 ? m : n;
  // A 64 × 64 operand of a 4 × 64 instruction goes through it in 16 steps along K.
  const steps = (m === 64 && n === 4 && operand === 0) || (m === 4 && n === 64 && operand === 1) ? 16 : 1;
  const tileK = (WARP / size) * width * steps;
  const k = shape[reductionDimension(operand, rank)]!;
  const tile = times(
    identity(width, 'register', dimK),
    identity(size, 'lane', dimOther),
    identity(WARP / size, 'lane', dimK),
    identity(steps, 'register', dimK),
    identity(k > tileK ? k / tileK : 1, 'register', dimK),
    identity(mfma.tiles_per_warp[operand === 0 ? rank - 2 : rank - 1]!, 'register', dimOther),
  );
  const ordered = transposeOutsOrThrow(tile, [dimK, dimOther]);
  const batched =
    rank === 2 ? ordered : times(ordered, identity(1, 'register', 'dim0'), identity(1, 'lane', 'dim0'));
  const warps = identityND('warp', mfma.warps_per_cta, matrixOrder(rank, true));
  return fit(times(batched, warps), blocksOf(mfma.cga_layout, rank), shape);
}
