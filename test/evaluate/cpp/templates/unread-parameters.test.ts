// Template parameters whose declarations are read in part: those behind them keep their places. The expected values are
// g++'s with CuTe's headers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pick } from '../support.ts';

const HEAD = '#include <cute/tensor.hpp>\nusing namespace cute;\n';

test('functions, arrays, templates and members as parameters', async () => {
  const source = `${HEAD}
    int add(int x, int y) { return x + y; }
    struct Pair { int x, y; };
    template <int (*F)(int, int), int N> struct OfFunction { using type = Layout<Int<N>>; };
    template <int Pair::*M, int N = 6> struct OfMember { using type = Layout<Int<N>>; };
    template <template <class, int (*)(int, int)> class C, int N> struct OfTemplate { using type = Layout<Int<N>>; };
    template <int N, void (*)(int (&)[4], int) = nullptr, int M = N * 2> struct OfArray { using type = Layout<Int<M>>; };
    template <class T, int (*F)(int, int)> struct Held { };
    auto a = OfFunction<add, 5>::type{};
    auto b = OfMember<&Pair::x>::type{};
    auto c = OfMember<&Pair::x, 7>::type{};
    auto d = OfTemplate<Held, 8>::type{};
    auto e = OfArray<4>::type{};`;
  assert.deepEqual(await pick(source, ['a', 'b', 'c', 'd', 'e']), {
    a: '_5:_1',
    b: '_6:_1',
    c: '_7:_1',
    d: '_8:_1',
    e: '_8:_1',
  });
});
