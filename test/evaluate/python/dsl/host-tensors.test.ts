// Tensors on the host. Those of mark_layout_dynamic and mark_compact_shape_dynamic are the examples of the guide to
// framework integration and of their documentation; strides of PyTorch are as PyTorch makes them.

import { before, test } from 'node:test';
import type { Grammars } from '../../../../server/src/syntax/grammars.ts';
import { checkExpressions, checkValues, pythonGrammars } from '../support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const HEAD = `import copy
import types
import torch
import cutlass
import cutlass.cute as cute
import cutlass.torch as cutlass_torch
import cutlass.utils as utils
from cutlass.cute.runtime import from_dlpack, make_fake_compact_tensor, make_fake_tensor, make_ptr
f32, half, eight = cutlass.Float32, cutlass.Float16, cutlass.Float8E4M3FN
a = torch.empty(16, 4, 8, 2).permute(2, 1, 0, 3)
b = torch.empty(32, 1, 1, 1, 4).permute(3, 4, 1, 0, 2)
c = torch.empty(4, 3, 2, 2).permute(2, 3, 1, 0)
`;

const check = (lines: string): void => checkExpressions(grammars, HEAD, lines);
const checkNamed = (text: string, expected: Readonly<Record<string, string | RegExp>>): void =>
  checkValues(grammars, `${HEAD}${text}`, expected);

test('mark_layout_dynamic leaves the stride 1 of the leading mode and strides of 0', () => {
  check(`
    from_dlpack(a) → tensor (8,4,16,2):(2,16,64,1)
    from_dlpack(a).mark_layout_dynamic() → tensor (?,?,?,?):(?,?,?,1)
    from_dlpack(a).mark_layout_dynamic(None) → tensor (?,?,?,?):(?,?,?,1)
    from_dlpack(b).mark_layout_dynamic() → tensor (?,?,?,?,?):(?,1,?,?,?)
    from_dlpack(b).mark_layout_dynamic(leading_dim=0) → tensor (?,?,?,?,?):(1,?,?,?,?)
    from_dlpack(b).mark_layout_dynamic(leading_dim=2) → tensor (?,?,?,?,?):(?,?,1,?,?)
    from_dlpack(c).mark_layout_dynamic(leading_dim=1) → tensor (?,?,?,?):(?,1,?,?)
    from_dlpack(torch.empty(4, 3, 2, 2)).mark_layout_dynamic(-1) → tensor (?,?,?,?):(?,?,?,1)
    from_dlpack(torch.empty(5, 1)).mark_layout_dynamic() → tensor (?,?):(1,?)
    from_dlpack(torch.empty(7)).mark_layout_dynamic() → tensor (?):(1)
    make_fake_tensor(f32, (2, 2), (8, 2)).mark_layout_dynamic() → tensor (?,?):(?,?)
    make_fake_tensor(f32, (3, 4, 2, 5), (5, 0, 0, 1)).mark_layout_dynamic() → tensor (?,?,?,?):(?,0,0,1)
  `);
});

// The errors of the guide to framework integration.
test('a leading mode whose stride is not 1 is refused, and so is one that the tensor lacks', () => {
  checkNamed(
    `
of_a = from_dlpack(a).mark_layout_dynamic(leading_dim=1)
of_b = from_dlpack(b).mark_layout_dynamic(leading_dim=3)
counted = from_dlpack(a).mark_layout_dynamic(-2)
beyond = from_dlpack(a).mark_layout_dynamic(4)
before = from_dlpack(a).mark_layout_dynamic(-5)
named = from_dlpack(a).mark_layout_dynamic("rows")
fp8 = utils.tensor_helpers.create_cute_tensor_for_fp8(torch.empty(8, 4, dtype=torch.uint8), eight, 0)
nested = cute.make_tensor(cute.make_ptr(half, 0, cute.AddressSpace.gmem), cute.make_layout(8)).mark_layout_dynamic()
nested_too = cute.make_tensor(cute.make_ptr(half, 0, cute.AddressSpace.gmem), cute.make_layout(8)).mark_layout_dynamic(0)
`,
    {
      of_a: 'refused: mode 1 has the stride 16, and the leading mode has the stride 1',
      of_b: 'refused: mode 3 has the stride 4, and the leading mode has the stride 1',
      counted: 'refused: mode 2 has the stride 64, and the leading mode has the stride 1',
      beyond: 'refused: there is no mode 4 in a tensor of 4',
      before: 'refused: there is no mode -1 in a tensor of 4',
      named: /^unknown: the leading mode of this tensor/,
      fp8: 'refused: mode 0 has the stride 4, and the leading mode has the stride 1',
      nested: /^unknown: mark_layout_dynamic of this/,
      nested_too: /^unknown: mark_layout_dynamic of this/,
    },
  );
});

test('a tensor of one element has no leading mode that can be told', () => {
  checkNamed('t = from_dlpack(torch.ones(1, 1, 1)).mark_layout_dynamic()\n', {
    t: /^unknown: the leading mode of this tensor/,
  });
});

test('a dimension of one element has its own stride or 1, as PyTorch hands it over', () => {
  check(`
    from_dlpack(torch.empty(4, 1, 8)) → tensor (4,1,8):(8,?,1)
    from_dlpack(torch.empty(4, 8, 1)) → tensor (4,8,1):(8,1,1)
    from_dlpack(torch.empty(1, 8)) → tensor (1,8):(?,1)
    from_dlpack(torch.empty(2, 8)) → tensor (2,8):(8,1)
  `);
});

test('mark_compact_shape_dynamic opens one extent and the strides that it goes into', () => {
  check(`
    from_dlpack(a).mark_compact_shape_dynamic(mode=0) → tensor (?,4,16,2):(2,?{div=2},?{div=8},1)
    from_dlpack(a).mark_compact_shape_dynamic(mode=0, divisibility=2) → tensor (?{div=2},4,16,2):(2,?{div=4},?{div=16},1)
    from_dlpack(a).mark_compact_shape_dynamic(mode=1, divisibility=2) → tensor (8,?{div=2},16,2):(2,16,?{div=32},1)
    from_dlpack(a).mark_compact_shape_dynamic(2, None, 4) → tensor (8,4,?{div=4},2):(2,16,64,1)
    from_dlpack(c).mark_compact_shape_dynamic(mode=1, stride_order=(3, 2, 0, 1)) → tensor (2,?,3,4):(?,1,?{div=2},?{div=6})
    from_dlpack(c).mark_compact_shape_dynamic(mode=1, stride_order=c.dim_order()) → tensor (2,?,3,4):(?,1,?{div=2},?{div=6})
  `);
});

test('mark_compact_shape_dynamic gives modes of one element the stride 0', () => {
  check(`
    from_dlpack(b).mark_compact_shape_dynamic(mode=2, divisibility=1, stride_order=(3, 0, 2, 4, 1)) → tensor (1,4,?,32,1):(0,1,4,?{div=4},0)
    from_dlpack(b).mark_compact_shape_dynamic(mode=2, divisibility=1, stride_order=(2, 3, 4, 0, 1)) → tensor (1,4,?,32,1):(0,1,128,4,0)
  `);
});

test('mark_compact_shape_dynamic of a mode, a divisor or an order that the tensor does not have', () => {
  checkNamed(
    `
mode = from_dlpack(b).mark_compact_shape_dynamic(mode=30, divisibility=5, stride_order=(3, 0, 2, 4, 1))
counted = from_dlpack(a).mark_compact_shape_dynamic(mode=-1)
named = from_dlpack(a).mark_compact_shape_dynamic(mode="rows")
divisor = from_dlpack(b).mark_compact_shape_dynamic(mode=0, divisibility=4, stride_order=(3, 0, 2, 4, 1))
twice = from_dlpack(b).mark_compact_shape_dynamic(mode=3, stride_order=(2, 1, 2, 3, 4))
longer = from_dlpack(b).mark_compact_shape_dynamic(mode=3, stride_order=(0, 1, 2, 3, 4, 5))
another = from_dlpack(a).mark_compact_shape_dynamic(mode=3, stride_order=(0, 1, 2, 3))
another_of_b = from_dlpack(b).mark_compact_shape_dynamic(mode=0, stride_order=(2, 1, 3, 0, 4))
second = from_dlpack(a).mark_compact_shape_dynamic(mode=1).mark_compact_shape_dynamic(mode=3, stride_order=(0, 1, 2, 3))
leading = from_dlpack(torch.empty(4, 8)).mark_layout_dynamic().mark_compact_shape_dynamic(mode=1, stride_order=(1, 0))
gaps = make_fake_tensor(half, (4, 8), (16, 1)).mark_compact_shape_dynamic(mode=0)
apart = make_fake_tensor(half, (4, 8), (16, 2)).mark_compact_shape_dynamic(mode=0)
`,
    {
      mode: 'refused: there is no mode 30 in a tensor of 5',
      counted: 'refused: there is no mode -1 in a tensor of 4',
      named: /^unknown: mark_compact_shape_dynamic of this/,
      divisor: 'refused: the extent 1 of mode 0 is not divisible by 4',
      twice: /^unknown: the order of these strides/,
      longer: /^unknown: the order of these strides/,
      another: /^unknown: the extent of a mode of strides in another order/,
      another_of_b: /^unknown: the extent of a mode of strides in another order/,
      second: /^unknown: the extent of a mode of strides in another order/,
      leading: /^unknown: the extent of a mode of strides in another order/,
      gaps: /^unknown: the extent of a mode of strides in another order/,
      apart: /^unknown: the extent of a mode of strides in another order/,
    },
  );
  check(`
    from_dlpack(a).mark_compact_shape_dynamic(mode=1, divisibility=2).mark_compact_shape_dynamic(mode=3, divisibility=2, stride_order=a.dim_order()) → tensor (8,?{div=2},16,?{div=2}):(?{div=2},?{div=16},?{div=32},1)
    from_dlpack(torch.empty(4, 8)).mark_layout_dynamic().mark_compact_shape_dynamic(mode=1, stride_order=(0, 1)) → tensor (?,?):(?,1)
  `);
});

test('an order of strides that cannot be told is not made up', () => {
  checkNamed(
    `
ones = from_dlpack(torch.empty(1, 5, 1)).mark_compact_shape_dynamic(mode=1)
short = from_dlpack(a).mark_compact_shape_dynamic(mode=1, stride_order=(1, 0))
open = from_dlpack(torch.empty(2, 3, 4)).mark_layout_dynamic().mark_compact_shape_dynamic(mode=1)
none = from_dlpack(a).mark_compact_shape_dynamic(mode=1, divisibility=0)
`,
    {
      ones: /^unknown: the order of these strides/,
      short: /^unknown: the order of these strides/,
      open: /^unknown: the order of these strides/,
      none: /^unknown: this divisibility/,
    },
  );
});

test('tensors made up for compiling', () => {
  check(`
    make_fake_compact_tensor(f32, (8, 3, 2)).stride → (1,8,24)
    make_fake_compact_tensor(f32, (8, 3, 2), stride_order=(2, 0, 1)) → tensor (8,3,2):(6,1,3)
    make_fake_compact_tensor(f32, (cute.sym_int(), 4), stride_order=(1, 0)) → tensor (?,4):(4,1)
    make_fake_tensor(half, (8, 3), (4, 1)) → tensor (8,3):(4,1)
    make_fake_tensor(half, (8, 3), (4, 1)).element_type → Float16
    make_ptr(half, 16, cute.AddressSpace.gmem).dtype → Float16
    make_ptr(half, 16, cute.AddressSpace.gmem) → ptr<Float16, gmem>
    make_ptr(half, 16, cute.AddressSpace.smem) → ptr<Float16, smem>
    make_ptr(half, 16, cute.AddressSpace.rmem) → ptr<Float16>
    cute.sym_int(divisibility=0) + 4 → ?
  `);
  checkNamed(
    `
twice = make_fake_compact_tensor(f32, (8, 3), stride_order=(1, 1))
short = make_fake_compact_tensor(f32, (8, 3), stride_order=(0,))
untyped = make_fake_tensor(16, (8, 3), (4, 1))
number = make_fake_tensor(f32, 8, (1,))
fewer = make_fake_tensor(f32, (8, 3), (1,))
text = make_fake_tensor(f32, (8, "n"), (1, 8))
`,
    {
      twice: /^unknown: this order of strides/,
      short: /^unknown: this order of strides/,
      untyped: /^unknown: a tensor of this/,
      number: /^unknown: a tensor of this/,
      fewer: /^unknown: a tensor of this/,
      text: /^unknown: a tensor of this/,
    },
  );
});

test('dimensions of a PyTorch tensor that are moved, swapped and added', () => {
  check(`
    torch.empty(2, 3, 4).permute(2, 0, 1).stride() → (1,12,4)
    torch.empty(2, 3, 4).permute((2, 0, 1)).shape → (4,2,3)
    torch.empty(2, 3, 4).permute(-1, 0, 1).shape → (4,2,3)
    torch.empty(2, 3, 4).permute(2, 0, 1).contiguous().stride() → (6,3,1)
    torch.empty(2, 3, 4).permute(2, 0, 1).dim_order() → (1,2,0)
    torch.empty(2, 3, 4).dim_order() → (0,1,2)
    torch.empty(2, 3, 4).transpose(0, -1).stride() → (1,4,12)
    torch.empty(2, 3, 4).transpose(-2, 0).shape → (3,2,4)
    torch.empty(2, 3).T.stride() → (1,3)
    torch.empty(2, 3).t().shape → (3,2)
    torch.empty(2, 3).unsqueeze(0).stride() → (6,3,1)
    torch.empty(2, 3).unsqueeze(1).stride() → (3,3,1)
    torch.empty(2, 3).unsqueeze(2).stride() → (3,1,1)
    torch.empty(2, 3).unsqueeze(-1).shape → (2,3,1)
    torch.empty(2, 3).unsqueeze(-1).stride() → (3,1,1)
    torch.empty(2, 3).unsqueeze(-2).stride() → (3,3,1)
    torch.empty(2, 3).unsqueeze(-3).shape → (1,2,3)
    torch.empty(2, 3, 4).size(1) → 3
    torch.empty(2, 3, 4).size(-1) → 4
    torch.empty(2, 3, 4).stride(-3) → 12
    torch.empty(2, 3, 4).numel() → 24
    torch.empty(2, 3, 4).dim() → 3
    torch.empty(2, 3, 4).ndim → 3
    torch.full((2, 3), 7).stride() → (3,1)
    torch.randint(0, 9, (5, 6)).stride() → (6,1)
    torch.zeros_like(torch.empty(2, 3).t()).stride() → (1,3)
  `);
  checkNamed(
    `
beyond = torch.empty(2, 3).unsqueeze(3)
before = torch.empty(2, 3).unsqueeze(-4)
twice = torch.empty(2, 3).permute(0, 0)
dimension = torch.empty(2, 3).size(2)
three = torch.empty(2, 3, 4).T
named = torch.empty(2, 3).unsqueeze("rows")
order = torch.empty(2, 1, 3).dim_order()
power = torch.empty(2, 2) ** 2
joined = torch.empty(2, 2) + "n"
`,
    {
      beyond: /^unknown: unsqueeze at this place/,
      before: /^unknown: unsqueeze at this place/,
      twice: /^unknown: this permutation/,
      dimension: /^unknown: this dimension/,
      three: /^unknown: /,
      named: /^unknown: unsqueeze at this place/,
      order: /^unknown: the order of these dimensions/,
      power: /^unknown: \*\* of these values/,
      joined: /^unknown: \+ of these values/,
    },
  );
});

test('element types that PyTorch tensors are made with and turned into', () => {
  check(`
    from_dlpack(torch.empty(2, dtype=torch.bfloat16)).element_type → BFloat16
    from_dlpack(torch.empty(2).to(torch.float16)).element_type → Float16
    from_dlpack(torch.empty(2).to("cuda", torch.int8)).element_type → Int8
    from_dlpack(torch.empty(2, dtype=torch.float16).to("cuda")).element_type → Float16
    from_dlpack(torch.empty(2).to(dtype=torch.uint8)).element_type → Uint8
    from_dlpack(torch.empty(2).half()).element_type → Float16
    from_dlpack(torch.empty(2).long()).element_type → Int64
    from_dlpack(torch.empty(2, dtype=torch.float16) * 2).element_type → Float16
    from_dlpack(torch.empty(2, dtype=torch.float16) / 2).element_type → Float16
    from_dlpack(torch.zeros_like(torch.empty(2, dtype=torch.int32), dtype=torch.float32)).element_type → Float32
    from_dlpack(torch.zeros_like(torch.empty(2, dtype=torch.int32))).element_type → Int32
    cutlass_torch.dtype(cutlass.TFloat32) → Float32
    cutlass_torch.dtype(half) → Float16
  `);
  checkNamed(
    `
quotient = from_dlpack(torch.empty(2, dtype=torch.int32) / 2).element_type
number = cutlass_torch.dtype(16)
four = cutlass_torch.dtype(cutlass.Float4E2M1FN)
`,
    {
      quotient: /^unknown: the element type of the tensor is not known/,
      number: /^unknown: this type/,
      four: /^unknown: this type/,
    },
  );
});

test('the helpers of cutlass.torch and cutlass.utils that make tensors', () => {
  check(`
    cutlass_torch.matrix(4, 16, 8, True, half).stride() → (1,16,128)
    cutlass_torch.matrix(4, 16, 8, False, half).stride() → (8,1,128)
    cutlass_torch.matrix(4, 16, 8, False, half).shape → (16,8,4)
    cutlass_torch.create_and_permute_torch_tensor((4, 8, 16), torch.float16, (2, 1, 0)).stride() → (1,16,128)
    cutlass_torch.create_and_permute_torch_tensor((4, 8, 16), torch.float16).stride() → (128,16,1)
    from_dlpack(cutlass_torch.create_and_permute_torch_tensor((4, 8), torch.float16, (1, 0))).element_type → Float16
    cutlass_torch.cute_tensor_like(torch.empty(8, 4).t(), half, True)[0] → tensor (?,?):(1,?)
    cutlass_torch.cute_tensor_like(torch.empty(8, 4).t(), half, False)[0] → tensor (4,8):(1,4)
    cutlass_torch.cute_tensor_like(torch.empty(4, 1), half, True)[0] → tensor (?,?):(1,?)
    cutlass_torch.cute_tensor_like(torch.empty(8, 4), eight, False)[0].element_type → Float8E4M3FN
    utils.tensor_helpers.create_cute_tensor_for_fp8(torch.empty(8, 4, dtype=torch.uint8), eight, 1, torch.empty(8, 4)) → tensor (?,?):(?,1)
    utils.tensor_helpers.create_cute_tensor_for_fp8(torch.empty(8, 4, dtype=torch.uint8), eight, 1).element_type → Float8E4M3FN
    utils.tensor_helpers.create_cute_tensor_for_fp8(torch.empty(8, 4, dtype=torch.float16), half, 1).element_type → Float16
    utils.tensor_helpers.create_cute_tensor_for_fp8(torch.empty(8, 4, dtype=torch.float32), cutlass.TFloat32, 1).element_type → TFloat32
    utils.tensor_helpers.is_fp8_dtype(cutlass.Float8E5M2) → true
    utils.tensor_helpers.is_fp8_dtype(eight) → true
    utils.tensor_helpers.is_fp8_dtype(cutlass.Float8E8M0FNU) → false
    utils.tensor_helpers.is_fp8_dtype(half) → false
  `);
  checkNamed(
    `
matrix = cutlass_torch.matrix(4, (16, 2), 8, True, half)
like = cutlass_torch.cute_tensor_like(16, half, True)
number = utils.tensor_helpers.create_cute_tensor_for_fp8(16, eight, 1)
untyped = utils.tensor_helpers.create_cute_tensor_for_fp8(torch.empty(8, 4), 8, 1)
unordered = utils.tensor_helpers.create_cute_tensor_for_fp8(torch.empty(8, 4), eight, "rows")
fp8 = utils.tensor_helpers.is_fp8_dtype(8)
converted = cutlass_torch.convert_cute_tensor(torch.empty(8), 8, half)
`,
    {
      matrix: /^unknown: this matrix/,
      like: /^unknown: a tensor like this/,
      number: /^unknown: a tensor of this/,
      untyped: /^unknown: a tensor of this/,
      unordered: /^unknown: a tensor of this/,
      fp8: /^unknown: this type/,
      converted: /^unknown: the conversion of this/,
    },
  );
});
