// `stats` names what stands in the way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFile, statisticsJson, statisticsText } from '../../server/src/cli/stats/stats.ts';
import { grammars } from '../evaluate/cpp/support.ts';

const TEXT = `#include <cute/tensor.hpp>
using namespace cute;

template <class Traits, int N>
void f(int M) {
  auto a = make_layout(Shape<Int<N>, _4>{});
  auto b = make_layout(make_shape(M, Int<N>{}));
  auto c = make_layout(Shape<_4, _8>{});
  auto d = composition(Swizzle<3, 3, 3>{}, typename Traits::SmemLayout{});
  auto e = make_layout(nobody::knows);
  auto f = make_layout(make_shape(M, _4{}));
}
`;

test('the first name that a value needs is counted, by how much of the value is known', async () => {
  const total = countFile(await grammars(), { dialect: 'cpp', text: TEXT });
  const { evaluated, partly, unknown, reasons, blocking } = statisticsJson(total) as {
    evaluated: number;
    partly: number;
    unknown: number;
    reasons: Readonly<Record<string, number>>;
    blocking: unknown;
  };
  assert.deepEqual({ evaluated, partly, unknown }, { evaluated: 1, partly: 3, unknown: 2 });
  assert.equal(
    Object.values(reasons).reduce((sum, n) => sum + n, 0),
    unknown,
    'each unknown value has one reason',
  );
  assert.deepEqual(blocking, [
    { name: 'Traits::SmemLayout', kind: 'template-parameter', unknown: 1, partly: 0 },
    { name: 'nobody::knows', kind: 'name', unknown: 1, partly: 0 },
    { name: 'M', kind: 'function-parameter', unknown: 0, partly: 2 },
    { name: 'N', kind: 'template-parameter', unknown: 0, partly: 1 },
  ]);
  const text = statisticsText(total);
  assert.match(text, /first name in the way \(unknown, partly known\)\n/);
  assert.match(text, / 1 {7}0 {2}Traits::SmemLayout \(template parameter\)\n/);
  assert.match(text, / 1 {7}0 {2}nobody::knows \(not declared in what was read\)\n/);
});

const PLACES = `#include <cute/tensor.hpp>
using namespace cute;
using Fixed = Layout<Shape<_4, _8>>;
template <int N> using Wide = Layout<Shape<Int<N>, _8>>;
template <int N> struct Traits {
  using L = Layout<Shape<Int<N>, _4>>;
};
template <> struct Traits<1> {
  using L = Layout<Shape<_1, _4>>;
};
void host(int rows) {
  auto sized = make_layout(make_shape(rows, _8{}));
  auto lost = make_layout(nobody::knows);
  auto each = [&](auto n) { auto inner = make_layout(make_shape(n, _8{})); };
  auto plain = [&](int n) { auto within = make_layout(make_shape(_2{}, _8{})); };
}
void abbreviated(auto n) { auto inner = make_layout(make_shape(n, _8{})); }
`;

test('places outside of templates are counted on their own', async () => {
  const total = countFile(await grammars(), { dialect: 'cpp', text: PLACES });
  // Fixed, the L of Traits<1>, within; sized; lost. Wide, the L of Traits<N> and both inner are in templates.
  assert.deepEqual((statisticsJson(total) as { outsideTemplates: object }).outsideTemplates, {
    found: 5,
    evaluated: 3,
    runTime: 1,
  });
  assert.equal(total.found, 9);
  assert.match(
    statisticsText(total),
    /^outside templates 5\n {2}evaluated {6}3 \(60\.0 %\)\n {2}run-time {7}1 \(20\.0 %\) .*\n {2}other {10}1 \(20\.0 %\)$/m,
  );
});

test('numbers are not counted, but layouts beside them are', async () => {
  const counted = async (text: string): Promise<number> => {
    const total = countFile(await grammars(), { dialect: 'cpp', text: `using namespace cute;\n${text}` });
    return total.found;
  };
  assert.equal(await counted('void wrap(float& d0, uint32_t const& a0, unsigned int b0, int n = 1);'), 0);
  assert.equal(await counted('struct W { using Registers = uint32_t[4]; using None = void; };'), 0);
  assert.equal(await counted('struct W { using L = Layout<Shape<_4, _8>>; using R = float[2]; };'), 1);
  assert.equal(await counted('void f(float a, Layout<Shape<_4, _8>> l, int n);'), 1);
});

const GLUON = `from triton.experimental import gluon
from triton.experimental.gluon import language as gl

@gluon.jit
def kernel(x, BLOCK: gl.constexpr):
    known: gl.constexpr = gl.BlockedLayout([4], [32], [4], [0])
    launched: gl.constexpr = gl.BlockedLayout([BLOCK], [32], [4], [0])
    warps: gl.constexpr = gl.BlockedLayout([1], [32], [gl.num_warps()], [0])
    inside: gl.constexpr = gl.SliceLayout(1, gl.BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0]))

WRONG = gl.BlockedLayout([1], [32], [4], [1])
OTHER = gl.BlockedLayout([nobody.knows()], [32], [4], [0])
`;

test('constructors of Triton’s layouts are told by what they wait for', async () => {
  const all = await grammars();
  await all.ready('python');
  const total = countFile(all, { dialect: 'python', text: GLUON });
  assert.deepEqual(total.tritonConstructors, { evaluated: 3, error: 1, 'run-time': 2, other: 1 });
  const text = statisticsText(total);
  assert.match(text, /constructors of Triton’s layouts 7\n {2}run-time {7}2 /);
  assert.match(text, /evaluated {6}3 \(60\.0 % of those without\)/);
});

const TILINGS = `#include <cute/tensor.hpp>
using namespace cute;
using Atom = MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>;
using Mma = TiledMMA<Atom, Layout<Shape<_2, _2, _1>>>;
template <class Layout_> void f() {
  auto slice = Mma{}.get_slice(0);
  auto layout = make_layout(Shape<_4, _8>{});
  auto open = make_layout(Layout_{});
}
`;

test('atoms, tilings and slices of them are counted on a line of their own', async () => {
  const total = countFile(await grammars(), { dialect: 'cpp', text: TILINGS });
  const text = statisticsText(total);
  const { found, tilings, evaluated, partly } = total;
  assert.deepEqual({ found, tilings, shown: evaluated + partly }, { found: 3, tilings: 1, shown: 2 }, text);
  assert.match(text, /^ {2}shown {10}2 .*\n {4}tilings {6}1 \(33\.3 %\)/m);
});
