// Which violations are told of, and how severe they are: what a compiler accepts is no error.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleContext } from '../../server/src/analysis/check/context.ts';
import { findingsOf } from '../../server/src/analysis/check/run.ts';
import { openCpp } from '../evaluate/cpp/support.ts';

/** `severity rule: message` of each finding of a file. */
async function messages(source: string): Promise<readonly string[]> {
  const document = await openCpp(`#include <cute/tensor.hpp>\nusing namespace cute;\n${source}`);
  const findings = findingsOf(ruleContext(document), { severity: {} });
  document.dispose();
  return findings.map(({ severity, rule, message }) => `${severity} ${rule}: ${message}`);
}

/** `severity rule` of each finding of a file. */
const found = async (source: string): Promise<readonly string[]> =>
  (await messages(source)).map((m) => m.replace(/:.*/s, ''));

test('what assert alone compiles is no error', async () => {
  const declared = 'auto l = Layout<Shape<_4, _8>>{};';
  assert.deepEqual(await found(`void f() { ${declared} auto n = size<2>(l); }`), ['error out-of-range']);
  assert.deepEqual(await found(`void f() { ${declared} assert(size<2>(l) == 1); }`), [
    'warning out-of-range',
  ]);
});

test('the default of a template parameter proves nothing wrong', async () => {
  const template = `template <class T, int kSize = 6, int kTile = 5> void run() {
    auto c = composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<Int<kSize>>{});
    auto t = logical_divide(Layout<_12>{}, Int<kTile>{});
  }\n`;
  assert.deepEqual(await found(template), []);
  // Whoever calls it with arguments that fit compiles.
  assert.deepEqual(await found(`${template} void f() { run<half_t, 4, 4>(); }`), []);
  // An instantiation takes the defaults that it gives no argument for.
  assert.deepEqual(await found(`${template} void f() { run<half_t, 4>(); }`), ['warning over-tiling']);
  assert.deepEqual(await found(`${template} void f() { run<half_t>(); }`), [
    'error shape-divisibility',
    'warning over-tiling',
  ]);
});

test('a layout whose strides have another profile than its shape can be made, but hardly used', async () => {
  assert.deepEqual(await found('void f() { auto l = make_layout(make_shape(2, 3), 1); }'), [
    'warning not-congruent',
  ]);
  assert.deepEqual(await found('void f() { auto l = Layout<Shape<_2, _3>, _1>{}; }'), [
    'warning not-congruent',
  ]);
  assert.deepEqual(await found('void f() { auto n = inner_product(make_shape(2, 3), 1); }'), [
    'error not-congruent',
  ]);
});

test('of a class the arguments that it is only named with need not be compiled', async () => {
  const traits = `template <int kSize> struct Traits {
    using Part = decltype(composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<Int<kSize>>{}));
  };
`;
  assert.deepEqual(await found(`${traits} using A = Traits<6>;`), ['error shape-divisibility']);
  // Which of the two is compiled is another's choice.
  const both = `${traits} template <bool kLong> struct Chosen {
    using type = conditional_t<kLong, Traits<6>, Traits<4>>;
  };`;
  assert.deepEqual(await found(both), ['warning shape-divisibility']);
});

test('what is so in one instantiation of a function template only is told with its arguments', async () => {
  const composed = (n: string): string =>
    `auto c = composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<Int<${n}>>{});`;
  const divided = 'auto d = logical_divide(Layout<_12>{}, Int<N>{});';
  const template = `template <int N> void g() { ${composed('N')} ${divided} }`;
  const labels = async (calls: string): Promise<readonly string[]> =>
    (await messages(`${template} void f() { ${calls} }`)).map(
      (m) => `${/^\w+ [\w-]+/.exec(m)?.[0]}${/, with .*/.exec(m)?.[0] ?? ''}`,
    );
  assert.deepEqual(await labels('g<5>(); g<4>();'), [
    'error shape-divisibility, with N = 5',
    'warning over-tiling, with N = 5',
  ]);
  assert.deepEqual(await labels('g<4>(); g<5>();'), await labels('g<5>(); g<4>();'));
  assert.deepEqual(await labels('g<5>(); g<6>(); g<4>();'), [
    'error shape-divisibility, with N = 5; also with N = 6',
    'warning over-tiling, with N = 5',
  ]);
  assert.deepEqual(await labels('g<5>();'), ['error shape-divisibility', 'warning over-tiling']);
  assert.deepEqual(await labels('g<4>();'), []);
});

test('a class that refuses the arguments itself is not compiled with them', async () => {
  const traits = (assertion: string): string => `template <class Tile> struct Traits {
    ${assertion}
    using Part = decltype(composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<decltype(get<0>(Tile{}))>{}));
    static auto f() { return logical_divide(Layout<_12>{}, get<1>(Tile{})); }
  };
  template <class T> struct Chosen { using type = std::conditional_t<T::value, Traits<Shape<_4, _4>>, Traits<Shape<_5, _5>>>; };`;
  assert.deepEqual(await found(traits('')), ['warning shape-divisibility', 'warning over-tiling']);
  const refused = 'static_assert(std::is_same_v<decltype(get<0>(Tile{})), _4>, "four");';
  assert.deepEqual(await found(traits(refused)), []);
  assert.deepEqual(
    await found(traits(refused).replace('Traits<Shape<_4, _4>>', 'Traits<Shape<_5, _5>>')),
    [],
  );
});

test('what stands in a branch that may be discarded is not judged', async () => {
  const template = (condition: string): string => `template <class L, int N> auto f(L l) {
    if constexpr (${condition}) {
      auto t = logical_divide(l, Int<N>{});
      auto c = composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<Int<N>>{});
      return l;
    } else {
      return l;
    }
  }
  void g() { f<Layout<_12>, 5>({}); f<Layout<Int<20>>, 4>({}); }`;
  assert.deepEqual(await found(template('N != 7')), ['warning over-tiling', 'error shape-divisibility']);
  assert.deepEqual(await found(template('decltype(size(L{}))::value % N == 0')), []);
  assert.deepEqual(await found(template('divides(L{}, N)')), []);
});

test('launches and bounds in comments are none', async () => {
  const kernel = (head: string, launch: string): string => `
using Mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{}));
__global__ void ${head} k(float* x) { auto thread = Mma{}.get_slice(threadIdx.x); }
void f(float* x) { ${launch} }`;
  const of = async (head: string, launch: string): Promise<boolean> =>
    (await found(kernel(head, launch))).includes('warning launch-size');
  assert.equal(await of('', 'k<<<1, 64>>>(x);'), true);
  assert.equal(await of('', 'k<<<1, /* warps */ 64>>>(x); // k<<<1, 128>>>(x)'), true);
  assert.equal(await of('', '// k<<<1, 64>>>(x)\n'), false);
  assert.equal(await of('', 'k<<<1, 128>>>(x); /* k<<<1, 64>>>(x) */'), false);
  assert.equal(await of('__launch_bounds__(64)', ''), true);
  assert.equal(await of('/* __launch_bounds__(64) */', ''), false);
});
