// How CuTe DSL's helpers divide an epilogue: its tile, the load of the accumulator and the store to shared memory.

import { isFailure } from '../../../../algebra/integer/failure.ts';
import { Layout } from '../../../../algebra/layout/layout.ts';
import { type CopyOperation, copyAtom, copyOperation } from '../../../../hardware/copy/copy-atom.ts';
import { TiledCopy } from '../../../../hardware/copy/tiled-copy.ts';
import { settleOutcome } from '../../../cute/atoms/types.ts';
import { TypeValue, type Value } from '../../../model/value.ts';
import { step, steps, stop, valueOrStop } from '../steps.ts';
import { type DslFunction, isSequence } from '../support.ts';
import { tileExtents } from './smem-layouts.ts';
import { bitsOf, isLayoutEnum, numbersOf } from './table.ts';

/** Warps of an epilogue over (M, N): two by two where two CTAs share 64 rows. */
const warpsOf = (rows: number, isPair: boolean, given: Value | undefined): readonly number[] =>
  isSequence(given) ? numbersOf(given, 2) : rows === 64 && isPair ? [2, 2] : [4, 1];

/** The least columns of a tile for TMA: 128 bits a warp where N is contiguous, else eight. */
const leastColumns = (isColumnMajor: boolean, bits: number, warps: number): number =>
  isColumnMajor ? 8 * warps : Math.floor(bits === 6 ? 128 : 128 / bits) * warps;

/** Columns of an epilogue tile that suit its shared memory. */
function wantedColumns(rows: number, columns: number, tileRows: number, d: number, c: number | null): number {
  let wanted: number;
  const widest = c === null ? d : Math.max(c, d);
  if (c === null) wanted = Math.floor((widest === 4 ? 8192 : 4096) / tileRows);
  else if (widest === 32) wanted = rows > 64 && columns <= 128 ? 16 : 32;
  else if (widest === 16) wanted = columns <= 128 ? 32 : 64;
  else wanted = 64;
  while (columns % wanted !== 0) wanted = Math.floor(wanted / 2);
  return wanted;
}

/** `compute_epilogue_tile_shape(cta_tile_shape, use_2cta_instrs, layout_d, elem_ty_d, …)`: a layout for each mode. */
export const epilogueTile: DslFunction = steps(([tile, isPair, layoutD, typeD, layoutC, typeC, warps]) => {
  const [rows, columns] = isSequence(tile) ? tile : [];
  if (typeof rows !== 'number' || typeof columns !== 'number' || typeof isPair !== 'boolean')
    return stop('the epilogue of this tile');
  const [warpRows, warpColumns] = warpsOf(rows, isPair, warps) as [number, number];
  const isColumns = (v: Value | undefined): boolean =>
    v === 'LayoutEnum.COL_MAJOR' || (v !== 'LayoutEnum.ROW_MAJOR' && stop('this layout'));
  const d = bitsOf(typeD);
  const c = typeC instanceof TypeValue ? bitsOf(typeC) : null;
  const least = [
    leastColumns(isColumns(layoutD), d, warpColumns),
    c === null || !isLayoutEnum(layoutC) || isColumns(layoutC)
      ? 8 * warpColumns
      : leastColumns(false, c, warpColumns),
  ];
  const tileRows = Math.min(rows, 32 * warpRows);
  let tileColumns = Math.min(columns, Math.max(wantedColumns(rows, columns, tileRows, d, c), ...least));
  if (columns % tileColumns !== 0) tileColumns = columns;
  if (columns < Math.max(...least)) return stop('the epilogue of so small a tile');
  const across = new Layout(
    [Math.floor(tileColumns / warpColumns), warpColumns],
    [1, Math.floor(columns / warpColumns)],
  );
  return [new Layout(tileRows, tileRows === 1 ? 0 : 1), step('coalesce', [across])];
});

/** Datapaths and bits of the load of an accumulator: by its width, that of what is stored, and the order of that. */
function loadShape(acc: number, d: number, datapaths: number, isColumns: boolean): readonly [number, number] {
  const wide = [32, 32] as const;
  if (acc === 32 && d === 32) return datapaths === 32 ? wide : [16, isColumns ? 256 : 128];
  if (acc === 32 && d === 16) return datapaths === 32 && !isColumns ? wide : [16, 256];
  if (acc === 32 && d === 8) return isColumns ? [16, 256] : datapaths === 32 ? wide : [16, 32];
  if (acc === 16 && d === 16) return datapaths === 32 && !isColumns ? wide : [16, 128];
  if (acc === 32 && (d === 6 || d === 4) && datapaths === 32) return wide;
  return stop('a load for these types');
}

const LARGEST_REPETITION: Readonly<Record<string, number>> = { '16x128': 64, '16x256': 32 };

/** `get_tmem_load_op(cta_tile_shape, layout_d, elem_ty_d, elem_ty_acc, epi_tile, use_2cta_instrs)`: an atom. */
export const loadAtom: DslFunction = steps(([tile, layout, typeD, typeAcc, epilogue, isPair, warps]) => {
  const rows = isSequence(tile) ? tile[0] : undefined;
  if (typeof rows !== 'number' || typeof isPair !== 'boolean' || !isLayoutEnum(layout))
    return stop('this load');
  const [acc, d] = [bitsOf(typeAcc), bitsOf(typeD)];
  const extents = tileExtents(epilogue);
  const parts = step('shape_div', [extents as Value, warpsOf(rows, isPair, warps) as Value]);
  const [datapaths, columns] = numbersOf(parts, 2) as [number, number];
  if (datapaths !== 16 && datapaths !== 32) return stop('a load of so many datapaths');
  const [dp, bits] = loadShape(acc, d, datapaths, layout === 'LayoutEnum.COL_MAJOR');
  const unit = dp === 16 && bits === 32 ? 64 : bits;
  const largest = LARGEST_REPETITION[`${dp}x${bits}`] ?? 128;
  let count = largest;
  while (count > 1 && (columns * acc) % (unit * count) !== 0) count /= 2;
  if ((columns * acc) % unit !== 0) return stop('a load of so many columns');
  const operation = copyOperation(`SM100_TMEM_LOAD_${dp}dp${bits}b${count}x${acc === 16 ? '_16b' : ''}`);
  return isFailure(operation) ? stop('this load') : atomOf(operation, typeAcc);
});

const atomOf = (operation: CopyOperation, type: Value | undefined): Value => {
  if (!(type instanceof TypeValue) || type.bits === null) return stop('a copy of this type');
  const element = { name: type.name, bits: type.bits };
  return valueOrStop(
    settleOutcome(
      () => copyAtom(operation, element),
      (atom) => atom,
    ),
  );
};

const storeMatrix = (isColumns: boolean, count: number, type: Value | undefined): Value => {
  const operation = copyOperation(isColumns ? `SM90_U16x${2 * count}_STSM_T` : `SM90_U32x${count}_STSM_N`);
  return isFailure(operation) ? stop('this store') : atomOf(operation, type);
};

/** A plain copy of one element, which the compiler vectorises. */
function vectorised(type: Value | undefined): Value {
  const operation = copyOperation('AutoVectorizingCopy');
  return isFailure(operation) ? stop('this store') : atomOf(operation, type);
}

/** By so many matrices where an element has 16 bits. */
const matricesOf = (count: number): DslFunction =>
  steps(([layout, typeD]) => {
    if (!isLayoutEnum(layout)) return stop('a store of this layout');
    if (bitsOf(typeD) !== 16) return vectorised(typeD);
    return storeMatrix(layout === 'LayoutEnum.COL_MAJOR', count, typeD);
  });

/** Hopper's `get_smem_store_op(layout_d, elem_ty_d, elem_ty_acc)` */
export const hopperStore = matricesOf(4);
/** `sm120_get_smem_store_op(layout_d, elem_ty_d, elem_ty_acc)` */
export const geforceStore = matricesOf(2);

const LOAD_NAME = /^SM100_TMEM_LOAD_(16|32)dp(\d+)b(\d+)x(_16b)?$/;

/** Blackwell's `get_smem_store_op(layout_d, elem_ty_d, elem_ty_acc, tiled_tmem_load)`: what the load left to each thread. */
export const blackwellStore: DslFunction = steps(([layout, typeD, typeAcc, load]) => {
  if (!isLayoutEnum(layout) || !(load instanceof TiledCopy)) return stop('this store');
  const parts = LOAD_NAME.exec(load.atom.operation.name);
  if (parts === null) return vectorised(typeD);
  const isColumns = layout === 'LayoutEnum.COL_MAJOR';
  const [acc, d, bits, count] = [bitsOf(typeAcc), bitsOf(typeD), Number(parts[2]), Number(parts[3])];
  const isPacked = parts[4] !== undefined;
  const byMatrices =
    parts[1] === '16' &&
    ((acc === 32 && d === 32 && !isColumns && bits === 128 && !isPacked) ||
      (acc === 32 && d === 16 && bits === 256 && !isPacked) ||
      (acc === 16 && d === 16 && bits === 128 && isPacked));
  if (!byMatrices) {
    const byBytes = parts[1] === '16' && acc === 32 && d === 8 && isColumns && bits === 256 && !isPacked;
    return byBytes ? stop('a store of matrices of bytes') : vectorised(typeD);
  }
  return storeMatrix(isColumns, count === 1 ? 2 : 4, typeD);
});

/** `compute_tile_shape_or_override(tile_shape_mnk, element_type, is_cooperative, epi_tile_override)` */
export const hopperEpilogueTile: DslFunction = steps(([tile, type, isCooperative = false, override]) => {
  if (isSequence(override)) return override;
  const [rows, columns] = isSequence(tile) ? tile.slice(0, 2).map((v) => step('size', [v])) : [];
  if (typeof rows !== 'number' || typeof columns !== 'number' || typeof isCooperative !== 'boolean')
    return stop('the epilogue of this tile');
  const wanted = !isCooperative && bitsOf(type) === 8 ? 64 : 32;
  return [Math.min(isCooperative ? 128 : 64, rows), Math.min(wanted, columns)];
});
