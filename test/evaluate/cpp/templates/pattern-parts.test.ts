// Parts of patterns that are computed, that are aliases or templates themselves, and what calls and names of instances mean.
// The expected values are g++'s with CuTe's headers; what is not worked out must be unknown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inMain, instances } from '../support.ts';

const OPEN = 'unknown(unsupported)';

/** Conditions and numbers as static integers. */
const asked = (declarations: string, cases: readonly (readonly [string, string])[]): Promise<void> =>
  inMain(
    declarations,
    cases.map(([expression], i) => `auto v${i} = Int<${expression}>{};`).join('\n'),
    Object.fromEntries(cases.map(([, value], i) => [`v${i}`, value])),
  );

test('folds over packs, and over no pack', () =>
  asked(
    'template <bool... Bs> struct Fold { static constexpr bool any = (... || Bs), all = (Bs && ...); };',
    [
      ['Fold<>::any ? 1 : 2', '_2'],
      ['Fold<>::all ? 1 : 2', '_1'],
      ['Fold<false, true>::any ? 1 : 2', '_1'],
      ['Fold<false, true>::all ? 1 : 2', '_2'],
    ],
  ));

test('a pack of a function of which all arguments are given, or some', () =>
  asked(
    `template <class... Ts> constexpr int count(Ts const&...) { return sizeof...(Ts); }
     template <class T, class... Ts> constexpr int others(T, Ts...) { return sizeof...(Ts); }`,
    [
      ['count<Shape<_1>, int>(Shape<_1>{}, 2)', '_2'],
      ['count(Shape<_1>{}, 2, 3)', '_3'],
      ['others<int>(1, 2, 3)', '_2'],
    ],
  ));

test('operators in patterns', () =>
  asked(
    `template <class A, class B> struct Twice : Int<0> {};
     template <int N> struct Twice<Int<N>, Int<N * 2>> : Int<1> {};
     template <class A, class B> struct Negative : Int<0> {};
     template <int N> struct Negative<Int<N>, Int<-N>> : Int<1> {};`,
    [
      ['Twice<_3, _6>::value', '_1'],
      ['Twice<_3, _5>::value', '_0'],
      ['Negative<_3, Int<-3>>::value', '_1'],
      ['Negative<_3, _3>::value', '_0'],
      ['Negative<_3, int>::value', '_0'],
      ['Negative<_0, _0>::value', '_1'],
    ],
  ));

test('a layout with the strides that its shape has', () =>
  asked(
    `template <class T> struct Plain : Int<0> {};
     template <class S> struct Plain<Layout<S>> : Int<1> {};
     template <class T> struct One : Int<0> {};
     template <class A> struct One<Layout<Shape<A>>> : Int<1> {};`,
    [
      ['Plain<Layout<Shape<_2, _3>>>::value', '_1'],
      ['Plain<Layout<Shape<_2, _3>, Stride<_1, _2>>>::value', '_1'],
      ['Plain<Layout<Shape<_2, _3>, Stride<_3, _1>>>::value', '_0'],
      ['One<Layout<Shape<_2>>>::value', '_1'],
      ['One<Layout<Shape<_2>, Stride<_3>>>::value', '_0'],
    ],
  ));

test('aliases with packs, and one template for two parameters', () =>
  asked(
    `template <class T, class... Ts> using Listed = tuple<T, Ts...>;
     template <class T> struct Pair : Int<0> {};
     template <class A, class B> struct Pair<Listed<A, B>> : Int<1> {};
     template <class T> struct Box {};
     template <class A, class B> struct Alike : Int<0> {};
     template <template <class...> class X, class A, class B> struct Alike<X<A>, X<B>> : Int<1> {};`,
    // g++: 1, 0, 1, 1, 0, 0.
    [
      ['Pair<tuple<_1, _2>>::value', OPEN],
      ['Pair<tuple<_1, _2, _3>>::value', OPEN],
      ['Alike<tuple<_1>, tuple<_2>>::value', '_1'],
      ['Alike<Box<_1>, Box<_2>>::value', '_1'],
      ['Alike<Box<_1>, tuple<_2>>::value', OPEN],
      ['Alike<_1, _2>::value', '_0'],
    ],
  ));

test('a specialisation in a template depends on the arguments of that one', () =>
  asked(
    `template <class T> struct Outer {
       template <class U, class V> struct In : Int<0> {};
       template <class V> struct In<T, V> : Int<1> {};
     };`,
    [
      ['Outer<int>::In<int, float>::value', '_1'],
      ['Outer<float>::In<int, float>::value', '_0'],
      ['Outer<float>::In<float, int>::value', '_1'],
      ['Outer<Shape<_1>>::In<Shape<_1>, int>::value', '_1'],
      ['Outer<Shape<_1>>::In<Shape<_2>, int>::value', '_0'],
    ],
  ));

test('a template that is only declared, and what pointers give', () =>
  inMain(
    'template <class T> struct Declared;\nint* p; int* q;',
    `auto r1 = Declared<int>::value;
     auto r2 = typename Declared<int>::type{};
     auto r3 = Int<is_same_v<decltype(*p), int> ? 1 : 2>{};
     auto r4 = p - q;
     auto r5 = p + 3;
     auto r6 = *p;`,
    {
      r1: 'unknown(missing-name)',
      r2: 'unknown(missing-name)',
      r3: OPEN,
      r4: 'r4',
      r5: 'ptr[32b]',
      r6: 'r6',
    },
  ));

test('calls through a namespace are those of its template alone', async () => {
  const source = `
    namespace own { template <class T> auto f(T t) { auto here = t; return here; } int missing(NotRead); }
    namespace other { template <class T> auto f(T t) { return t; } template <class T> struct S { T t; }; }
    namespace more { template <class T> struct f { T t; }; } struct Class { template <class T> static auto f(T t) { return t; } };
    void use() { own::f(_3{}); other::f(_4{}); ::own::f(_5{}); more::f<_6> s; absent::f(_7{}); Class::f(_8{}); }`;
  assert.deepEqual(await instances(source, 'here'), ['T = _3: _3', 'T = _5: _5']);
});

test('instances of a class template that is named through a namespace', async () => {
  const source = `
    namespace own { template <class T> struct S { static constexpr auto here = T{}; }; }
    namespace other { template <class T> struct S { T t; }; struct Plain { template <class T> struct S { T t; }; }; }
    void use() { own::S<_3> a; other::S<_4> b; auto c = own::S<_5>::here; other::Plain::S<_6> d; absent::S<_7> e; }`;
  assert.deepEqual(await instances(source, 'here'), ['T = _3: _3', 'T = _5: _5']);
});
