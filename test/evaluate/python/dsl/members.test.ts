// Attributes of CuTe DSL's layouts, tensors, pointers and types, swizzles and what layouts occupy.

import { before, test } from 'node:test';
import type { Grammars } from '../../../../server/src/syntax/grammars.ts';
import { checkExpressions, checkValues, DSL_IMPORTS, pythonGrammars } from '../support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const HEAD = `${DSL_IMPORTS}half, four = cutlass.Float16, cutlass.Float4E2M1FN
n = cutlass.Int32(10)
from cutlass.cute.runtime import make_ptr, make_fake_tensor
p = make_ptr(half, 16, cute.AddressSpace.gmem)
t = cute.make_tensor(p, cute.make_layout((8, 4), stride=(4, 1)))
swizzled = cute.make_composed_layout(cute.make_swizzle(2, 4, 3), 16, cute.make_layout((8, 64), stride=(64, 1)))
composed = cute.make_composed_layout(cute.make_layout(20, stride=3), 2, cute.make_layout(10, stride=3))
`;

const check = (lines: string): void => checkExpressions(grammars, HEAD, lines);

test('attributes of layouts, tensors and pointers', () => {
  check(`
    t.layout → (8,4):(4,1)
    t.shape → (8,4)
    t.stride → (4,1)
    t.shape[0] → 8
    t.element_type → Float16
    t.dtype → Float16
    p.dtype → Float16
    p.value_type → Float16
    p.element_type → Float16
    t.iterator.dtype → Float16
    cute.make_layout((8, 4)).shape → (8,4)
    cute.make_layout((8, 4)).stride → (1,8)
    cute.make_layout((8, (4, 2)))[1] → (4,2):(8,32)
    swizzled.inner → Sw<2,4,3>
    swizzled.outer → (8,64):(64,1)
    swizzled.offset → 16
    swizzled.shape → (8,64)
    swizzled.inner.num_bits → 2
    swizzled.inner.num_base → 4
    swizzled.inner.num_shift → 3
    cute.get_swizzle_portion(swizzled) → Sw<2,4,3>
    cute.get_nonswizzle_portion(swizzled) → (8,64):(64,1)
    cute.make_layout((6, 4)).get_hier_coord(7) → (1,1)
    cute.make_layout((6, 4)).get_flat_coord(9) → (3,1)
  `);
});

test('an attribute that a pointer or composed layout has not is not made up', () => {
  checkValues(
    grammars,
    `${HEAD}
bytes = p.nbytes
untyped = cute.make_tensor(someone, cute.make_layout(4)).iterator.dtype
stride = swizzled.stride
of_type = half.mantissa
`,
    { bytes: /^unknown/, untyped: /^unknown/, stride: /^unknown/, of_type: /^unknown/ },
  );
});

test('attributes of element types', () => {
  check(`
    half.width → 16
    four.width → 4
    cutlass.Int32.width → 32
    half.is_integer → false
    half.is_float → true
    cutlass.Int32.is_integer → true
    cutlass.Int32.is_float → false
    cutlass.Uint8.is_integer → true
    cutlass.Float8E8M0FNU.is_float → true
  `);
});

// The identity swizzle is always <0,4,3>.
test('swizzles and composed layouts', () => {
  check(`
    cute.make_swizzle(0, 3, 3) → Sw<0,4,3>
    cute.make_swizzle(2, 3, 3) → Sw<2,3,3>
    cute.make_swizzle(2, 4, -3) → Sw<2,4,-3>
    cute.make_swizzle(3, 0, 3) → Sw<3,0,3>
    composed(4) → 42
    composed.inner → 20:3
    cute.make_composed_layout(cute.make_swizzle(1, 4, 3), 0, cute.make_layout(32, stride=32))(6) → 208
  `);
  checkValues(
    grammars,
    `${HEAD}
negative = cute.make_swizzle(-1, 4, 3)
base = cute.make_swizzle(1, -1, 3)
short = cute.make_swizzle(3, 4, 2)
near = cute.make_swizzle(3, 4, -2)
dynamic = cute.make_swizzle(n, 4, 3)
text = cute.make_swizzle("3", 4, 3)
of_shape = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, (8, 64))
of_function = cute.make_composed_layout(half, 0, cute.make_layout(8))
`,
    {
      negative: /^refused: S<-1,4,3> needs/,
      base: /^refused: S<1,-1,3> needs/,
      short: /^refused: S<3,4,2> needs/,
      near: /^refused: S<3,4,-2> needs/,
      dynamic: /^refused: the numbers of a swizzle must be Python integers/,
      text: /^unknown: this swizzle/,
      of_shape: /^unknown: this composed layout/,
      of_function: /^unknown: a composed layout of a function/,
    },
  );
});

// Bytes are rounded up; a swizzle moves elements inside of what its layout occupies.
test('bytes that a layout occupies', () => {
  check(`
    cute.size_in_bytes(half, cute.make_layout((8, 64))) → 1024
    cute.size_in_bytes(half, cute.make_layout((8, 4), stride=(10, 1))) → 148
    cute.size_in_bytes(four, cute.make_layout(33)) → 17
    cute.size_in_bytes(cutlass.Float6E3M2FN, cute.make_layout(5)) → 4
    cute.size_in_bytes(half, swizzled) → 1024
    cute.size_in_bytes(half, composed) → 116
    cute.size_in_bytes(half, None) → 0
    cute.size_in_bytes(half, cute.make_layout((4, n))) → 80
  `);
  checkValues(
    grammars,
    `${HEAD}
of_number = cute.size_in_bytes(16, cute.make_layout(8))
of_shape = cute.size_in_bytes(half, (8, 4))
`,
    { of_number: /^unknown: the size of this type/, of_shape: /^unknown: the size of this/ },
  );
});
