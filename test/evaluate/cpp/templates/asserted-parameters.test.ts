// What a template asserts of its parameters holds in every program that instantiates it. The expected values are g++'s
// with CuTe's headers, for arguments that pass the assertions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCpp, pick, textAt } from '../support.ts';

const HEAD = '#include <cute/tensor.hpp>\nusing namespace cute;\n';

test('the width of a type', async () => {
  const source = `${HEAD}
    template <class Elem> struct Atom {
      static constexpr int PER = 16 / sizeof(Elem);
      using type = Swizzle<3, PER == 8 ? 3 : 2, 3>;
    };
    template <class T, class U, class V, class W, class X> void f() {
      static_assert(sizeof(T) == 2, "two bytes");
      static_assert(sizeof_bits_v<U> == 4 && cute::sizeof_bits<V>::value == 8);
      static_assert(sizeof(W) == 1);
      static_assert(cutlass::sizeof_bits<X>::value == 32);
      auto a = composition(typename Atom<T>::type{}, make_layout(Shape<_8, _64>{}, LayoutRight{}));
      auto b = Layout<Int<sizeof_bits_v<U>>>{};
      auto c = Layout<Int<sizeof_bits_v<V>>>{};
      auto d = Layout<Int<sizeof_bits_v<W>>>{};
      auto e = Layout<conditional_t<is_same_v<T, half_t>, _1, _2>>{};
      auto g = Layout<Int<sizeof_bits_v<X>>>{};
    }`;
  assert.deepEqual(await pick(source, ['a', 'b', 'c', 'd', 'e', 'g']), {
    a: 'Sw<3,3,3> o _0 o (_8,_64):(_64,_1)',
    b: '_4:_1',
    c: '_8:_1',
    // A type of less than a byte takes one.
    d: '_(sizeof_bits<W>):_1',
    e: '_1:_0 or _2:_1',
    g: '_32:_1',
  });
});

test('a number, and what the class asserts', async () => {
  const source = `${HEAD}
    template <int N, int M, bool B> struct X {
      static_assert(N == 64);
      static_assert(8 == M);
      using L = Layout<Shape<Int<N>, Int<M>>>;
    };`;
  assert.deepEqual(await pick(source, ['L']), { L: '(_64,_8):(_1,_64)' });
});

test('what is asserted in one branch or member, or returned, is not asserted of all', async () => {
  const source = `${HEAD}
    template <int N, int M> bool f() {
      if constexpr (M > 3) { static_assert(N == 64); }
      auto a = Layout<Int<N>>{};
      return N == 32;
    }
    template <int N> struct X {
      void g() { static_assert(N == 64); }
      using L = Layout<Int<N>>;
    };`;
  assert.deepEqual(await pick(source, ['a', 'L']), { a: '_N:_1', L: '_N:_1' });
});

test('a template that hands its parameter on tells its width', async () => {
  const source = `${HEAD}
    template <class Elem> struct Atom {
      using type = Swizzle<3, sizeof(Elem) == 2 ? 3 : 2, 3>;
      static constexpr int COLS = 1 << (type::num_base + type::num_shft), ROWS = 1 << type::num_bits;
    };
    template <class Elem> void g() {
      using S = Atom<Elem>;
      auto a = composition(typename S::type{}, make_layout(Shape<Int<S::ROWS>, Int<S::COLS>>{}, LayoutRight{}));
      auto b = Layout<conditional_t<is_same_v<Elem, half_t>, _1, _2>>{};
    }
    template <class T> void f() { static_assert(sizeof(T) == 2); g<T>(); }`;
  assert.deepEqual(await pick(source, ['a', 'b']), {
    a: 'Sw<3,3,3> o _0 o (_8,_64):(_64,_1)',
    b: '_1:_0 or _2:_1',
  });
});

test('registers of a copy', async () => {
  const source = `${HEAD}
    using Copy = SM80_CP_ASYNC_CACHEALWAYS<uint128_t>;
    constexpr int bytes = sizeof(std::remove_extent_t<typename Copy::SRegisters>);
    constexpr int other = sizeof(std::remove_extent_t<UniversalCopy<uint64_t>::DRegisters>);
    void f() { auto a = Layout<Int<bytes>, Int<other>>{}; }`;
  assert.deepEqual(await pick(source, ['a']), { a: '_16:_8' });
});

test('an assumption goes first', async () => {
  const source = `${HEAD}
    // layout-lens: assume N = 4
    template <int N> void f() { static_assert(N == 64); auto a = Layout<Int<N>>{}; }`;
  assert.deepEqual(await pick(source, ['a']), { a: '_4:_1' });
});

test('an edit of an assertion changes the statements behind it', async () => {
  const source = `${HEAD}template <int N> void f() {\n  static_assert(N == 64);\n  auto a = Layout<Int<N>>{};\n}\n`;
  const document = await openCpp(source);
  const read = (): string => textAt(document, document.model.sites.find((s) => s.name === 'a')!);
  assert.equal(read(), '_64:_1');
  const start = source.indexOf('64');
  document.edit([{ start, end: start + 2, text: '32' }]);
  assert.equal(read(), '_32:_1');
  document.edit([{ start: start - 5, end: start + 2, text: 'N > 3' }]);
  assert.equal(read(), '_N:_1');
  document.dispose();
});
