// The accumulators and operands of AMD's matrix instructions of RDNA and gfx1250 (WMMA).

import { needsValue, refuse } from '../../algebra/integer/failure.ts';
import type { LinearLayout } from '../../algebra/linear/layout.ts';
import { transposeOutsOrThrow } from '../../algebra/linear/transpose.ts';
import { repeatedTile } from './amd-mfma.ts';
import { blocksOf } from './cga.ts';
import {
  dimensionNames,
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
import type { AmdWmma, AmdWmmaOfBases, DotOperand, IntLists } from './encoding.ts';
import { fit } from './fit.ts';
import { broadcastAlongK, operandBlocks } from './nvidia-mma.ts';

const WARP = 32;

/** Version 1 has every other row in a thread, the later ones eight rows in sequence. */
const REGISTERS: Readonly<Record<number, readonly number[]>> = { 1: [2, 4, 8], 2: [1, 2, 4], 3: [1, 2, 4] };
const LAST_LANE: Readonly<Record<number, number>> = { 1: 1, 2: 8, 3: 8 };

function tileOf(wmma: AmdWmma | AmdWmmaOfBases, dimM: string, dimN: string): LinearLayout {
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

function requireVersion({ version }: AmdWmma | AmdWmmaOfBases): void {
  if (!(version in REGISTERS)) refuse('unsupported', `AMDWMMALayout has version 1, 2 or 3, not ${version}`);
}

export function wmmaLayout(wmma: AmdWmma | AmdWmmaOfBases, shape: readonly number[]): LinearLayout {
  requireVersion(wmma);
  if ('warp_bases' in wmma) return layoutOfBases(wmma, shape);
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

/** Repetitions and warps, in tiles; `k` is not divided among them. */
function tilesOf({ reg_bases, warp_bases }: AmdWmmaOfBases, rank: number, k: number | null): LinearLayout {
  const within = (bases: IntLists): IntLists => bases.map((basis) => basis.map((x, d) => (d === k ? 0 : x)));
  // A repetition along K is no repetition of the operand.
  const repeated = within(reg_bases).filter((basis) => k === null || basis.some((x) => x !== 0));
  return fromBases(
    [
      ['register', repeated],
      ['warp', within(warp_bases)],
    ],
    dimensionNames(rank),
  );
}

function requireSquare({ instr_shape: [m, n] }: AmdWmmaOfBases): void {
  if (m !== 16 || n !== 16) needsValue(`a WMMA of ${m} × ${n} is not computed`);
}

/** A tile of the last two dimensions, repeated as the bases say, and then through the tensor. */
function layoutOfBases(wmma: AmdWmmaOfBases, shape: readonly number[]): LinearLayout {
  requireSquare(wmma);
  const rank = shape.length;
  requireMatrix(rank, 'AMDWMMALayout');
  const names = namesInOrder(matrixOrder(rank, true));
  const tile = tileOf(wmma, `dim${rank - 2}`, `dim${rank - 1}`);
  const own = transposeOutsOrThrow(withBatch(tile, rank), names);
  const tiles = transposeOutsOrThrow(tilesOf(wmma, rank, null), names);
  return fit(times(own, tiles), blocksOf(wmma.cga_layout, rank), shape);
}

const withBatch = (tile: LinearLayout, rank: number): LinearLayout =>
  rank === 2 ? tile : times(tile, identity(1, 'register', 'dim0'), identity(1, 'lane', 'dim0'));

function operandOfBases(dot: DotOperand, wmma: AmdWmmaOfBases, shape: readonly number[]): LinearLayout {
  requireSquare(wmma);
  const rank = shape.length;
  const { operand_index: operand, k_width: width } = dot;
  const order = operandOrder(operand, rank);
  const [dimK, dimOther] = namesInOrder(order) as [string, string];
  const k = reductionDimension(operand, rank);
  const depth = WARP / SQUARE;
  const tile = times(
    identity(width, 'register', dimK),
    identity(SQUARE, 'lane', dimOther),
    (wmma.version === 1 ? zeros : identity)(depth, 'lane', dimK),
    identity(Math.max(1, Math.floor(wmma.instr_shape[2]! / (depth * width))), 'register', dimK),
  );
  const names = namesInOrder(order);
  const own = transposeOutsOrThrow(withBatch(tile, rank), names);
  const tiles = transposeOutsOrThrow(tilesOf(wmma, rank, k), names);
  return fit(times(own, tiles), blocksOf(operandBlocks(wmma.cga_layout, k), rank), shape);
}

const SQUARE = 16;

export function wmmaOperandLayout(
  dot: DotOperand,
  wmma: AmdWmma | AmdWmmaOfBases,
  shape: readonly number[],
): LinearLayout {
  requireVersion(wmma);
  if ('warp_bases' in wmma) return operandOfBases(dot, wmma, shape);
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
