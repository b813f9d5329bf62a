// What parameters hold by the calls in sight, and by assumptions. Values worked out by hand.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { outcomeText, PLAIN } from '../../../server/src/render/text/text.ts';
import { DSL_IMPORTS, dslChecker, pythonGrammars, valuesOf } from './support.ts';

const grammars = await pythonGrammars();
const check = dslChecker(grammars);

describe('parameters by their calls', () => {
  test('one call, several that agree, several that differ', () => {
    check(
      `
def once(rows, columns=8):
    single = cute.make_layout((rows, columns))

def twice(shape):
    agreed = cute.make_layout(shape)

def differs(shape):
    split = cute.make_layout(shape)

def nobody(shape):
    uncalled = cute.make_layout(shape)

once(4)
twice((2, 3))
twice(shape=(2, 3))
differs((2, 3))
differs((2, 5))
`,
      {
        single: '(4,8):(1,4)',
        agreed: '(2,3):(1,2)',
        split: /shape is a parameter of the function/,
        uncalled: /shape is a parameter of the function/,
      },
    );
  });

  test('a class through a variable, a default and an object that another function calls', () => {
    const program = `
class Kernel:
    def __init__(self, tile, n):
        self.tile = tile
        self.n = n

    @cute.jit
    def __call__(self, m: cutlass.Constexpr):
        shaped = cute.make_layout(self.tile, stride=(self.n, m))

def run(tile, n, kind=None):
    if kind is None:
        kind = Kernel
    kernel = kind(tile, n)
    through(kernel, 3)

@cute.jit
def through(op: cutlass.Constexpr, m: cutlass.Constexpr):
    op(m)

run((4, 8), 24)
`;
    check(program, { shaped: '(4,8):(24,3)' });
    check(program.replace('run((4, 8), 24)', 'run((4, 8), 24)\nrun((4, 8), 25)'), {
      shaped: /\(4,8\):\(self\.n,3\)|n/,
    });
    const other = `
class Other:
    def __call__(self, m):
        pass
`;
    check(`${program.replace('run((4, 8), 24)', 'run((4, 8), 24, Other)')}${other}`, {
      shaped: /parameter|call/,
    });
  });

  test('a value that is told says that it is from the calls', () => {
    const { model } = openDocument(
      grammars,
      'python',
      `${DSL_IMPORTS}def f(n):\n    l = cute.make_layout((n, 2))\nf(4)\n`,
    );
    const site = model.sites.find((s) => s.name === 'l');
    assert.deepEqual(model.evaluate(site!).parameters, [
      { name: 'n', value: '4', source: 'the calls in this file' },
    ]);
  });

  test('one that another call need not hand over says that it is from a call', () => {
    const { model } = openDocument(
      grammars,
      'python',
      `${DSL_IMPORTS}def f(t):
    l = t.layout
def g(a: cute.Tensor):
    f(cute.make_rmem_tensor((4, 8), cutlass.Float32))
    f(a)
`,
    );
    const site = model.sites.find((s) => s.name === 'l');
    const { value, parameters } = model.evaluate(site!);
    assert.equal(outcomeText(value, PLAIN), '(4,8):(1,4)');
    assert.deepEqual(
      parameters?.map(({ name, source }) => [name, source]),
      [['t', 'a call in this file']],
    );
  });

  test('through methods, unpacked arguments and partials', () => {
    check(
      `
from functools import partial

class Kernel:
    def __init__(self, tile):
        self.tile = tile

    def launch(self):
        layout = cute.make_layout(self.tile)
        self.body(layout, *self.tile)
        self.helper(layout)
        run = partial(self.late, layout)

    def body(self, of, m, n):
        of_body = cute.make_layout(cute.product_each((m, n)), stride=(n, 1))
        given = of

    @staticmethod
    def helper(of):
        of_helper = cute.size(of)

    def late(self, of, step):
        of_late = of
        of_step = step

kernel = Kernel((4, 6))
kernel.launch()
`,
      {
        of_body: '(4,6):(6,1)',
        given: '(4,6):(1,4)',
        of_helper: '24',
        of_late: '(4,6):(1,4)',
        of_step: /step is a parameter/,
      },
    );
  });

  test('a kernel takes integers at run time unless they are Constexpr; layouts stay what they are', () => {
    check(
      `
@cute.kernel
def kernel(n, m: cutlass.Constexpr, shape, layout, tile: cute.Tile):
    of_tile = cute.make_layout(tile)
    of_n = cute.make_layout((n, 8))
    of_m = cute.make_layout((m, 8))
    of_shape = cute.is_static(shape)
    of_layout = cute.coalesce(layout)

@cute.jit
def launch():
    kernel(4, 4, (2, 3), cute.make_layout((4, 8)), (5, 6))
    inner(4)

@cute.jit
def inner(n):
    of_inner = cute.make_layout((n, 8))

@cute.jit
def from_plain(n):
    of_plain = cute.make_layout((n, 8))

def plain():
    from_plain(4)
`,
      {
        of_m: '(4,8):(1,4)',
        of_shape: 'false',
        of_tile: '(5,6):(1,5)',
        of_layout: '32:1',
        of_inner: '(4,8):(1,4)',
        of_plain: /may be known at run time only/,
      },
    );
    const { model } = openDocument(
      grammars,
      'python',
      `${DSL_IMPORTS}
@cute.kernel
def kernel(n):
    static = cute.is_static(cute.make_layout((n, 8)))

@cute.jit
def launch():
    kernel(4)
`,
    );
    assert.equal(model.evaluate(model.sites.find((s) => s.name === 'static')!).value, false);
  });

  test('what a lambda hands over is not known, and a recursion has no value', () => {
    check(
      `
def f(n):
    in_lambda = cute.make_layout((n, 2))

g = lambda n: f(n)

def h(n):
    recursive = cute.make_layout((n, 2))
    h(n + 1)

h(1)
`,
      { in_lambda: /n is a parameter/, recursive: /n/ },
    );
    assert.doesNotMatch(
      valuesOf(
        grammars,
        `${DSL_IMPORTS}def h(n):\n    r = cute.make_layout((n, 2))\n    h(n + 1)\nh(1)\n`,
      ).get('r')!,
      /^\(1,2\)/,
    );
  });

  test('an edit of the caller changes what is called', () => {
    const text = `${DSL_IMPORTS}def f(n):\n    l = cute.make_layout((n, 2))\n\nN = 4\n\nf(N)\n`;
    const document = openDocument(grammars, 'python', text);
    const value = (): string => {
      const { model } = document;
      return String(
        (model.evaluate(model.sites.find((s) => s.name === 'l')!).value as { shape: unknown }).shape,
      );
    };
    assert.equal(value(), '4,2');
    const at = document.text.indexOf('N = 4') + 4;
    document.edit([{ start: at, end: at + 1, text: '6' }]);
    assert.equal(value(), '6,2');
    const call = document.text.indexOf('f(N)');
    document.edit([{ start: call, end: call + 4, text: 'f(9)' }]);
    assert.equal(value(), '9,2');
  });
});

describe('assumptions', () => {
  test('a layout of a tensor, with names for what is known at run time, and types by their names', () => {
    check(
      `
# layout-lens: assume mA = (M,K):(K,1), dtype = Float16, tile = (128,64)
@cute.kernel
def kernel(mA: cute.Tensor, dtype: cutlass.Constexpr, tile: cutlass.Constexpr):
    gA = cute.local_tile(mA, tile, (0, None))
    rows = cute.size(mA, mode=[0])
    row = mA[0, None]
    width = dtype.width
`,
      {
        mA: 'tensor (M,K):(K,1)',
        gA: 'tensor (128,64,ceil_div(K,64)):(K,1,64)',
        rows: 'M',
        row: 'tensor (K):(1)',
        width: '16',
      },
    );
  });
});
