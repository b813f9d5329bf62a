// What CuTe DSL's helpers and host functions come to, also where something of their arguments is open.

import { before, test } from 'node:test';
import type { Grammars } from '../../../server/src/syntax/grammars.ts';
import { checkValues, pythonGrammars } from './support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const HEAD = `
import random
import cutlass
import cutlass.cute as cute
import cutlass.torch as cutlass_torch
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm120_utils
import cutlass.utils.blockscaled_layout as blockscaled_utils
import cutlass.utils.mixed_input_helpers as mixed_input_utils
import torch
from cutlass.cute.nvgpu import cpasync, tcgen05, warp
`;

const check = (text: string, expected: Readonly<Record<string, string | RegExp>>): void =>
  checkValues(grammars, `${HEAD}${text}`, expected);

test('a coordinate that is known at run time alone leaves the modes that are kept', () => {
  check(
    `
@cute.kernel
def kernel(p: cute.Pointer, counts: cute.Tensor, n: cutlass.Int32, x):
    t = cute.make_tensor(p, cute.make_layout((8, 16, 4), stride=(64, 1, 1024)))
    open = n > 3
    slice = t[None, None, open]
    tile = cute.local_tile(t, (4, 8), (None, None, open))
    moved = cute.domain_offset((0, open, 0), t)
    other = t[None, None, x]
    ints = cute.make_tensor(cute.recast_ptr(p, dtype=cutlass.Int32), cute.make_layout(4))
    of_ints = cute.make_layout((8, ints[n]))
    floats = cute.make_tensor(cute.recast_ptr(p, dtype=cutlass.Float32), cute.make_layout(4))
    of_floats = cute.make_layout((8, floats[n]))
`,
    {
      slice: 'tensor (8,16):(64,1)',
      tile: 'tensor (4,8,2,2):(64,1,256,8)',
      moved: 'tensor (8,16,4):(64,1,1024)',
      other: 'unknown: x is a parameter of the function',
      of_ints: '(8,?):(1,8)',
      of_floats: 'unknown: an element of a tensor is only known at run time',
    },
  );
});

test('a projection leaves the modes of a coordinate that it does not speak of', () => {
  check(
    `
@cute.kernel
def kernel(p: cute.Pointer):
    t = cute.make_tensor(p, cute.make_layout((256, 64, 3), stride=(64, 1, 16384)))
    a = cute.local_tile(t, (128, 128, 32), (1, 0, None, 2), proj=(1, None, 1))
    whole = cute.local_tile(t, (128, 128, 32), (1, 0, None), proj=(1, None, 1))
`,
    { a: 'tensor (128,32,2):(64,1,32)', whole: 'tensor (128,32,2,3):(64,1,32,16384)' },
  );
});

test('a size that the host works out is a run-time one in what is compiled', () => {
  check(
    `
def host(dtype):
    rows = 128 * random.randint(1, 4)
    _, dynamic = cutlass_torch.cute_tensor_like(cutlass_torch.matrix(1, rows, 64, "k", cutlass.Float16), cutlass.Float16, True)
    a, _ = cutlass_torch.cute_tensor_like(cutlass_torch.matrix(1, rows, 64, False, cutlass.Float16), cutlass.Float16, True)
    static, _ = cutlass_torch.cute_tensor_like(cutlass_torch.matrix(1, rows, 64, False, cutlass.Float16), cutlass.Float16, False)
    # Any text but the empty one is true.
    m_major = cutlass_torch.matrix(1, 32, 64, "k", cutlass.Float16).stride()
    scaled = (torch.ones(4, 8, dtype=torch.int32).t() * 3).stride()
    filled = torch.empty(4, 8).normal_(0, 0.5).shape
    order = utils.LayoutEnum.from_tensor(a)
    either = utils.LayoutEnum.from_tensor(nobody)
    source = mixed_input_utils.get_transform_a_source(either.mma_major_mode())
`,
    {
      a: 'tensor (?,?,?):(?,1,?)',
      static: 'unknown: a static tensor of a size that is not known is not computed',
      m_major: '(1,32,2048)',
      scaled: '(1,8)',
      filled: '(4,8)',
      order: '"LayoutEnum.ROW_MAJOR"',
      either: '"LayoutEnum.ROW_MAJOR" or "LayoutEnum.COL_MAJOR"',
      source: '"OperandSource.TMEM" or "OperandSource.SMEM"',
    },
  );
});

test('a function that ends by raising has the value of the return that is taken', () => {
  check(
    `
def kind(count, shared):
    if count == 2 and shared:
        return cute.make_layout(2)
    elif count == 1:
        return cute.make_layout(1)
    raise ValueError("neither")
def padded(n, by=(3, 4)):
    return cute.make_layout((n, by[1]))
one = kind(1, True)
two = kind(2, True)
none = kind(3, True)
default = padded(2)
`,
    {
      one: '1:0',
      two: '2:1',
      none: 'unknown: an exception is raised',
      default: '(2,4):(1,2)',
    },
  );
});

// After cutlass.utils.blockscaled_layout: two blocks of 128 rows, 64 elements of K an instruction, 128 a tile.
test('scale factors of SM120 and the permutation of its MMA', () => {
  check(
    `
op = warp.MmaMXF4NVF4Op(cutlass.Float4E2M1FN, cutlass.Float32, cutlass.Float8E4M3FN)
permutation = sm120_utils.get_permutation_mnk((256, 128, 128), 16, False)
mma = cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)), permutation_mnk=permutation)
instruction = mma.shape_mnk
sfa = blockscaled_utils.sm120_make_smem_layout_sfa(mma, (256, 128, 128), 16, 3)
sfb = blockscaled_utils.sm120_make_smem_layout_sfb(mma, (256, 128, 128), 16, 3)
refused = blockscaled_utils.sm120_make_smem_layout_sfb(mma, (256, 64, 128), 16, 3)
wide = warp.MmaMXF8Op(cutlass.Float8E5M2, cutlass.Float32, cutlass.Float8E8M0FNU).shape_mnk
from cutlass.utils.mixed_input_helpers import TransformMode
scaled = (TransformMode.ConvertOnly == TransformMode.ConvertScale, TransformMode.ConvertScale is TransformMode.ConvertScale)
store = sm120_utils.sm120_get_smem_store_op(utils.LayoutEnum.ROW_MAJOR, cutlass.Float16, cutlass.Float32).layout_src_tv
`,
    {
      permutation: '(128,(8,2,2):(1,16,8),64)',
      instruction: '(16,8,64)',
      sfa: '(((32,4),2),((16,4),1,2),3):(((16,4),512),((0,1),4,1024),2048)',
      sfb: '(((32,4),1),((16,4),1,2),3):(((16,4),512),((0,1),4,512),1024)',
      refused: 'unknown: scale factors of this tile is not computed',
      wide: '(16,8,32)',
      scaled: '(false,true)',
      store: '(32,(2,2)):(2,(1,64))',
    },
  );
});

test('what makes a TMA atom keeps the layout of shared memory that it was given', () => {
  check(
    `
@cute.jit
def host(p: cute.Pointer):
    g = cute.make_tensor(cute.recast_ptr(p, dtype=cutlass.Float16), cute.make_layout((256, 64), stride=(64, 1)))
    staged = cute.make_layout((128, 64, 3), stride=(64, 1, 8192))
    info = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), g, staged, (128, 64))
    kept = info.smem_layout
    values = g.load()
    mask = cute.make_layout_image_mask(cute.make_layout((2, 4, 1)), cute.arch.block_idx(), mode=0)
    masked = cute.make_layout((mask, 2))
`,
    {
      kept: '(128,64,3):(64,1,8192)',
      values: 'unknown: the values of a tensor are no layout',
      masked: '(mask,2):(1,mask)',
    },
  );
});
