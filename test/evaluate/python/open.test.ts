// Element types and tensors that are only known by their names: what holds whatever they are.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import type { Grammars } from '../../../server/src/syntax/grammars.ts';
import { checkValues, pythonGrammars } from './support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const IMPORTS =
  'import cutlass\nimport cutlass.cute as cute\nfrom cutlass.cute.nvgpu import cpasync, warp\nfrom typing import Type\n';

const check = (text: string, expected: Readonly<Record<string, string | RegExp>>): void =>
  checkValues(grammars, `${IMPORTS}${text}`, expected);

describe('element types', () => {
  test('a width has a name, and types are not compared by theirs', () => {
    check(
      `
def f(dtype: Type[cutlass.Numeric], other: Type[cutlass.Numeric]):
    width = dtype.width
    lanes = cute.make_layout((128 // dtype.width, 4))
    same = dtype == dtype
    half = dtype == cutlass.Float16
    two = dtype is other
    listed = dtype in [cutlass.Float16, cutlass.BFloat16]
`,
      {
        width: 'dtype.width',
        lanes: '(128/dtype.width,4):(1,128/dtype.width)',
        same: 'true',
        half: /^unknown/,
        two: /^unknown/,
        listed: /^unknown/,
      },
    );
  });

  test('an operation on 16-bit elements: the layouts of Float16 and BFloat16 are the same', () => {
    check(
      `
def f(dtype: Type[cutlass.Numeric], thread: cutlass.Int32):
    op = warp.MmaF16BF16Op(dtype, cutlass.Float32, (16, 8, 16))
    tiled = cute.make_tiled_mma(op, cute.make_layout((4, 1, 1)))
    shape = tiled.partition_shape_C((128, 64))
`,
      // Each of the four warps has 16 of the rows at a time: (2,2) values an atom, 2 atoms along M, 8 along N.
      { shape: '((2,2),2,8)' },
    );
  });
});

describe('tensors from outside', () => {
  const KERNEL = `
class Kernel:
    @cute.jit
    def __call__(self, x: cute.Tensor, y: cute.Tensor):
        rows = x[None, None, 0]
        tile = cute.local_tile(rows, (64, 32), (0, None))
        turned = cute.select(y.layout, mode=[2, 0, 1])
        extent = x.shape[0]
        a, b = y.shape
        element = x[0, 1]
        rank = cute.rank(x)
        part = x[3]
        aligned = lambda t: (*(cute.assume(s, divby=8) for s in t.stride[:-1]), t.stride[-1])
        again = cute.make_tensor(x.iterator, cute.make_layout(x.shape, stride=aligned(x)))
        of_again = again[None, 0, None]
        kind = again.element_type
        plain = cute.make_layout(x.shape)
`;

  test('the modes that an index or a selection shows', () => {
    check(KERNEL, {
      rows: 'tensor (?,?):(?,?)',
      // A step of 32 columns is 32 strides.
      tile: 'tensor (64,32,?):(?,?,?{div=32})',
      turned: '(?,?,?):(?,?,?)',
      extent: 'extent',
      a: 'a',
      element: /only known at run time/,
      rank: /^unknown/,
      part: /^unknown/,
      of_again: 'tensor (?,?):(?,?)',
      kind: 'x.element_type',
      plain: 'layout',
    });
  });

  test('it is told what is supposed of them', () => {
    const { model } = openDocument(grammars, 'python', `${IMPORTS}${KERNEL}`);
    const site = model.sites.find((s) => s.name === 'tile');
    assert.deepEqual(model.evaluate(site!).parameters, [
      { name: 'x', value: 'has one integer a mode', source: 'supposed' },
    ]);
  });

  test('of a function that is called, or a kernel, nothing is supposed', () => {
    check(
      `
class Kernel:
    @cute.jit
    def __call__(self, x: cute.Tensor):
        handed = x[None, None, 0]
@cute.jit
def helper(t: cute.Tensor):
    part = t[None, 0]
k = Kernel()
k(unknown_tensor)
`,
      { handed: /^unknown/, part: /^unknown/ },
    );
  });
});

describe('parameters that calls leave open', () => {
  test('an element type goes by its name where calls differ or do not know it', () => {
    check(
      `
def made(dtype: Type[cutlass.Numeric]):
    lanes = cute.make_layout((128 // dtype.width, 4))

def first(unsaid):
    made(cutlass.Float16)
    made(cutlass.Float32)

class Kernel:
    def __init__(self, given: Type[cutlass.Numeric]):
        self.given = given

    def setup(self):
        row = cute.make_layout(self.given.width)

def run(unsaid):
    kernel = Kernel(unsaid)
`,
      { lanes: '(128/dtype.width,4):(1,128/dtype.width)', row: 'given.width:1' },
    );
  });

  test('a tensor keeps one integer a mode where a function gives its strides divisors', () => {
    check(
      `
def strides(t):
    by = 128 // t.element_type.width
    return (*tuple(s if isinstance(s, int) else cute.assume(s, divby=by) for s in t.stride[:-1]), t.stride[-1])

def aligned(t):
    return cute.make_tensor(t.iterator, cute.make_layout(t.shape, stride=strides(t)))

class Kernel:
    @cute.jit
    def __call__(self, x: cute.Tensor, y: cute.Tensor, starts: "cute.Tensor | None"):
        x, y = [aligned(t) for t in (x, y)]
        rows = x[None, None, 0]
        order = [1, 2, 0] if cutlass.const_expr(starts is None) else [1, 0]
        turned = cute.make_tensor(y.iterator, cute.select(y.layout, mode=order))
`,
      { rows: 'tensor (?,?):(?,?)', turned: /\(\?,\?,\?\):\(\?,\?,\?\).* or .*\(\?,\?\):\(\?,\?\)/ },
    );
  });
});

describe('tensors that may be given', () => {
  test('what is asked of one says that it is given; sizes that differ with it are `?`', () => {
    check(
      `
class Kernel:
    @cute.jit
    def __call__(self, q: cute.Tensor, starts: cute.Tensor | None, ends: cute.Tensor | None):
        if cutlass.const_expr(starts is not None):
            batches = starts.shape[0] - 1
        elif cutlass.const_expr(ends is not None):
            batches = ends.shape[0] - 1
        else:
            batches = q.shape[0]
        laid = cute.make_layout((batches, 4), stride=(0 if starts is not None else q.stride[0], 1))
        width = cute.make_layout(cute.make_tensor(q.iterator, laid).element_type.width)
        order = [1, 3, 2, 0] if cutlass.const_expr(starts is None) else [0, 2, 1]
        turned = cute.make_tensor(q.iterator, cute.select(q.layout, mode=order))
        if cutlass.const_expr(starts is None):
            four = turned[None, None, 0, 0]
        first = starts[None, 0]
`,
      {
        laid: '(batches,4):(?,1)',
        width: 'q.element_type.width:1',
        four: 'tensor (?,?):(?,?)',
        first: 'tensor (?):(?)',
      },
    );
  });

  test('containers with other items are other values', () => {
    check(
      `
def f(wide):
    sizes = {'n': 8} if wide else {'n': 4}
    row = cute.make_layout(sizes['n'])
`,
      { row: '8:1 or 4:1' },
    );
  });

  test('of what compiled functions hand over nothing is supposed', () => {
    check(
      `
class Inner:
    @cute.jit
    def __call__(self, x: cute.Tensor):
        part = x[None, 0]

class Outer:
    @cute.jit
    def __call__(self, y: cute.Tensor):
        row = y[None, 0]
        inner = Inner()
        inner(unsaid(y))

def run(unsaid):
    outer = Outer()
    outer(unsaid)
`,
      { part: /^unknown/, row: 'tensor (?):(?)' },
    );
  });
});

describe('a tcgen05 MMA of an element type that is only known by its name', () => {
  const MMA_IMPORTS =
    'import cutlass.utils.blackwell_helpers as sm100\nfrom cutlass.cute.nvgpu import tcgen05\nK = tcgen05.OperandMajorMode.K\n';

  test('has what does not depend on the type, and one of the extents of K', () => {
    check(
      `${MMA_IMPORTS}
def f(q: Type[cutlass.Numeric]):
    mma = sm100.make_trivial_tiled_mma(q, q, K, K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 64))
    thr = mma.get_slice(0)
    shape = mma.partition_shape_C((128, 128))
    fragment = mma.make_fragment_C(shape)
    c = thr.partition_C(cute.make_identity_tensor((128, 128)))
    a = mma.partition_shape_A((128, 64))
    k = cute.size(mma.shape_mnk, mode=[2])
    threads = mma.size
    layout = sm100.make_smem_layout_a(mma, (128, 128, 64), q, 7)
`,
      {
        shape: '((128,64),1,2)',
        fragment: 'tensor ((128,64),1,2):((65536,1),0,64)',
        c: 'tensor ((128,64),1,2):((1@0,1@1),?,64@1)',
        a: '((128, 16), 1, 4) or ((128, 8), 1, 8) or ((128, 32), 1, 2)',
        k: '16 or 8 or 32',
        threads: '1',
        layout: /^unknown/,
      },
    );
  });

  test('is the one of the other operand where that one is named, and may be mixed of 8 bits', () => {
    check(
      `${MMA_IMPORTS}
def f(q: Type[cutlass.Numeric]):
    of_half = sm100.make_trivial_tiled_mma(q, cutlass.Float16, K, K, cutlass.Float32, tcgen05.CtaGroup.TWO, (256, 64))
    half = of_half.partition_shape_B((64, 64))
    of_bytes = sm100.make_trivial_tiled_mma(cutlass.Float8E5M2, q, K, K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 64))
    byte = of_bytes.partition_shape_B((64, 64))
    other = sm100.make_trivial_tiled_mma(q, cutlass.Int32, K, K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 64))
    of_text = sm100.make_trivial_tiled_mma(q, q, K, K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 64), "no source")
    flat = sm100.make_trivial_tiled_mma(q, q, K, K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 1))
    wide = sm100.make_trivial_tiled_mma(q, q, K, K, cutlass.Float32, tcgen05.CtaGroup.TWO, (64, 64))
`,
      {
        flat: /^refused: .* not 128 by 1$/,
        wide: /^refused: a tcgen05 MMA of two CTAs is 128 or 256 by .* not 64 by 64$/,
        half: '((32,16),1,4)',
        byte: '((64,32),1,2)',
        other: /^unknown: a tcgen05 MMA of these types is not computed/,
        of_text: /^unknown: this source of A is not computed/,
      },
    );
  });
});
