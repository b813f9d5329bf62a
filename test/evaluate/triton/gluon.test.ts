// What Gluon code makes: layouts through names, defaults and classes, and tensors with them.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Grammars } from '../../../server/src/syntax/grammars.ts';
import { pythonGrammars, valuesOf } from '../python/support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const IMPORTS = `import triton
from dataclasses import dataclass
from triton.experimental import gluon
from triton.experimental.gluon import language as ttgl
from triton.experimental.gluon.language import BlockedLayout, SliceLayout as Slice
from triton.experimental.gluon.language.nvidia.blackwell import TensorMemoryLayout, allocate_tensor_memory
`;

function check(text: string, expected: Readonly<Record<string, string | RegExp>>): void {
  const values = valuesOf(grammars, `${IMPORTS}${text}\n`);
  for (const [name, value] of Object.entries(expected)) {
    const got = values.get(name) ?? 'no such name';
    if (typeof value === 'string') assert.equal(got, value, name);
    else assert.match(got, value, name);
  }
}

const BLOCKED =
  'BlockedLayout(size_per_thread=[1, 4], threads_per_warp=[8, 4], warps_per_cta=[4, 1], order=[1, 0], cga_layout=[])';

test('constructors with keywords and defaults, by any alias', () => {
  check(
    `A = ttgl.BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0])
B = BlockedLayout(size_per_thread=[1, 4], threads_per_warp=[8, 4], warps_per_cta=[4, 1], order=[1, 0])
S = Slice(1, parent=A)
N = ttgl.NVMMASharedLayout(128, element_bitwidth=16)
D = ttgl.NVMMASharedLayout.get_default_for([128, 32], ttgl.float16)
T = TensorMemoryLayout((128, 64), col_stride=1)
C: ttgl.constexpr = ttgl.constexpr(A)
order = B.order
parent = S.parent
rank = S.rank
auto = ttgl.AutoLayout()`,
    {
      A: BLOCKED,
      B: BLOCKED,
      S: `SliceLayout(dim=1, parent=${BLOCKED})`,
      N: 'NVMMASharedLayout(swizzle_byte_width=128, element_bitwidth=16, rank=2, transposed=False, fp4_padded=False, cga_layout=[])',
      D: 'NVMMASharedLayout(swizzle_byte_width=64, element_bitwidth=16, rank=2, transposed=False, fp4_padded=False, cga_layout=[])',
      T: 'TensorMemoryLayout(block=[128, 64], col_stride=1, cta_split_num=None, two_ctas=False)',
      C: BLOCKED,
      order: '(1,0)',
      parent: BLOCKED,
      rank: '1',
      auto: 'AutoLayout()',
    },
  );
});

test('to_linear_layout is a layout of Gluon again', () => {
  check(
    `A = ttgl.BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0])
L = ttgl.to_linear_layout(A, [64, 32])`,
    {
      L: 'DistributedLinearLayout(reg_bases=[[0, 1], [0, 2], [0, 16], [32, 0]], lane_bases=[[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp_bases=[[8, 0], [16, 0]], block_bases=[], shape=[64, 32])',
    },
  );
});

test('layouts go through the fields of a class and the arguments of a function', () => {
  check(
    `@dataclass
class Config:
    layout: ttgl.constexpr
    width: int = 4

def tile(n, warps=4):
    return ttgl.BlockedLayout([1, n], [8, 4], [warps, 1], [1, 0])

c = Config(tile(4))
A = c.layout
B = tile(c.width)`,
    { A: BLOCKED, B: BLOCKED },
  );
});

test('tensors in registers have their layout', () => {
  check(
    `A: ttgl.constexpr = ttgl.BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0])
r = ttgl.arange(0, 64, layout=ttgl.SliceLayout(1, A))
z = ttgl.zeros([64, 32], ttgl.float32, layout=A)
f = ttgl.full((64, 32), 1.0, ttgl.float16, A)
s = ttgl.convert_layout(r, ttgl.BlockedLayout([2], [32], [4], [0]))
e = ttgl.expand_dims(r, 1)
x = ttgl.expand_dims(r, 0)
c = r[:, None]
w = r[None, :]
l = z.layout
d = f.dtype
n = z.shape`,
    {
      r: `tensor<64xint32, SliceLayout(dim=1, parent=${BLOCKED})>`,
      z: `tensor<64x32xfloat32, ${BLOCKED}>`,
      f: `tensor<64x32xfloat16, ${BLOCKED}>`,
      s: 'tensor<64xint32, BlockedLayout(size_per_thread=[2], threads_per_warp=[32], warps_per_cta=[4], order=[0], cga_layout=[])>',
      e: `tensor<64x1xint32, ${BLOCKED}>`,
      x: /refused: the layout is sliced in dimension 1, and dimension 0 is added/,
      c: `tensor<64x1xint32, ${BLOCKED}>`,
      w: /refused: the layout is sliced in dimension 1, and dimension 0 is added/,
      l: BLOCKED,
      n: '(64,32)',
    },
  );
});

test('memory descriptors keep what their methods leave', () => {
  check(
    `S = ttgl.SwizzledSharedLayout(4, 2, 4, order=[1, 0])
A = ttgl.BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0])
m = ttgl.allocate_shared_memory(ttgl.float16, [2, 64, 32], S)
i = m.index(0)
p = i.permute((1, 0))
h = i.slice(0, 32, dim=0)
v = i.load(A)
g = i.reshape((32, 64))`,
    {
      m: /^shared_memory_descriptor<2x64x32xfloat16, SwizzledSharedLayout\(vec=4/,
      i: /^shared_memory_descriptor<64x32xfloat16, SwizzledSharedLayout\(.*order=\[1, 0\]/,
      p: /^shared_memory_descriptor<32x64xfloat16, SwizzledSharedLayout\(.*order=\[0, 1\]/,
      h: /^shared_memory_descriptor<32x32xfloat16/,
      v: `tensor<64x32xfloat16, ${BLOCKED}>`,
      g: /the layout that Triton infers for it is not computed/,
    },
  );
});

test('arguments by name', () => {
  check(
    `S = ttgl.SwizzledSharedLayout(vec=4, per_phase=2, max_phase=4, order=[1, 0])
A = ttgl.BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0])
z = ttgl.zeros(shape=[64, 32], dtype=ttgl.float32, layout=A)
s = ttgl.convert_layout(layout=ttgl.BlockedLayout([4, 1], [4, 8], [1, 4], [0, 1]), value=z)
e = ttgl.expand_dims(axis=1, input=ttgl.arange(end=64, start=0, layout=ttgl.SliceLayout(parent=A, dim=1)))
m = ttgl.allocate_shared_memory(layout=S, shape=[2, 64, 32], element_ty=ttgl.float16)
i = m.index(index=0)
p = i.permute(order=(1, 0))
h = i.slice(start=0, length=32, dim=0)
v = i.load(layout=A)
b = ttgl.bank_conflicts(distr_ty=z.type, shared_ty=m.type)
L = ttgl.to_linear_layout(shape=[64, 32], layout=A).rank`,
    {
      s: /^tensor<64x32xfloat32, BlockedLayout\(size_per_thread=\[4, 1\]/,
      e: `tensor<64x1xint32, ${BLOCKED}>`,
      p: /^shared_memory_descriptor<32x64xfloat16, SwizzledSharedLayout\(.*order=\[0, 1\]/,
      h: /^shared_memory_descriptor<32x32xfloat16/,
      v: `tensor<64x32xfloat16, ${BLOCKED}>`,
      b: /^unknown/,
      L: '2',
    },
  );
});

test('what is not known or not allowed is said', () => {
  check(
    `W = ttgl.BlockedLayout([1, 4], [8, 4], [4, 1], [1, 1])
def kernel(n: ttgl.constexpr):
    U = ttgl.BlockedLayout([1, n], [8, 4], [4, 1], [1, 0])`,
    { W: /refused: order \[1, 1\] is no permutation of 0 to 1/, U: /n/ },
  );
});

test('what a launch says: arguments of the kernel, and the number of warps', () => {
  check(
    `@gluon.jit
def launched(x, BLOCK: ttgl.constexpr, layout: ttgl.constexpr):
    warps: ttgl.constexpr = ttgl.num_warps()
    rows = ttgl.arange(0, BLOCK, layout=layout)

@triton.autotune(configs=[triton.Config({"B": b}, num_warps=8) for b in (1, 2)], key=[])
@gluon.jit
def tuned(x, B: ttgl.constexpr):
    eight: ttgl.constexpr = ttgl.num_warps()

@triton.autotune(configs=[triton.Config({"B": 1}, num_warps=8)] + more(), key=[])
@gluon.jit
def extended(x, B: ttgl.constexpr):
    other: ttgl.constexpr = ttgl.num_warps()

@gluon.jit
def standard(x):
    four: ttgl.constexpr = ttgl.num_warps()

@gluon.jit
def twice(x):
    either: ttgl.constexpr = ttgl.num_warps()

@gluon.jit
def helper(x):
    callers: ttgl.constexpr = ttgl.num_warps()

def run(x):
    launched[(1,)](x, 512, ttgl.BlockedLayout([4], [32], [2], [0]), num_warps=2)
    tuned[(1,)](x)
    standard[(1,)](x)
    twice[(1,)](x, num_warps=4)
    twice[(1,)](x, num_warps=8)`,
    {
      warps: '2',
      rows: /tensor<512xint32, BlockedLayout\(size_per_thread=\[4\], threads_per_warp=\[32\], warps_per_cta=\[2\]/,
      eight: '8',
      other: /num_warps is said where the kernel is launched/,
      four: '4',
      either: /num_warps is said where the kernel is launched/,
      callers: /num_warps is said where the kernel is launched/,
    },
  );
});

test('num_warps and num_ctas of a function are those of the kernels that call it', () => {
  check(
    `@gluon.jit
def called():
    one: ttgl.constexpr = ttgl.num_warps()
    blocks: ttgl.constexpr = ttgl.num_ctas()

@gluon.jit
def first(x):
    called()

@gluon.jit
def second(x):
    called()

@gluon.jit
def worker(x):
    handed: ttgl.constexpr = ttgl.num_warps()

@gluon.jit
def divided(x):
    worker(x)
    ttgl.warp_specialize([(worker, (x,)), (called_by_nobody, (x,))], [1], [24])

# layout-lens: assume num_warps = 16
@gluon.jit
def assumed(x):
    supposed: ttgl.constexpr = ttgl.num_warps()

def run(x):
    first[(1,)](x, num_warps=8, num_ctas=2)
    second[(1,)](x, num_warps=8, num_ctas=2)
    divided[(1,)](x, num_warps=8)
    assumed[(1,)](x, num_warps=8)`,
    {
      one: '8',
      blocks: '2',
      handed: /num_warps is said where the kernel is launched/,
      supposed: '16',
    },
  );
});

test('functions of constants: getattr, bit_length and lists that grow', () => {
  check(
    `@gluon.constexpr_function
def cuts(n, rank):
    n = getattr(n, "value", n)
    if n == 1:
        return []
    return [[1 << i] + [0] * (rank - 1) for i in range(n.bit_length() - 1)]

@triton.constexpr_function
def warps(n):
    bases = [(0, 1)]
    for i in ttgl.static_range(n):
        bases.append((1 << i, 0))
    return bases

A = ttgl.SwizzledSharedLayout(1, 1, 1, [1, 0], cuts(ttgl.constexpr(4), 2))
B = ttgl.amd.AMDWMMALayout(3, True, warps(2), [], [16, 16, 32])
N = ttgl.constexpr(8).value
def open(n):
    U = ttgl.SwizzledSharedLayout(1, 1, 1, [1, 0], [[0, 0] for _ in range(n.bit_length() - 1)])`,
    {
      A: 'SwizzledSharedLayout(vec=1, per_phase=1, max_phase=1, order=[1, 0], cga_layout=[[1, 0], [2, 0]])',
      B: 'AMDWMMALayout(version=3, transposed=True, warp_bases=[[0, 1], [1, 0], [2, 0]], reg_bases=[], instr_shape=[16, 16, 32], cga_layout=[], rank=2)',
      N: '8',
      U: /^unknown/,
    },
  );
});

test('classes of compiled code: fields with and without __init__, and functions that are given no object', () => {
  check(
    `@gluon.aggregate
class Config:
    layout: ttgl.constexpr
    @gluon.constexpr_function
    def __init__(self, width):
        self.layout = ttgl.constexpr(ttgl.BlockedLayout([1, width], [8, 4], [4, 1], [1, 0]))

@gluon.aggregate
class Program:
    cfg: Config
    depth: ttgl.constexpr

    @gluon.jit
    def start(cfg, x):
        free: ttgl.constexpr = cfg.layout
        return Program(cfg, 2)

    @gluon.jit
    def rows(self):
        return self.cfg.layout

@gluon.jit
def kernel(x):
    p = Program.start(Config(4), x)
    L: ttgl.constexpr = p.rows()
    D: ttgl.constexpr = p.depth`,
    { free: BLOCKED, L: BLOCKED, D: '2' },
  );
});

test('constructors of later versions of Triton', () => {
  check(
    `from triton.experimental.gluon.language.nvidia.blackwell import TensorMemoryLayout, TensorMemoryScalesLayout
W = ttgl.amd.AMDWMMALayout(version=3, transposed=True, warp_bases=((0, 1),), instr_shape=[16, 16, 32])
O = ttgl.amd.AMDWMMALayout(3, True, [2, 2], [16, 16, 32])
M = TensorMemoryLayout((128, 64), col_stride=1, cga_layout=[[1, 0]])
S = TensorMemoryScalesLayout([[1, 0]])
P = ttgl.PaddedSharedLayout.with_identity_for([[64, 8]], [64, 4], [1, 0], cga_layout=[[1, 0]])
D = ttgl.NVMMASharedLayout.get_default_for([256, 64], ttgl.float16, cga_layout=[(1, 0)])
E = ttgl.NVMMASharedLayout.get_default_for([256, 128], ttgl.float16, cga_layout=[(1, 0)])
T = TensorMemoryLayout((128, 64), unpacked=True)`,
    {
      W: 'AMDWMMALayout(version=3, transposed=True, warp_bases=[[0, 1]], reg_bases=[], instr_shape=[16, 16, 32], cga_layout=[], rank=2)',
      O: 'AMDWMMALayout(version=3, transposed=True, warps_per_cta=[2, 2], instr_shape=[16, 16, 32], tiles_per_warp=[1, 1], cga_layout=[])',
      M: 'TensorMemoryLayout(block=[128, 64], col_stride=1, cga_layout=[[1, 0]], two_ctas=False, fp4_padded=False)',
      S: 'TensorMemoryScalesLayout(cga_layout=[[1, 0]])',
      P: 'PaddedSharedLayout(interval_padding_pairs=[[64, 8]], offset_bases=[[0, 1], [0, 2], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], block_bases=[[1, 0]], shape=[64, 4])',
      D: /the swizzle is of 64 bytes in Triton 3.6, and of 128 bytes later/,
      E: /swizzle_byte_width=128/,
      T: /unpacked of TensorMemoryLayout is of an earlier version of Triton than 3.6/,
    },
  );
});

test('what a constructor of another version takes, and what files and the machine say, is unknown', () => {
  check(
    `import copy, json, triton
from triton.experimental.gluon.language.nvidia.blackwell import TensorMemoryScalesLayout
S = TensorMemoryScalesLayout(block_rep_order="rows")
WARP = triton.runtime.driver.active.get_current_target().warp_size
A = ttgl.BlockedLayout([1], [WARP], [4], [0])
config = json.load(open("tuned.json"))
B = ttgl.BlockedLayout([1], [32], [config["num_warps"]], [0])
own = {"num_warps": 8}
C = ttgl.BlockedLayout([1], [32], [copy.deepcopy(own)["num_warps"]], [0])`,
    {
      S: /^unknown: an argument "rows" is not known/,
      A: /^unknown: the GPU is known when the program runs/,
      B: /^unknown/,
      C: /warps_per_cta=\[8\]/,
    },
  );
});

test('what Triton itself allows beyond Gluon is not refused', () => {
  check(
    `import triton.language as tl
@triton.jit
def kernel(x, N: tl.constexpr):
    rows = tl.arange(0, 32)
    cube = tl.expand_dims(rows, (0, -1))
    scalar = tl.expand_dims(4, -1)
    wide = rows + tl.zeros([16, 32], tl.int32)
    masked = rows[:, None] < rows[None, :]`,
    {
      rows: 'tensor<32xint32>',
      cube: /^unknown: expand_dims of this is not computed/,
      scalar: /^unknown: expand_dims of this is not computed/,
      wide: /^unknown: tensors of different ranks are not computed/,
      masked: 'tensor<32x32xint1>',
    },
  );
});
