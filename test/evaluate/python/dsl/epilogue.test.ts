// How the helpers of CuTe DSL divide an epilogue. What is expected is what the functions of the same names in
// cutlass.utils, which are plain Python but for the last step, decide for these tiles and types.

import { before, test } from 'node:test';
import type { Grammars } from '../../../../server/src/syntax/grammars.ts';
import { checkExpressions, checkValues, pythonGrammars } from '../support.ts';
import { checkAtoms } from './support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const HEAD = `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100
import cutlass.utils.hopper_helpers as sm90
f32, half = cutlass.Float32, cutlass.Float16
eight, six, four = cutlass.Float8E4M3FN, cutlass.Float6E3M2FN, cutlass.Float4E2M1FN
row, col = utils.LayoutEnum.ROW_MAJOR, utils.LayoutEnum.COL_MAJOR
def tile(rows, columns, pair, order, of):
    return sm100.compute_epilogue_tile_shape((rows, columns, 64), pair, order, of)
def sourced(rows, columns, order, of, order_c, of_c):
    return sm100.compute_epilogue_tile_shape((rows, columns, 64), False, order, of, layout_c=order_c, elem_ty_c=of_c)
def load(rows, columns, pair, order, of, acc):
    return sm100.get_tmem_load_op((rows, columns, 64), order, of, acc, (rows, columns), pair)
`;

// Without a source: 4096 elements a step, 8192 of four bits; at least 128 bits of a row a warp, or eight columns.
test('an epilogue tile without a source has as many columns as its rows leave, and no fewer than TMA takes', () => {
  checkExpressions(
    grammars,
    HEAD,
    `
      tile(128, 128, False, row, half) → (128:1,32:1)
      tile(64, 128, False, row, half) → (64:1,64:1)
      tile(128, 256, False, row, four) → (128:1,64:1)
      tile(64, 256, False, row, four) → (64:1,128:1)
      tile(64, 128, True, row, half) → (64:1,(32,2):(1,64))
      tile(64, 256, True, col, f32) → (64:1,(32,2):(1,128))
      tile(128, 96, False, row, half) → (128:1,32:1)
      tile(128, 48, False, col, half) → (128:1,16:1)
      tile(128, 40, False, col, eight) → (128:1,8:1)
      tile(128, 24, False, row, half) → (128:1,8:1)
      tile(128, 80, False, row, eight) → (128:1,16:1)
      tile(128, 256, False, row, six) → (128:1,128:1)
      tile(128, 256, False, col, six) → (128:1,32:1)
      tile(1, 64, False, row, half) → (1:0,64:1)
      sm100.compute_epilogue_tile_shape((128, 128, 64), False, row, half, tmem_warp_shape_mn=(2, 2)) → (64:1,(32,2):(1,64))
    `,
  );
});

test('an epilogue tile with a source goes by the wider type and by the tile of the CTA', () => {
  checkExpressions(
    grammars,
    HEAD,
    `
      sourced(128, 128, row, f32, row, f32) → (128:1,16:1)
      sourced(64, 128, row, f32, row, f32) → (64:1,32:1)
      sourced(128, 256, row, f32, row, f32) → (128:1,32:1)
      sourced(64, 256, row, f32, row, f32) → (64:1,32:1)
      sourced(128, 128, row, half, row, half) → (128:1,32:1)
      sourced(128, 256, row, half, row, half) → (128:1,64:1)
      sourced(128, 128, row, eight, row, eight) → (128:1,64:1)
      sourced(128, 256, row, eight, row, eight) → (128:1,64:1)
      sourced(128, 128, row, eight, row, half) → (128:1,32:1)
      sourced(128, 128, row, half, row, eight) → (128:1,32:1)
      sourced(128, 128, row, half, row, f32) → (128:1,16:1)
      sourced(128, 192, row, eight, row, six) → (128:1,192:1)
      sourced(128, 192, row, eight, col, six) → (128:1,64:1)
      sourced(128, 256, row, half, row, six) → (128:1,128:1)
    `,
  );
});

test('the load of an accumulator goes by its type, the type that is stored, the order and the rows of a warp', () => {
  checkAtoms(
    grammars,
    HEAD,
    `
      load(128, 64, False, row, f32, f32) → SM100_TMEM_LOAD_32dp32b64x of Float32
      load(64, 64, False, row, f32, f32) → SM100_TMEM_LOAD_16dp128b16x of Float32
      load(64, 64, True, row, f32, f32) → SM100_TMEM_LOAD_32dp32b32x of Float32
      load(128, 256, False, row, f32, f32) → SM100_TMEM_LOAD_32dp32b128x of Float32
      load(64, 256, False, row, f32, f32) → SM100_TMEM_LOAD_16dp128b64x of Float32
      load(64, 8, False, row, f32, f32) → SM100_TMEM_LOAD_16dp128b2x of Float32
      load(128, 24, False, row, f32, f32) → SM100_TMEM_LOAD_32dp32b8x of Float32
      load(128, 64, False, col, f32, f32) → SM100_TMEM_LOAD_32dp32b64x of Float32
      load(64, 64, False, col, f32, f32) → SM100_TMEM_LOAD_16dp256b8x of Float32
      load(64, 64, True, col, f32, f32) → SM100_TMEM_LOAD_32dp32b32x of Float32
      load(128, 256, False, col, f32, f32) → SM100_TMEM_LOAD_32dp32b128x of Float32
      load(64, 256, False, col, f32, f32) → SM100_TMEM_LOAD_16dp256b32x of Float32
      load(64, 8, False, col, f32, f32) → SM100_TMEM_LOAD_16dp256b1x of Float32
      load(128, 24, False, col, f32, f32) → SM100_TMEM_LOAD_32dp32b8x of Float32
      load(128, 64, False, row, half, f32) → SM100_TMEM_LOAD_32dp32b64x of Float32
      load(64, 64, False, row, half, f32) → SM100_TMEM_LOAD_16dp256b8x of Float32
      load(64, 64, True, row, half, f32) → SM100_TMEM_LOAD_32dp32b32x of Float32
      load(128, 256, False, row, half, f32) → SM100_TMEM_LOAD_32dp32b128x of Float32
      load(64, 256, False, row, half, f32) → SM100_TMEM_LOAD_16dp256b32x of Float32
      load(64, 8, False, row, half, f32) → SM100_TMEM_LOAD_16dp256b1x of Float32
      load(128, 24, False, row, half, f32) → SM100_TMEM_LOAD_32dp32b8x of Float32
      load(128, 64, False, col, half, f32) → SM100_TMEM_LOAD_16dp256b8x of Float32
      load(64, 64, False, col, half, f32) → SM100_TMEM_LOAD_16dp256b8x of Float32
      load(64, 64, True, col, half, f32) → SM100_TMEM_LOAD_16dp256b4x of Float32
      load(128, 256, False, col, half, f32) → SM100_TMEM_LOAD_16dp256b32x of Float32
      load(64, 256, False, col, half, f32) → SM100_TMEM_LOAD_16dp256b32x of Float32
      load(64, 8, False, col, half, f32) → SM100_TMEM_LOAD_16dp256b1x of Float32
      load(128, 24, False, col, half, f32) → SM100_TMEM_LOAD_16dp256b1x of Float32
      load(128, 64, False, row, eight, f32) → SM100_TMEM_LOAD_32dp32b64x of Float32
      load(64, 64, False, row, eight, f32) → SM100_TMEM_LOAD_16dp32b32x of Float32
      load(64, 64, True, row, eight, f32) → SM100_TMEM_LOAD_32dp32b32x of Float32
      load(128, 256, False, row, eight, f32) → SM100_TMEM_LOAD_32dp32b128x of Float32
      load(64, 256, False, row, eight, f32) → SM100_TMEM_LOAD_16dp32b128x of Float32
      load(64, 8, False, row, eight, f32) → SM100_TMEM_LOAD_16dp32b4x of Float32
      load(128, 24, False, row, eight, f32) → SM100_TMEM_LOAD_32dp32b8x of Float32
      load(128, 64, False, col, eight, f32) → SM100_TMEM_LOAD_16dp256b8x of Float32
      load(64, 64, False, col, eight, f32) → SM100_TMEM_LOAD_16dp256b8x of Float32
      load(64, 64, True, col, eight, f32) → SM100_TMEM_LOAD_16dp256b4x of Float32
      load(128, 256, False, col, eight, f32) → SM100_TMEM_LOAD_16dp256b32x of Float32
      load(64, 256, False, col, eight, f32) → SM100_TMEM_LOAD_16dp256b32x of Float32
      load(64, 8, False, col, eight, f32) → SM100_TMEM_LOAD_16dp256b1x of Float32
      load(128, 24, False, col, eight, f32) → SM100_TMEM_LOAD_16dp256b1x of Float32
      load(128, 64, False, row, half, half) → SM100_TMEM_LOAD_32dp32b32x_16b of Float16
      load(64, 64, False, row, half, half) → SM100_TMEM_LOAD_16dp128b8x_16b of Float16
      load(64, 64, True, row, half, half) → SM100_TMEM_LOAD_32dp32b16x_16b of Float16
      load(128, 256, False, row, half, half) → SM100_TMEM_LOAD_32dp32b128x_16b of Float16
      load(64, 256, False, row, half, half) → SM100_TMEM_LOAD_16dp128b32x_16b of Float16
      load(64, 8, False, row, half, half) → SM100_TMEM_LOAD_16dp128b1x_16b of Float16
      load(128, 24, False, row, half, half) → SM100_TMEM_LOAD_32dp32b4x_16b of Float16
      load(128, 64, False, col, half, half) → SM100_TMEM_LOAD_16dp128b8x_16b of Float16
      load(64, 64, False, col, half, half) → SM100_TMEM_LOAD_16dp128b8x_16b of Float16
      load(64, 64, True, col, half, half) → SM100_TMEM_LOAD_16dp128b4x_16b of Float16
      load(128, 256, False, col, half, half) → SM100_TMEM_LOAD_16dp128b32x_16b of Float16
      load(64, 256, False, col, half, half) → SM100_TMEM_LOAD_16dp128b32x_16b of Float16
      load(64, 8, False, col, half, half) → SM100_TMEM_LOAD_16dp128b1x_16b of Float16
      load(128, 24, False, col, half, half) → SM100_TMEM_LOAD_16dp128b1x_16b of Float16
      load(128, 64, False, row, six, f32) → SM100_TMEM_LOAD_32dp32b64x of Float32
      load(64, 64, True, col, six, f32) → SM100_TMEM_LOAD_32dp32b32x of Float32
      load(128, 64, False, row, four, f32) → SM100_TMEM_LOAD_32dp32b64x of Float32
      load(64, 64, True, col, four, f32) → SM100_TMEM_LOAD_32dp32b32x of Float32
    `,
  );
});

test('warps over rows and columns that are given decide the load too', () => {
  checkAtoms(
    grammars,
    HEAD,
    `
      sm100.get_tmem_load_op((128, 64, 64), row, half, f32, (64, 64), False, tmem_warp_shape_mn=(2, 2)) → SM100_TMEM_LOAD_32dp32b32x of Float32
      sm100.get_tmem_load_op((128, 64, 64), row, half, f32, (64, 64), False) → SM100_TMEM_LOAD_16dp256b8x of Float32
    `,
  );
});

test('the tile of a Hopper epilogue', () => {
  checkExpressions(
    grammars,
    HEAD,
    `
      sm90.compute_tile_shape_or_override((128, 128, 64), half) → (64,32)
      sm90.compute_tile_shape_or_override((128, 128, 64), eight) → (64,64)
      sm90.compute_tile_shape_or_override((128, 128, 64), half, True) → (128,32)
      sm90.compute_tile_shape_or_override((256, 128, 64), eight, True) → (128,32)
      sm90.compute_tile_shape_or_override((32, 16, 64), eight) → (32,16)
      sm90.compute_tile_shape_or_override((64, 48, 64), eight, is_cooperative=True) → (64,32)
      sm90.compute_tile_shape_or_override((128, 128, 64), half, False, (32, 8)) → (32,8)
    `,
  );
});

test('an epilogue of another tile, layout or type is not made up', () => {
  checkValues(
    grammars,
    `${HEAD}
flat = sm100.compute_epilogue_tile_shape(128, False, row, half)
named = sm100.compute_epilogue_tile_shape(("rows", 64, 64), False, row, half)
one_extent = sm100.compute_epilogue_tile_shape((128, "columns"), False, row, half)
counted = sm100.compute_epilogue_tile_shape((128, 64, 64), 1, row, half)
rows = sm100.compute_epilogue_tile_shape((128, 64, 64), False, "rows", half)
small = tile(128, 4, False, row, half)
wide = load(128, 64, False, row, f32, half)
bytes = load(128, 64, False, row, eight, half)
nibbles = load(128, 64, False, row, four, half)
load_of_rows = sm100.get_tmem_load_op(128, row, half, f32, (128, 64), False)
load_by_rows = sm100.get_tmem_load_op((128, 64, 64), "rows", half, f32, (128, 64), False)
load_counted = sm100.get_tmem_load_op((128, 64, 64), row, half, f32, (128, 64), 0)
tall = sm100.get_tmem_load_op((128, 64, 64), row, half, f32, (256, 64), False)
narrow = load(64, 4, False, row, half, f32)
store_by_rows = sm90.get_smem_store_op("rows", half, f32)
store_of_bits = sm90.get_smem_store_op(row, 16, f32)
store_of_no_copy = sm100.get_smem_store_op(row, half, f32, half)
hopper_counted = sm90.compute_tile_shape_or_override((128, 128, 64), half, 1)
hopper_flat = sm90.compute_tile_shape_or_override(128, half)
hopper_one = sm90.compute_tile_shape_or_override((128,), half)
`,
    {
      flat: /^unknown: the epilogue of this tile/,
      named: /^unknown: the epilogue of this tile/,
      one_extent: /^unknown: the epilogue of this tile/,
      counted: /^unknown: the epilogue of this tile/,
      rows: /^unknown: this layout/,
      small: /^unknown: the epilogue of so small a tile/,
      wide: /^unknown: a load for these types/,
      bytes: /^unknown: a load for these types/,
      nibbles: /^unknown: a load for these types/,
      load_of_rows: /^unknown: this load/,
      load_by_rows: /^unknown: this load/,
      load_counted: /^unknown: this load/,
      tall: /^unknown: a load of so many datapaths/,
      narrow: /^unknown: a load of so many columns/,
      store_by_rows: /^unknown: a store of this layout/,
      store_of_bits: /^unknown: an instruction for this type/,
      store_of_no_copy: /^unknown: this store/,
      hopper_counted: /^unknown: the epilogue of this tile/,
      hopper_flat: /^unknown: the epilogue of this tile/,
      hopper_one: /^unknown: the epilogue of this tile/,
    },
  );
});
