// Values inside of templates, from the instantiations that the file shows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MARKED, outcomeText } from '../../../../server/src/render/text/text.ts';
import { instances, openCpp, pick } from '../support.ts';

const CALLS = `
template <class LayoutA, class LayoutB>
void compose(LayoutA const& a, LayoutB const& b) {
  auto r = composition(a, b);
}
`;

test('one call gives its values straight', async () => {
  const source = `using namespace cute;\n${CALLS}void f() { compose(Layout<_8,_2>{}, Layout<_4>{}); }\n`;
  assert.deepEqual(await pick(source, ['a', 'r']), { a: '_8:_2', r: '_4:_2' });
});

test('several calls are told apart', async () => {
  const found = await instances(
    `${CALLS}void f() { compose(Layout<_8,_2>{}, Layout<_4>{}); compose(make_layout(8), Layout<_2>{}); compose(Layout<_8,_2>{}, Layout<_4>{}); }`,
    'r',
  );
  assert.equal(found.length, 2);
  assert.match(found[0]!, /: _4:_2$/);
  // The size of the second layout is a run-time integer, which is no part of the instantiation.
  assert.match(found[1]!, /: _2:_1$/);
});

test('classes named with arguments, through templates that name them', async () => {
  const source = `using namespace cute;
    template <int kM, int kN> struct Traits { using L = Layout<Shape<Int<kM>, Int<kN>>>; };
    template <int kHeadDim> void run() { using T = Traits<kHeadDim, 2 * kHeadDim>; typename T::L l; }
    void main() { run<64>(); }`;
  assert.deepEqual(await pick(source, ['L', 'l']), { L: '(_64,_128):(_1,_64)', l: '(_64,_128):(_1,_64)' });
});

test('an assumption goes before what the file shows', async () => {
  const source = `using namespace cute;
    // layout-lens: assume N = 4
    template <int N> void run() { auto l = Layout<Int<N>>{}; }
    void main() { run<64>(); }`;
  assert.deepEqual(await pick(source, ['l']), { l: '_4:_1' });
});

test('an edit of the call changes the template', async () => {
  const source = `using namespace cute;\ntemplate <int N> void run() { auto l = Layout<Int<N>>{}; }\nvoid f() { run<64>(); }\n`;
  const document = await openCpp(source);
  const read = (): string => {
    const site = document.model.sites.find((s) => s.name === 'l')!;
    return outcomeText(document.model.evaluate(site).value as never, MARKED);
  };
  assert.equal(read(), '_64:_1');
  const start = source.indexOf('64');
  document.edit([{ start, end: start + 2, text: '32' }]);
  assert.equal(read(), '_32:_1');
  document.dispose();
});

test('violations of an instantiation are found in the template', async () => {
  const document = await openCpp(
    `using namespace cute;\n${CALLS}void f() { compose(Layout<Shape<_4,_6,_8>, Stride<_2,_3,_5>>{}, Layout<_6>{}); }\n`,
  );
  assert.deepEqual(
    document.model.findings().map((f) => f.rule),
    ['shape-divisibility'],
  );
  document.dispose();
});

test("run-time values of one call are not the instantiation's", async () => {
  const source = `using namespace cute;
    template <class T> void plain(T t, bool wide, int n) { auto a = make_layout(wide ? 4 : 8); auto b = make_layout(n); }
    template <class T> void flagged(T wide) { auto c = make_layout(wide ? 4 : 8); }
    template <class T> void typed(T wide) { auto d = Layout<Int<std::is_same_v<T, true_type> ? 4 : 8>>{}; }
    void host() {
      plain(_1{}, true, 5);
      plain(_1{}, false, 6);
      flagged(true);
      flagged(false);
      typed(true_type{});
      auto call = [&](auto wide) { auto e = make_layout(wide ? 4 : 8); };
      call(true);
      call(false);
    }`;
  const found = await pick(source, ['a', 'b', 'c', 'd', 'e']);
  assert.deepEqual(
    { a: found.a, b: found.b, d: found.d, e: found.e },
    {
      a: '?:_1',
      b: 'n:_1',
      d: '_4:_1',
      e: '?:_1',
    },
  );
  // The type is bool, and which of the two layouts it is the program decides.
  assert.match(found.c!, /^unknown|^\?/);
});

test('objects of element types say what a template is instantiated for', async () => {
  const source = `using namespace cute;
    template <class T> void declared(T x) { auto a = Layout<Int<sizeof(T)>>{}; }
    template <class T> void initialised(T x) { auto b = Layout<Int<sizeof(T)>>{}; }
    template <class T> void handed(T x) { auto c = Layout<Int<sizeof(T)>>{}; }
    template <class T> void made(T x) { auto d = Layout<Int<sizeof(T)>>{}; }
    void host(float scale) {
      using Scalar = half_t;
      Scalar alpha;
      declared(alpha);
      double beta = 1.0;
      initialised(beta);
      handed(scale);
      made(Scalar(2.0f));
    }`;
  assert.deepEqual(await pick(source, ['a', 'b', 'c', 'd']), {
    a: '_2:_1',
    b: '_8:_1',
    c: '_4:_1',
    d: '_2:_1',
  });
});

test('of functions of one name the one that is called is instantiated', async () => {
  const source = `using namespace cute;
    template <class L> void run(L l, float const* p) { auto narrow = make_layout(l); }
    template <class L, class T> void run(L l, Layout<T> m) { auto wide = make_layout(l, m); }
    void host(float const* p) { run(Layout<_4>{}, p); run(Layout<_8>{}, Layout<_2>{}); }`;
  assert.deepEqual(await pick(source, ['narrow', 'wide']), {
    narrow: '(_4):(_1)',
    wide: '(_8,_2):(_1,_1)',
  });
});

test('a pointer to what a template takes says nothing more than the template', async () => {
  const source = `using namespace cute;
    template <class T, class L> void kernel(T const* p, L l) { auto t = make_tensor(make_gmem_ptr(p), l); }
    template <class T> void any(T const* p) { kernel(p, Layout<_4>{}); }
    void half(half_t const* p) { kernel(p, Layout<_8>{}); }`;
  // Nobody calls any(): its own parameter is no argument of the kernel.
  assert.deepEqual(await pick(source, ['t']), { t: 'gmem_ptr[16b] o _8:_1' });
});

test('values are told by the arguments that they took and that differ', async () => {
  const source = `
    template <class SL, class GL, int kStages>
    void kernel(SL sA_layout, GL g) {
      auto tile = make_layout(sA_layout);
      auto both = make_layout(sA_layout, g);
    }
    void host() {
      kernel<Layout<_4>, Layout<_2>, 3>({}, {});
      kernel<Layout<_8>, Layout<_2>, 5>({}, {});
    }`;
  assert.deepEqual(await instances(source, 'tile'), ['SL = _4:_1: (_4):(_1)', 'SL = _8:_1: (_8):(_1)']);
  // Both take the same second layout.
  assert.deepEqual(await instances(source, 'both'), [
    'SL = _4:_1: (_4,_2):(_1,_1)',
    'SL = _8:_1: (_8,_2):(_1,_1)',
  ]);
  // Where long arguments begin alike, the beginning is left out.
  const wide = (last: number): string =>
    `Layout<Shape<_4, _8, _16, _32, _64, _4>, Stride<_1, _4, _32, _512, _16384, _${last}>>`;
  const long = source.replace('Layout<_4>', wide(0)).replace('Layout<_8>', wide(1));
  const labels = (await instances(long, 'tile')).map((text) => text.slice(0, text.indexOf(': ')));
  assert.deepEqual(labels, ['SL = …(_1,_4,_32,_512,_16384,_0)', 'SL = …(_1,_4,_32,_512,_16384,_1)']);
});

test('arguments that look the same are told with one that does not', async () => {
  const copies = `
    template <class Copy, class Element, class Stages>
    void kernel(Copy copy, Element e, Stages s) { auto held = copy; }
    void host() {
      auto atom = Copy_Atom<UniversalCopy<float>, float>{};
      kernel(make_tiled_copy(atom, Layout<Shape<_32, _8>>{}, Layout<Shape<_1, _1>>{}), half_t{}, _3{});
      kernel(make_tiled_copy(atom, Layout<Shape<_8, _32>>{}, Layout<Shape<_1, _1>>{}), half_t{}, _5{});
    }`;
  const labels = (await instances(copies, 'held')).map((text) => text.slice(0, text.indexOf(': ')));
  assert.deepEqual(labels, [
    'Copy = TiledCopy<UniversalCopy<float>,…>, Stages = _3',
    'Copy = TiledCopy<UniversalCopy<float>,…>, Stages = _5',
  ]);
});

test('braces have the type of the parameter that takes them', async () => {
  const source = `using namespace cute;
    template <class L> auto wrapped(L l) { auto inside = make_layout(l); return make_layout(l); }
    struct Maker { template <class L> auto wrapped(L l) const { return make_layout(l); } };
    void host() { auto a = wrapped<Layout<_4>>({}); auto b = Maker{}.wrapped<Layout<_4>>({}); }`;
  const { inside, a, b } = await pick(source, ['inside', 'a', 'b']);
  assert.equal(inside, '(_4):(_1)');
  // What is returned is not worked out; it is not the layout of an empty tuple.
  assert.deepEqual([a, b], ['unknown(unsupported)', 'unknown(unsupported)']);
});

test('calls in the statements that a macro is handed', async () => {
  const source = `using namespace cute;
    #define SWITCH(CONDITION, FLAG, ...) \\
      if (CONDITION) { constexpr bool FLAG = true; { __VA_ARGS__ } } else { constexpr bool FLAG = false; { __VA_ARGS__ } }
    template <class T, bool F> void run(T const* p) { auto a = Layout<Int<sizeof_bits_v<T>>>{}; }
    void main(bool f, bool g, void* p) {
      using E = half_t;
      SWITCH(f, kF, SWITCH(g, kG, run<E, kF && kG>(reinterpret_cast<E const*>(p)););)
      auto b = Layout<_4>{};
    }`;
  assert.deepEqual(await pick(source, ['a', 'b']), { a: '_16:_1', b: '_4:_1' });
});

test('a parenthesis that is missing ends with its statement', async () => {
  const source = `using namespace cute;
    void main() { auto a = make_layout(_4{}; auto b = make_layout(_8{}); }
    auto c = make_layout(_2{});`;
  assert.deepEqual(await pick(source, ['b', 'c']), { b: '_8:_1', c: '_2:_1' });
});
