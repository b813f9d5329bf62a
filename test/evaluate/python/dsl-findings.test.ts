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

const ROW_SUMS = (padding: string, call: string): string => `${HEAD}import torch
from cutlass.cute.runtime import from_dlpack

class RowSums:
    def __init__(self, rows=64, columns=64):
        self.rows, self.columns = rows, columns

    @cute.jit
    def __call__(self, x: cute.Tensor):
        dtype = x.element_type
        tile = cute.make_layout((self.rows, self.columns), stride=(self.columns + ${padding}, 1))

        @cute.struct
        class Storage:
            tile: cute.struct.MemRange[dtype, cute.size(tile)]

        self.storage = Storage
        self.kernel(x, tile).launch(grid=(1, 1, 1), block=(64, 1, 1))

    @cute.kernel
    def kernel(self, x: cute.Tensor, tile: cute.Layout):
        storage = cutlass.utils.SmemAllocator().allocate(self.storage)
        s = storage.tile.get_tensor(tile)

x = torch.empty(4096, 64, dtype=torch.float16)
${call}
`;

test('what the file makes with all the defaults is judged with them, and others may be made otherwise', () => {
  const asWritten = (call: string) => found(ROW_SUMS('1', call));
  assert.deepEqual(asWritten('RowSums()(from_dlpack(x))'), ['warning storage-size']);
  assert.deepEqual(asWritten('sums = RowSums()\nsums(from_dlpack(x))'), ['warning storage-size']);
  assert.deepEqual(asWritten('sums = 1'), ['information storage-size'], 'nobody makes one here');
  assert.deepEqual(asWritten('RowSums(columns=n)(from_dlpack(x))'), [], 'with another argument');
  assert.deepEqual(asWritten('RowSums(*sizes)(from_dlpack(x))'), [], 'with any arguments');
  assert.deepEqual(found(ROW_SUMS('0', 'RowSums()(from_dlpack(x))')), []);
});

test('a function that the file calls with all its defaults is judged with them', () => {
  const text = (call: string): string => `${HEAD}
def run(columns: int = 65):
    tile = cute.make_layout((8, columns))
    part = cute.logical_divide(tile, (8, 64))

${call}
`;
  assert.deepEqual(found(text('run()')), ['warning over-tiling']);
  assert.deepEqual(found(text('run(n)')), []);
});

test('a branch that its condition never chooses is not judged', () => {
  const text = (wide: string): string => `${HEAD}
class Kernel:
    def __init__(self, wide: bool, strides):
        self.wide = wide
        self.strides = strides

    @cute.jit
    def __call__(self):
        if cutlass.const_expr(self.wide):
            part = cute.make_layout((4, 2), stride=self.strides)
        else:
            other = cute.make_layout((2, 4), stride=self.strides)
        if self.wide == 3:
            never = cute.make_layout((8, 2), stride=self.strides)

Kernel(${wide}, (1,))()
`;
  assert.deepEqual(found(text('False')), ['error not-congruent'], 'the other one');
  assert.deepEqual(found(text('True')), ['error not-congruent']);
  assert.equal(found(text('flag')).length, 3);
});

test('tiles that do not divide a tensor are no finding where its elements are asked for', () => {
  const text = (asked: string): string => `${HEAD}import torch
from cutlass.cute.runtime import from_dlpack

@cute.jit
def f(x: cute.Tensor):
    tiles = cute.zipped_divide(x, (16, 128))
    ${asked}

x = torch.empty(1000, 1000, dtype=torch.float16)
f(from_dlpack(x))
`;
  assert.deepEqual(found(text('pass')), ['warning over-tiling']);
  assert.deepEqual(found(text('c = cute.make_identity_tensor(x.shape)')), []);
});

test('values of a thread that follow one another in a row are merged, in whichever order they are taken', () => {
  const text = (x: string): string => `${HEAD}import torch
from cutlass.cute.runtime import from_dlpack

@cute.kernel
def k(x: cute.Tensor, mma: cute.TiledMma):
    tidx, _, _ = cute.arch.thread_idx()
    part = mma.get_slice(tidx).partition_C(cute.local_tile(x, (64, 64), (0, 0)))
    own = mma.make_fragment_C(part)
    cute.autovec_copy(own, part)

@cute.jit
def f(x: cute.Tensor):
    four = cute.make_layout((16, 4), stride=(4, 1))
    mma = cute.make_tiled_mma(
        cute.nvgpu.MmaUniversalOp(cutlass.Float32),
        cute.make_layout((16, 16, 1), stride=(16, 1, 0)),
        permutation_mnk=(four, four, None),
    )
    k(x, mma).launch(grid=(1, 1, 1), block=(256, 1, 1))

f(from_dlpack(${x}))
`;
  assert.deepEqual(found(text('torch.empty(2048, 1024, dtype=torch.float32)')), []);
  // Lanes that go across the rows do.
  assert.deepEqual(found(text('torch.empty(1024, 2048, dtype=torch.float32).t()')), [
    'information uncoalesced',
  ]);
});
