// Gluon's tensors: what their dimensions and layouts are after each function and method.

import { before, test } from 'node:test';
import type { Grammars } from '../../../server/src/syntax/grammars.ts';
import { checkValues, pythonGrammars } from '../python/support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const BEFORE = `import triton
from triton.experimental.gluon import language as ttgl
from triton.experimental.gluon.language.nvidia.blackwell import TensorMemoryLayout, allocate_tensor_memory
A = ttgl.BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0])
N = ttgl.NVMMASharedLayout(128, element_bitwidth=16)
T = TensorMemoryLayout((128, 64), col_stride=1)
x = ttgl.zeros([64], ttgl.float32, ttgl.SliceLayout(1, A))
m = ttgl.zeros([64, 64], ttgl.float32, A)
b = ttgl.allocate_shared_memory(ttgl.float16, [4, 64, 64], N)
t = allocate_tensor_memory(ttgl.float32, [128, 64], T)
`;

/** Expressions with what they come to; a pattern where only the beginning matters. */
function check(cases: readonly (readonly [expression: string, expected: string | RegExp])[]): void {
  const text = cases.map(([expression], i) => `v${i} = ${expression}\n`).join('');
  const expected = Object.fromEntries(cases.map(([, value], i) => [`v${i}`, value]));
  checkValues(grammars, `${BEFORE}${text}`, expected);
}

const BLOCKED =
  'BlockedLayout(size_per_thread=[1, 4], threads_per_warp=[8, 4], warps_per_cta=[4, 1], order=[1, 0], cga_layout=[])';
const INFERRED = 'unknown: the layout that Triton infers for it is not computed';
const OTHER_SLICE = 'refused: the layout is sliced in dimension 1, and dimension 0 is added';

test('a dimension is added where the layout was sliced, counted from either end', () =>
  check([
    ['x.expand_dims(1)', `tensor<64x1xfloat32, ${BLOCKED}>`],
    ['x.expand_dims(-1)', `tensor<64x1xfloat32, ${BLOCKED}>`],
    ['x.expand_dims(0)', OTHER_SLICE],
    ['x.expand_dims(-2)', OTHER_SLICE],
    ['x.expand_dims(axis=1)', `tensor<64x1xfloat32, ${BLOCKED}>`],
    ['x.expand_dims([1])', INFERRED],
    ['ttgl.expand_dims(x, axis=-1)', `tensor<64x1xfloat32, ${BLOCKED}>`],
    ['ttgl.expand_dims(x, [1, 2])', 'unknown: expand_dims of this is not computed'],
    ['ttgl.expand_dims(3, 1)', 'unknown: expand_dims of this is not computed'],
    ['m.expand_dims(1)', 'refused: expand_dims takes a SliceLayout, and this is a BlockedLayout'],
  ]));

test('an index with one new dimension and all the others', () =>
  check([
    ['x[:, None]', `tensor<64x1xfloat32, ${BLOCKED}>`],
    ['x[None, :]', OTHER_SLICE],
    ['x[None]', 'unknown: this index of a tensor is not computed'],
    ['x[:, None, None]', 'unknown: this index of a tensor is not computed'],
    ['x[0, None]', 'unknown: this index of a tensor is not computed'],
    ['x[:]', 'unknown: this index of a tensor is not computed'],
    ['m[:, None]', 'unknown: this index of a tensor is not computed'],
  ]));

test('permuted dimensions take their part of the layout with them', () =>
  check([
    [
      'm.permute(1, 0)',
      'tensor<64x64xfloat32, BlockedLayout(size_per_thread=[4, 1], threads_per_warp=[4, 8], warps_per_cta=[1, 4], order=[0, 1], cga_layout=[])>',
    ],
    ['m.permute((0, 1))', `tensor<64x64xfloat32, ${BLOCKED}>`],
    ['m.permute(1, 1)', 'refused: [1, 1] is no permutation of 0 to 1'],
    ['m.permute([1])', 'refused: [1] is no permutation of 0 to 1'],
    ['m.permute(3)', 'refused: order is a list of integers'],
    ['b.index(0).permute((1, 0))', /^shared_memory_descriptor<64x64xfloat16, .*transposed=True/],
    [
      'b.index(0).permute((1, 0)).permute((1, 0))',
      /^shared_memory_descriptor<64x64xfloat16, .*transposed=False/,
    ],
    ['b.index(0).permute((0, 1))', /^shared_memory_descriptor<64x64xfloat16, .*transposed=False/],
    ['b.permute((1, 0, 2))', INFERRED],
    ['b.permute((0, 1, 2))', /^shared_memory_descriptor<4x64x64xfloat16, .*transposed=False/],
    ['t.permute((0, 1))', /^tensor_memory_descriptor<128x64xfloat32/],
    ['t.permute((1, 0))', INFERRED],
  ]));

test('a slice of shared memory is along its first dimension, or the one that is given', () =>
  check([
    ['b.index(0).slice(0, 32)', /^shared_memory_descriptor<32x64xfloat16/],
    ['b.index(0).slice(start=0, length=16)', /^shared_memory_descriptor<16x64xfloat16/],
    ['b.index(0).slice(0, 32, 1)', /^shared_memory_descriptor<64x32xfloat16/],
    ['b.index(0).slice(0, 32, dim=-1)', /^shared_memory_descriptor<64x32xfloat16/],
    ['b.index(0).slice(0, 32, -2)', /^shared_memory_descriptor<32x64xfloat16/],
    ['b.index(0).slice(0, 32, 2)', 'refused: there is no dimension 2'],
    ['b.index(0).slice(0, 32, -3)', 'refused: there is no dimension -3'],
    ['b.index(0).slice(length=16)', 'refused: start is missing'],
    ['b.index(0).slice(0)', 'refused: length is an integer'],
  ]));

test('a slice of tensor memory is along its last dimension, with blocks that are no wider', () =>
  check([
    [
      't.slice(0, 32)',
      /^tensor_memory_descriptor<128x32xfloat32, TensorMemoryLayout\(block=\[128, 32\], col_stride=1,/,
    ],
    [
      'allocate_tensor_memory(ttgl.float32, [128, 256], T).slice(0, 128)',
      /^tensor_memory_descriptor<128x128xfloat32, TensorMemoryLayout\(block=\[128, 64\]/,
    ],
    [
      'allocate_tensor_memory(ttgl.float32, [128, 64], TensorMemoryLayout((128, 64), 1, two_ctas=True)).slice(0, 32)',
      INFERRED,
    ],
    ['allocate_tensor_memory(ttgl.float32, [128, 64]).slice(0, 32)', INFERRED],
  ]));

test('the fields of layouts, and arguments that are none', () =>
  check([
    ['T.cta_split_num is None', 'true'],
    ['T.two_ctas', 'false'],
    ['A.order', '(1,0)'],
    [
      'ttgl.NVMMASharedLayout(ttgl.float16, element_bitwidth=16)',
      'refused: NVMMASharedLayout: swizzle_byte_width is an integer',
    ],
    ['ttgl.SliceLayout(0, ttgl.float16)', 'refused: SliceLayout: parent is a layout'],
    ['ttgl.zeros([], ttgl.float32, A)', 'unknown: a scalar is only known at run time'],
  ]));

test('shapes that do not broadcast', () =>
  check([
    ['m + ttgl.zeros([1, 64], ttgl.float32, A)', `tensor<64x64xfloat32, ${BLOCKED}>`],
    [
      'm + ttgl.zeros([32, 64], ttgl.float32, A)',
      'refused: the shapes [64, 64] and [32, 64] do not broadcast',
    ],
    ['x + m', 'unknown: tensors of different ranks are not computed'],
  ]));

test('the next power of two, and quotients rounded up', () =>
  check([
    ['triton.next_power_of_2(1)', '1'],
    ['triton.next_power_of_2(5)', '8'],
    ['triton.next_power_of_2(8)', '8'],
    ['triton.next_power_of_2(2147483648)', '2147483648'],
    ['triton.next_power_of_2(2147483649)', 'unknown: next_power_of_2 of what is not known'],
    ['triton.next_power_of_2(0)', 'unknown: next_power_of_2 of what is not known'],
    ['triton.cdiv(7, 2)', '4'],
  ]));
