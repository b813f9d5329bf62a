// Functions that are found by the arguments of a call, and by what is opened or named by using.
// The expected values are g++'s with CuTe's headers.

import { test } from 'node:test';
import { inMain } from '../support.ts';

test('functions of the namespaces of the arguments are added', () =>
  inMain(
    `namespace A { struct S { int v; };
     constexpr int f(S) { return 1; }
     template<class T> constexpr int g(T) { return 2; }
     constexpr int h(S, int) { return 11; }
     struct T : S {}; }
     namespace B { struct S {};
     constexpr int f(S) { return 3; } }
     constexpr int f(int) { return 4; }
     template<class T> constexpr int g(T const&) { return 5; }
     constexpr int h(...) { return 12; }`,
    `auto a = f(A::S{});
     auto b = f(B::S{});
     auto c = f(3);
     auto e = h(A::S{}, 3);
     auto i = f(A::T{});`,
    { a: '1', b: '3', c: '4', e: '11', i: '1' },
  ));

test('a name of CuTe for a class of another namespace', () =>
  inMain(
    `namespace user { struct Box { };
     constexpr int size(Box const&) { return 42; }
     constexpr int rank(Box) { return 9; } }`,
    `auto a = size(user::Box{});
     auto b = rank(user::Box{});
     auto c = size(make_layout(_3{}));`,
    { a: '42', b: '9', c: '_3' },
  ));

test('a name of CuTe for a class of the file', () =>
  inMain(
    `struct Box {};
     constexpr int size(Box const&) { return 42; }
     constexpr int cosize(int, int, int) { return 8; }`,
    `auto a = size(Box{});
     auto b = size(make_shape(_3{},_4{}));
     auto c = cosize(1,2,3);
     auto d = cosize(make_layout(_3{},_2{}));`,
    { a: '42', b: '_12', c: '8', d: '_5' },
  ));

test('CuTe’s function is found by its arguments', () =>
  inMain(
    `namespace mine { template<class T> constexpr int size(T const&) { return 42; }
     struct Q {};
     constexpr int size(int, int) { return 5; }
     template<class L> constexpr int size(L const&, int) { return 77; } }
     namespace other { constexpr int depth(int) { return 21; }
     constexpr auto run(int x) { return depth(x); }
     template<class T> constexpr auto go(T t) { return depth(t); } }`,
    `auto a = other::run(3);
     auto b = other::go(3);
     auto c = other::go(make_shape(_1{}, _2{}));`,
    { a: '21', b: '21', c: '_1' },
  ));

test('friends are found by arguments alone', () =>
  inMain(
    `struct P { int v; friend constexpr int f(P) { return 1; } friend constexpr int g(P, P) { return 2; } friend constexpr bool operator==(P a, P b) { return a.v == b.v; } friend constexpr int operator+(P a, int b) { return a.v + b + 100; } };
     constexpr int f(int) { return 3; }`,
    `auto a = f(P{1});
     auto b = f(1);
     auto c = g(P{1}, P{2});
     auto d = P{1} == P{1};
     auto e = P{1} + 2;`,
    { b: '3', c: 'unknown(unsupported)' },
  ));

test('functions of a base are hidden unless they are named', () =>
  inMain(
    `struct Base { constexpr int f(int) const { return 1; }
     constexpr int f(double) const { return 2; }
     static constexpr int s(int) { return 3; } };
     struct D1 : Base { constexpr int f(char) const { return 4; }
     static constexpr int s(double) { return 5; } };
     struct D2 : Base { using Base::f;
     constexpr int f(char) const { return 4; } using Base::s; static constexpr int s(double) { return 5; } };`,
    `auto a = D1{}.f(1);
     auto b = D2{}.f(1);
     auto c = D2{}.f('a');
     auto d = D2{}.f(1.0);
     auto e = D1::s(3);
     auto f = D2::s(3);
     auto g = D2::s(3.0);
     auto h = D1{}.Base::f(1);`,
    { a: '4', b: '1', c: '4', e: '5', h: '1' },
  ));

test('functions of an inner namespace hide those around', () =>
  inMain(
    `namespace N { constexpr int f(int) { return 1; }
     constexpr int f(double) { return 2; }
     namespace M { constexpr int f(char) { return 3; } } }
     namespace U { using N::f;
     constexpr int f(char) { return 4; } }
     constexpr int f(bool) { return 5; }
     namespace V { using namespace N;
     constexpr int g() { return f(1); } }
     namespace W { constexpr int f(long) { return 6; }
     constexpr int g() { return f(1); } }`,
    `auto a = U::f(1);
     auto b = U::f('a');
     auto c = N::M::f(1);
     auto d = W::g();
     auto e = N::f(1.0f);
     auto g = f(1);`,
    { c: '3', d: '6', g: '5' },
  ));

test('using in a block', () =>
  inMain(
    `namespace N { constexpr int f(int) { return 1; } }
     constexpr int f(char) { return 2; }`,
    `auto a = f(1);
     auto b = [] { using N::f; return f('a'); }();
     auto c = [] { using namespace N; return f('a'); }();
     auto d = [] { using namespace N; return f(3); }();`,
    { a: '2', b: '1', c: '2', d: '1' },
  ));

test('using namespace for the file', () =>
  inMain(
    `namespace N { constexpr int f(int) { return 1; }
     struct Q{};
     constexpr int g(Q) { return 5; } } using namespace N;
     constexpr int f(char) { return 2; }
     constexpr int g(...) { return 6; }`,
    `auto a = f(1);
     auto b = f('a');
     auto c = g(Q{});
     auto d = g(3);`,
    { a: '1', b: '2', d: '6' },
  ));

test('functions that are run, in unsigned arithmetic; one of them has the name of CuTe’s own', () =>
  inMain(
    `constexpr auto sum(int n) { auto s = 0u; for (int i = 0; i < n; ++i) s += i; return s; }
     constexpr auto down(unsigned n) { int c = 0; while (n > 0) { n -= 1; c += 2; } return c; }
     constexpr auto bits(unsigned x) { int c = 0; while (x) { c += x & 1; x >>= 1; } return c; }
     constexpr auto wrap(uint8_t n) { uint8_t r = 0; for (int i = 0; i < 10; ++i) r += n; return r; }
     constexpr auto neg(int n) { long s = 0; for (int i = n; i > -n; --i) s -= i; return s; }
     constexpr auto big(int n) { uint32_t h = 2166136261u; for (int i = 0; i < n; ++i) { h ^= i; h *= 16777619; } return h; }
     constexpr auto shr(int n) { auto x = -100; for (int i = 0; i < n; ++i) x >>= 1; return x; }
     constexpr auto gcd(int a, int b) { while (b != 0) { int t = a % b; a = b; b = t; } return a; }`,
    `auto a = sum(5);
     auto b = down(3);
     auto c = bits(0xFFu);
     auto d = wrap(30);
     auto e = neg(3);
     auto f = big(3);
     auto g = shr(3);
     auto h = gcd(48, -18);
     auto i = sum(5) - 11;
     auto j = bits(-1);`,
    { d: 'unknown(unsupported)', f: '581859880', g: '-13', j: '32' },
  ));

test('a function declared behind the call is not found by its plain name', () =>
  inMain(
    `constexpr auto pick(long) { return _1{}; }
     constexpr auto before() { return pick(3); }
     constexpr auto pick(int) { return _2{}; }
     constexpr auto behind() { return pick(3); }`,
    'auto a = before(); auto b = behind(); auto c = pick(3);',
    { a: '_1', b: '_2', c: '_2' },
  ));

test('a body of which a part hangs on a macro that nobody defines is not run', () =>
  inMain(
    `constexpr int grown(int n) {
#if SOME_MACRO == 4
       n += 32;
#else
       n *= 16;
#endif
       return n;
     }`,
    'auto a = Int<grown(6)>{};',
    { a: 'unknown(run-time)' },
  ));
