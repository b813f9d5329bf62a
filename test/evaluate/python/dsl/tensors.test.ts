// Tensors of CuTe DSL that are made of others: in registers, moved in memory, tiled with a projection.

import { before, test } from 'node:test';
import type { Grammars } from '../../../../server/src/syntax/grammars.ts';
import { checkExpressions, checkValues, DSL_IMPORTS, pythonGrammars } from '../support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const HEAD = `${DSL_IMPORTS}from cutlass.cute.runtime import make_fake_tensor
half, f32 = cutlass.Float16, cutlass.Float32
t = make_fake_tensor(half, (16, 8), (8, 1))
big = make_fake_tensor(half, (256, 64, 3), (64, 1, 16384))
identity = cute.make_identity_tensor((8, 4))
`;

test('registers for what a tensor holds keep the order of its strides, and coordinates have none', () => {
  checkExpressions(
    grammars,
    HEAD,
    `
      cute.make_rmem_tensor((4, 2), half) → tensor (4,2):(1,4)
      cute.make_rmem_tensor(cute.make_layout((4, 2), stride=(2, 1)), half) → tensor (4,2):(2,1)
      cute.make_rmem_tensor_like(t) → tensor (16,8):(8,1)
      cute.make_rmem_tensor_like(t).element_type → Float16
      cute.make_rmem_tensor_like(t, f32).element_type → Float32
      cute.make_rmem_tensor_like(identity, f32) → tensor (8,4):(1,8)
      cute.make_rmem_tensor_like(t[None, 0]) → tensor (16):(1)
      cute.make_fragment_like(t, f32) → tensor (16,8):(8,1)
      identity → tensor (8,4):(1@0,1@1)
    `,
  );
  checkValues(
    grammars,
    `${HEAD}
number = cute.make_rmem_tensor_like(8, f32)
layout = cute.make_fragment_like(cute.make_layout(8), f32)
moved = cute.domain_offset((0, 0), (8, 4))
partition = cute.local_partition(t, (4, 2), 0)
recast = cute.recast_tensor((8, 4), f32)
uneven = cute.recast_tensor(make_fake_tensor(half, (3, 8), (1, 3)), f32)
pointer = cute.recast_ptr(8, dtype=half)
moved_by_name = cute.domain_offset("rows", t)
diced = cute.dice(t, (1, None))
longer = cute.append_ones(t, up_to_rank=1)
`,
    {
      number: /^unknown: a tensor like this/,
      layout: /^unknown: make_fragment_like of a layout/,
      moved: /^unknown: domain_offset of this/,
      partition: /^unknown: local_partition by what is no layout/,
      recast: /^unknown: this recast/,
      uneven: /^refused: mode 1 has the stride 3, which 2 neither divides nor is a multiple of/,
      pointer: /^unknown: recast_ptr of this/,
      moved_by_name: /^unknown: crd2idx is not computed/,
      diced: /^unknown: dice of a tensor/,
      longer: /^refused: .* cannot be padded to rank 1/,
    },
  );
});

// A tile of the modes that the projection keeps, with the coordinates of these modes.
test('parts of a tensor', () => {
  checkExpressions(
    grammars,
    HEAD,
    `
      cute.local_tile(t, (4, 4), (1, None)) → tensor (4,4,2):(8,1,4)
      cute.local_tile(t, (4, 4, 2), (None, 0, 1), proj=(1, None, 1)) → tensor (4,2,4):(8,1,32)
      cute.local_tile(big, (128, 128, 32), (1, 0, None), proj=(1, None, 1)) → tensor (128,32,2,3):(64,1,32,16384)
      cute.local_partition(t, cute.make_layout((4, 2)), 0) → tensor (4,4):(32,2)
      cute.domain_offset((4, 2), t) → tensor (16,8):(8,1)
      cute.recast_tensor(t, f32) → tensor (16,4):(4,1)
      cute.recast_tensor(t, cutlass.Int8) → tensor (16,16):(16,1)
      cute.recast_tensor(make_fake_tensor(cutlass.Boolean, (4, 8), (1, 4)), cutlass.Int8) → tensor (4,8):(1,4)
      cute.recast_tensor(make_fake_tensor(cutlass.Boolean, (4, 8), (1, 4)), half) → tensor (2,8):(1,2)
      cute.slice_(t, (None, 3)) → tensor (16):(8)
      cute.append_ones(t) → tensor (16,8,1):(8,1,0)
      cute.append_ones(t, up_to_rank=4) → tensor (16,8,1,1):(8,1,0,0)
      t[None, 3] → tensor (16):(8)
      t[(2, None)] → tensor (8):(1)
      identity[None, 1] → tensor (8):(1@0)
    `,
  );
});

test('values are told apart by their types', () => {
  const values = ['4', '"n"', '(1, 2)', '[1, 2]', 'layout', 'composed', 't', 'made', 'of_pycute'];
  const answers = {
    Tensor: 'false false false false false ? true ? ?',
    Layout: 'false false false false true false false ? ?',
    ComposedLayout: 'false false false false false true false ? ?',
  };
  for (const [type, expected] of Object.entries(answers)) {
    checkExpressions(
      grammars,
      `${HEAD}import pycute
class Made: pass
layout = cute.make_layout((4, 8))
composed = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, layout)
made = Made()
of_pycute = pycute.Layout((4, 8))
`,
      expected
        .split(' ')
        .map((answer, i) => [
          `isinstance(${values[i]}, cute.${type})`,
          answer === '?' ? 'unknown: isinstance of these is not computed' : answer,
        ])
        .map(([expression, answer]) => `${expression} → ${answer}`)
        .join('\n'),
    );
  }
});

test('the swizzle of a layout, and pointers to tensor memory', () => {
  checkExpressions(
    grammars,
    `${HEAD}import cutlass.utils as utils
from cutlass.cute.runtime import make_ptr
layout = cute.make_layout((4, 8))
memory = utils.TmemAllocator(0)
p = make_ptr(half, 16, cute.AddressSpace.gmem)
`,
    `
      cute.get_swizzle_portion(layout) → Sw<0,4,3>
      cute.get_swizzle_portion(cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, layout)) → Sw<3,4,3>
      cute.get_swizzle_portion(cute.make_composed_layout(layout, 0, layout)) → Sw<0,4,3>
      cute.get_swizzle_portion(4) → unknown: the swizzle of this is not computed
      cute.get_nonswizzle_portion(4) → unknown: the layout of this is not computed
      memory.retrieve_ptr() → ptr<Float32, tmem>
      memory.retrieve_ptr(half) → ptr<Float16, tmem>
      memory.retrieve_ptr(4) → ptr<?, tmem>
      cute.recast_tensor(cute.make_tensor(memory.retrieve_ptr(), cute.make_layout((128, 64))), half) → tensor (256,64):(1,256)
      p + 4 → ptr<Float16, gmem>
      p - 4 → ptr<Float16, gmem>
      p * 4 → unknown: * of these values is not computed
    `,
  );
});

test('layouts are called with one coordinate and indexed by one mode', () => {
  checkExpressions(
    grammars,
    `${HEAD}layout = cute.make_layout((4, 8))\n`,
    `
      layout(5) → 5
      layout((1, 2)) → 9
      layout[1] → 8:4
      layout(1, 2) → refused: a layout takes one coordinate, a tuple for several modes
      layout() → refused: a layout takes one coordinate, a tuple for several modes
      layout["m"] → unknown: this mode is not computed
      layout[0, 1] → unknown: this mode is not computed
      cute.make_layout_tv(layout, (2, 2)) → refused: make_layout_tv takes a layout of threads and one of values, and is given a shape as val_layout: make_layout of it
      cute.make_layout_tv((2, 2), layout) → refused: make_layout_tv takes a layout of threads and one of values, and is given a shape as thr_layout: make_layout of it
      cute.size_in_bytes(half, cute.make_layout((4, 8), stride=(cute.E(0), cute.E(1)))) → 64
    `,
  );
  checkValues(
    grammars,
    `${HEAD}
overlapping = cute.make_layout_tv(cute.make_layout((4, 8), stride=(3, 1)), cute.make_layout((2, 2), stride=(3, 7)))
mixed = cute.size_in_bytes(half, cute.make_layout((4, 8), stride=(cute.E(0), 1)))
`,
    { overlapping: /^refused: /, mixed: /^refused: the integer 7 cannot be added to the coordinate 3@0/ },
  );
});
