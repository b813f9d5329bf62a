// The instructions of CuTe DSL's MMA and copy operations, and of the helpers that choose them, by the names that C++
// CuTe has for them: the layouts of those are tested on their own.

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
from cutlass.cute.nvgpu import cpasync, tcgen05, warp, warpgroup, OperandMajorMode
half, f32, e4m3, e5m2, four = cutlass.Float16, cutlass.Float32, cutlass.Float8E4M3FN, cutlass.Float8E5M2, cutlass.Float4E2M1FN
ue8, i8, u8 = cutlass.Float8E8M0FNU, cutlass.Int8, cutlass.Uint8
K, MN = tcgen05.OperandMajorMode.K, tcgen05.OperandMajorMode.MN
one, two = tcgen05.CtaGroup.ONE, tcgen05.CtaGroup.TWO
shared, tensor, registers = tcgen05.OperandSource.SMEM, tcgen05.OperandSource.TMEM, warpgroup.OperandSource.RMEM
row, col = utils.LayoutEnum.ROW_MAJOR, utils.LayoutEnum.COL_MAJOR
`;

test('operations of MMAs, and the helpers that choose them by types', () => {
  checkAtoms(
    grammars,
    HEAD,
    `
      tcgen05.MmaF16BF16Op(half, f32, (128, 256, 16), one, shared, K, MN) → SM100_MMA_F16BF16_SS<half_t,half_t,float,128,256,K,MN>
      tcgen05.MmaF16BF16Op(cutlass.BFloat16, f32, (64, 8, 16), one, tensor, K, K) → SM100_MMA_F16BF16_TS<bfloat16_t,bfloat16_t,float,64,8,K,K>
      tcgen05.MmaF16BF16Op(half, half, (256, 256, 16), two, shared, MN, K) → SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,half_t,256,256,MN,K>
      tcgen05.MmaTF32Op((128, 64, 8), one, shared, K, K) → SM100_MMA_TF32_SS<tfloat32_t,tfloat32_t,float,128,64,K,K>
      tcgen05.MmaI8Op(i8, (128, 64, 32), one, shared, K, K) → SM100_MMA_S8_SS<int8_t,int8_t,int32_t,128,64,K,K>
      tcgen05.MmaI8Op(u8, (256, 64, 32), two, shared, K, K) → SM100_MMA_S8_2x1SM_SS<uint8_t,uint8_t,int32_t,256,64,K,K>
      tcgen05.MmaF8F6F4Op(e4m3, e5m2, f32, (128, 64, 32), one, shared, K, MN) → SM100_MMA_F8F6F4_SS<float_e4m3_t,float_e5m2_t,float,128,64,K,MN>
      tcgen05.MmaF8F6F4Op(e4m3, e5m2, f32, (64, 24, 32), one, shared, K, K) → SM100_MMA_F8F6F4_SS<float_e4m3_t,float_e5m2_t,float,64,24,K,K>
      tcgen05.MmaF8F6F4Op(e4m3, e5m2, f32, (64, 48, 32), one, shared, K, MN) → SM100_MMA_F8F6F4_SS<float_e4m3_t,float_e5m2_t,float,64,48,K,MN>
      tcgen05.MmaMXF4Op((128, 128, 64), one, shared) → SM100_MMA_MXF4_SS<float_e2m1_t,float_e2m1_t,float,float_ue8m0_t,128,128,32,K,K>
      tcgen05.MmaMXF4Op((256, 192, 64), two, shared) → SM100_MMA_MXF4_2x1SM_SS<float_e2m1_t,float_e2m1_t,float,float_ue8m0_t,256,192,32,K,K>
      tcgen05.MmaMXF4NVF4Op(e4m3, (128, 128, 64), one, shared) → SM100_MMA_MXF4_SS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,128,128,16,K,K>
      tcgen05.SM103MmaMXF4Op((128, 128, 96), one, shared) → SM103_MXF4_ULTRA_SS_VS<float_e2m1_t,float_e2m1_t,float,float_ue8m0_t,128,128,32,K,K>
      tcgen05.SM103MmaMXF4NVF4Op(e4m3, (256, 256, 96), two, shared) → SM103_MXF4_ULTRA_2x1SM_SS_VS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,256,256,16,K,K>
      sm100.make_blockscaled_trivial_tiled_mma(four, four, K, K, e4m3, 16, two, (256, 128)) → SM100_MMA_MXF4_2x1SM_SS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,256,128,16,K,K>
      sm100.make_blockscaled_trivial_tiled_mma(four, K, K, e4m3, 16, one, (128, 128)) → SM100_MMA_MXF4_SS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,128,128,16,K,K>
      sm100.make_blockscaled_trivial_tiled_mma(e4m3, e5m2, K, MN, ue8, 32, one, (128, 128)) → SM100_MMA_MXF8F6F4_SS<float_e4m3_t,float_e5m2_t,float,float_ue8m0_t,128,128,K,MN>
      sm100.make_blockscaled_trivial_tiled_mma(e5m2, MN, K, ue8, 32, one, (128, 64)) → SM100_MMA_MXF8F6F4_SS<float_e5m2_t,float_e5m2_t,float,float_ue8m0_t,128,64,MN,K>
      sm100.sm103_make_blockscaled_trivial_tiled_mma(e4m3, 16, one, (128, 128)) → SM103_MXF4_ULTRA_SS_VS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,128,128,16,K,K>
      sm100.sm103_make_blockscaled_trivial_tiled_mma(ue8, 32, two, (256, 256)) → SM103_MXF4_ULTRA_2x1SM_SS_VS<float_e2m1_t,float_e2m1_t,float,float_ue8m0_t,256,256,32,K,K>
      sm100.make_trivial_tiled_mma(e4m3, e5m2, K, MN, f32, one, (64, 256)) → SM100_MMA_F8F6F4_SS<float_e4m3_t,float_e5m2_t,float,64,256,K,MN>
      sm100.make_trivial_tiled_mma(f32, f32, K, K, f32, one, (128, 128)) → SM100_MMA_TF32_SS<tfloat32_t,tfloat32_t,float,128,128,K,K>
      sm100.make_trivial_tiled_mma(half, MN, K, f32, two, (128, 128)) → SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,128,128,MN,K>
      warpgroup.MmaF8Op(e4m3, e5m2, f32, (64, 64, 32), shared, K, K) → SM90_64x64x32_F32E4M3E5M2_SS_TN
      warpgroup.MmaF8Op(e5m2, e4m3, half, (64, 64, 32), registers, K, K) → SM90_64x64x32_F16E5M2E4M3_RS_TN
      warpgroup.MmaF16BF16Op(half, f32, (64, 128, 16), registers, K, MN) → SM90_64x128x16_F32F16F16_RS
      warpgroup.MmaF16BF16Op(cutlass.BFloat16, f32, (64, 128, 16), shared, MN, K) → SM90_64x128x16_F32BF16BF16_SS
      sm90.make_trivial_tiled_mma(half, half, K, MN, f32, (2, 1, 1), (64, 128), registers) → SM90_64x128x16_F32F16F16_RS
      sm90.make_trivial_tiled_mma(e4m3, e5m2, K, K, f32, (1, 1, 1), (64, 128)) → SM90_64x128x32_F32E4M3E5M2_SS_TN
      warp.MmaF16BF16Op(half, f32, (16, 8, 16)) → SM80_16x8x16_F32F16F16F32_TN
      warp.MmaF16BF16Op(half, half, (16, 8, 8)) → SM80_16x8x8_F16F16F16F16_TN
      warp.MmaF16BF16Op(cutlass.BFloat16, f32, (16, 8, 8)) → SM80_16x8x8_F32BF16BF16F32_TN
      warp.MmaMXF4Op(four, f32, ue8) → SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float,float_ue8m0_t,32>
      warp.MmaMXF4NVF4Op(four, f32, e4m3) → SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,16>
      warp.MmaMXF8Op(e5m2, f32, ue8) → SM120_16x8x32_TN_VS<float_e5m2_t,float_e5m2_t,float,float_ue8m0_t,32>
      cute.nvgpu.MmaUniversalOp(f32) → UniversalFMA<float>
      cute.nvgpu.MmaUniversalOp(half) → UniversalFMA<half_t>
    `,
  );
});

test('operations of copies, and the loads that clusters need', () => {
  checkAtoms(
    grammars,
    HEAD,
    `
      tcgen05.Ld32x32bOp(tcgen05.Repetition.x8) → SM100_TMEM_LOAD_32dp32b8x
      tcgen05.Ld32x32bOp() → SM100_TMEM_LOAD_32dp32b1x
      tcgen05.Ld16x64bOp(tcgen05.Repetition(4), tcgen05.Pack.NONE) → SM100_TMEM_LOAD_16dp64b4x
      tcgen05.Ld16x128bOp(tcgen05.Repetition.x64, tcgen05.Pack.PACK_16b_IN_32b) → SM100_TMEM_LOAD_16dp128b64x_16b
      tcgen05.Ld16x256bOp(tcgen05.Repetition.x2) → SM100_TMEM_LOAD_16dp256b2x
      tcgen05.Ld16x32bx2Op(tcgen05.Repetition.x2) → SM100_TMEM_LOAD_16dp32b2x
      tcgen05.St32x32bOp(tcgen05.Repetition.x16) → SM100_TMEM_STORE_32dp32b16x
      tcgen05.St16x64bOp(tcgen05.Repetition.x1, tcgen05.Unpack.NONE) → SM100_TMEM_STORE_16dp64b1x
      tcgen05.St16x128bOp(tcgen05.Repetition.x1, tcgen05.Unpack.UNPACK_32b_IN_16b) → SM100_TMEM_STORE_16dp128b1x_16b
      tcgen05.St16x256bOp(tcgen05.Repetition(1)) → SM100_TMEM_STORE_16dp256b1x
      tcgen05.St16x32bx2Op(tcgen05.Repetition(1)) → SM100_TMEM_STORE_16dp32b1x
      warp.LdMatrix8x8x16bOp(False, 4) → SM75_U32x4_LDSM_N
      warp.LdMatrix8x8x16bOp() → SM75_U32x1_LDSM_N
      warp.LdMatrix8x8x16bOp(True, 4) → SM75_U16x8_LDSM_T
      warp.LdMatrix8x8x16bOp(num_matrices=2, transpose=True) → SM75_U16x4_LDSM_T
      warp.StMatrix8x8x16bOp(False, 2) → SM90_U32x2_STSM_N
      warp.StMatrix8x8x16bOp(True, 1) → SM90_U16x2_STSM_T
      cpasync.CopyBulkTensorTileG2SOp() → SM90_TMA_LOAD
      cpasync.CopyBulkTensorTileG2SOp(one) → SM90_TMA_LOAD
      cpasync.CopyBulkTensorTileG2SOp(two) → SM100_TMA_2SM_LOAD
      cpasync.CopyBulkTensorTileG2SMulticastOp(one) → SM90_TMA_LOAD_MULTICAST
      cpasync.CopyBulkTensorTileG2SMulticastOp(two) → SM100_TMA_2SM_LOAD_MULTICAST
      cpasync.CopyBulkTensorTileS2GOp() → SM90_TMA_STORE
      cpasync.CopyReduceBulkTensorTileS2GOp() → SM90_TMA_REDUCE_ADD
      utils.mixed_input_helpers.get_tma_atom_kind(False, False, False) → SM90_TMA_LOAD
      utils.mixed_input_helpers.get_tma_atom_kind(True, False, True) → SM90_TMA_LOAD_MULTICAST
      utils.mixed_input_helpers.get_tma_atom_kind(True, True, False) → SM90_TMA_LOAD_MULTICAST
      utils.mixed_input_helpers.get_tma_atom_kind(False, True, True) → SM100_TMA_2SM_LOAD
      utils.mixed_input_helpers.get_tma_atom_kind(True, True, True) → SM100_TMA_2SM_LOAD_MULTICAST
      sm100.cluster_shape_to_tma_atom_A((1, 1), cute.make_layout(1)) → SM90_TMA_LOAD
      sm100.cluster_shape_to_tma_atom_A((1, 2), cute.make_layout(1)) → SM90_TMA_LOAD_MULTICAST
      sm100.cluster_shape_to_tma_atom_A((2, 1), cute.make_layout(1)) → SM90_TMA_LOAD
      sm100.cluster_shape_to_tma_atom_A((2, 1), cute.make_layout(2)) → SM100_TMA_2SM_LOAD
      sm100.cluster_shape_to_tma_atom_A((2, 2), cute.make_layout(2)) → SM100_TMA_2SM_LOAD_MULTICAST
      sm100.cluster_shape_to_tma_atom_B((2, 1), cute.make_layout(1)) → SM90_TMA_LOAD_MULTICAST
      sm100.cluster_shape_to_tma_atom_B((1, 2), cute.make_layout(1)) → SM90_TMA_LOAD
      sm100.cluster_shape_to_tma_atom_B((2, 1), cute.make_layout(2)) → SM100_TMA_2SM_LOAD
      sm100.cluster_shape_to_tma_atom_B((4, 1), cute.make_layout(2)) → SM100_TMA_2SM_LOAD_MULTICAST
      sm100.cluster_shape_to_tma_atom_SFB((1, 2), cute.make_layout(1)) → SM90_TMA_LOAD
      sm100.cluster_shape_to_tma_atom_SFB((2, 1), cute.make_layout(1)) → SM90_TMA_LOAD_MULTICAST
      sm100.cluster_shape_to_tma_atom_SFB((2, 1), cute.make_layout(2)) → SM100_TMA_2SM_LOAD_MULTICAST
    `,
  );
});

test('attributes of MMA operations: their shape, the threads that issue them and the order of their operands', () => {
  checkExpressions(
    grammars,
    HEAD,
    `
      warpgroup.MmaF16BF16Op(half, f32, (64, 128, 16), registers, K, MN).b_major_mode → "OperandMajorMode.MN"
      warpgroup.MmaF16BF16Op(half, f32, (64, 128, 16), shared, MN, K).a_major_mode → "OperandMajorMode.MN"
      warpgroup.MmaF16BF16Op(half, f32, (64, 128, 16), shared, MN, K).b_major_mode → "OperandMajorMode.K"
      tcgen05.MmaF16BF16Op(half, f32, (128, 256, 16), one, shared, K, MN).shape_mnk → (128,256,16)
      tcgen05.MmaF16BF16Op(half, f32, (128, 256, 16), one, shared, K, MN).thr_id → 1:0
      tcgen05.MmaF16BF16Op(half, f32, (256, 256, 16), two, shared, K, MN).thr_id → 2:1
      tcgen05.MmaMXF4Op((128, 128, 64), one, shared).shape_mnk → (128,128,64)
      tcgen05.SM103MmaMXF4Op((128, 128, 96), one, shared).shape_mnk → (128,128,96)
      tcgen05.OperandMajorMode("mn") → "OperandMajorMode.MN"
      sm90.make_trivial_tiled_mma(half, half, K, K, f32, (2, 1, 1), (64, 128)).size → 256
      sm90.make_trivial_tiled_mma(half, half, K, K, f32, (2, 1, 1), (64, 128)).get_tile_size(0) → 128
      sm90.make_trivial_tiled_mma(half, half, K, K, f32, (2, 1, 1), (64, 128)).get_tile_size(1) → 128
      cute.make_tiled_mma(warp.MmaF16BF16Op(half, f32, (16, 8, 16)), (2, 2, 1), permutation_mnk=(32, 32, 16)).permutation_mnk → (32:1,32:1,16:1)
      cute.make_tiled_mma(cute.nvgpu.MmaUniversalOp(f32), (16, 16, 1), permutation_mnk=(16, 16, 1)).permutation_mnk → (16:1,16:1,1:0)
      cute.make_tiled_mma(cute.nvgpu.MmaUniversalOp(f32), (16, 16, 1)).size → 256
    `,
  );
});

test('an operation that CuTe DSL refuses or that no instruction has is not made up', () => {
  checkValues(
    grammars,
    `${HEAD}
none = tcgen05.MmaF16BF16Op(half, f32, (128, 0, 16), one, shared, K, K)
wide = tcgen05.MmaF16BF16Op(half, f32, (128, 264, 16), one, shared, K, K)
uneven = tcgen05.MmaF16BF16Op(half, f32, (128, 4, 16), one, shared, K, K)
low = tcgen05.MmaF16BF16Op(half, f32, (64, 64, 16), two, shared, K, K)
halved = tcgen05.MmaF16BF16Op(half, f32, (256, 8, 16), two, shared, K, K)
bytes = tcgen05.MmaF8F6F4Op(e4m3, e5m2, f32, (128, 24, 32), one, shared, K, MN)
bytes_of_two = tcgen05.MmaI8Op(i8, (256, 48, 32), two, shared, K, MN)
scaled = tcgen05.MmaMXF4Op((64, 128, 64), one, shared)
scaled_uneven = tcgen05.MmaMXF4NVF4Op(e4m3, (128, 4, 64), one, shared)
scaled_wide = tcgen05.SM103MmaMXF4Op((256, 264, 96), two, shared)
flat = tcgen05.MmaF16BF16Op(half, f32, (128, 64), one, shared, K, K)
eight = warpgroup.MmaF8Op(e4m3, e5m2, f32, (64, 64, 32), shared, MN, K)
narrow = warp.MmaF16BF16Op(cutlass.BFloat16, half, (16, 8, 16))
float = warp.MmaF16BF16Op(f32, f32, (16, 8, 8))
shape = warp.MmaF16BF16Op(half, f32, 16)
size = warp.MmaF16BF16Op(half, f32, (16, 8, 32))
universal = cute.nvgpu.MmaUniversalOp(i8)
of_half = warpgroup.MmaF16BF16Op(half, f32, (64, 128, 16), K, K, K)
of_float = warpgroup.MmaF16BF16Op(f32, f32, (64, 128, 16), shared, K, K)
repeated = tcgen05.Ld32x32bOp(3)
packed = tcgen05.Ld32x32bOp(tcgen05.Repetition.x8, tcgen05.Unpack.UNPACK_32b_IN_16b)
three = sm100.cluster_shape_to_tma_atom_A((3, 1), cute.make_layout(3))
odd = sm100.cluster_shape_to_tma_atom_A((3, 1), cute.make_layout(2))
kind = utils.mixed_input_helpers.get_tma_atom_kind(1, False, False)
matrices = warp.LdMatrix8x8x16bOp(False, 3)
transposed = warp.LdMatrix8x8x16bOp(1, 4)
counted = warp.LdMatrix8x8x16bOp(False, "4")
untyped = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), 16)
of_a_type = cute.make_copy_atom(half, half)
unsized = cute.make_copy_atom(cpasync.CopyG2SOp(), half)
named = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), half, num_bits_per_copy="64")
block = sm100.make_blockscaled_trivial_tiled_mma(half, half, K, K, e4m3, 16, one, (128, 128))
block_of_eight = sm100.make_blockscaled_trivial_tiled_mma(four, four, K, K, e4m3, 8, one, (128, 128))
block_of_both = sm100.make_blockscaled_trivial_tiled_mma(four, e4m3, K, K, e4m3, 16, one, (128, 128))
tensor_scaled = sm100.make_blockscaled_trivial_tiled_mma(four, four, K, K, e4m3, 16, one, (128, 128), tensor)
byte_halves = tcgen05.MmaF16BF16Op(e4m3, f32, (128, 256, 16), one, shared, K, MN)
scale_types = sm100.make_blockscaled_trivial_tiled_mma(four, four, K, K, half, 16, one, (128, 128))
mixed = tcgen05.MmaF8F6F4Op(i8, e5m2, f32, (128, 64, 32), one, shared, K, K)
mixed_too = tcgen05.MmaF8F6F4Op(e4m3, half, f32, (128, 64, 32), one, shared, K, K)
wide_bytes = tcgen05.MmaI8Op(half, (128, 64, 32), one, shared, K, K)
six = tcgen05.MmaF8F6F4Op(e4m3, cutlass.Float6E3M2FN, f32, (128, 64, 32), one, shared, K, K)
byte_sum = tcgen05.MmaF8F6F4Op(e4m3, e5m2, e4m3, (128, 64, 32), one, shared, K, K)
integer_sum = tcgen05.MmaF16BF16Op(half, cutlass.Int32, (128, 256, 16), one, shared, K, K)
along_k = tcgen05.MmaF16BF16Op(half, f32, (128, 256, 8), one, shared, K, K)
along_k_of_bytes = tcgen05.MmaI8Op(i8, (128, 64, 16), one, shared, K, K)
along_k_scaled = tcgen05.MmaMXF4Op((128, 128, 32), one, shared)
along_k_ultra = tcgen05.SM103MmaMXF4NVF4Op(e4m3, (256, 256, 64), two, shared)
helper_sum = sm100.make_trivial_tiled_mma(half, half, K, K, cutlass.Int32, one, (128, 128))
warp_group_bytes = warpgroup.MmaF8Op(i8, i8, cutlass.Int32, (64, 64, 32), shared, K, K)
to_bytes = warpgroup.MmaF16BF16Op(half, i8, (64, 128, 16), shared, K, K)
of_bytes = warpgroup.MmaF16BF16Op(i8, half, (64, 128, 16), shared, K, K)
tensor_major = tcgen05.MmaF16BF16Op(half, f32, (128, 256, 16), one, tensor, K, MN).a_major_mode
registers_major = warp.MmaF16BF16Op(half, f32, (16, 8, 16)).a_major_mode
`,
    {
      none: /^refused: .* not 128 by 0$/,
      wide: /^refused: .* not 128 by 264$/,
      uneven: /^refused: .* not 128 by 4$/,
      low: /^refused: .* not 64 by 64$/,
      halved: /^refused: .* not 256 by 8$/,
      bytes: /^refused: .* not 128 by 24$/,
      bytes_of_two: /^refused: .* not 256 by 48$/,
      scaled: /^refused: .* not 64 by 128$/,
      scaled_uneven: /^refused: .* not 128 by 4$/,
      scaled_wide: /^refused: .* not 256 by 264$/,
      flat: /^unknown: an instruction of this shape/,
      eight: /^unknown: an 8-bit operand that is not K-major/,
      narrow: /^refused: MmaF16BF16Op accumulates BFloat16 in Float32/,
      float: /^unknown: this MMA operation/,
      shape: /^unknown: this MMA operation/,
      size: /^refused: warp.MmaF16BF16Op is/,
      universal: /^unknown: this MMA operation/,
      of_half: /^unknown: this warp-group MMA operation/,
      of_float: /^unknown: this warp-group MMA operation/,
      repeated: /^unknown: this repetition/,
      packed: /^unknown: this packing/,
      three: /^unknown: a TMA load for this cluster/,
      odd: /^unknown: a cluster that the CTAs of the MMA do not divide/,
      kind: /^unknown: a TMA load of this kind/,
      matrices: /^unknown: this matrix copy/,
      transposed: /^unknown: this matrix copy/,
      counted: /^unknown: this matrix copy/,
      untyped: /^unknown: the element type/,
      of_a_type: /^unknown: this copy operation/,
      unsized: /^unknown: a copy of this width/,
      named: /^unknown: a copy of this width/,
      block: /^unknown: a block-scaled MMA of these types/,
      block_of_eight: /^unknown: a block-scaled MMA of these types/,
      block_of_both: /^unknown: a block-scaled MMA of these types/,
      tensor_scaled: /^unknown: a block-scaled MMA of this source/,
      byte_halves: /^unknown: an instruction for these types/,
      scale_types: /^unknown: scale factors of this type/,
      mixed: /^unknown: an instruction for these types/,
      mixed_too: /^unknown: an instruction for these types/,
      wide_bytes: /^unknown: an instruction for these types/,
      six: /^unknown: an instruction for these types/,
      byte_sum: /^unknown: an instruction for these types/,
      integer_sum: /^unknown: an instruction for these types/,
      along_k: /^refused: .* along K, not 8$/,
      along_k_of_bytes: /^refused: .* along K, not 16$/,
      along_k_scaled: /^refused: .* along K, not 32$/,
      along_k_ultra: /^refused: .* along K, not 64$/,
      helper_sum: /^unknown: a tcgen05 MMA of these types/,
      warp_group_bytes: /^unknown: an instruction for these types/,
      to_bytes: /^unknown: this warp-group MMA operation/,
      of_bytes: /^unknown: this warp-group MMA operation/,
      tensor_major: /^unknown: the member a_major_mode/,
      registers_major: /^unknown: the member a_major_mode/,
    },
  );
});
