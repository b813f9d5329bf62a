// Strides of modes of one element differ between versions of CuTe DSL: they are not shown, and everything else is. The
// values are those on which C++ CuTe and the tests of the CuTe IR agree.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ruleContext } from '../../../server/src/analysis/check/context.ts';
import { findingsOf } from '../../../server/src/analysis/check/run.ts';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import type { Grammars } from '../../../server/src/syntax/grammars.ts';
import { DSL_IMPORTS, dslChecker, pythonGrammars } from './support.ts';

let grammars: Grammars;
let check: ReturnType<typeof dslChecker>;
before(async () => {
  grammars = await pythonGrammars();
  check = dslChecker(grammars);
});

test('a stride that an operation gave a mode of one element is open, one that was written is kept', () => {
  check(
    `
def layouts():
    whole = cute.logical_divide(cute.make_layout(24), cute.make_layout((4, 6)))
    tile = cute.make_layout(128)
    nested = cute.zipped_divide(
        cute.make_layout(((8, 8), (8, 8), 1), stride=((512, 64), (1, 8), 4096)), (tile, tile))
    grouped = cute.group_modes(nested, 1, 2)
    rest = nested[1]
    merged = cute.coalesce(nested)
    unit = cute.coalesce(cute.make_layout(1, stride=1))
    written = cute.make_layout((1, 4), stride=(5, 1))
    compact = cute.make_layout((1, 4))
    ordered = cute.make_ordered_layout((4, 1, 2), (1, 0, 2))
    tiled = cute.tile_to_shape(cute.make_layout((8, 64), stride=(64, 1)), (128, 64), (0, 1))
    sliced = cute.slice_(written, (None, 0))
`,
    {
      whole: '((4,6),1):((1,4),?)',
      nested: '(((8,16),128),(1,1,1)):(((512,64),1),(?,?,4096))',
      grouped: '(((8,16),128),((1,1,1))):(((512,64),1),((?,?,4096)))',
      rest: '(1,1,1):(?,?,4096)',
      merged: '(8,16,128):(512,64,1)',
      unit: '1:?',
      written: '(1,4):(5,1)',
      compact: '(1,4):(0,1)',
      ordered: '(4,1,2):(1,0,4)',
      tiled: '((8,16),(64,1)):((64,512),(1,0))',
      sliced: '(1):(5)',
    },
  );
});

test('what depends on no such stride is known, and what reads it says why it is not', () => {
  check(
    `
def numbers():
    whole = cute.logical_divide(cute.make_layout(24), cute.make_layout((4, 6)))
    size = cute.size(whole)
    cosize = cute.cosize(whole)
    at = whole((5, 0))
    shape = whole.shape
    inner_stride = whole.stride[0]
    rest_stride = whole.stride[1]
    again = cute.make_layout(whole.shape, stride=whole.stride)
    tensor = cute.make_rmem_tensor((8, 4), cutlass.Float16)
    local = cute.local_tile(tensor, (8, 4), (None, 0))
    joined = whole if size > 24 else cute.make_layout(((4, 6), 1), stride=((1, 4), 0))
`,
    {
      size: '24',
      cosize: '24',
      at: '5',
      shape: '((4,6),1)',
      inner_stride: '(1,4)',
      rest_stride: /^unknown: the stride of a mode of one element differs between versions of CuTe DSL/,
      again: '((4,6),1):((1,4),?)',
      local: 'tensor (8,4,1):(1,8,?)',
      joined: '((4,6),1):((1,4),0)',
    },
  );
});

test('basis strides have products and inverses, which C++ CuTe does not compile', () => {
  check(
    `
def coordinates():
    tile = cute.make_layout((4, 3), stride=(1 * cute.E(0), 1 * cute.E(1)))
    product = cute.logical_product(tile, cute.make_layout((2, 5)))
    blocked = cute.blocked_product(tile, cute.make_layout((2, 5)))
    inverse = cute.right_inverse(cute.make_layout((4, 5), stride=(1 * cute.E(1), 1 * cute.E(0))))
`,
    {
      product: '((4,3),(2,5)):((1@0,1@1),(3@1,6@1))',
      blocked: '((4,2),(3,5)):((1@0,3@1),(1@1,6@1))',
      inverse: '(5,4):(4,1)',
    },
  );
});

test('where more than such strides differs nothing is said', () => {
  check(
    `
def raked():
    merged = cute.raked_product(cute.make_layout(128), cute.make_layout((4, 4)))
    same = cute.raked_product(cute.make_layout((3, 4), stride=(4, 1)), cute.make_layout((2, 5)))
`,
    {
      merged:
        /^unknown: versions of CuTe DSL differ: .*\(\(4,128\),4\):\(\(128,1\),512\) in the open CuTe IR/,
      same: '((2,3),(5,4)):((12,4),(24,1))',
    },
  );
});

test('an expectation may state any stride there', () => {
  const found = (stride: string): readonly string[] => {
    const document = openDocument(
      grammars,
      'python',
      `${DSL_IMPORTS}
# layout-lens: expect ((4,6),1):((1,${stride})
whole = cute.logical_divide(cute.make_layout(24), cute.make_layout((4, 6)))
`,
    );
    try {
      return findingsOf(ruleContext(document), { severity: {} }).map(({ rule }) => rule);
    } finally {
      document.dispose();
    }
  };
  assert.deepEqual(found('4),0'), []);
  assert.deepEqual(found('4),24'), []);
  assert.deepEqual(found('5),0'), ['unmet-expectation']);
});

test('functions of coordinates and basis elements', () => {
  check(
    `
def coordinates():
    next = cute.increment_coord((2, 0, 0), (3, 3, 3))
    carried = cute.increment_coord((2, (2, 1)), (3, (3, 4)))
    past = cute.increment_coord((2, 2), (3, 3))
    one = cute.increment_coord((0, 2, 0), (1, 3, 4))
    other = cute.increment_coord((2, 0), (3, 3, 3))
    all = cute.tuple_cat((1, 2), 3, (4,))
    ones = cute.append_ones(cute.make_layout((4, 8)), 4)
    basis = cute.make_layout((4, 8), stride=(cute.ScaledBasis(2, 0), cute.ScaledBasis(1, [0, 1])))
    at = cute.crd2idx((2, 3), cute.make_layout((4, 8), stride=(cute.ScaledBasis(2, 0), cute.ScaledBasis(1, 1))))
`,
    {
      next: '(0,1,0)',
      carried: '(0,(0,2))',
      past: '(0,3)',
      one: '(0,0,1)',
      other: /^refused: increment_coord needs a coordinate of the profile/,
      all: '(1,2,3,4)',
      ones: '(4,8,1,1):(1,4,0,0)',
      basis: '(4,8):(2@0,1@1@0)',
      at: '(4,3)',
    },
  );
});

test('a default that the host hands over is a run-time integer, a compile-time one is not', () => {
  check(
    `
@cute.jit
def compiled(p: int = 4, q: cutlass.Constexpr[int] = 8, r=2):
    a = cute.is_static(p)
    b = cute.is_static(q)
    c = cute.is_static(r)
    from_host = cute.make_layout((p, q))

def plain(p: int = 4):
    of_python = cute.is_static(p)
`,
    { a: 'false', b: 'true', c: 'false', from_host: '(4,8):(1,4)', of_python: 'true' },
  );
});
