// Where a comment that assumes a value holds: in the function or class behind it, in the block around it, or in the file.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pick } from './support.ts';

test('the nearest assumption counts, and each holds where it stands', async () => {
  const source = `using namespace cute;
// layout-lens: assume N = 4
constexpr int k = 3;
template <int N> void f() { auto inFile = Int<N>{}; }
template <int N> void g() {
  // layout-lens: assume N = 8
  auto inBody = Int<N>{};
}
// layout-lens: assume N = 16
template <int N> void h() { auto before = Int<N>{}; }
template <int N> void i() { auto behind = Int<N>{}; }
struct S {
  // layout-lens: assume M = 5
  template <int M> static void a() { auto ofMember = Int<M>{}; }
  template <int M> static void b() { auto ofOther = Int<M>{}; }
};
struct T {
  // layout-lens: assume M = 6
  using Index = int;
  template <int M> static void a() { auto ofFirst = Int<M>{}; }
  template <int M> static void b() { auto ofSecond = Int<M>{}; }
};
template <int M> void j() { auto outside = Int<M>{}; }`;
  const expected = {
    inFile: '_4',
    inBody: '_8',
    before: '_16',
    behind: '_4',
    ofMember: '_5',
    ofOther: '_M',
    ofFirst: '_6',
    ofSecond: '_6',
    outside: '_M',
  };
  assert.deepEqual(await pick(source, Object.keys(expected)), expected);
});

test('a layout of names that nobody declares, and one that is none', async () => {
  const source = `using namespace cute; constexpr int B = 3;
// layout-lens: assume l = (M,K):(K,1), m = (4,8):(8,1,2), n = (M,B):(B,1)
template <class L> void f(L l, L m, L n) { auto a = l; auto b = m; auto c = n; }`;
  const found = await pick(source, ['a', 'b', 'c']);
  assert.equal(found.a, '(M,K):(K,1)');
  assert.match(found.b!, /^unknown/);
  assert.equal(found.c, '(M,3):(3,1)');
});
