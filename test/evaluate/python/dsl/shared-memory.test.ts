// Layouts of shared memory that the helpers of CuTe DSL make, worked out by hand: the widest swizzle whose contiguous
// extent divides the tile, eight rows or columns of it an atom, and the atoms in the order that the major mode asks for.

import { before, test } from 'node:test';
import type { Grammars } from '../../../../server/src/syntax/grammars.ts';
import { checkExpressions, checkValues, pythonGrammars } from '../support.ts';

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
half, f32, eight = cutlass.Float16, cutlass.Float32, cutlass.Float8E4M3FN
row, col = utils.LayoutEnum.ROW_MAJOR, utils.LayoutEnum.COL_MAJOR
K, MN = tcgen05.OperandMajorMode.K, tcgen05.OperandMajorMode.MN
one, shared, tensor = tcgen05.CtaGroup.ONE, tcgen05.OperandSource.SMEM, tcgen05.OperandSource.TMEM
mma = sm100.make_trivial_tiled_mma(half, half, K, K, f32, one, (128, 128))
split = (cute.make_layout(128), cute.make_layout((16, 2), stride=(1, 64)))
`;

test('the kind of an atom is the widest that the contiguous extent allows', () => {
  checkExpressions(
    grammars,
    HEAD,
    `
      sm100.get_smem_layout_atom_ab(K, half, (128, 64)) → "SmemLayoutAtomKind.K_SW128"
      sm100.get_smem_layout_atom_ab(K, half, (128, 32)) → "SmemLayoutAtomKind.K_SW64"
      sm100.get_smem_layout_atom_ab(K, half, (128, 16)) → "SmemLayoutAtomKind.K_SW32"
      sm100.get_smem_layout_atom_ab(K, half, (128, 24)) → "SmemLayoutAtomKind.K_INTER"
      sm100.get_smem_layout_atom_ab(K, eight, (64, 64)) → "SmemLayoutAtomKind.K_SW64"
      sm100.get_smem_layout_atom_ab(K, f32, (64, 32)) → "SmemLayoutAtomKind.K_SW128"
      sm100.get_smem_layout_atom_ab(MN, half, (64, 8)) → "SmemLayoutAtomKind.MN_SW128"
      sm100.get_smem_layout_atom_ab(MN, half, (16, 64)) → "SmemLayoutAtomKind.MN_SW32"
      sm100.get_smem_layout_atom_ab(MN, f32, (32, 8)) → "SmemLayoutAtomKind.MN_SW128_32B"
      sm100.get_smem_layout_atom_ab(MN, f32, (16, 8)) → "SmemLayoutAtomKind.MN_SW64"
      sm100.get_smem_layout_atom_epi(row, half, (64, 32)) → "SmemLayoutAtomKind.K_SW64"
      sm100.get_smem_layout_atom_epi(col, half, (64, 32)) → "SmemLayoutAtomKind.MN_SW128"
      sm100.get_smem_layout_atom_epi(row, half, split) → "SmemLayoutAtomKind.K_SW32"
      sm90.get_smem_layout_atom(row, half, 96) → "SmemLayoutAtomKind.K_SW64"
      sm90.get_smem_layout_atom(col, half, 8) → "SmemLayoutAtomKind.MN_INTER"
      sm90.get_smem_layout_atom(col, f32, 32) → "SmemLayoutAtomKind.MN_SW128"
      sm100.make_smem_layout_atom(tcgen05.SmemLayoutAtomKind.MN_SW128_32B, f32) → Sw<2,5,2> o 0 o (32,8):(1,32)
      sm100.make_smem_layout_atom(tcgen05.SmemLayoutAtomKind.K_INTER, half) → Sw<0,4,3> o 0 o (8,8):(8,1)
      sm100.make_smem_layout_atom(tcgen05.SmemLayoutAtomKind.K_SW32, eight) → Sw<1,4,3> o 0 o (8,32):(32,1)
    `,
  );
});

test('layouts of an epilogue', () => {
  checkExpressions(
    grammars,
    HEAD,
    `
      sm90.make_smem_layout_epi(half, row, (64, 32), 2) → Sw<2,4,3> o 0 o ((8,8),(32,1),(1,2)):((32,256),(1,0),(0,2048))
      sm90.make_smem_layout_epi(half, col, (64, 32), 2) → Sw<3,4,3> o 0 o ((64,1),(8,4),(1,2)):((1,0),(64,512),(0,2048))
      sm90.make_smem_layout_epi(half, row, (64, 32), 2, (64, 64, 2), (1, 0, 2)) → Sw<2,4,3> o 0 o ((8,8),(32,2),(1,2)):((32,512),(1,256),(0,4096))
      sm90.make_smem_layout_epi(half, row, (64, 32), 2, smem_trg_shape=(64, 64, 2)) → Sw<2,4,3> o 0 o ((8,8),(32,2),(1,2)):((32,256),(1,2048),(0,4096))
      sm100.make_smem_layout_epi(half, row, (128, 64), 2) → Sw<3,4,3> o 0 o ((8,16),(64,1),(1,2)):((64,512),(1,0),(0,8192))
      sm100.make_smem_layout_epi(half, col, (128, 32), 2) → Sw<3,4,3> o 0 o ((64,2),(8,4),(1,2)):((1,2048),(64,512),(0,4096))
      sm100.make_smem_layout_epi(half, row, split, 2) → Sw<1,4,3> o 0 o ((8,16),(16,2),(1,2)):((16,128),(1,2048),(0,4096))
    `,
  );
});

test('layouts of operands', () => {
  checkExpressions(
    grammars,
    HEAD,
    `
      sm100.make_smem_layout(K, (128, 128), half, 3) → Sw<3,4,3> o 0 o (128,(64,2),3):(64,(1,8192),16384)
      sm100.make_smem_layout(MN, (128, 64), half, 3) → Sw<3,4,3> o 0 o ((64,2),64,3):((1,4096),64,8192)
      sm90.make_smem_layout_a(row, (64, 96, 128), half, 2) → Sw<3,4,3> o 0 o ((8,8),(64,2),(1,2)):((64,512),(1,4096),(0,8192))
      sm90.make_smem_layout_a(col, (128, 96, 16), half, 2) → Sw<3,4,3> o 0 o ((64,2),(8,2),(1,2)):((1,1024),(64,512),(0,2048))
      sm90.make_smem_layout_b(row, (64, 96, 64), half, 2) → Sw<3,4,3> o 0 o ((8,12),(64,1),(1,2)):((64,512),(1,0),(0,6144))
      sm100.make_smem_layout_a(mma, (128, 128, 64), half, 3) → Sw<3,4,3> o 0 o ((128,16),1,4,3):((64,1),?,16,8192)
      sm100.make_smem_layout_a(mma, (128, 128, 64), half, 3, is_k_major=False) → Sw<3,4,3> o 0 o (((64,2),16),1,4,3):(((1,4096),64),?,1024,8192)
      sm100.make_smem_layout_a(mma, (128, 128, 64), half, 3, is_k_major=True) → Sw<3,4,3> o 0 o ((128,16),1,4,3):((64,1),?,16,8192)
    `,
  );
});

test('a layout that the helpers refuse is not made up', () => {
  checkValues(
    grammars,
    `${HEAD}
of_tensor = sm100.make_trivial_tiled_mma(half, half, K, K, f32, one, (128, 128), tensor)
major = sm100.make_smem_layout_a(of_tensor, (128, 128, 64), half, 3)
flat = sm100.make_smem_layout_a(mma, (128, 64), half, 3)
operation = sm100.make_smem_layout_a(half, (128, 128, 64), half, 3)
extent = sm100.get_smem_layout_atom_ab(K, half, (128, 20))
bits = sm100.get_smem_layout_atom_ab(K, cutlass.Float4E2M1FN, (128, 8))
rank = sm100.get_smem_layout_atom_ab(K, half, (128, 64, 2))
hopper = sm90.get_smem_layout_atom(row, half, 12)
epilogue = sm90.make_smem_layout_epi(half, row, (64, 32, 2), 2)
epilogue_of = sm90.make_smem_layout_epi(half, row, 64, 2)
tile = sm100.make_smem_layout_epi(half, row, 64, 2)
order = sm100.make_smem_layout_epi(half, K, (64, 64), 2)
`,
    {
      major: /^unknown: the major mode of this operand/,
      flat: /^unknown: this tile/,
      operation: /^unknown: a layout for this MMA/,
      extent: /^unknown: a major mode of this extent/,
      bits: /^unknown: a major mode of this extent/,
      rank: /^unknown: the kind of this operand/,
      hopper: /^unknown: a major mode that 8 does not divide/,
      epilogue: /^unknown: this epilogue tile/,
      epilogue_of: /^unknown: this epilogue tile/,
      tile: /^unknown: this epilogue tile/,
      order: /^unknown: this layout/,
    },
  );
});

test('members of structs in shared memory, also of a struct in another one', () => {
  checkValues(
    grammars,
    `${HEAD}
@cute.struct
class Inner:
    first: cute.struct.MemRange[half, 64]
    second: cute.struct.Align[cute.struct.MemRange[f32, 32], 128]
@cute.struct
class Outer:
    inner: Inner
    bars: cute.struct.MemRange[cutlass.Int64, 4]
@cute.kernel
def kernel():
    storage = utils.SmemAllocator().allocate(Outer)
    a = storage.inner.first.get_tensor(cute.make_layout((8, 8)))
    b = storage.inner.second.get_tensor(cute.make_layout((4, 8), stride=(8, 1)))
    c = storage.bars.data_ptr()
    d = storage.inner.missing
    wide = a.element_type.width
    narrow = b.element_type.width
`,
    {
      a: 'tensor (8,8):(1,8)',
      b: 'tensor (4,8):(8,1)',
      c: /Int64|smem/,
      wide: '16',
      narrow: '32',
    },
  );
});

// Of two CTAs each has its own rows of A, and both have all columns of B, in whole blocks of 128: a block is 512 factors.
test('scale factors of one CTA and of two, and of no other MMA', () => {
  const SCALED = `import cutlass
import cutlass.utils.blackwell_helpers as sm100
import cutlass.utils.blockscaled_layout as scaled
from cutlass.cute.nvgpu import tcgen05
half, e4m3, four = cutlass.Float16, cutlass.Float8E4M3FN, cutlass.Float4E2M1FN
K = tcgen05.OperandMajorMode.K
one = sm100.make_blockscaled_trivial_tiled_mma(four, four, K, K, e4m3, 16, tcgen05.CtaGroup.ONE, (128, 128))
two = sm100.make_blockscaled_trivial_tiled_mma(four, four, K, K, e4m3, 16, tcgen05.CtaGroup.TWO, (256, 192))
`;
  checkExpressions(
    grammars,
    SCALED,
    `
      scaled.make_smem_layout_sfb(one, (128, 128, 256), 16, 2) → ((((32,4),1),(16,4)),1,4,2):((((16,4),?),(0,1)),?,512,2048)
      scaled.make_smem_layout_sfb(one, (128, 192, 256), 16, 2) → ((((32,4),2),(16,4)),1,4,2):((((16,4),2048),(0,1)),?,512,4096)
      scaled.make_smem_layout_sfa(two, (256, 192, 256), 16, 2) → ((((32,4),1),(16,4)),1,4,2):((((16,4),?),(0,1)),?,512,2048)
      scaled.make_smem_layout_sfb(two, (256, 192, 256), 16, 2) → ((((32,4),2),(16,4)),1,4,2):((((16,4),2048),(0,1)),?,512,4096)
      scaled.make_smem_layout_sfa(half, (128, 128, 256), 16, 2) → unknown: scale factors of this MMA is not computed
      scaled.make_smem_layout_sfa(one, 128, 16, 2) → unknown: scale factors of this MMA is not computed
      scaled.make_smem_layout_sfa(one, (128, 128), 16, 2) → unknown: scale factors of this MMA is not computed
      scaled.make_smem_layout_sfa(one, (128, 128, 256), "m", 2) → unknown: scale factors of this extent is not computed
      scaled.make_smem_layout_sfa(one, (64, 128, 256), 16, 2) → unknown: scale factors of so small a tile is not computed
    `,
  );
});
