// Lambdas with `auto` parameters: what they are called with, directly or by what they are handed to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instances, pick } from '../support.ts';

test('a lambda that is called by its name', async () => {
  const source = `using namespace cute;
    void f(int n) {
      auto tile = [&](auto rows, auto tag, int k) { auto l = make_layout(make_shape(rows, n, k)); };
      tile(_3{}, 0, 5);
    }`;
  // Of run-time arguments only the type is told.
  assert.deepEqual(await pick(source, ['l']), { l: '(_3,n,k):(_1,_3,3*n)' });
});

const DISPATCH = `
struct Wide { static constexpr int kRows = 8; };
template <int N> struct Narrow { static constexpr int kRows = N; };
template <class Elem, bool Padded, class Mask> struct Runner {
  using Tile = Layout<Shape<Int<Padded ? 1 : 2>, Int<Mask::kRows>, Int<sizeof(Elem)>>>;
  static void run(int n) { Tile tile; }
};
template <class Mask, class Flag, class Elem> void call(Mask mask, Flag flag, Elem in, int n) {
  static constexpr bool kPadded = std::is_same_v<Flag, true_type>;
  Runner<Elem, kPadded, Mask>::run(n);
}
`;

test('a lambda that is handed to another one, which calls it in its branches', async () => {
  const source = `${DISPATCH}
    void host(int m, bool padded, int n) {
      auto apply = [&](auto fn) {
        if (m == 1) {
          if (padded) fn(Narrow<4>{}, cute::true_type{}, cutlass::half_t{});
          else fn(Narrow<4>{}, cute::false_type{}, cutlass::half_t{});
        } else fn(Wide{}, cute::true_type{}, cutlass::half_t{});
      };
      apply([&](auto mask, auto flag, auto in) {
        auto here = Layout<Int<decltype(mask)::kRows>>{};
        call(mask, flag, in, n);
      });
    }`;
  assert.deepEqual(await instances(source, 'here'), ['mask = Narrow<4>{}: _4:_1', 'mask = Wide{}: _8:_1']);
  assert.deepEqual(await instances(source, 'tile'), [
    'Padded = true, Mask = Narrow<4>: (_1,_4,_2):(_0,_1,_4)',
    'Padded = false, Mask = Narrow<4>: (_2,_4,_2):(_1,_2,_8)',
    'Padded = true, Mask = Wide: (_1,_8,_2):(_0,_1,_8)',
  ]);
});

test('a lambda that is handed to a function, whose conditions leave one call', async () => {
  const source = `${DISPATCH}
    template <int N, class Fn> void dispatch(Int<N>, Fn fn) {
      if constexpr (N > 2) fn(Narrow<N>{}); else fn(Wide{});
    }
    void host() { dispatch(_4{}, [&](auto mask) { auto here = Layout<Int<decltype(mask)::kRows>>{}; }); }`;
  assert.deepEqual(await pick(`using namespace cute;${source}`, ['here']), { here: '_4:_1' });
});

test('nothing is known of a lambda that is handed to something unknown', async () => {
  const source = `using namespace cute;
    void host(int n) { unknown_visit(n, [&](auto rows) { auto here = make_layout(rows); }); }`;
  assert.deepEqual(await pick(source, ['here']), { here: 'unknown(function-parameter)' });
});

test('a lambda with a pack, whose types choose what it runs', async () => {
  const source = `
    template <int N> struct Option { static constexpr int kStages = N; };
    template <bool Varlen, class Tile, class... Options> struct Runner {
      static constexpr int kStages = (0 + ... + Options::kStages);
      using Smem = decltype(append(make_layout(Tile{}), Layout<Int<kStages>>{}));
      void run() { Smem smem; }
    };
    void host(bool varlen) {
      auto run = [&](auto tile, const char* name, auto... options) {
        if (varlen) {
          Runner<true, decltype(tile), decltype(options)...> runner;
          runner.run();
        }
      };
      run(Shape<_64, _32>{}, "two", Option<1>{}, Option<2>{});
      run(Shape<_32, _32>{}, "four", Option<4>{});
    }`;
  assert.deepEqual(await instances(source, 'smem'), [
    'Tile = (_64,_32), Options = Option<1>, Option<2>: (_64,_32,_3):(_1,_64,_1)',
    'Tile = (_32,_32), Options = Option<4>: (_32,_32,_4):(_1,_32,_1)',
  ]);
});

test('what a lambda returns is said behind it, with qualifiers of either side', async () => {
  for (const type of [
    'Layout<_4>',
    'Layout<_4> const',
    'const Layout<_4>',
    'Layout<_4> const&',
    'auto',
    'auto const &',
  ])
    assert.deepEqual(
      await pick(
        `using namespace cute;
         void f() {
           auto same = [](auto const& l) -> ${type} { return l; };
           auto made = same(Layout<_4>{});
         }`,
        ['made'],
      ),
      { made: '_4:_1' },
      type,
    );
});
