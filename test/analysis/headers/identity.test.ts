// Types are the same exactly when C++ says so, also when their names and places are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workspace } from './support.ts';

test('classes of one name in instances of a template, in namespaces and in files', async () => {
  const w = await workspace({
    'main.cu': `#include "a.h"
#include "b.h"
using namespace cute;
template <int N> struct Outer { struct Inner { static constexpr int v = N; }; };
template <class T> struct Get { static constexpr int v = T::v; };
auto a = Layout<Shape<Int<Get<Outer<4>::Inner>::v>, Int<Get<Outer<8>::Inner>::v>>>{};
auto b = Layout<Shape<Int<Get<one::S>::v>, Int<Get<two::S>::v>>>{};
auto c = Layout<Int<is_same_v<one::S, two::S> ? 1 : 2>>{};
auto d = Layout<Int<is_same_v<one::S, one::T> ? 1 : 2>>{};
auto e = Layout<Int<is_same_v<Outer<4>, Outer<2 + 2>> ? 1 : 2>>{};
auto f = Layout<Int<is_same_v<Outer<4>::Inner, Outer<5>::Inner> ? 1 : 2>>{};
`,
    'a.h': 'namespace one { struct S { static constexpr int v = 3; }; using T = S; }',
    'b.h': 'namespace two { struct S { static constexpr int v = 5; }; }',
  });
  assert.equal(w.value('a'), '(_4,_8):(_1,_4)');
  assert.equal(w.value('b'), '(_3,_5):(_1,_3)');
  assert.deepEqual(['d', 'e'].map(w.value), ['_1:_0', '_1:_0']);
  // Never `_1:_0`; that they differ need not be worked out.
  for (const name of ['c', 'f']) assert.match(w.value(name), /^(?:_2:_1|unknown)/);
});
