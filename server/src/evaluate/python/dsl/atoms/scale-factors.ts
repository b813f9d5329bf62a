// Layouts of scale factors of block-scaled MMAs: the atom that the instruction fixes, tiled to what it scales.

import { Layout } from '../../../../algebra/layout/layout.ts';
import { TiledMma } from '../../../../hardware/mma/tiled-mma.ts';
import type { Value } from '../../../model/value.ts';
import { step, steps, stop, tiledToShape } from '../steps.ts';
import type { DslFunction } from '../support.ts';
import { ofRelease } from '../versions.ts';

const isSequence = (v: Value | undefined): v is readonly Value[] => Array.isArray(v);
const numberOf = (v: Value | undefined): number =>
  typeof v === 'number' ? v : stop('scale factors of this extent');

/** 128 rows by 4 factors, each for so many elements along K (PTX: scale factor A layout 1X). */
const atomOf = (size: number): Layout =>
  new Layout(
    [
      [32, 4],
      [size, 4],
    ],
    [
      [16, 4],
      [0, 1],
    ],
  );

/** `tile_atom_to_shape_SF(shape, sf_vec_size)`: of ((M or N), K, L). */
const tileToShape: DslFunction = steps(([shape, size]) =>
  tiledToShape([atomOf(numberOf(size)), shape!, [2, 1, 3]]),
);

/** The layout of one stage with the stages behind it, each as long as the factors that it holds. */
const staged = (layout: Value, stages: Value): Value => {
  const length = step('cosize', [step('filter_zeros', [layout])]);
  return step('append', [layout, new Layout(stages as never, length as never)]);
};

/** `make_smem_layout_sfa(tiled_mma, mma_tiler_mnk, sf_vec_size, num_stages)` and that of B. */
const inSharedMemory = (operand: 'A' | 'B'): DslFunction =>
  steps(([mma, tile, sizeValue, stages]) => {
    if (!(mma instanceof TiledMma) || !isSequence(tile) || tile.length !== 3)
      return stop('scale factors of this MMA');
    const size = numberOf(sizeValue);
    const extent = numberOf(tile[operand === 'A' ? 0 : 1]);
    const k = numberOf(tile[2]);
    const [m, n, instructionK] = mma.atom.shapeMnk;
    const ctas = numberOf(step('size', [mma.atom.thrId]));
    // Each of two CTAs has its own rows of A, and both have all columns of B, in whole atoms.
    const rows = operand === 'A' ? Math.floor(extent / ctas) : Math.ceil(extent / 128) * 128;
    const whole = tiledToShape([atomOf(size), [rows, k], [2, 1]]);
    const counts = [Math.floor(extent / (operand === 'A' ? m : n)), Math.floor(k / instructionK)];
    if (counts.includes(0)) return stop('scale factors of so small a tile');
    const each = step('shape_div', [[rows, k], counts]);
    const divided = step('tiled_divide', [whole, each]);
    return ofRelease(staged(step('logical_divide', [divided, [[128, size]]]), stages!));
  });

/** Rows of A or B that one block of scale factors is for, and how many of them each row has in it. */
const BLOCK = { rows: 128, factors: 4 } as const;

/** `sm120_make_smem_layout_sfa(tiled_mma, tile_shape_mnk, sf_vec_size, num_stages)` and that of B: blocks, in the order of rows. */
const ofGeforce = (operand: 'A' | 'B'): DslFunction =>
  steps(([mma, tile, sizeValue, stages]) => {
    if (!(mma instanceof TiledMma) || !isSequence(tile) || tile.length !== 3)
      return stop('scale factors of this MMA');
    const size = numberOf(sizeValue);
    const rows = numberOf(tile[operand === 'A' ? 0 : 1]);
    const factors = numberOf(tile[2]) / size;
    const each = mma.atom.shapeMnk[2] / size;
    if (rows % BLOCK.rows !== 0 || factors % BLOCK.factors !== 0 || BLOCK.factors % each !== 0)
      return stop('scale factors of this tile');
    const blocks = rows / BLOCK.rows;
    const length = BLOCK.rows * BLOCK.factors;
    const whole = new Layout(
      [
        [[32, 4], blocks],
        [[size, each], BLOCK.factors / each, factors / BLOCK.factors],
      ],
      [
        [[16, 4], length],
        [[0, 1], each, blocks * length],
      ],
    );
    return staged(whole, stages!);
  });

/** `get_permutation_mnk(tile_shape_mnk, sf_vec_size, use_mxf8f6f4)`: two instructions along N share their registers. */
export const geforcePermutation: DslFunction = steps(([tile, size, isWide]) => {
  if (!isSequence(tile) || (size !== 16 && size !== 32) || typeof isWide !== 'boolean')
    return stop('the permutation of this tile');
  return [Math.min(numberOf(tile[0]), 128), new Layout([8, 2, 2], [1, 16, 8]), isWide ? 32 : 64];
});

/** Functions of `cutlass.utils.blockscaled_layout`. */
export const SCALE_FACTOR_LAYOUTS: readonly (readonly [string, DslFunction])[] = [
  ['sm120_make_smem_layout_sfa(tiled_mma, tile_shape_mnk, sf_vec_size, num_stages)', ofGeforce('A')],
  ['sm120_make_smem_layout_sfb(tiled_mma, tile_shape_mnk, sf_vec_size, num_stages)', ofGeforce('B')],
  ['tile_atom_to_shape_SF(Shape, sf_vec_size)', tileToShape],
  ['make_smem_layout_sfa(tiled_mma, mma_tiler_mnk, sf_vec_size, num_stages)', inSharedMemory('A')],
  ['make_smem_layout_sfb(tiled_mma, mma_tiler_mnk, sf_vec_size, num_stages)', inSharedMemory('B')],
];
