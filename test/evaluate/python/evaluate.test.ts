// Values of Python code, each worked out by hand, from NVIDIA's printed notebook outputs, or by the
// C++ rules that CuTe DSL shares.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { checkExpressions, checkValues, DSL_IMPORTS, pythonGrammars, show } from './support.ts';

const grammars = await pythonGrammars();

const check = (text: string, expected: Readonly<Record<string, string | RegExp>>): void =>
  checkValues(grammars, text, expected);

const checkLines = (imports: string, lines: string): void => checkExpressions(grammars, imports, lines);

describe('CuTe DSL', () => {
  test('functions on layouts and tuples', () => {
    checkLines(
      DSL_IMPORTS,
      `
      cute.make_layout((4, 8), stride=(8, 1)) → (4,8):(8,1)
      cute.make_layout((4, 8)) → (4,8):(1,4)
      cute.make_layout(8) → 8:1
      cute.make_layout((8,)) → (8):(1)
      cute.make_layout([cute.make_layout(64, stride=1), cute.make_layout(128, stride=64)]) → (64,128):(1,64)
      cute.make_layout((4, 8), (8, 1)) → refused: make_layout takes 1 positional argument, 2 are given
      cute.make_layout((4, (2, 3)), stride=(3, (12, 1))) → (4,(2,3)):(3,(12,1))
      cute.make_ordered_layout((4, 4), order=(1, 0)) → (4,4):(4,1)
      cute.make_ordered_layout((32, 16, 8), order=(2, 0, 1)) → (32,16,8):(128,1,16)
      cute.make_identity_layout((4, 4)) → (4,4):(1@0,1@1)
      cute.make_swizzle(3, 4, 3) → Sw<3,4,3>
      cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 64), stride=(64, 1))) → Sw<3,4,3> o 0 o (8,64):(64,1)
      cute.composition(cute.make_layout((10, 2), stride=(16, 4)), cute.make_layout((5, 4), stride=(1, 5))) → (5,(2,2)):(16,(80,4))
      cute.coalesce(cute.make_layout(((2, (3, 4)), (3, 2), 1), stride=((4, (8, 24)), (2, 6), 12))) → (24,6):(4,2)
      cute.coalesce(cute.make_layout((2, (1, 6)), stride=(1, (6, 2))), target_profile=(1, 1)) → (2,6):(1,2)
      cute.coalesce(cute.make_layout((2, (1, 6)), stride=(1, (cutlass.Int32(6), 2)))) → 12:1
      cute.logical_divide(cute.make_layout((4, 2, 3), stride=(2, 1, 8)), tiler=cute.make_layout(4, stride=2)) → ((2,2),(2,3)):((4,1),(2,8))
      cute.logical_divide(cute.make_layout((9, (4, 8)), stride=(59, (13, 1))), (cute.make_layout(3, stride=3), cute.make_layout((2, 4), stride=(1, 8)))) → ((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))
      cute.zipped_divide(cute.make_layout((9, (4, 8)), stride=(59, (13, 1))), (cute.make_layout(3, stride=3), cute.make_layout((2, 4), stride=(1, 8)))) → ((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))
      cute.tiled_divide(cute.make_layout((9, (4, 8)), stride=(59, (13, 1))), (cute.make_layout(3, stride=3), cute.make_layout((2, 4), stride=(1, 8)))) → ((3,(2,4)),3,(2,2)):((177,(13,2)),59,(26,1))
      cute.flat_divide(cute.make_layout((9, (4, 8)), stride=(59, (13, 1))), (cute.make_layout(3, stride=3), cute.make_layout((2, 4), stride=(1, 8)))) → (3,(2,4),3,(2,2)):(177,(13,2),59,(26,1))
      cute.logical_product(cute.make_layout((2, 2), stride=(4, 1)), tiler=cute.make_layout(6, stride=1)) → ((2,2),(2,3)):((4,1),(2,8))
      cute.blocked_product(cute.make_layout((2, 5), stride=(5, 1)), tiler=cute.make_layout((3, 4), stride=(1, 3))) → ((2,3),(5,4)):((5,10),(1,30))
      cute.raked_product(cute.make_layout((2, 5), stride=(5, 1)), tiler=cute.make_layout((3, 4), stride=(1, 3))) → ((3,2),(4,5)):((10,5),(30,1))
      cute.zipped_product(cute.make_layout((2, 5), stride=(5, 1)), tiler=cute.make_layout((3, 4), stride=(1, 3))) → ((2,5),(3,4)):((5,1),(10,30))
      cute.tiled_product(cute.make_layout((2, 5), stride=(5, 1)), tiler=cute.make_layout((3, 4), stride=(1, 3))) → ((2,5),3,4):((5,1),10,30)
      cute.flat_product(cute.make_layout((2, 5), stride=(5, 1)), tiler=cute.make_layout((3, 4), stride=(1, 3))) → (2,5,3,4):(5,1,10,30)
      cute.complement(cute.make_layout(4), 24) → 6:4
      cute.right_inverse(cute.make_layout((4, 8), stride=(8, 1))) → (8,4):(4,1)
      cute.left_inverse(cute.make_layout((4, 8), stride=(8, 1))) → (8,4):(4,1)
      cute.tile_to_shape(cute.make_layout((8, 64), stride=(64, 1)), (16, 64), order=(0, 1)) → ((8,2),(64,1)):((64,512),(1,0))
      cute.recast_layout(16, 8, cute.make_layout((8, 4))) → (4,4):(1,4)
      cute.size(cute.make_layout((4, (2, 3)))) → 24
      cute.size(cute.make_layout((4, (2, 3))), mode=[1]) → 6
      cute.size((4, (2, 3)), mode=[1, 1]) → 3
      cute.cosize(cute.make_layout((4, (3, 2)), stride=(2, (8, 1)))) → 24
      cute.rank((4, (2, 3))) → 2
      cute.depth(cute.make_layout((4, (2, 3)))) → 2
      cute.depth(5) → 0
      cute.select((4, 5, 6), mode=[0, 2]) → (4,6)
      cute.select(cute.make_layout((4, 8, 16), stride=(32, 4, 1)), mode=[0, 2]) → (4,16):(32,1)
      cute.get(cute.make_layout(((4, 8), (16, 1), 8), stride=((1, 4), (32, 0), 512)), mode=[0, 1]) → 8:4
      cute.group_modes((2, 3, 4, 5), 1, 3) → (2,(3,4),5)
      cute.group_modes(cute.make_layout((2, 3, 4, 5)), 0, 2) → ((2,3),4,5):((1,2),6,24)
      cute.group_modes((2, 3, 4), -2) → (2,(3,4))
      cute.slice_((4, 8, 16), (None, 0, None)) → (4,16)
      cute.slice_(cute.make_layout((4, 8), stride=(8, 1)), (None, 0)) → (4):(8)
      cute.dice((32, 16, 8), (1, None, 1)) → (32,8)
      cute.append((1, 1), 0, up_to_rank=4) → (1,1,0,0)
      cute.append(cute.make_layout((8, 8)), cute.make_layout(3, stride=64)) → (8,8,3):(1,8,64)
      cute.prepend((4, 5), 1) → (1,4,5)
      cute.ceil_div(10, 3) → 4
      cute.ceil_div((10, 6), (3, 4)) → (4,2)
      cute.round_up(10, 4) → 12
      cute.round_up((10, 7), (4,)) → (12,7)
      cute.product((2, (3, 4))) → 24
      cute.product_each(((2, 3), 4)) → (6,4)
      cute.crd2idx((2, 3), cute.make_layout((5, 4), stride=(4, 1))) → 11
      cute.E(0) → 1@0
      cute.E([0, 1]) → 1@1@0
      cute.make_layout((4, 4), stride=(cute.E(0), 2 * cute.E(1))) → (4,4):(1@0,2@1)
      cute.make_layout_tv(cute.make_layout((2, 3), stride=(3, 1)), cute.make_layout((2, 2), stride=(2, 1))) → ((4,6),((3,2),(2,2)):((8,2),(4,1)))
      cute.size_in_bytes(cutlass.Float16, cute.make_layout((8, 64))) → 1024
      cute.size_in_bytes(cutlass.Float4E2M1FN, cute.make_layout(3)) → 2
      cute.size_in_bytes(cutlass.Float16, cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 64)))) → 1024
      cute.make_layout((4, 8), stride=(8, 1)).shape → (4,8)
      cute.make_layout((4, 8), stride=(8, 1)).stride[0] → 8
      cute.make_layout((4, 8), stride=(8, 1))[1] → 8:1
      cute.make_layout((4, 8), stride=(8, 1))((1, 2)) → 10
      cute.make_layout((4, 8), stride=(8, 1))(5) → 9
      cute.make_layout((4, 8), stride=(8, 1))((1, None)) → (8):(1)
      cute.repeat_like(1, ((2, 2), 3)) → ((1,1),1)
      cutlass.Float16.width → 16
      cute.arch.WARP_SIZE → 32
      cute.is_static((4, cutlass.Int32(3))) → false
      `,
    );
  });

  test('run-time integers', () => {
    checkLines(
      DSL_IMPORTS,
      `
      cute.make_layout((6, 2), stride=(cutlass.Int32(8), 2)) → (6,2):(8,2)
      cute.make_layout((4, cute.arch.thread_idx()[0]), stride=(1, 4)) → (4,?):(1,4)
      cute.arch.warp_idx() // 4 → ?
      cute.size(cute.make_layout((4, cute.arch.lane_idx()))) → ?{div=4}
      `,
    );
    // The notebook prints ((2,2),3):((?{div=3},2),?); the values behind are those that it prints at run time.
    const text = `${DSL_IMPORTS}A = cute.make_layout((6, 2), stride=(cutlass.Int32(8), 2))
B = cute.make_layout((4, 3), stride=(3, 1))
R = cute.composition(A, B)
`;
    check(text, { R: '((2,2),3):((24,2),8)' });
  });

  test('tensors', () => {
    const text = `${DSL_IMPORTS}
def f(ptr, ptr2):
    t = cute.make_tensor(ptr, cute.make_layout((128, 64), stride=(64, 1)))
    tile = cute.local_tile(t, (32, 16), (1, None))
    z = cute.zipped_divide(t, tiler=(8, 8))
    row = t[3, None]
    i = cute.make_identity_tensor((4, 8))
    r = cute.make_rmem_tensor((4, 2), cutlass.Float32)
    s = t.shape[1]
    g = cute.group_modes(t, 0, 2)
    u = cute.make_rmem_tensor_like(t, cutlass.Float32)
    v = cute.recast_tensor(r, cutlass.Float16)
    w = cute.domain_offset((3, 5), t)
    smem = cutlass.utils.SmemAllocator()
    x = smem.allocate_tensor(cutlass.Float16, cute.make_layout((8, 64)), 16)
    y = cute.make_fragment_like(cute.make_layout((8, 64), stride=(64, 1)))
`;
    check(text, {
      t: 'tensor (128,64):(64,1)',
      tile: 'tensor (32,16,4):(64,1,16)',
      z: 'tensor ((8,8),(16,8)):((64,1),(512,8))',
      row: 'tensor (64):(1)',
      i: 'tensor (4,8):(1@0,1@1)',
      r: 'tensor (4,2):(1,4)',
      s: '64',
      g: 'tensor ((128,64)):((64,1))',
      u: 'tensor (128,64):(64,1)',
      v: 'tensor (8,2):(1,8)',
      w: 'tensor (128,64):(64,1)',
      x: 'tensor (8,64):(1,8)',
      y: /^unknown/,
    });
  });

  test('refusals name the operation', () => {
    check(
      `${DSL_IMPORTS}L = cute.composition(cute.make_layout((4, 6, 8), stride=(2, 3, 5)), cute.make_layout(6))`,
      {
        L: /^refused: .*4/,
      },
    );
    check(`${DSL_IMPORTS}L = cute.make_layout((4, 8), stride=(8, 1, 2))`, { L: /^refused/ });
    check(`${DSL_IMPORTS}L = cute.make_swizzle(3, 4, 2)`, { L: /^refused/ });
    check(`${DSL_IMPORTS}L = cute.make_layout((4, 8), order=(1, 0))`, {
      L: /^refused: make_layout has no parameter order: make_ordered_layout has/,
    });
    check(`${DSL_IMPORTS}L = cute.make_layout((4, 8), strides=(8, 1))`, {
      L: /^refused: make_layout has no parameter strides: it is stride/,
    });
  });
});

describe('parameters', () => {
  /** What was given a value on the way to the value of `name`. */
  function parametersOf(text: string, name: string): unknown {
    const document = openDocument(grammars, 'python', text);
    const site = document.model.sites.find((s) => s.role === 'declaration' && s.name === name)!;
    const { value, parameters } = document.model.evaluate(site);
    document.dispose();
    return [show(value), parameters.map((p) => `${p.name} = ${p.value} (${p.source})`)];
  }

  test('a default is used and said', () => {
    const text = `${DSL_IMPORTS}def f(n=4):\n    L = cute.make_layout((n, 8))\n`;
    assert.deepEqual(parametersOf(text, 'L'), ['(4,8):(1,4)', ['n = 4 (default)']]);
  });

  test('a call gives the value', () => {
    check(
      `${DSL_IMPORTS}def f(n, m=4):\n    return cute.make_layout((n, m))\na = f(2)\nb = f(2, m=3)\nc = f(m=5, n=6)\nd = f()`,
      {
        a: '(2,4):(1,2)',
        b: '(2,3):(1,2)',
        c: '(6,5):(1,6)',
        d: /^unknown/,
      },
    );
  });

  test('an assumption comes before the default', () => {
    const text = `${DSL_IMPORTS}def f(n, m=4):\n    # layout-lens: assume n = 16, m = 2\n    L = cute.make_layout((n, m))\n`;
    assert.deepEqual(parametersOf(text, 'L'), [
      '(16,2):(1,16)',
      ['n = 16 (assumed here)', 'm = 2 (assumed here)'],
    ]);
  });

  test('what annotations say', () => {
    check(
      `${DSL_IMPORTS}def f(a: cutlass.Int32, b: cutlass.Constexpr[int], c: cutlass.Int32 = 4, d: cute.Tensor = None, *e, **g):
    x = cute.make_layout((a, 8))
    y = cute.make_layout((b, 8))
    z = cute.make_layout((8, c))
    w = cute.size(d)
    v = cute.make_layout(e)
`,
      {
        x: '(a,8):(1,a)',
        y: /^\(b,8\):\(\w+,b\)$|^unknown/,
        z: '(8,4):(1,8)',
        w: /^unknown/,
        v: /collected arguments/,
      },
    );
  });
});

describe('imports', () => {
  test('aliases of modules and names', () => {
    check('import cutlass.cute as c\nL = c.make_layout((4, 8))', { L: '(4,8):(1,4)' });
    check('from cutlass import cute\nL = cute.make_layout((4, 8))', { L: '(4,8):(1,4)' });
    check('import cutlass\nL = cutlass.cute.make_layout((4, 8))', { L: '(4,8):(1,4)' });
    check('from cutlass.cute import make_layout as ml\nL = ml((4, 8))', { L: '(4,8):(1,4)' });
    check('def f():\n    from cutlass import cute\n    L = cute.make_layout((4, 8))', { L: '(4,8):(1,4)' });
    check(
      'try:\n    import cutlass.cute as cute\nexcept ImportError:\n    cute = None\nL = cute.make_layout(4)',
      {
        L: '4:1',
      },
    );
  });

  test('a name that is something else is not CuTe', () => {
    check('import other.cute as cute\nL = cute.make_layout((4, 8))', { L: /^unknown/ });
    check('def make_layout(x): return 3\nL = make_layout(4)', { L: '3' });
    check('from pycute import *\nL = size(composition)', { L: /^unknown/ });
  });
});

describe('pycute', () => {
  test('by wildcard, by module and by name', () => {
    checkLines(
      'from pycute import *\n',
      `
      Layout((4, 8), (8, 1)) → (4,8):(8,1)
      Layout((4, 8)) → (4,8):(1,4)
      composition(Layout((6, 2), (8, 2)), Layout((4, 3), (3, 1))) → ((2,2),3):((24,2),8)
      composition(Layout((4, 6, 8), (2, 3, 5)), 6) → 4:2
      coalesce(Layout((2, (1, 6)), (1, (6, 2)))) → 12:1
      complement(Layout(4, 2)) → 2:1
      complement(Layout(4, 2), 24) → (2,3):(1,8)
      logical_divide(Layout((4, 2, 3), (2, 1, 8)), Layout(4, 2)) → ((2,2),(2,3)):((4,1),(2,8))
      right_inverse(Layout((4, 8), (8, 1))) → (8,4):(4,1)
      filter(Layout((2, 4), (0, 1))) → 4:1
      Layout((4, 8), (8, 1))(1, 2) → 10
      Layout((4, 8), (8, 1))(5) → 9
      Layout((4, 8), (8, 1))(1, None) → (8):(1)
      Layout((4, 8), (8, 1))[-1] → 8:1
      Layout((4, 8), (8, 1)).shape → (4,8)
      Layout((4, 8), (8, 1)).cosize() → 32
      size(Layout((4, 8))) → 32
      len(Layout((4, 8))) → 2
      Swizzle(1, 0, 3)(8) → 9
      make_layout(Layout(4), Layout(8, 4)) → (4,8):(1,4)
      slice_and_offset((1, None), Layout((4, 8), (8, 1))) → ((8):(1),8)
      ComposedLayout(Swizzle(1, 0, 3), 0, Layout((2, 8), (8, 1)))(1, 0) → 9
      `,
    );
    check('import pycute\nL = pycute.Layout((4, 8), (8, 1))', { L: '(4,8):(8,1)' });
    check('import pycute as pc\nL = pc.coalesce(pc.Layout((4, 8)))', { L: '32:1' });
    check('from pycute.layout import Layout, coalesce\nL = coalesce(Layout((4, 8)))', { L: '32:1' });
  });

  test('its refusals are its own', () => {
    check('from pycute import *\nL = composition(Layout((4, 6, 8), (2, 3, 5)), Layout(6, 3))', {
      L: /^refused: pycute's composition/,
    });
    check('from pycute import *\nL = Layout((4, 8), (8,))', { L: /^refused/ });
    check(`${DSL_IMPORTS}from pycute import Layout\nL = cute.coalesce(Layout((4, 8)))`, { L: /^unknown/ });
  });
});
