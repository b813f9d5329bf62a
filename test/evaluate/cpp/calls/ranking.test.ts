// Which of several functions is called that could all be. The expected values are g++'s.

import { test } from 'node:test';
import { inMain } from '../support.ts';

test('what is no template comes before a template', () =>
  inMain(
    `template<class T> constexpr int f(T) { return 1; }
     constexpr int f(int) { return 2; }
     constexpr int f(long) { return 3; }
     template<class T> constexpr int g(T const&) { return 1; }
     constexpr int g(double) { return 2; }
     template<class T> constexpr int h(T) { return 1; }
     template<class T> constexpr int h(T*) { return 2; }
     template<class T> constexpr int h(T const*) { return 3; }`,
    `auto a = f(1);
     auto b = f(1l);
     auto c = f(1u);
     auto d = f('a');
     auto e = f(_1{});
     auto g1 = g(3);
     auto h1 = g(2.0);
     auto i = f<>(3);
     auto j = f<int>(3);
     auto k = f<int>('a');
     int x = 1; const int y = 1; int* tmpp = &x; const int* tmpq = &y;
     auto l = h(tmpp);
     auto m = h(tmpq);
     auto n = h(&x);
     auto o = h(&y);
     auto p = h(3);`,
    { a: '2', b: '3', c: '1', d: '1', e: '1', g1: '1', i: '1', j: '1', k: '1', y: '1', p: '1' },
  ));

test('what is promoted comes before what is converted', () =>
  inMain(
    `constexpr int f(double) { return 1; }
     constexpr int f(int) { return 2; }
     constexpr int g(int) { return 1; }
     constexpr int g(long) { return 2; }`,
    `float x; double y; auto a = f(x); auto b = f(y); auto c = f('a'); auto d = f(true); auto e = g('a'); auto h = g(short(3));`,
    { a: '1', b: '1', c: '2', d: '2', e: '1', h: '1' },
  ));

test('deleted functions take part', () =>
  inMain(
    `struct D{};
     constexpr int f(int) { return 1; }
     constexpr int f(D) = delete;
     template<class T> constexpr int f(T) { return 3; }
     template<class T> constexpr int g(T) = delete;
     template<> constexpr int g(int) { return 7; }`,
    `auto a = f(1);
     auto b = f(1u);
     auto c = f(_3{});
     auto d = g(1);`,
    { a: '1', b: '3', c: '3', d: '7' },
  ));

test('default arguments', () =>
  inMain(
    `constexpr int f(int a, int b = 10) { return a + b; }
     constexpr int f(long a) { return 5; }
     constexpr int g(int a) { return 1; }
     constexpr int g(int a, int b) { return 2; }
     template<class T, class U = long> constexpr int h(T a, U b = 4) { return a * b; }
     template<class T = _3> constexpr auto k(T t = {}) { return t; }
     constexpr int m(int a, long b = 3) { return 1; }
     constexpr int m(long a, ...) { return 2; }`,
    `auto a = f(1);
     auto b = f(1l);
     auto c = g(1);
     auto d = g(1, 2);
     auto e = h(3);
     auto f1 = h(3, 5);
     auto i = k();
     auto j = k(_5{});
     auto l = m(1);
     auto n = m(1l);
     auto o = f(1u, 2);`,
    { c: '1', d: '2', e: '12', f1: '15', i: '_3', j: '_5', l: '1', n: '2', o: '3' },
  ));

test('the nearest base', () =>
  inMain(
    `struct A {};
     struct B : A {};
     struct C1 : B {};
     struct D {};
     constexpr int f(A) { return 1; }
     constexpr int f(B) { return 2; }
     constexpr int g(A const&) { return 3; }
     constexpr int g(D const&) { return 4; }
     constexpr int h(A) { return 5; }
     constexpr int h(...) { return 6; }
     template<class T> constexpr int k(T const&) { return 7; }
     constexpr int k(A const&) { return 8; }`,
    `auto a = f(B{});
     auto b = f(C1{});
     auto c = g(C1{});
     auto d = g(D{});
     auto e = h(C1{});
     auto i = h(D{});
     auto j = k(B{});
     auto l = k(A{});
     auto m = f(A{});`,
    { a: '2', b: '2', c: '3', d: '4', e: '5', i: '6', j: '7', l: '8', m: '1' },
  ));

test('members for constant objects', () =>
  inMain(
    `struct S { constexpr int f() { return 1; }
     constexpr int f() const { return 2; }
     constexpr int g() & { return 3; }
     constexpr int g() && { return 4; }
     constexpr int g() const& { return 5; }
     constexpr int h(int) { return 6; }
     constexpr int h(char) const { return 7; } };`,
    `S tmps; const S tmpc{};
     auto a = tmps.f();
     auto b = tmpc.f();
     auto c = S{}.f();
     auto d = tmps.g();
     auto e = S{}.g();
     auto f = tmpc.g();
     auto g = tmpc.h(1);
     auto h = tmps.h(1);
     auto i = tmps.h('a');`,
    { g: 'unknown(unsupported)' },
  ));

test('packs and equal types', () =>
  inMain(
    `template<class T> constexpr int f(T, T) { return 1; }
     template<class T, class U> constexpr int f(T, U) { return 2; }
     template<class T, class... U> constexpr int f(T, U...) { return 3; }
     constexpr int f(int, char) { return 4; }`,
    `auto a = f(1, 2);
     auto b = f(1, 'a');
     auto c = f(1, 2u);
     auto d = f(1, 2, 3);
     auto e = f(_1{}, _1{});
     auto g = f(_1{}, _2{});
     auto h = f(1);
     auto i = f('a', 'b');`,
    { a: '1', b: '4', c: '2', d: '3', e: '1', g: '2', h: '3', i: '1' },
  ));

test('several parameters', () =>
  inMain(
    `constexpr int f(int, double) { return 1; }
     constexpr int f(double, double) { return 2; }
     constexpr int g(int, int) { return 1; }
     constexpr int g(int, long) { return 2; }
     constexpr int h(unsigned char) { return 1; }
     constexpr int h(int) { return 2; }
     constexpr int k(bool) { return 1; }
     constexpr int k(const char*) { return 2; }
     constexpr int m(bool) { return 1; }
     constexpr int m(void*) { return 2; }
     constexpr int n(bool) { return 3; }
     constexpr int n(std::nullptr_t) { return 4; }`,
    `auto a = f(1, 2);
     auto b = f(1.0, 2);
     auto c = g(1, 2);
     auto d = g(1, 2l);
     auto e = h('a');
     auto i = h(uint8_t(3));
     auto j = k("abc");
     int x = 3;
     auto l = m(&x);
     auto o = n(nullptr);
     auto p = k(3);`,
    { a: '1', c: '1', d: '2', e: '2', i: '1' },
  ));

test('templates among members', () =>
  inMain(
    `struct S { template<class T> constexpr int f(T) const { return 1; }
     constexpr int f(int) const { return 2; }
     template<int N> constexpr int f(C<N>) const { return N; }
     template<class T> static constexpr int g() { return sizeof(T); }
     template<int N> static constexpr int g() { return N; } };`,
    `auto a = S{}.f(1);
     auto b = S{}.f(1u);
     auto c = S{}.f(_7{});
     auto d = S::g<int>();
     auto e = S::g<9>();
     auto f = S::g<char>();`,
    { a: '2', b: '1', c: '7', d: '4', e: '9', f: '1' },
  ));

test('functions that are declared before they are defined', () =>
  inMain(
    `constexpr int f(int);
     constexpr int f(long) { return 2; }
     constexpr int f(int) { return 1; } int g(int);
     constexpr int g(long) { return 7; }
     template<class T> constexpr int h(T);
     template<class T> constexpr int h(T) { return 3; }
     int g(int) { return 9; }`,
    `auto a = f(1);
     auto b = f(2l);
     auto c = g(2);
     auto d = h(3);
     auto e = g(2l);`,
    { a: '1', b: '2', c: '9', d: '3', e: '7' },
  ));

test('two arguments', () =>
  inMain(
    `constexpr int f(int, long) { return 1; }
     constexpr int f(long, int) { return 2; }
     constexpr int f(long, long) { return 3; }
     constexpr int g(int, ...) { return 1; }
     constexpr int g(int, int) { return 2; }
     constexpr int g(long, int, int = 0) { return 3; }`,
    `auto a = f(1, 1l);
     auto b = f(1l, 1);
     auto c = f(1l, 1l);
     auto d = g(1, 2);
     auto e = g(1, 2.5);
     auto h = g(1, 2, 3, 4);
     auto i = g(1l, 2);`,
    { a: '1', b: '2', c: '3', d: '2', h: '1', i: '3' },
  ));

test('bases that are templates', () =>
  inMain(
    `template<class T> struct Base {};
     struct D : Base<int> {};
     struct E2 : D {};
     template<class T> constexpr int f(Base<T> const&) { return 1; }
     template<class T> constexpr int f(T const&) { return 2; }
     constexpr int g(Base<int>) { return 3; }
     constexpr int g(...) { return 4; }
     template<class T> constexpr int h(Base<T>) { return sizeof(T); }
     struct Tag0 {};
     struct Tag1 : Tag0 {};
     struct Tag2 : Tag1 {};
     constexpr int t(Tag0) { return 0; }
     constexpr int t(Tag1) { return 1; }`,
    `auto a = f(Base<int>{});
     auto b = f(D{});
     auto c = g(D{});
     auto d = g(E2{});
     auto e = h(D{});
     auto i = g(3);
     auto j = t(Tag2{});
     auto k = t(Tag0{});`,
    { a: '1', b: '2', c: '3', d: '3', e: '4', i: '4', j: '1', k: '0' },
  ));
