// Values inside of templates, from the instantiations that the file shows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MARKED, outcomeText } from '../../server/src/render/text.ts';
import { instances, openCpp, pick } from './support.ts';

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
