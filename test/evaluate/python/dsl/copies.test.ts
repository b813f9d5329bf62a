// Copy atoms of CuTe DSL and their tilings: their instructions by the names that C++ CuTe has for them, and their layouts
// as C++ CuTe prints those of the same tilings.

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
from cutlass.cute.nvgpu import cpasync, warp
half, f32 = cutlass.Float16, cutlass.Float32
`;

// 32 × 8 threads of 1 × 4 elements: a row of 32 elements is that of eight threads.
const COPIES = `
universal = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), half, num_bits_per_copy=64)
copy = cute.make_tiled_copy_tv(universal, cute.make_layout((32, 8), stride=(8, 1)), cute.make_layout((1, 4)))
row_copy = cute.make_tiled_copy_tv(universal, cute.make_layout((1, 8)), cute.make_layout((1, 4)))
mma = cute.make_tiled_mma(warp.MmaF16BF16Op(half, f32, (16, 8, 16)), (2, 2, 1), permutation_mnk=(32, 32, 16))
loads = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), half)
stores = cute.make_copy_atom(warp.StMatrix8x8x16bOp(False, 4), half)
`;

test('copy atoms and tilings of them', () => {
  checkAtoms(
    grammars,
    `${HEAD}${COPIES}`,
    `
      universal → UniversalCopy<uint64_t> of Float16
      cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), f32) → AutoVectorizingCopy of Float32
      cute.make_copy_atom(cpasync.CopyG2SOp(), half, num_bits_per_copy=128) → SM80_CP_ASYNC_CACHEALWAYS<uint128_t> of Float16
      cute.make_copy_atom(cpasync.CopyG2SOp(cpasync.LoadCacheMode.GLOBAL), half, num_bits_per_copy=128) → SM80_CP_ASYNC_CACHEGLOBAL<uint128_t> of Float16
      cute.make_tiled_copy_A(loads, mma) → SM75_U32x4_LDSM_N of Float16
      cute.make_tiled_copy_B(loads, mma) → SM75_U32x4_LDSM_N of Float16
      cute.make_tiled_copy_C(universal, mma) → UniversalCopy<uint64_t> of Float16
      cute.make_tiled_copy_C_atom(stores, mma) → SM90_U32x4_STSM_N of Float16
      cute.make_tiled_copy_S(universal, copy) → UniversalCopy<uint64_t> of Float16
    `,
  );
  checkExpressions(
    grammars,
    `${HEAD}${COPIES}`,
    `
      copy.tiler_mn → (32:1,32:1)
      copy.size → 256
      copy.layout_tv_tiled → ((8,32),4):((128,1),32)
      copy.value_type → Float16
      copy.layout_src_tv_tiled → ((8,32),(4,1)):((128,1),(32,0))
      universal.thr_id → 1:0
      loads.thr_id → 32:1
      row_copy.tiler_mn → (1:0,32:1)
    `,
  );
  checkValues(
    grammars,
    `${HEAD}${COPIES}
threads = cute.make_tiled_copy_tv(universal, (32, 8), cute.make_layout((1, 4)))
values = cute.make_tiled_copy_tv(universal, cute.make_layout((32, 8)), (1, 4))
tiler = cute.make_tiled_copy(universal, cute.make_layout((32, 4)), None)
cotiled = cute.make_cotiled_copy(universal, cute.make_layout((32, 4)), (32, 4))
coaddressed = cute.make_cotiled_copy(universal, (32, 4), cute.make_layout((32, 4)))
cotiled_type = cute.make_cotiled_copy(half, cute.make_layout((32, 4)), cute.make_layout((32, 4)))
mma_atom = cute.make_mma_atom(half)
c_atom = cute.make_tiled_copy_C_atom(stores, copy)
like = cute.make_tiled_copy_S(universal, mma)
of_c = cute.make_tiled_copy_C(mma, universal)
tiled = cute.make_tiled_mma(universal)
arranged = cute.make_tiled_mma(warp.MmaF16BF16Op(half, f32, (16, 8, 16)), "rows")
permuted = cute.make_tiled_mma(warp.MmaF16BF16Op(half, f32, (16, 8, 16)), (1, 1, 1), permutation_mnk="rows")
`,
    {
      threads: /^refused: make_tiled_copy_tv takes .* a shape as thr_layout: make_layout of it$/,
      values: /^refused: make_tiled_copy_tv takes .* a shape as val_layout: make_layout of it$/,
      tiler: /^unknown: make_tiled_copy needs/,
      cotiled: /^unknown: make_cotiled_copy needs/,
      coaddressed: /^unknown: make_cotiled_copy needs/,
      cotiled_type: /^unknown: make_cotiled_copy needs/,
      mma_atom: /^unknown: make_mma_atom needs/,
      c_atom: /^unknown: make_tiled_copy_C_atom needs/,
      like: /^unknown: make_tiled_copy_S needs/,
      of_c: /^unknown: make_tiled_copy_C needs/,
      tiled: /^unknown: make_tiled_mma needs/,
      arranged: /^unknown: make_tiled_mma needs/,
      permuted: /^unknown: make_tiled_mma needs/,
    },
  );
});
