// Layouts of shared memory that CuTe DSL's helpers make for MMA operands and epilogues: an atom as wide as the
// swizzles allow, tiled to the shape.

import { ComposedLayout, Layout, Swizzle } from '../../../../algebra/layout/layout.ts';
import { TiledMma } from '../../../../hardware/mma/tiled-mma.ts';
import { atomFunction } from '../../../cute/atoms/functions.ts';
import { UMMA_FUNCTIONS } from '../../../cute/atoms/tma.ts';
import { TypeValue, type Value } from '../../../model/value.ts';
import { step, steps, stop, tiledToShape, valueOrStop } from '../steps.ts';
import type { DslFunction } from '../support.ts';
import { NO_KEYWORDS } from '../support.ts';
import { ofRelease } from '../versions.ts';

/** Of an atom: its contiguous extent in bits, and its swizzle. */
const KINDS: Readonly<Record<string, readonly [number, readonly [number, number, number]]>> = {
  INTER: [128, [0, 4, 3]],
  SW32: [256, [1, 4, 3]],
  SW64: [512, [2, 4, 3]],
  SW128: [1024, [3, 4, 3]],
  SW128_32B: [1024, [2, 5, 2]],
};

const bitsOf = (type: Value | undefined): number => {
  if (!(type instanceof TypeValue) || type.bits === null) return stop('a layout for this element type');
  return type.bits;
};

const numberOf = (v: Value | undefined, what: string): number => (typeof v === 'number' ? v : stop(what));
const sizeOf = (v: Value): number => numberOf(step('size', [v]), 'a layout for an extent that is not static');
const isSequence = (v: Value | undefined): v is readonly Value[] => Array.isArray(v);

/** `make_smem_layout_atom(kind, element_type)`: eight rows or columns of the contiguous extent. */
function layoutAtom(kind: Value | undefined, type: Value | undefined): Value {
  const parts = typeof kind === 'string' ? /^SmemLayoutAtomKind\.(K|MN)_(\w+)$/.exec(kind) : null;
  const known = parts === null ? undefined : KINDS[parts[2]!];
  if (parts === null || known === undefined) return stop('a layout atom of this kind');
  const [extent, [b, m, s]] = known;
  const count = Math.floor(extent / bitsOf(type));
  const outer = parts[1] === 'K' ? new Layout([8, count], [count, 1]) : new Layout([count, 8], [1, count]);
  return new ComposedLayout(new Swizzle(b, m, s), 0, outer);
}

/** The widest kind of atom whose contiguous extent divides so many bits. */
function widest(major: 'K' | 'MN', bits: number, isWideWord: boolean): string {
  const swizzle = [1024, 512, 256].find((n) => bits % n === 0);
  if (swizzle === 1024 && isWideWord) return `SmemLayoutAtomKind.${major}_SW128_32B`;
  return `SmemLayoutAtomKind.${major}_${swizzle === undefined ? 'INTER' : `SW${swizzle / 8}`}`;
}

/** Hopper: by the extent of the major mode. */
function hopperKind(layout: Value | undefined, type: Value | undefined, extent: number): string {
  if (layout !== 'LayoutEnum.ROW_MAJOR' && layout !== 'LayoutEnum.COL_MAJOR') return stop('this layout');
  if (extent % 8 !== 0) return stop('a major mode that 8 does not divide');
  return widest(layout === 'LayoutEnum.ROW_MAJOR' ? 'K' : 'MN', extent * bitsOf(type), false);
}

/** Blackwell: by the extent of the major mode of an (MN, K) tile. */
function blackwellKind(major: Value | undefined, type: Value | undefined, shape: Value | undefined): string {
  const isK = major === 'OperandMajorMode.K';
  if ((!isK && major !== 'OperandMajorMode.MN') || !isSequence(shape) || shape.length !== 2)
    return stop('the kind of this operand');
  const bits = bitsOf(type);
  const extent = sizeOf(shape[isK ? 1 : 0]!);
  if (extent % 8 !== 0 || (extent * bits) % 128 !== 0) return stop('a major mode of this extent');
  return widest(isK ? 'K' : 'MN', extent * bits, !isK && bits === 32);
}

const tripleOf = (tile: Value | undefined): readonly [Value, Value, Value] =>
  isSequence(tile) && tile.length === 3 ? (tile as unknown as [Value, Value, Value]) : stop('this tile');

const ROWS_FIRST = [0, 1, 2];
const COLUMNS_FIRST = [1, 0, 2];

const hopperOperand = (operand: 'A' | 'B'): DslFunction =>
  steps(([layout, tile, type, stages]) => {
    const [m, n, k] = tripleOf(tile);
    const isK = layout === 'LayoutEnum.ROW_MAJOR';
    const rows = operand === 'A' ? m : n;
    const atom = layoutAtom(hopperKind(layout, type, sizeOf(isK ? k : rows)), type);
    return tiledToShape([atom, [rows, k, stages!], isK ? ROWS_FIRST : COLUMNS_FIRST]);
  });

/** `make_smem_layout_epi(dtype, layout, tile, stages, smem_trg_shape=None, smem_order=None)` of Hopper. */
const hopperEpilogue: DslFunction = steps(([type, layout, tile, stages, target, order]) => {
  if (!isSequence(tile) || tile.length !== 2) return stop('this epilogue tile');
  const isRow = layout === 'LayoutEnum.ROW_MAJOR';
  const atom = layoutAtom(hopperKind(layout, type, numberOf(tile[isRow ? 1 : 0], 'this tile')), type);
  const shape = isGiven(target) ? target : [...tile, stages!];
  return tiledToShape([atom, shape, isGiven(order) ? order : isRow ? ROWS_FIRST : COLUMNS_FIRST]);
});

const isGiven = (v: Value | undefined): v is Value => isSequence(v);

/** `tile_to_mma_shape(atom, shape, order)`, coalesced to the shape's own profile. */
function toMmaShape(atom: Value, shape: Value, order: Value | undefined): Value {
  const args = order === undefined ? [atom, shape] : [atom, shape, order];
  const call = { name: 'tile_to_mma_shape', args, keywords: NO_KEYWORDS, template: [] };
  const tiled = valueOrStop(UMMA_FUNCTIONS.get('tile_to_mma_shape')!(call));
  return ofRelease(step('coalesce', [tiled, profileOf(shape)]));
}

/** Coalescing looks at the profile alone. */
const profileOf = (shape: Value): Value => (isSequence(shape) ? shape.map(profileOf) : 1);

const blackwellOperand = (operand: 'A' | 'B'): DslFunction =>
  steps(([mma, tile, type, stages, isKMajor]) => {
    const [m, n, k] = tripleOf(tile);
    if (!(mma instanceof TiledMma)) return stop('a layout for this MMA');
    const home = mma.atom.homes[operand];
    const own = home.kind === 'descriptor' && home.major !== null ? home.major === 'K' : undefined;
    const isK = typeof isKMajor === 'boolean' ? isKMajor : own;
    if (isK === undefined) return stop('the major mode of this operand');
    const shapeFunction = atomFunction([`partition_shape_${operand}`], undefined)!;
    const rows = operand === 'A' ? m : n;
    const shape = valueOrStop(
      shapeFunction({ name: 'partition_shape', args: [mma, [rows, k]], keywords: NO_KEYWORDS, template: [] }),
    );
    const [first, restRows, restK] = isSequence(shape) ? shape : [];
    if (!isSequence(first) || restRows === undefined || restK === undefined) return stop('this partition');
    const extents = [sizeOf(first[0]!) * sizeOf(restRows), sizeOf(first[1]!) * sizeOf(restK)];
    const kind = blackwellKind(isK ? 'OperandMajorMode.K' : 'OperandMajorMode.MN', type, extents);
    const staged = [...(shape as readonly Value[]), stages!];
    return toMmaShape(layoutAtom(kind, type), staged, isK ? [1, 2, 3] : [2, 1, 3]);
  });

/** What TMA can take of an epilogue tile: of a layout, the extents that lie together. */
const contiguousTile = (tile: Value): Value => {
  if (!isSequence(tile)) return stop('this epilogue tile');
  return tile.map((mode) =>
    mode instanceof Layout
      ? ((step('coalesce', [step('right_inverse', [mode])]) as Layout).shape as Value)
      : mode,
  );
};

const epilogueKind = (layout: Value | undefined, type: Value | undefined, tile: Value): string => {
  if (layout !== 'LayoutEnum.ROW_MAJOR' && layout !== 'LayoutEnum.COL_MAJOR') return stop('this layout');
  const major = layout === 'LayoutEnum.ROW_MAJOR' ? 'OperandMajorMode.K' : 'OperandMajorMode.MN';
  return blackwellKind(major, type, contiguousTile(tile));
};

/** The extents of a tile whose modes are integers or layouts. */
export const tileExtents = (tile: Value | undefined): readonly number[] => {
  if (!isSequence(tile)) return stop('this tile');
  return tile.map((mode) => sizeOf(mode));
};

const blackwellEpilogue: DslFunction = steps(([type, layout, tile, stages]) => {
  const atom = layoutAtom(epilogueKind(layout, type, tile!), type);
  const order = layout === 'LayoutEnum.ROW_MAJOR' ? ROWS_FIRST : COLUMNS_FIRST;
  return tiledToShape([atom, [...tileExtents(tile), stages!], order]);
});

const staged: DslFunction = steps(([major, shape, type, stages]) => {
  const atom = layoutAtom(blackwellKind(major, type, shape), type);
  const order = major === 'OperandMajorMode.K' ? ROWS_FIRST : COLUMNS_FIRST;
  const tiled = tiledToShape([atom, [...(shape as readonly Value[]), stages!], order]);
  return step('coalesce', [tiled, [1, 1, 1]]);
});

export const makeSmemLayoutAtom: DslFunction = steps(([kind, type]) => layoutAtom(kind, type));

export const tileToMmaShape: DslFunction = steps(([atom, shape, order]) => {
  const isComplete = !isSequence(order) || (isSequence(shape) && order.length === shape.length - 1);
  return isComplete ? toMmaShape(atom!, shape!, isSequence(order) ? order : undefined) : stop('this order');
});

/** Functions of `cutlass.utils.hopper_helpers`. */
export const HOPPER_LAYOUTS: readonly (readonly [string, DslFunction])[] = [
  [
    'get_smem_layout_atom(layout, element_type, major_mode_size)',
    steps(([l, t, n]) => hopperKind(l, t, numberOf(n, 'this extent'))),
  ],
  ['make_smem_layout_a(a_layout, mma_tiler_mnk, a_dtype, num_stages)', hopperOperand('A')],
  ['make_smem_layout_b(b_layout, mma_tiler_mnk, b_dtype, num_stages)', hopperOperand('B')],
  [
    'make_smem_layout_epi(epi_dtype, epi_layout, epi_tile, epi_stage, smem_trg_shape?, smem_order?)',
    hopperEpilogue,
  ],
];

/** Functions of `cutlass.utils.blackwell_helpers`. */
export const BLACKWELL_LAYOUTS: readonly (readonly [string, DslFunction])[] = [
  [
    'get_smem_layout_atom_ab(major_mode, element_type, smem_shape_mn_k)',
    steps(([m, t, s]) => blackwellKind(m, t, s)),
  ],
  ['get_smem_layout_atom_epi(layout, element_type, epi_tile)', steps(([l, t, e]) => epilogueKind(l, t, e!))],
  ['make_smem_layout(leading_mode, smem_tile_shape, a_dtype, num_stages)', staged],
  [
    'make_smem_layout_a(tiled_mma, mma_tiler_mnk, a_dtype, num_stages, *, is_k_major?)',
    blackwellOperand('A'),
  ],
  [
    'make_smem_layout_b(tiled_mma, mma_tiler_mnk, b_dtype, num_stages, *, is_k_major?)',
    blackwellOperand('B'),
  ],
  ['make_smem_layout_epi(epi_dtype, epi_layout, epi_tile, epi_stage)', blackwellEpilogue],
];
