// Layouts of literals and of names bound in the same file, as C++ prints them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCpp, pick, textAt, values } from '../../evaluate/cpp/support.ts';

/** A body of main, and the values of its declarations. */
async function inMain(body: string, expected: Record<string, string>): Promise<void> {
  const source = `#include <cute/tensor.hpp>\nusing namespace cute;\nint main() {\n${body}\n}\n`;
  assert.deepEqual(await pick(source, Object.keys(expected)), expected);
}

test('static and run-time integers', () =>
  inMain(
    `auto a = make_layout(make_shape(_4{}, 8), make_stride(Int<8>{}, _1{}));
     auto b = make_layout(make_shape(Int<4>{} * 2, _4{} * _2{}));
     auto c = Layout<_4,_2>{};
     auto d = make_layout(8);
     auto e = make_layout(C<6>{});
     auto f = 4_c;
     auto g = Int<1 << 5>{};
     auto h = 0 * _3{};
     auto i = _0{} * 5;
     auto j = 7 % _1{};`,
    {
      a: '(_4,8):(_8,_1)',
      b: '(8,_8):(_1,8)',
      c: '_4:_2',
      d: '8:_1',
      e: '_6:_1',
      f: '_4',
      g: '_32',
      h: '0',
      i: '_0',
      j: '_0',
    },
  ));

test('aliases, constants, macros, decltype', async () => {
  const source = `
    #define N 128
    #define TWICE (2 * N)
    using cute::Layout; using cute::Shape; using cute::Stride;
    static constexpr int M = 64;
    using A = cute::Layout<cute::Shape<cute::_4, cute::_8>, cute::Stride<cute::_8, cute::_1>>;
    typedef A B;
    namespace inner { constexpr int K = M / 2; }
    int main() {
      A a;
      auto b = B{};
      decltype(b) c;
      auto d = cute::make_shape(cute::Int<M>{}, cute::Int<N>{}, cute::Int<TWICE>{}, cute::Int<inner::K>{});
      constexpr auto e = decltype(cute::size(b))::value;
      auto f = cute::Int<e>{};
    }`;
  assert.deepEqual(await pick(source, ['A', 'a', 'b', 'c', 'd', 'e', 'f']), {
    A: '(_4,_8):(_8,_1)',
    a: '(_4,_8):(_8,_1)',
    b: '(_4,_8):(_8,_1)',
    c: '(_4,_8):(_8,_1)',
    d: '(_64,_128,_256,_32)',
    e: '32',
    f: '_32',
  });
});

test('deduced template arguments and construction with values', () =>
  inMain(
    `Layout a{make_shape(2, _3{}), make_stride(_1{}, 4)};
     Layout b = make_layout(make_shape(_2{}, _3{}), LayoutRight{});
     Layout<Shape<int, _4>, Stride<_1, int>> c{make_shape(3, _4{}), make_stride(_1{}, 3)};
     Layout<Shape<int, _4>, Stride<_1, int>> d;
     auto e = Layout<Shape<int>>{};
     auto f = Shape<_4, Shape<_2, X>>{};
     Tensor g = make_tensor(make_smem_ptr<half_t>(nullptr), Layout<Shape<_8, _8>>{});`,
    {
      a: '(2,_3):(_1,4)',
      b: '(_2,_3):(_3,_1)',
      c: '(3,_4):(_1,3)',
      d: '(?,_4):(_1,?)',
      e: '(0):(_1)',
      f: '(_4,(_2,_))',
      g: 'smem_ptr[16b] o (_8,_8):(_1,_8)',
    },
  ));

test('structured bindings and coordinates', () =>
  inMain(
    `auto [x, y] = make_tuple(_3{}, make_shape(4, _5{}));
     auto [p, q] = y;
     auto L = make_layout(make_shape(_4{}, _8{}), GenRowMajor{});
     auto at = L(1, 2);
     auto row = L(_, 3);
     auto n = size<1>(L);
     auto s = L.shape();
     auto z = get<0>(L.stride());
     auto w = rank_v<decltype(L)>;`,
    {
      x: '_3',
      y: '(4,_5)',
      p: '4',
      q: '_5',
      at: '10',
      row: '(_4):(_8)',
      n: '_8',
      s: '(_4,_8)',
      z: '_8',
      w: '2',
    },
  ));

test('a refused composition is reported once, at its source', async () => {
  const source = `
    using namespace cute;
    int main() {
      auto bad = composition(Layout<Shape<_4,_6,_8>, Stride<_2,_3,_5>>{}, Layout<_6,_1>{});
      auto after = size(bad);
    }`;
  const { openCpp } = await import('../../evaluate/cpp/support.ts');
  const document = await openCpp(source);
  const findings = document.model.findings();
  assert.equal(findings.length, 1);
  assert.equal(findings[0]!.rule, 'shape-divisibility');
  assert.equal(source.slice(findings[0]!.span.start, findings[0]!.span.end).slice(0, 12), 'composition(');
  document.dispose();
  const all = await values(source);
  assert.equal(all['bad'], 'error(shape-divisibility)');
  assert.equal(all['after'], 'unknown(violation)');
});

test('a hover explains with the steps of the algebra', async () => {
  const { openCpp } = await import('../../evaluate/cpp/support.ts');
  const source = `using namespace cute;\nauto L = composition(Layout<Shape<_20>, Stride<_2>>{}, Layout<Shape<_5,_4>, Stride<_4,_1>>{});\nauto M = L;\n`;
  const document = await openCpp(source);
  const site = document.model.siteAt(source.lastIndexOf('L;'))!;
  const { origin } = document.model.evaluate(site);
  assert.equal(origin?.operation, 'composition');
  assert.deepEqual(
    origin?.args.map((a) => a.text),
    ['Layout<Shape<_20>, Stride<_2>>{}', 'Layout<Shape<_5,_4>, Stride<_4,_1>>{}'],
  );
  assert.ok(origin.explain().length > 0);
  document.dispose();
});

test('layout text in comments that marks static integers has run-time ones too, as C++ prints them', async () => {
  const document = await openCpp(`void f() {
  // mA: (512,256):(256,_1), sA: Sw<3,4,3> o _0 o (8,_64):(_64,_1), a paper's (4,8):(8,1)
  print("(_4,8):(_1,_4)");
}
`);
  const found = document.model.sites.filter((s) => s.role === 'notation').map((s) => textAt(document, s));
  document.dispose();
  assert.deepEqual(found, [
    '(512,256):(256,_1)',
    'Sw<3,4,3> o _0 o (8,_64):(_64,_1)',
    '(_4,_8):(_8,_1)',
    '(_4,8):(_1,_4)',
  ]);
});

// Checked with g++ 12.
test("CuTe's names for bits", () =>
  inMain(
    `auto atom = ComposedLayout<Swizzle<3, 4, 3>, smem_ptr_flag, Layout<Shape<_8, _1024>, Stride<_1024, _1>>>{};
    auto rows = Layout<Shape<_128, _16>, Stride<TMEM::DP_b, _1>>{};
    auto all = TMEM::MAX_CAPACITY_BITS{};`,
    {
      atom: 'Sw<3,4,3> o smem_ptr[1b](unset) o (_8,_1024):(_1024,_1)',
      rows: '(_128,_16):(_2097152,_1)',
      all: '_2097152',
    },
  ));
