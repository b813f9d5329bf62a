// The accumulators and operands of AMD's matrix instructions of RDNA and gfx1250 (WMMA).

import { refuse } from '../../algebra/integer/failure.ts';
import type { LinearLayout } from '../../algebra/linear/layout.ts';
import { transposeOutsOrThrow } from '../../algebra/linear/transpose.ts';
import { repeatedTile } from './amd-mfma.ts';
import { blocksOf } from './cga.ts';
import {
  fromBases,
  identity,
  matrixOrder,
  namesInOrder,
  operandOrder,
  reductionDimension,
  requireMatrix,
  times,
  zeros,
} from './dimensions.ts';
import type { AmdWmma, DotOperand } from './encoding.ts';
import { fit } from './fit.ts';
import { broadcastAlongK } from './nvidia-mma.ts';

const WARP = 32;

/** Version 1 has every other row in a thread, the later ones eight rows in sequence. */
const REGISTERS: Readonly<Record<number, readonly number[]>> = { 1: [2, 4, 8], 2: [1, 2, 4], 3: [1, 2, 4] };
const LAST_LANE: Readonly<Record<number, number>> = { 1: 1, 2: 8, 3: 8 };

function tileOf(wmma: AmdWmma, dimM: string, dimN: string): LinearLayout {
  const rows = REGISTERS[wmma.version]!.map((row) => [0, row]);
  const lanes = [
    [1, 0],
    [2, 0],
    [4, 0],
    [8, 0],
    [0, LAST_LANE[wmma.version]!],
  ];
  const names = wmma.transposed ? [dimM, dimN] : [dimN, dimM];
  return fromBases(
    [
      ['register', rows],
      ['lane', lanes],
    ],
    names,
  );
}

function requireVersion({ version }: AmdWmma): void {
  if (!(version in REGISTERS)) refuse('unsupported', `AMDWMMALayout has version 1, 2 or 3, not ${version}`);
}

export function wmmaLayout(wmma: AmdWmma, shape: readonly number[]): LinearLayout {
  requireVersion(wmma);
  const rank = shape.length;
  requireMatrix(rank, 'AMDWMMALayout');
  const [m, n] = [rank - 2, rank - 1];
  for (const [dim, size] of [
    [m, wmma.instr_shape[0]!],
    [n, wmma.instr_shape[1]!],
  ] as const) {
    if (shape[dim]! !== 1 && shape[dim]! < size) {
      refuse(
        'unsupported',
        `AMDWMMALayout has tiles of ${size} in dimension ${dim}, and the tensor has ${shape[dim]} there`,
      );
    }
  }
  return repeatedTile(wmma, (dimM, dimN) => tileOf(wmma, dimM, dimN), shape);
}

export function wmmaOperandLayout(dot: DotOperand, wmma: AmdWmma, shape: readonly number[]): LinearLayout {
  requireVersion(wmma);
  const rank = shape.length;
  requireMatrix(rank, 'AMDWMMALayout');
  const { operand_index: operand, k_width: width } = dot;
  const order = operandOrder(operand, rank);
  const [dimK, dimOther] = namesInOrder(order) as [string, string];
  const k = reductionDimension(operand, rank);
  const [instrM, instrN, instrK] = wmma.instr_shape as [number, number, number];
  const size = operand === 0 ? instrM : instrN;
  const depth = WARP / size;
  const tileK = depth * width;
  const tiles = wmma.tiles_per_warp[operand === 0 ? rank - 2 : rank - 1]!;
  // With several tiles a thread has all of K of one before the next one begins.
  const along = tiles > 1 ? Math.max(shape[k]!, instrK) : instrK;
  const tile = times(
    identity(width, 'register', dimK),
    identity(size, 'lane', dimOther),
    (wmma.version === 1 ? zeros : identity)(depth, 'lane', dimK),
    identity(Math.floor(along / tileK), 'register', dimK),
    identity(tiles, 'register', dimOther),
  );
  const batched =
    rank === 2 ? tile : times(tile, identity(1, 'register', 'dim0'), identity(1, 'lane', 'dim0'));
  const warps = broadcastAlongK(wmma.warps_per_cta, matrixOrder(rank, true), k, 'warp');
  const names = namesInOrder(order);
  return fit(
    times(transposeOutsOrThrow(batched, names), transposeOutsOrThrow(warps, names)),
    blocksOf(wmma.cga_layout, rank),
    shape,
  );
}
