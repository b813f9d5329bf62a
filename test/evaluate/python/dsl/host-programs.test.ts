// What programs of CuTe DSL use on the host besides tensors: options, namespaces, copies of objects and helpers that
// decide by numbers and types. The options are as argparse has them, the helpers as their bodies in cutlass.utils say.

import { before, test } from 'node:test';
import type { Grammars } from '../../../../server/src/syntax/grammars.ts';
import { checkExpressions, checkValues, pythonGrammars } from '../support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const HEAD = `import argparse
import copy
import json
import types
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.mixed_input_helpers as mixed
from cutlass.cute.runtime import make_fake_compact_tensor, make_fake_tensor
half, f32 = cutlass.Float16, cutlass.Float32
`;

test('the order of a tensor is that of its leading mode, which has more than one element', () => {
  checkExpressions(
    grammars,
    `${HEAD}
def of(shape, stride):
    return utils.LayoutEnum.from_tensor(make_fake_tensor(half, shape, stride))
`,
    `
      of((8, 4), (4, 1)) → "LayoutEnum.ROW_MAJOR"
      of((8, 4), (1, 8)) → "LayoutEnum.COL_MAJOR"
      of((1, 4), (1, 1)) → "LayoutEnum.ROW_MAJOR"
      of((8, 1), (1, 1)) → "LayoutEnum.COL_MAJOR"
      of((8, 4, 2), (4, 1, 32)) → "LayoutEnum.ROW_MAJOR"
      utils.LayoutEnum.from_tensor(tensor=make_fake_tensor(half, (8, 4), (1, 8))) → "LayoutEnum.COL_MAJOR"
      of((8, 4), (4, 1)).mma_major_mode() → "OperandMajorMode.K"
      of((8, 4), (1, 8)).sm90_mma_major_mode() → "OperandMajorMode.MN"
      of((8, 4), (4, 1)).is_k_major_a() → true
      of((8, 4), (4, 1)).is_m_major_a() → false
      of((8, 4), (4, 1)).is_k_major_b() → true
      of((8, 4), (1, 8)).is_n_major_b() → true
      of((8, 4), (1, 8)).is_n_major_c() → false
      of((8, 4), (1, 8)).is_m_major_c() → true
    `,
  );
  checkValues(
    grammars,
    `${HEAD}
third = utils.LayoutEnum.from_tensor(make_fake_tensor(half, (8, 4, 2), (8, 2, 1)))
one_mode = utils.LayoutEnum.from_tensor(cute.make_rmem_tensor(8, half))
number = utils.LayoutEnum.from_tensor(8)
`,
    {
      third: /^unknown: the order of this tensor/,
      one_mode: /^unknown: the order of this tensor/,
      number: /^unknown: the order of this tensor/,
    },
  );
});

test('helpers of cutlass.utils that decide by numbers and types', () => {
  checkExpressions(
    grammars,
    HEAD,
    `
      mixed.get_divisibility(96) → 32
      mixed.get_divisibility(1024) → 128
      mixed.get_divisibility(1024, 512) → 512
      mixed.get_divisibility(7) → 1
      mixed.get_divisibility(1) → 1
      mixed.get_divisibility(2, upper_bound=1) → 1
      mixed.is_shuffle_a("m", 64, cutlass.Int4, cutlass.BFloat16, 32) → false
      mixed.is_shuffle_a("k", 60, cutlass.Int4, cutlass.BFloat16, 32) → false
      mixed.is_shuffle_a("k", 64, cutlass.Int8, cutlass.BFloat16, 32) → false
      mixed.is_shuffle_a("k", 64, cutlass.Int4, cutlass.Float16, 32) → false
      mixed.is_shuffle_a("k", 64, cutlass.Int4, cutlass.BFloat16, 4) → false
      utils.smem_allocator.get_smem_capacity_in_bytes("sm_90") → 232448
      utils.smem_allocator.get_smem_capacity_in_bytes("sm_120a") → 101376
      utils.get_smem_capacity_in_bytes("sm_80") → 166912
      utils.get_smem_capacity_in_bytes(compute_capability="sm_100a") → 232448
      utils.tensor_helpers.is_fp8_dtype(cutlass.Float8E5M2) → true
      utils.tile_atom_to_shape_SF((128, 64, 1), 16) → (((32,4),1),((16,4),1),(1,1)):(((16,4),0),((0,1),0),(0,0))
      utils.blockscaled_layout.tile_atom_to_shape_SF((256, 64, 1), 16) → (((32,4),2),((16,4),1),(1,1)):(((16,4),512),((0,1),0),(0,0))
    `,
  );
  checkValues(
    grammars,
    `${HEAD}
shuffled = mixed.is_shuffle_a("k", 64, cutlass.Int4, cutlass.BFloat16, 8)
of_none = mixed.get_divisibility(0)
of_text = mixed.get_divisibility("n")
source = mixed.get_transform_a_source("k")
`,
    {
      shuffled: /^unknown: whether A is shuffled with this toolkit/,
      of_none: /^unknown: this divisibility/,
      of_text: /^unknown: this divisibility/,
      source: /^unknown: the source of this operand/,
    },
  );
});

test('namespaces and copies hold what they are made of', () => {
  checkValues(
    grammars,
    `${HEAD}
space = types.SimpleNamespace(rows=128, order=(1, 0), layout=cute.make_layout((8, 4)))
rows = space.rows
layout = cute.make_ordered_layout((4, 8), space.order)
missing = space.columns
copied = copy.copy(space.layout)
deep = copy.deepcopy((1, (2, 3)))
of_nothing = copy.copy()
read = json.loads("{}")
unpacked = types.SimpleNamespace(**{"rows": 3})
`,
    {
      rows: '128',
      layout: '(4,8):(8,1)',
      missing: /^unknown: the namespace has no columns/,
      copied: '(8,4):(1,8)',
      deep: '(1,(2,3))',
      of_nothing: /^unknown: a copy of this/,
      read: /^unknown: what a file says is known when the program runs/,
      unpacked: /^unknown/,
    },
  );
});

test('options that are called otherwise than their flags, or have no default of their own', () => {
  checkValues(
    grammars,
    `${HEAD}
parser = argparse.ArgumentParser()
parser.add_argument("-m", type=int, default=128)
parser.add_argument("-n", "--columns", "--width", type=int, default=64)
parser.add_argument("--k-tile", dest="depth", type=int, default=32)
parser.add_argument("--stages", dest=NAMES[0], default=3)
parser.add_argument("--fast", action="store_false")
parser.add_argument("--count", action="count")
parser.add_argument("--kind", type=str)
parser.add_argument("--number", type=int, default="x4")
parser.add_argument("--digits", type=int, default="16")
parser.add_argument("--optional", required=False, type=int, default=9)
group = parser.add_argument_group("shapes")
group.add_argument("--rows", type=int, default=8)
only = parser.add_mutually_exclusive_group()
only.add_argument("--cols", type=int, default=4)
parser.add_argument("--given", **MORE)
args = parser.parse_args()
m = args.m
columns = args.columns
width = args.width
depth = args.depth
k_tile = args.k_tile
fast = args.fast
count = args.count
kind = "none" if args.kind is None else "some"
number = args.number
digits = args.digits
optional = args.optional
layout = cute.make_layout((args.rows, args.cols))
given = args.given
`,
    {
      m: '128',
      columns: '64',
      width: /^unknown: width is given on the command line/,
      depth: '32',
      k_tile: /^unknown: k_tile is given on the command line/,
      fast: 'true',
      count: /^unknown: the default of this action/,
      kind: '"none"',
      number: /^unknown: how the default is read/,
      digits: '16',
      optional: '9',
      layout: '(8,4):(1,8)',
      given: /^unknown: an option is given on the command line/,
    },
  );
});

test('two options of one name have a value where both have the same', () => {
  checkValues(
    grammars,
    `${HEAD}
first = argparse.ArgumentParser()
first.add_argument("--same", type=int, default=8)
first.add_argument("--other", type=int, default=8)
first.add_argument("--open", type=int, default=SIZE)
second = argparse.ArgumentParser()
second.add_argument("--same", type=int, default=8)
second.add_argument("--other", type=int, default=16)
second.add_argument("--open", type=int, default=16)
args = first.parse_args()
same = args.same
other = args.other
open = args.open
`,
    { same: '8', other: /^unknown: other is given/, open: /^unknown/ },
  );
});

test('of several defaults that are not known the first says why', () => {
  checkValues(
    grammars,
    `import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--m", default=first_name)
parser.add_argument("--m", default=second_name)
parser.add_argument("--n", default=4)
parser.add_argument("--n", default=third_name)
args = parser.parse_args()
m, n = args.m, args.n
`,
    { m: 'unknown: first_name is not known here', n: 'unknown: third_name is not known here' },
  );
});

test('what a program hands to a compiled function is known there as far as it is compiled for it', () => {
  const RUN_TIME = 'unknown: an integer that is handed to a compiled function may be known at run time only';
  checkValues(
    grammars,
    `import torch
import cutlass
import cutlass.cute as cute
@cute.jit
def function(flag, text, shape, tensor, dtype, tile: cutlass.Constexpr):
    of_flag, of_text, of_shape, of_tensor, of_dtype, of_tile = flag, text, shape, tensor, dtype, tile
function(True, "n", (4, (True, "n")), torch.empty(4, 8), cutlass.Float16, (True, "n"))
`,
    {
      of_flag: RUN_TIME,
      of_text: RUN_TIME,
      of_shape: RUN_TIME,
      of_tensor: 'tensor (?,?):(?,1)',
      of_dtype: 'Float16',
      of_tile: '(true,"n")',
    },
  );
});

test('how a tensor is filled changes nothing of it', () => {
  checkValues(
    grammars,
    `import torch
import cutlass.torch as cutlass_torch
by_range = cutlass_torch.RandomInitConfig(min_val=-2, max_val=2)
by_value = cutlass_torch.ScalarInitConfig(value=1)
by_mean = cutlass_torch.GaussianInitConfig(mean=0, std=1)
other = cutlass_torch.OtherInitConfig(value=1)
strides = cutlass_torch.create_and_permute_torch_tensor(
    (4, 8), torch.float16, (1, 0), cutlass_torch.TensorInitType.RANDOM, by_range).stride()
`,
    {
      by_range: 'initial values',
      by_value: 'initial values',
      by_mean: 'initial values',
      other: /^unknown: .*OtherInitConfig is not known here/,
      strides: '(1,8)',
    },
  );
});
