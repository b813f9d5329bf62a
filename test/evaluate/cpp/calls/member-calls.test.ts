// Member functions that are templates: what they are called with on objects of the class as it is instantiated.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MARKED, outcomeText } from '../../../../server/src/render/text/text.ts';
import { openCpp, pick } from '../support.ts';

async function instances(source: string, name: string): Promise<readonly string[]> {
  const document = await openCpp(source);
  const site = document.model.sites.find((s) => s.role === 'declaration' && s.name === name)!;
  const found = document.model.evaluate(site).instances ?? [];
  document.dispose();
  return found.map((i) => `${i.label}: ${outcomeText(i.value, MARKED)}`);
}

const PARTS = `using namespace cute;
template <int N> struct Mainloop {
  struct Params { int m; };
  template <class Storage, class Frag> void load(Params const& params, Storage& storage, Frag& frag, int k) {
    auto rows = make_layout(make_shape(Int<Storage::kRows>{}, params.m, k));
    auto kept = frag.layout();
    step(_7{}, frag);
  }
  template <class I, class Frag> void step(I i, Frag& frag) {
    auto wide = make_layout(i);
    auto same = frag.layout();
  }
};
template <int R> struct Store { static constexpr int kRows = R; };
template <class Loop, int R> struct Kernel {
  void operator()(int n) {
    Loop loop;
    Store<R> store;
    typename Loop::Params params;
    auto frag = make_tensor<float>(make_shape(Int<R>{}, _2{}));
    loop.load(params, store, frag, n);
  }
};
template <class K> void entry(int n) { K kernel; kernel(n); }
`;

test('one instantiation of the class: its calls alone', async () => {
  const source = `${PARTS} void host() { entry<Kernel<Mainloop<4>, 8>>(1); }`;
  assert.deepEqual(await pick(source, ['rows', 'kept', 'wide', 'same']), {
    rows: '(_8,params.m,k):(_1,_8,8*params.m)',
    kept: '(_8,_2):(_1,_8)',
    wide: '_7:_1',
    same: '(_8,_2):(_1,_8)',
  });
});

test('each instantiation of the class has the calls on its own objects', async () => {
  const source = `${PARTS} void host() { entry<Kernel<Mainloop<4>, 8>>(1); entry<Kernel<Mainloop<5>, 16>>(1); }`;
  const found = await instances(source, 'same');
  assert.equal(found.length, 2);
  assert.match(found[0]!, /^N = 4, .*: \(_8,_2\):\(_1,_8\)$/);
  assert.match(found[1]!, /^N = 5, .*: \(_16,_2\):\(_1,_16\)$/);
});

test('a class that is no template, called in two ways', async () => {
  const source = `using namespace cute;
    struct Epilogue { template <class L> void store(L const& layout) { auto out = composition(layout, _4{}); } };
    void host() { Epilogue e; e.store(Layout<_8>{}); e.store(Layout<_8, _2>{}); }`;
  const found = await instances(source, 'out');
  assert.deepEqual(
    found.map((text) => text.replace(/^.*: /, '')),
    ['_4:_1', '_4:_2'],
  );
});

test('which of several overloads is called is not guessed', async () => {
  const source = `using namespace cute;
    struct Epilogue {
      template <class L> void store(L const& layout) { auto out = layout; }
      template <class L> void store(L* pointer) { auto other = pointer; }
    };
    void host() { Epilogue e; e.store(Layout<_8>{}); }`;
  assert.match((await pick(source, ['out'])).out!, /^unknown/);
});

test('what depends on an object is not the object', async () => {
  const source = `using namespace cute;
    enum class Role { Load, Math };
    template <class Stage> void step(Stage stage) { auto out = make_layout(make_shape(_2{}, stage)); }
    void host(Role role) { step(role == Role::Load ? 0 : 1); }`;
  assert.deepEqual(await pick(source, ['out', 'Stage']), {
    out: '(_2,stage):(_1,_2)',
    Stage: '?',
  });
});

const OUTSIDE = `using namespace cute;
template <int D, bool F> struct Kernel {
  static constexpr int kD = D;
  template <class P> static __device__ void body(int n, P const& p);
  static void run(int n);
};
template <int D, bool F>
template <class P>
__device__ void Kernel<D, F>::body(int n, P const& p) {
  auto tile = Layout<Shape<Int<D>, Int<kD>>>{};
  auto of = make_layout(p);
}
template <class K, class P> __global__ void entry(int n, P const p) { K::body(n, p); }
template <int D, bool F> void Kernel<D, F>::run(int n) {
  auto shape = make_shape(Int<D>{}, _2{});
  auto kernel = &entry<Kernel<D, F>, decltype(shape)>;
  kernel<<<1, 2>>>(n, shape);
}
template <int D, bool F> void launch(int n) { Kernel<D, F>::run(n); }
`;

test('member functions that are defined outside of their class', async () => {
  const names = ['tile', 'of', 'shape'];
  assert.deepEqual(await pick(`${OUTSIDE} template void launch<64, true>(int);`, names), {
    tile: '(_64,_64):(_1,_64)',
    of: '(_64,_2):(_1,_64)',
    shape: '(_64,_2)',
  });
});
