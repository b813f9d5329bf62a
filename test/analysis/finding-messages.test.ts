// What findings say: the value at fault with its shape, both sides of a mismatch, the cause before any equation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleContext } from '../../server/src/analysis/check/context.ts';
import { findingsOf } from '../../server/src/analysis/check/run.ts';
import { openCpp } from '../evaluate/cpp/support.ts';

/** `severity rule: message` of each finding in the body of a function. */
async function told(body: string): Promise<readonly string[]> {
  const l = 'auto l = Layout<Shape<_4, _8>, Stride<_8, _1>>{};';
  const document = await openCpp(
    `#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f(float* p, int M) { ${l} ${body} }\n`,
  );
  const findings = findingsOf(ruleContext(document), { severity: {} });
  document.dispose();
  return findings.map(({ severity, rule, message }) => `${severity} ${rule}: ${message}`);
}

const cases: readonly (readonly [string, string, string])[] = [
  [
    'a mode',
    'auto a = size<2>(l);',
    'error out-of-range: there is no mode 2: the last is mode 1; in l = (_4,_8):(_8,_1)',
  ],
  [
    'a mode of a tensor',
    'auto t = make_tensor(make_gmem_ptr(p), l); auto a = get<3>(shape(t));',
    'error out-of-range: there is no mode 3: the last is mode 1; in (_4,_8)',
  ],
  [
    'a coordinate',
    'auto a = l(1, 2, 3);',
    'error coordinate-mismatch: the coordinate (1,2,3) has 3 entries, and the shape (4,8) has 2 modes; in l = (_4,_8):(_8,_1)',
  ],
  [
    'a slice',
    'auto t = make_tensor(make_gmem_ptr(p), l); auto a = t(_, 9, _);',
    'error coordinate-mismatch: the coordinate (_,9,_) has 3 entries, and (4,8) has 2 modes; in t = gmem_ptr[32b] o (_4,_8):(_8,_1)',
  ],
  [
    'a tiler',
    'auto a = logical_divide(l, Shape<_2, _2, _2>{});',
    'error rank-mismatch: the tiler has 3 modes, and the shape (4,8) has 2; given l = (_4,_8):(_8,_1), (_2,_2,_2)',
  ],
  [
    'an order',
    'auto a = make_ordered_layout(Shape<_4, _8>{}, Step<_0, _1, _2>{});',
    'error rank-mismatch: the order (0,1,2) does not have the profile of the shape (4,8)',
  ],
  [
    'strides',
    'auto a = make_layout(make_shape(_2{}, _3{}), make_stride(_1{}, _2{}, _4{}));',
    'warning not-congruent: the shape (2,3) and the strides (1,2,4) differ in profile, (*,*) and (*,*,*) (C++ compiles this, but hardly anything that uses it)',
  ],
  [
    'a composition',
    'auto tile = Layout<_6>{}; auto a = composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, tile);',
    'error shape-divisibility: B takes 6 elements where mode 0 of A leaves 4: 4 does not divide 6 (condition (21)); A = (_4,_6,_8):(_2,_3,_5), B = tile = _6:_1',
  ],
  [
    'a division',
    'auto a = logical_divide(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<_6>{});',
    'error shape-divisibility: B takes 6 elements where mode 0 of A leaves 4: 4 does not divide 6 (condition (21)); layout = (_4,_6,_8):(_2,_3,_5), tiler = _6:_1',
  ],
  [
    'a composition that compiles',
    'auto a = composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<_6, _3>{});',
    'warning wrong-composition: compiles, but is not A∘B: at 2, CuTe gives 3, A(B(2)) = 7; a mode of A begins at 4, which the stride 3 of B neither divides nor is a multiple of (condition (20)); A = (_4,_6,_8):(_2,_3,_5), B = _6:_3',
  ],
  [
    'an inner layout',
    'auto a = composition(Layout<_7, Int<11>>{}, Layout<Shape<_3, _5>, Stride<_1, _4>>{});',
    'warning out-of-domain: (_3,_5):(_1,_4) at (0,2) is 8, beyond the 7 coordinates of _7:_11; there CuTe goes on counting in the last mode; it stays within where c0 + 4*c1 < 7',
  ],
  [
    'a complement',
    'auto a = complement(Layout<Shape<_4, _4>, Stride<_1, _2>>{}, _64{});',
    'error non-injective-complement: the layout overlaps itself: its stride 2 is less than the 4 elements that the smaller strides cover; in (_4,_4):(_1,_2)',
  ],
  [
    'a block',
    'auto a = tile_to_shape(Layout<Shape<_4, _4>>{}, Shape<_10, _8>{});',
    "error indivisible: mode 0 of the block has 4 elements, which do not divide the target's 10; given (_4,_4):(_1,_4), (_10,_8)",
  ],
];

for (const [what, body, expected] of cases)
  test(`${what} is told with its value`, async () => {
    assert.deepEqual(await told(body), [expected]);
  });

test('a tile that does not divide is one finding, and information where the extents are run-time ones', async () => {
  assert.deepEqual(await told('auto a = zipped_divide(Layout<Shape<_12, _9>>{}, Shape<_5, _2>{});'), [
    'warning over-tiling: (_5,_2) does not divide (_12,_9):(_1,_12): mode 0 has 15 coordinates for 12 elements, mode 1 has 10 coordinates for 9 elements; coordinate (2,2) of mode 0 is element 12',
  ]);
  const problem = 'auto t = make_tensor(make_gmem_ptr(p), make_layout(make_shape(528, 300)));';
  assert.deepEqual(await told(`${problem} auto a = tiled_divide(t, make_shape(Int<128>{}, Int<64>{}));`), [
    'information over-tiling: (_128,_64) does not divide (528,300):(_1,528): mode 0 has 640 coordinates for 528 elements, mode 1 has 320 coordinates for 300 elements; coordinate (16,4) of mode 0 is element 528; the last tiles need a predicate',
  ]);
  // A static extent is the author's own.
  const mixed = 'auto t = make_layout(make_shape(528, _9{}));';
  assert.match(
    (await told(`${mixed} auto a = zipped_divide(t, Shape<_128, _2>{});`)).join(),
    /^warning over-tiling/,
  );
});
