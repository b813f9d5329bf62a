// What `gemm` and `copy` say of operands that do not fit, and that they say nothing of those whose extents are not known.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, Violation } from '../../../server/src/algebra/integer/failure.ts';
import { openCpp } from '../cpp/support.ts';
import { checkValues, DSL_IMPORTS, pythonGrammars } from '../python/support.ts';

const TENSORS = `#include <cute/tensor.hpp>
using namespace cute;
void f(float* p, int n) {
  auto tm = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  auto cp = Copy_Atom<UniversalCopy<float>, float>{};
  auto a = make_tensor<half_t>(Shape<_8,_2,_4>{});
  auto b = make_tensor<half_t>(Shape<_4,_2,_4>{});
  auto c = make_tensor<float>(Shape<_4,_2,_2>{});
  auto a_open = make_tensor(make_gmem_ptr((half_t*)p), make_shape(_8{}, _2{}, n));
  auto b_short = make_tensor<half_t>(Shape<_4,_2,_3>{});
  auto b_flat = make_tensor<half_t>(Shape<_4,_2>{});
  auto open = unknown(p);
  auto x = make_tensor<float>(Shape<_4,_2>{});
  auto longer = make_tensor<float>(Shape<_4,_3>{});
  auto three = make_tensor<float>(Shape<_3,_2>{});
  auto turned = make_tensor<float>(Shape<_2,_4>{});
  auto x_open = make_tensor(p, make_shape(n, _2{}));
  auto v = make_tensor<float>(Shape<_1,_2,_3>{});
  auto v_longer = make_tensor<float>(Shape<_1,_2,_4>{});
  auto v_run = make_tensor(p, make_shape(_1{}, _2{}, 4));
  auto v_open = make_tensor(p, make_shape(_1{}, _2{}, n));
  auto v_wide = make_tensor<float>(Shape<_3,_2,_3>{});
`;

/** What is said of each call: the code and the message, or nothing. */
async function check(cases: readonly (readonly [call: string, said: string])[]): Promise<void> {
  const body = cases.map(([call], i) => `  auto said${i} = ${call};\n`).join('');
  const document = await openCpp(`${TENSORS}${body}}\n`);
  const found = cases.map(([call], i) => {
    const site = document.model.sites.find((s) => s.role === 'declaration' && s.name === `said${i}`)!;
    const { value } = document.model.evaluate(site);
    return [
      call,
      isFailure(value) && value instanceof Violation ? `${value.code}: ${value.message}` : 'nothing',
    ];
  });
  document.dispose();
  assert.deepEqual(found, cases);
}

test('modes of operands that are multiplied have one extent', () =>
  check([
    ['gemm(tm, a, b, c)', 'nothing'],
    ['gemm(tm, a, b_short, c)', 'gemm-shapes: K is 4 in mode 2 of A, and 3 in mode 2 of B'],
    [
      'gemm(tm, a, b_flat, c)',
      'gemm-shapes: A, B and C have 3, 2 and 3 modes: (V,M,K), (V,N,K) and (V,M,N) are multiplied',
    ],
    ['gemm(tm, a_open, b, c)', 'nothing'],
    [
      'gemm(tm, a, b, make_tensor<float>(Shape<_4,_3,_2>{}))',
      'gemm-shapes: M is 2 in mode 1 of A, and 3 in mode 1 of C',
    ],
    [
      'gemm(tm, make_tensor<half_t>(Shape<_4,_2,_4>{}), b, c)',
      'gemm-shapes: mode 0 of A has 4 values, of which SM80_16x8x16_F32F16F16F32_TN takes 8',
    ],
  ]));

test('without an atom, or without its mode, nothing is counted by it', () =>
  check([
    ['gemm(make_tensor<half_t>(Shape<_4,_2,_4>{}), b, c)', 'nothing'],
    ['gemm(x, three, longer)', 'nothing'],
    ['gemm(tm, x, three, longer)', 'nothing'],
    ['gemm(x, three, x)', 'gemm-shapes: N is 3 in mode 0 of B, and 2 in mode 1 of C'],
  ]));

test('of an accumulator that is not known the others still have one K', () =>
  check([
    ['gemm(tm, a, b, open)', 'nothing'],
    ['gemm(tm, a, b_short, open)', 'gemm-shapes: K is 4 in mode 2 of A, and 3 in mode 2 of B'],
    [
      'gemm(tm, a, b_flat, open)',
      'gemm-shapes: A and B have 3 and 2 modes: (V,M,K) and (V,N,K) are multiplied',
    ],
    ['gemm(tm, a_open, b, open)', 'nothing'],
  ]));

test('a copy of elements has as many on both sides', () =>
  check([
    ['copy(x, x)', 'nothing'],
    ['copy(x_open, x)', 'nothing'],
    ['copy(x, x_open)', 'nothing'],
    [
      'copy(x, longer)',
      'copy-size: the destination has 12 elements, the source 8: the copy reads beyond its end',
    ],
    ['copy(longer, x)', 'copy-size: the source has 12 elements, the destination 8: 4 are not copied'],
    [
      'copy(x, turned)',
      'copy-size: mode 0 of the source has 4 elements, of the destination 2: elements are copied in linear order, so that coordinates differ',
    ],
  ]));

test('a copy by an atom goes through the modes behind the first one', () =>
  check([
    ['copy(cp, v, v)', 'nothing'],
    ['copy(cp, v, v_open)', 'nothing'],
    [
      'copy(cp, v, v_longer)',
      'copy-shapes: behind the mode of the atom the source has 2 × 3, the destination 2 × 4',
    ],
    [
      'copy(cp, v, v_run)',
      'copy-size: behind the mode of the atom the source has 2 × 3, the destination 2 × 4',
    ],
    ['copy(cp, x, v)', 'copy-shapes: the source has 2 modes, the destination 3'],
    [
      'copy(cp, v_wide, make_tensor<float>(Shape<_2,_2,_3>{}))',
      'copy-shapes: UniversalCopy<float> takes 1 values from the source and gives 1: the modes have 3 and 2',
    ],
  ]));

test('a predicate has an element for each one that is asked for', () => {
  const said = (given: number, asked: number) =>
    `predicate-shape: the predicate has ${given} elements, the copy asks for ${asked}: is it that of another tensor?`;
  return check([
    ['copy_if(make_tensor<bool>(Shape<_4,_2>{}), x, x)', 'nothing'],
    ['copy_if(make_tensor<bool>(Shape<_4,_3>{}), x, x)', said(12, 8)],
    ['copy_if(cp, make_tensor<bool>(Shape<_2,_3>{}), v, v)', 'nothing'],
    ['copy_if(cp, make_tensor<bool>(Shape<_2,_4>{}), v, v)', said(8, 6)],
    ['copy_if(cp, make_tensor(p, make_shape(_2{}, n)), v, v)', 'nothing'],
  ]);
});

test('CuTe DSL takes operands of two modes for an accumulator of two', async () => {
  const grammars = await pythonGrammars();
  checkValues(
    grammars,
    `${DSL_IMPORTS}
@cute.jit
def f(mma: cute.TiledMma):
    a = cute.make_rmem_tensor(cute.make_layout((4, 2)), cutlass.Float32)
    b = cute.make_rmem_tensor(cute.make_layout((3, 2)), cutlass.Float32)
    c = cute.make_rmem_tensor(cute.make_layout((4, 2)), cutlass.Float32)
    d = cute.make_rmem_tensor(cute.make_layout((4, 2, 5)), cutlass.Float32)
    said = cute.gemm(mma, c, a, b, c)
    refused = cute.gemm(mma, c, d, b, c)
`,
    { said: /^unknown/, refused: /^refused: A, B and C have 3, 2 and 2 modes/ },
  );
});
