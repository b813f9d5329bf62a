// The store of an epilogue that CuTe DSL's helpers choose, as the functions of the same names in cutlass.utils do.

import { before, test } from 'node:test';
import type { Grammars } from '../../../../server/src/syntax/grammars.ts';
import { pythonGrammars } from '../support.ts';
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
from cutlass.cute.nvgpu import tcgen05
f32, half, eight = cutlass.Float32, cutlass.Float16, cutlass.Float8E4M3FN
row, col = utils.LayoutEnum.ROW_MAJOR, utils.LayoutEnum.COL_MAJOR
plain, packed = tcgen05.Pack.NONE, tcgen05.Pack.PACK_16b_IN_32b
def store(order, of, acc, op, count, pack):
    atom = cute.make_copy_atom(op(tcgen05.Repetition(count), pack), acc)
    values = cute.size(atom.layout_src_tv, mode=[1])
    copy = cute.make_tiled_copy(atom, cute.make_layout((32, values)), (32, values))
    return sm100.get_smem_store_op(order, of, acc, copy)
`;

test('the store is by matrices where the load left each thread parts of them, else one of elements', () => {
  checkAtoms(
    grammars,
    HEAD,
    `
      store(row, f32, f32, tcgen05.Ld16x128bOp, 1, plain) → SM90_U32x2_STSM_N of Float32
      store(row, f32, f32, tcgen05.Ld16x128bOp, 4, plain) → SM90_U32x4_STSM_N of Float32
      store(row, f32, f32, tcgen05.Ld16x256bOp, 1, plain) → AutoVectorizingCopy of Float32
      store(row, f32, f32, tcgen05.Ld16x256bOp, 2, plain) → AutoVectorizingCopy of Float32
      store(row, f32, f32, tcgen05.Ld16x256bOp, 8, plain) → AutoVectorizingCopy of Float32
      store(row, f32, f32, tcgen05.Ld16x128bOp, 1, packed) → AutoVectorizingCopy of Float32
      store(row, f32, f32, tcgen05.Ld16x128bOp, 8, packed) → AutoVectorizingCopy of Float32
      store(row, f32, f32, tcgen05.Ld32x32bOp, 32, plain) → AutoVectorizingCopy of Float32
      store(row, f32, f32, tcgen05.Ld16x64bOp, 4, plain) → AutoVectorizingCopy of Float32
      store(row, f32, f32, tcgen05.Ld16x256bOp, 4, packed) → AutoVectorizingCopy of Float32
      store(row, half, f32, tcgen05.Ld16x128bOp, 1, plain) → AutoVectorizingCopy of Float16
      store(row, half, f32, tcgen05.Ld16x128bOp, 4, plain) → AutoVectorizingCopy of Float16
      store(row, half, f32, tcgen05.Ld16x256bOp, 1, plain) → SM90_U32x2_STSM_N of Float16
      store(row, half, f32, tcgen05.Ld16x256bOp, 2, plain) → SM90_U32x4_STSM_N of Float16
      store(row, half, f32, tcgen05.Ld16x256bOp, 8, plain) → SM90_U32x4_STSM_N of Float16
      store(row, half, f32, tcgen05.Ld16x128bOp, 1, packed) → AutoVectorizingCopy of Float16
      store(row, half, f32, tcgen05.Ld16x128bOp, 8, packed) → AutoVectorizingCopy of Float16
      store(row, half, f32, tcgen05.Ld32x32bOp, 32, plain) → AutoVectorizingCopy of Float16
      store(row, half, f32, tcgen05.Ld16x64bOp, 4, plain) → AutoVectorizingCopy of Float16
      store(row, half, f32, tcgen05.Ld16x256bOp, 4, packed) → AutoVectorizingCopy of Float16
      store(row, eight, f32, tcgen05.Ld16x128bOp, 1, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, f32, tcgen05.Ld16x128bOp, 4, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, f32, tcgen05.Ld16x256bOp, 1, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, f32, tcgen05.Ld16x256bOp, 2, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, f32, tcgen05.Ld16x256bOp, 8, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, f32, tcgen05.Ld16x128bOp, 1, packed) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, f32, tcgen05.Ld16x128bOp, 8, packed) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, f32, tcgen05.Ld32x32bOp, 32, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, f32, tcgen05.Ld16x64bOp, 4, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, f32, tcgen05.Ld16x256bOp, 4, packed) → AutoVectorizingCopy of Float8E4M3FN
      store(row, half, half, tcgen05.Ld16x128bOp, 1, plain) → AutoVectorizingCopy of Float16
      store(row, half, half, tcgen05.Ld16x128bOp, 4, plain) → AutoVectorizingCopy of Float16
      store(row, half, half, tcgen05.Ld16x256bOp, 1, plain) → AutoVectorizingCopy of Float16
      store(row, half, half, tcgen05.Ld16x256bOp, 2, plain) → AutoVectorizingCopy of Float16
      store(row, half, half, tcgen05.Ld16x256bOp, 8, plain) → AutoVectorizingCopy of Float16
      store(row, half, half, tcgen05.Ld16x128bOp, 1, packed) → SM90_U32x2_STSM_N of Float16
      store(row, half, half, tcgen05.Ld16x128bOp, 8, packed) → SM90_U32x4_STSM_N of Float16
      store(row, half, half, tcgen05.Ld32x32bOp, 32, plain) → AutoVectorizingCopy of Float16
      store(row, half, half, tcgen05.Ld16x64bOp, 4, plain) → AutoVectorizingCopy of Float16
      store(row, half, half, tcgen05.Ld16x256bOp, 4, packed) → AutoVectorizingCopy of Float16
      store(row, f32, half, tcgen05.Ld16x128bOp, 1, plain) → AutoVectorizingCopy of Float32
      store(row, f32, half, tcgen05.Ld16x128bOp, 4, plain) → AutoVectorizingCopy of Float32
      store(row, f32, half, tcgen05.Ld16x256bOp, 1, plain) → AutoVectorizingCopy of Float32
      store(row, f32, half, tcgen05.Ld16x256bOp, 2, plain) → AutoVectorizingCopy of Float32
      store(row, f32, half, tcgen05.Ld16x256bOp, 8, plain) → AutoVectorizingCopy of Float32
      store(row, f32, half, tcgen05.Ld16x128bOp, 1, packed) → AutoVectorizingCopy of Float32
      store(row, f32, half, tcgen05.Ld16x128bOp, 8, packed) → AutoVectorizingCopy of Float32
      store(row, f32, half, tcgen05.Ld32x32bOp, 32, plain) → AutoVectorizingCopy of Float32
      store(row, f32, half, tcgen05.Ld16x64bOp, 4, plain) → AutoVectorizingCopy of Float32
      store(row, f32, half, tcgen05.Ld16x256bOp, 4, packed) → AutoVectorizingCopy of Float32
      store(row, eight, half, tcgen05.Ld16x128bOp, 1, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, half, tcgen05.Ld16x128bOp, 4, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, half, tcgen05.Ld16x256bOp, 1, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, half, tcgen05.Ld16x256bOp, 2, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, half, tcgen05.Ld16x256bOp, 8, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, half, tcgen05.Ld16x128bOp, 1, packed) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, half, tcgen05.Ld16x128bOp, 8, packed) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, half, tcgen05.Ld32x32bOp, 32, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, half, tcgen05.Ld16x64bOp, 4, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(row, eight, half, tcgen05.Ld16x256bOp, 4, packed) → AutoVectorizingCopy of Float8E4M3FN
      store(col, f32, f32, tcgen05.Ld16x128bOp, 1, plain) → AutoVectorizingCopy of Float32
      store(col, f32, f32, tcgen05.Ld16x128bOp, 4, plain) → AutoVectorizingCopy of Float32
      store(col, f32, f32, tcgen05.Ld16x256bOp, 1, plain) → AutoVectorizingCopy of Float32
      store(col, f32, f32, tcgen05.Ld16x256bOp, 2, plain) → AutoVectorizingCopy of Float32
      store(col, f32, f32, tcgen05.Ld16x256bOp, 8, plain) → AutoVectorizingCopy of Float32
      store(col, f32, f32, tcgen05.Ld16x128bOp, 1, packed) → AutoVectorizingCopy of Float32
      store(col, f32, f32, tcgen05.Ld16x128bOp, 8, packed) → AutoVectorizingCopy of Float32
      store(col, f32, f32, tcgen05.Ld32x32bOp, 32, plain) → AutoVectorizingCopy of Float32
      store(col, f32, f32, tcgen05.Ld16x64bOp, 4, plain) → AutoVectorizingCopy of Float32
      store(col, f32, f32, tcgen05.Ld16x256bOp, 4, packed) → AutoVectorizingCopy of Float32
      store(col, half, f32, tcgen05.Ld16x128bOp, 1, plain) → AutoVectorizingCopy of Float16
      store(col, half, f32, tcgen05.Ld16x128bOp, 4, plain) → AutoVectorizingCopy of Float16
      store(col, half, f32, tcgen05.Ld16x256bOp, 1, plain) → SM90_U16x4_STSM_T of Float16
      store(col, half, f32, tcgen05.Ld16x256bOp, 2, plain) → SM90_U16x8_STSM_T of Float16
      store(col, half, f32, tcgen05.Ld16x256bOp, 8, plain) → SM90_U16x8_STSM_T of Float16
      store(col, half, f32, tcgen05.Ld16x128bOp, 1, packed) → AutoVectorizingCopy of Float16
      store(col, half, f32, tcgen05.Ld16x128bOp, 8, packed) → AutoVectorizingCopy of Float16
      store(col, half, f32, tcgen05.Ld32x32bOp, 32, plain) → AutoVectorizingCopy of Float16
      store(col, half, f32, tcgen05.Ld16x64bOp, 4, plain) → AutoVectorizingCopy of Float16
      store(col, half, f32, tcgen05.Ld16x256bOp, 4, packed) → AutoVectorizingCopy of Float16
      store(col, eight, f32, tcgen05.Ld16x128bOp, 1, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(col, eight, f32, tcgen05.Ld16x128bOp, 4, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(col, eight, f32, tcgen05.Ld16x128bOp, 1, packed) → AutoVectorizingCopy of Float8E4M3FN
      store(col, eight, f32, tcgen05.Ld16x128bOp, 8, packed) → AutoVectorizingCopy of Float8E4M3FN
      store(col, eight, f32, tcgen05.Ld32x32bOp, 32, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(col, eight, f32, tcgen05.Ld16x64bOp, 4, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(col, eight, f32, tcgen05.Ld16x256bOp, 4, packed) → AutoVectorizingCopy of Float8E4M3FN
      store(col, half, half, tcgen05.Ld16x128bOp, 1, plain) → AutoVectorizingCopy of Float16
      store(col, half, half, tcgen05.Ld16x128bOp, 4, plain) → AutoVectorizingCopy of Float16
      store(col, half, half, tcgen05.Ld16x256bOp, 1, plain) → AutoVectorizingCopy of Float16
      store(col, half, half, tcgen05.Ld16x256bOp, 2, plain) → AutoVectorizingCopy of Float16
      store(col, half, half, tcgen05.Ld16x256bOp, 8, plain) → AutoVectorizingCopy of Float16
      store(col, half, half, tcgen05.Ld16x128bOp, 1, packed) → SM90_U16x4_STSM_T of Float16
      store(col, half, half, tcgen05.Ld16x128bOp, 8, packed) → SM90_U16x8_STSM_T of Float16
      store(col, half, half, tcgen05.Ld32x32bOp, 32, plain) → AutoVectorizingCopy of Float16
      store(col, half, half, tcgen05.Ld16x64bOp, 4, plain) → AutoVectorizingCopy of Float16
      store(col, half, half, tcgen05.Ld16x256bOp, 4, packed) → AutoVectorizingCopy of Float16
      store(col, f32, half, tcgen05.Ld16x128bOp, 1, plain) → AutoVectorizingCopy of Float32
      store(col, f32, half, tcgen05.Ld16x128bOp, 4, plain) → AutoVectorizingCopy of Float32
      store(col, f32, half, tcgen05.Ld16x256bOp, 1, plain) → AutoVectorizingCopy of Float32
      store(col, f32, half, tcgen05.Ld16x256bOp, 2, plain) → AutoVectorizingCopy of Float32
      store(col, f32, half, tcgen05.Ld16x256bOp, 8, plain) → AutoVectorizingCopy of Float32
      store(col, f32, half, tcgen05.Ld16x128bOp, 1, packed) → AutoVectorizingCopy of Float32
      store(col, f32, half, tcgen05.Ld16x128bOp, 8, packed) → AutoVectorizingCopy of Float32
      store(col, f32, half, tcgen05.Ld32x32bOp, 32, plain) → AutoVectorizingCopy of Float32
      store(col, f32, half, tcgen05.Ld16x64bOp, 4, plain) → AutoVectorizingCopy of Float32
      store(col, f32, half, tcgen05.Ld16x256bOp, 4, packed) → AutoVectorizingCopy of Float32
      store(col, eight, half, tcgen05.Ld16x128bOp, 1, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(col, eight, half, tcgen05.Ld16x128bOp, 4, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(col, eight, half, tcgen05.Ld16x256bOp, 1, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(col, eight, half, tcgen05.Ld16x256bOp, 2, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(col, eight, half, tcgen05.Ld16x256bOp, 8, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(col, eight, half, tcgen05.Ld16x128bOp, 1, packed) → AutoVectorizingCopy of Float8E4M3FN
      store(col, eight, half, tcgen05.Ld16x128bOp, 8, packed) → AutoVectorizingCopy of Float8E4M3FN
      store(col, eight, half, tcgen05.Ld32x32bOp, 32, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(col, eight, half, tcgen05.Ld16x64bOp, 4, plain) → AutoVectorizingCopy of Float8E4M3FN
      store(col, eight, half, tcgen05.Ld16x256bOp, 4, packed) → AutoVectorizingCopy of Float8E4M3FN
    `,
  );
});

test('what was not loaded from tensor memory is stored by elements', () => {
  checkAtoms(
    grammars,
    `${HEAD}
atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), f32, num_bits_per_copy=32)
copy = cute.make_tiled_copy_tv(atom, cute.make_layout(128), cute.make_layout(4))
`,
    `
      sm100.get_smem_store_op(row, half, f32, copy) → AutoVectorizingCopy of Float16
    `,
  );
});

// Four matrices at a time on Hopper, two on SM120; transposed they are as many halves.
test('stores that go by the width of an element alone', () => {
  checkAtoms(
    grammars,
    HEAD,
    `
      sm90.get_smem_store_op(row, half, f32) → SM90_U32x4_STSM_N of Float16
      sm90.get_smem_store_op(col, half, f32) → SM90_U16x8_STSM_T of Float16
      sm90.get_smem_store_op(row, f32, f32) → AutoVectorizingCopy of Float32
      sm90.get_smem_store_op(col, eight, f32) → AutoVectorizingCopy of Float8E4M3FN
      sm100.sm120_get_smem_store_op(row, half, f32) → SM90_U32x2_STSM_N of Float16
      sm100.sm120_get_smem_store_op(col, half, f32) → SM90_U16x4_STSM_T of Float16
      sm100.sm120_get_smem_store_op(row, eight, f32) → AutoVectorizingCopy of Float8E4M3FN
    `,
  );
});
