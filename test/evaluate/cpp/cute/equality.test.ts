// `==` of what CuTe compares, and bits of integers of which one is known. Every value that is known was printed by a
// compiled program, which has static answers as _0 and _1.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inMain, pick, printed } from '../support.ts';

test('basis elements and their sums are equal where their paths and their factors are', () =>
  printed([
    ['E<1>{} == E<1>{}', 'true'],
    ['E<0>{} == E<1>{}', 'false'],
    ['E<1>{} == E<1,0>{}', 'false'],
    ['(_2{} * E<1>{}) == (E<1>{} * _2{})', 'true'],
    ['(_2{} * E<1>{}) == (_3{} * E<1>{})', 'false'],
    ['(E<0>{} + E<1>{}) == (E<0>{} + E<1>{})', 'true'],
    ['(E<0>{} + E<1>{}) == (E<0>{} + _2{} * E<1>{})', 'false'],
    ['E<0>{} * _2{}', '_2@0'],
    // C++ says false of these: what is compared has other types.
    ['E<0>{} == 1', 'unknown(run-time)'],
    ['E<0>{} == make_tuple(_1{}, _0{})', 'unknown(run-time)'],
  ]));

test('swizzles, layouts with them, and enumerators', () => {
  const of = (swizzle: string, offset: string, size: string) =>
    `composition(${swizzle}{}, ${offset}{}, make_layout(${size}{}))`;
  const one = of('Swizzle<2,3,3>', '_0', '_8');
  return printed([
    ['Swizzle<2,3,3>{} == Swizzle<2,3,3>{}', 'true'],
    ['Swizzle<2,3,3>{} == Swizzle<1,3,3>{}', 'false'],
    [`${one} == ${one}`, 'true'],
    [`${one} == ${of('Swizzle<2,3,3>', '_8', '_8')}`, 'false'],
    [`${one} == ${of('Swizzle<2,3,3>', '_0', '_4')}`, 'false'],
    [`${one} == ${of('Swizzle<1,3,3>', '_0', '_8')}`, 'false'],
    // Nothing that C++ compares.
    [`${one} == make_layout(_8{})`, 'unknown(run-time)'],
    ['Swizzle<2,3,3>{} == make_layout(_8{})', 'unknown(run-time)'],
    ['GMMA::Major::K == GMMA::Major::K', 'true'],
    ['GMMA::Major::K == GMMA::Major::MN', 'false'],
    ['GMMA::Major::K == 0', 'unknown(run-time)'],
  ]);
});

test('tuples and layouts are equal by their integers, static or not', () =>
  printed([
    ['make_tuple(_1{}, 2) == make_tuple(_1{}, _2{})', 'true'],
    ['make_tuple(_1{}, 2) == make_tuple(_1{}, _2{}, _3{})', 'false'],
    ['make_tuple(_1{}, 2) == 1', 'false'],
    ['make_layout(_8{}) == make_layout(8)', 'true'],
    ['make_layout(_8{}) == make_layout(_8{}, _1{})', 'true'],
    ['make_layout(_8{}) == make_layout(_8{}, _2{})', 'false'],
  ]));

test('of parameters only what holds for all their values is known', async () => {
  const cases: readonly (readonly [string, string])[] = [
    ['_0{} & n', '_0'],
    ['n & _0{}', '_0'],
    ['(n * E<0>{}) == (n * E<0>{})', 'true'],
    ['(n * E<0>{}) == (m * E<1>{})', 'false'],
    ['(n * E<0>{}) == (m * E<0>{})', 'unknown(run-time)'],
    ['make_shape(n, _1{}) == make_shape(m, _2{})', 'false'],
    ['make_shape(n, _1{}) == make_shape(m, _1{})', 'unknown(run-time)'],
    ['make_layout(n) == make_layout(n)', 'true'],
    ['make_layout(n) == make_layout(m)', 'unknown(run-time)'],
    // An int that has no other name.
    ['_1{} & n', 'v9'],
    ['n & _1{}', 'v10'],
  ];
  const body = cases.map(([expression], i) => `auto v${i} = ${expression};`).join('\n');
  const found = await pick(
    `#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f(int n, int m) {\n${body}\n}\n`,
    cases.map((_, i) => `v${i}`),
  );
  assert.deepEqual(
    cases.map(([expression], i) => [expression, found[`v${i}`]]),
    cases,
  );
});

test('a tensor that owns its elements has a static layout, however it is made', () =>
  inMain(
    '',
    `int n = 4;
     auto fixed = make_fragment_like<float>(make_layout(make_shape(_4{}, _2{})));
     auto open = make_fragment_like<float>(make_layout(make_shape(n, _2{})));
     auto like = make_tensor_like<float>(make_layout(make_shape(n, _2{})));
     auto made = make_tensor<float>(make_layout(make_shape(n, _2{})));
     auto of = make_fragment_like(make_tensor(make_gmem_ptr((float*)nullptr), make_layout(make_shape(n, _2{}))));`,
    {
      fixed: 'ptr[32b] o (_4,(_2)):(_1,(_4))',
      open: 'error(dynamic-storage)',
      like: 'error(dynamic-storage)',
      made: 'error(dynamic-storage)',
      of: 'error(dynamic-storage)',
    },
  ));
