// Whole programs: what set-up methods leave in objects, and what comes from the command line.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { DSL_IMPORTS, dslChecker, pythonGrammars } from './support.ts';

const grammars = await pythonGrammars();
const check = dslChecker(grammars);

describe('attributes', () => {
  test('that a set-up method changes: before it, in it and after it', () => {
    check(
      `
class Kernel:
    def __init__(self, rows):
        self.tile = (rows, 1)

    def setup(self):
        at_entry = self.tile
        self.early()
        self.tile = (self.tile[0], self.tile[1] * 64)
        changed = self.tile
        self.late()

    def __call__(self):
        before = self.tile
        self.setup()
        after = self.tile
        self.kernel()

    def kernel(self):
        in_kernel = cute.make_layout(self.tile)

    def early(self):
        in_early = self.tile

    def late(self):
        in_late = self.tile

    def elsewhere(self):
        unreached = self.tile

kernel = Kernel(16)
`,
      {
        at_entry: '(16,1)',
        changed: '(16,64)',
        before: '(16,1)',
        after: '(16,64)',
        in_kernel: '(16,64):(1,16)',
        in_early: '(16,1)',
        in_late: '(16,64)',
        unreached: /self.tile is assigned 2 times/,
      },
    );
  });

  test('announced with None, and assigned under a condition', () => {
    check(
      `
class Kernel:
    def __init__(self, wide):
        self.wide = wide

    def setup(self):
        self.extra = None
        if self.wide:
            self.extra = (4, 8)

    def __call__(self):
        self.setup()
        used = "none" if self.extra is None else "some"

kernel = Kernel(False)
`,
      { used: '"none"' },
    );
  });

  test('nothing is said where the set-up is conditional, or runs twice', () => {
    check(
      `
class Maybe:
    def __init__(self):
        self.tile = 1

    def setup(self):
        self.tile = 2

    def __call__(self, flag):
        if flag:
            self.setup()
        maybe = self.tile

class Twice:
    def __init__(self):
        self.count = 1

    def setup(self):
        self.count = self.count + 1

    def __call__(self):
        self.setup()
        self.setup()
        twice = self.count

a = Maybe()
b = Twice()
`,
      { maybe: /assigned 2 times/, twice: /assigned 2 times/ },
    );
  });
});

describe('programs', () => {
  const OPTIONS = `
import argparse

def parser_of():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shape", type=ints, default=(32, 16))
    parser.add_argument("--tile-k", type=int, default="64")
    parser.add_argument("-d", "--dtype", type=cutlass.dtype, default=cutlass.BFloat16)
    parser.add_argument("--wide", action="store_true")
    parser.add_argument("--name", type=str, default="k")
    parser.add_argument("--parsed", type=ints, default="1,2")
    parser.add_argument("--must", type=int, required=True, default=3)
    parser.add_argument("position", type=int, default=3)
    return parser
`;

  test('options have their defaults, and it is said', () => {
    check(
      `${OPTIONS}
args = parser_of().parse_args()
layout = cute.make_layout(args.shape)
tile_k = args.tile_k
dtype = args.dtype
wide = args.wide
major = "row" if args.name == "k" else "column"
parsed = args.parsed
must = args.must
position = args.position
nothing = args.nothing
`,
      {
        layout: '(32,16):(1,32)',
        tile_k: '64',
        dtype: 'BFloat16',
        wide: 'false',
        major: '"row"',
        parsed: /how the default is read/,
        must: /given on the command line/,
        position: /given on the command line/,
        nothing: /given on the command line/,
      },
    );
    const { model } = openDocument(
      grammars,
      'python',
      `${DSL_IMPORTS}${OPTIONS}\nargs = parser_of().parse_args()\nn = args.shape\n`,
    );
    assert.deepEqual(model.evaluate(model.sites.find((s) => s.name === 'n')!).parameters, [
      { name: '--shape', value: '(32, 16)', source: 'default' },
    ]);
  });

  test('from the command line to the kernel', () => {
    check(
      `${OPTIONS}
class Gemm:
    def __init__(self, tile):
        self.tile = tile

    @cute.jit
    def __call__(self, a: cute.Tensor, n: cutlass.Int32):
        of_a = a.layout
        of_n = cute.is_static(n)
        self.kernel(a, cute.make_layout(self.tile))

    @cute.kernel
    def kernel(self, a: cute.Tensor, layout: cute.Layout):
        in_kernel = cute.local_tile(a, self.tile, (0, 0))
        shared = layout

def run(shape, tile_k, dtype):
    import torch
    from cutlass.cute.runtime import from_dlpack
    t = torch.empty(shape, dtype=torch.float16)
    gemm = Gemm((8, tile_k))
    static = from_dlpack(t)
    compiled = cute.compile(gemm, static, 5)

if __name__ == "__main__":
    args = parser_of().parse_args()
    run(args.shape, 4, args.dtype)
`,
      {
        static: 'tensor (32,16):(16,1)',
        of_a: '(32,16):(16,1)',
        of_n: 'false',
        in_kernel: 'tensor (8,4):(16,1)',
        shared: '(8,4):(1,8)',
      },
    );
  });

  test('dictionaries, namespaces and sets', () => {
    check(
      `
import math
from types import SimpleNamespace
config = {"tile": (4, 2), "stages": 3}
of_dict = cute.make_layout(config["tile"])
missing = config["other"]
stages = config.get("stages", 1)
space = SimpleNamespace(tile=(2, 2), n=5)
of_space = cute.make_layout(space.tile)
allowed = cutlass.Float16 in {cutlass.Float16, cutlass.BFloat16}
pairs = divmod(17, 5)
bits = int(math.log2(128 * 16 // 128))
up = math.ceil(17 / 5)
down = int(-7 / 2)
float_kept = 17 / 5
halves = [x for x in (1, 2)]
`,
      {
        of_dict: '(4,2):(1,4)',
        missing: /no such entry/,
        stages: '3',
        of_space: '(2,2):(1,2)',
        allowed: 'true',
        pairs: '(3,2)',
        bits: '4',
        up: '4',
        down: '-3',
        float_kept: '3.4',
        halves: '(1,2)',
      },
    );
  });
});

describe('objects that are called where they are made', () => {
  const text = (call: string): string => `
import torch
from cutlass.cute.runtime import from_dlpack

class Copy:
    def __init__(self, rows=8):
        self.rows = rows

    @cute.jit
    def __call__(self, x: cute.Tensor):
        given = x
        elements = x.element_type

typed = torch.empty(4096, 64, dtype=torch.float16)
plain = torch.empty(4096, 64)
${call}
`;
  test('have the arguments of the call', () => {
    check(text('Copy()(from_dlpack(typed))'), { given: 'tensor (4096,64):(64,1)', elements: 'Float16' });
    check(text('Copy(16)(from_dlpack(typed))'), { given: 'tensor (4096,64):(64,1)', elements: 'Float16' });
    check(text('Other()(from_dlpack(typed))'), { elements: 'x.element_type' });
  });

  test('with others they are known as far as all calls say the same', () => {
    check(text('Copy()(from_dlpack(typed))\nCopy()(from_dlpack(typed.t()))'), { given: /parameter/ });
  });

  test("a tensor that is made without a type has PyTorch's, or one by its name where the program sets another", () => {
    const call = 'Copy()(from_dlpack(plain))';
    check(text(call), { given: 'tensor (4096,64):(64,1)', elements: 'Float32' });
    check(text(`torch.set_default_dtype(torch.bfloat16)\n${call}`), {
      given: 'tensor (4096,64):(64,1)',
      elements: 'x.element_type',
    });
  });
});
