// What CuTe DSL accepts and C++ CuTe refuses is no mistake in code of the DSL.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ruleContext } from '../../../server/src/analysis/check/context.ts';
import { findingsOf } from '../../../server/src/analysis/check/run.ts';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import type { Grammars } from '../../../server/src/syntax/grammars.ts';
import { checkValues, pythonGrammars } from './support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

function found(text: string): readonly string[] {
  const document = openDocument(grammars, 'python', text);
  try {
    return findingsOf(ruleContext(document), { severity: {} }).map(
      ({ severity, rule }) => `${severity} ${rule}`,
    );
  } finally {
    document.dispose();
  }
}

const HEAD = 'import cutlass\nimport cutlass.cute as cute\n';

test('registers of one element are recast to narrower ones', () => {
  const text = `${HEAD}
@cute.jit
def f():
    r = cute.make_rmem_tensor(cute.make_layout((1,)), cutlass.Float32)
    h = cute.recast_tensor(r, cutlass.Float16)
    z = cute.recast_layout(8, 32, cute.make_layout((4, 2), stride=(0, 0)))
    w = cute.recast_layout(16, 32, cute.make_layout(8, stride=2))
`;
  assert.deepEqual(found(text), []);
  checkValues(grammars, text, {
    h: 'tensor (1):(0)',
    z: '(4,2):(0,0)',
    // What stands between the elements is another question, which versions of the DSL answer differently.
    w: /adjacent/,
  });
});

test('tile_to_shape takes as many blocks as cover the shape, and where that is more it is told', () => {
  const text = `${HEAD}
@cute.jit
def f():
    t = cute.tile_to_shape(cute.make_layout((3, 3)), (5, 8), (0, 1))
    u = cute.tile_to_shape(cute.make_layout((8, 64), stride=(64, 1)), (60, 128), order=(1, 0))
    s = cute.tile_to_shape(cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, cute.make_layout((8, 64), stride=(64, 1))), (20, 64), (0, 1))
    v = cute.tile_to_shape(cute.make_layout((8, 64), stride=(64, 1)), (64, 128), order=(1, 0))
    e = cute.tile_to_shape(cute.make_layout((2, 3, 4)), (8, 12), (0, 1))
`;
  const more = 'warning over-tiling';
  assert.deepEqual(found(text), [more, more, more, 'error rank-mismatch'], 't, u and s, not v');
  checkValues(grammars, text, {
    t: '((3,2),(3,3)):((1,9),(3,18))',
    u: '((8,8),(64,2)):((64,1024),(1,512))',
    s: 'Sw<3,3,3> o 0 o ((8,3),(64,1)):((64,512),(1,0))',
  });
});

test('a division by what is zero for these arguments may stand where it does not run', () => {
  const text = `${HEAD}
class Kernel:
    def __init__(self, wide: bool):
        self.wide = wide

    def setup(self):
        self.depth, self.stages = self.count(self.wide)

    @staticmethod
    def count(wide):
        stages = 2 if wide else 0
        return 4, stages

    @cute.jit
    def __call__(self, a: cute.Tensor):
        self.setup()
        self.kernel(a).launch(grid=[1, 1, 1], block=[128, 1, 1])

    @cute.kernel
    def kernel(self, a: cute.Tensor):
        for i in cutlass.range(4):
            buffer = i % self.stages
            tile = a[(None, buffer)]

Kernel(wide=False)(x)
`;
  assert.deepEqual(found(text), []);
});
