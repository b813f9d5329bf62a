// Explicit specialisations of functions that are members of class templates, and of function templates.
// The expected values are g++'s with CuTe's headers.

import { test } from 'node:test';
import { inMain } from '../support.ts';

test('of a member function and of a static one', () =>
  inMain(
    `template<class T> struct SM { constexpr auto f() const { return _1{}; }
     static constexpr int g() { return 1; } int tmpv; };
     template<> constexpr auto SM<int>::f() const { return _2{}; }
     template<> constexpr int SM<int>::g() { return 2; }`,
    `auto a = SM<int>{}.f();
     auto b = SM<long>{}.f();
     auto c = SM<int>::g();
     auto d = SM<float>::g(); SM<int> tmps;
     auto e = tmps.f();
     auto f = tmps.g();`,
    { a: '_2', b: '_1', c: '2', d: '1', e: '_2', f: '2' },
  ));

test('for a number', () =>
  inMain(
    `template<int N> struct VS { static constexpr int f() { return N; }
     constexpr int g() const; };
     template<int N> constexpr int VS<N>::g() const { return N * 2; }
     template<> constexpr int VS<3>::f() { return 30; }
     template<> constexpr int VS<4>::g() const { return 40; }`,
    `auto a = VS<2>::f();
     auto b = VS<3>::f();
     auto c = VS<3>{}.g();
     auto d = VS<4>{}.g();`,
    { a: '2', b: '30', c: '6', d: '40' },
  ));

test('of a function template by its arguments', () =>
  inMain(
    `template<class T> constexpr int f(T) { return 1; }
     template<> constexpr int f(char) { return 2; }
     template<> constexpr int f<long>(long) { return 3; }
     template<int N> constexpr int g() { return N; }
     template<> constexpr int g<4>() { return 40; }
     template<class T> constexpr int v = 1;
     template<> constexpr int v<int> = 2;
     template<class T> constexpr int v<T*> = 3;`,
    `auto a = f(1);
     auto b = f('a');
     auto c = f(1l);
     auto d = g<3>();
     auto e = g<4>();
     auto i = v<long>;
     auto j = v<int>;
     auto k = v<int*>;`,
    { a: '1', b: '2', c: '3', d: '3', e: '40', i: '1', j: '2', k: '3' },
  ));

test('called by others', () =>
  inMain(
    `template<class T> struct Th { static constexpr auto layout() { return make_layout(_4{}); }
     constexpr auto twice() const { return make_layout(make_shape(size(layout()), _2{})); } };
     template<> constexpr auto Th<half_t>::layout() { return make_layout(_8{}); }
     template<class T> constexpr auto use() { return Th<T>::layout(); }`,
    `auto a = Th<float>::layout();
     auto b = Th<half_t>::layout();
     auto c = use<half_t>();
     auto d = Th<half_t>{}.twice();
     auto e = use<float>();
     auto f = Th<float>{}.twice();`,
    { a: '_4:_1', b: '_8:_1', c: '_8:_1', d: '(_8,_2):(_1,_8)', e: '_4:_1', f: '(_4,_2):(_1,_4)' },
  ));

test('in a namespace, of operators', () =>
  inMain(
    `namespace N { template<class T> struct S { static constexpr int f() { return 1; }
     constexpr int operator()(int) const { return 2; }
     constexpr S(int a) : v(a) {} int v; }; }
     template<> constexpr int N::S<int>::f() { return 10; }
     namespace N { template<> constexpr int S<char>::operator()(int) const { return 20; } }`,
    `auto a = N::S<int>::f();
     auto b = N::S<char>::f();
     auto c = N::S<char>(1)(1);
     auto d = N::S<int>(1)(1);`,
    { b: '1', c: '20', d: '2' },
  ));

test('of a partial specialisation', () =>
  inMain(
    `template<class T, int N> struct P { static constexpr int f() { return 1; } };
     template<class T> struct P<T, 2> { static constexpr int f() { return 2; } };
     template<> constexpr int P<int, 2>::f() { return 3; }
     template<> constexpr int P<int, 1>::f() { return 4; }`,
    `auto a = P<char,1>::f();
     auto b = P<char,2>::f();
     auto c = P<int,2>::f();
     auto d = P<int,1>::f();`,
    { a: '1', b: '2', c: '3', d: '4' },
  ));

test('of one overload of several', () =>
  inMain(
    `template<class T> struct S { static constexpr int f(int) { return 1; }
     static constexpr int f(int, int) { return 2; }
     constexpr int g(T) const { return 3; }
     constexpr int g(T, T) const { return 4; }
     constexpr auto shape() const { return make_shape(Int<f(1)>{}, _2{}); }
     constexpr int call() const { return this->g(T{}) * 10; } };
     template<> constexpr int S<int>::f(int) { return 10; }
     template<> constexpr int S<char>::f(int, int) { return 20; }
     template<> constexpr int S<int>::g(int) const { return 30; }`,
    `auto a = S<int>::f(1);
     auto b = S<int>::f(1, 2);
     auto c = S<char>::f(1);
     auto d = S<char>::f(1, 2);
     auto e = S<int>{}.g(1);
     auto f = S<int>{}.g(1, 2);
     auto h = S<int>{}.shape();
     auto i = S<float>{}.shape();
     auto j = S<int>{}.call();
     auto k = S<long>{}.call();`,
    { a: '10', b: '2', c: '1', d: '20', e: '30', f: '4', h: '(_10,_2)', i: '(_1,_2)' },
  ));

test('for arguments of which some are the defaults', () =>
  inMain(
    `template<int N, class T = int> struct Cfg {
       static constexpr int stages() { return N; }
       static constexpr auto tile() { return Shape<Int<N>, Int<stages()>>{}; }
     };
     template<> constexpr int Cfg<4>::stages() { return 40; }
     template<> constexpr int Cfg<5, char>::stages() { return 50; }`,
    `auto a = Cfg<3>::stages();
     auto b = Cfg<4>::stages();
     auto c = Cfg<4, int>::stages();
     auto d = Cfg<4, char>::stages();
     auto e = Cfg<5, char>::stages();
     auto f = Cfg<5>::stages();
     auto g = Cfg<4>::tile();
     auto h = Cfg<8u / 2>::stages();`,
    { a: '3', b: '40', c: '40', d: '4', e: '50', f: '5', g: '(_4,_40)', h: '40' },
  ));

test('by an alias; of member templates', () =>
  inMain(
    `template<class T> struct Tr { static constexpr auto tile() { return make_shape(_1{}, _1{}); }
     template<int N> static constexpr int n() { return N; } }; using H = Tr<half_t>;
     template<> constexpr auto Tr<half_t>::tile() { return make_shape(_8{}, _4{}); }
     template<> template<int N> constexpr int Tr<float>::n() { return N * 100; }
     template<> template<> constexpr int Tr<int>::n<3>() { return 33; }
     template<class T> using A = Tr<T>;
     template<class T> struct Use { using L = decltype(make_layout(A<T>::tile())); static constexpr int s = size(A<T>::tile()); };`,
    `auto a = H::tile();
     auto b = A<half_t>::tile();
     auto c = Use<half_t>::L{};
     auto d = Use<int>::s;
     auto e = Tr<float>::n<3>();
     auto f = Tr<int>::n<3>();
     auto g = Tr<int>::n<4>();
     auto h = Use<half_t>::s;
     auto i = Tr<char>::n<3>();`,
    { a: '(_8,_4)', b: '(_8,_4)', c: '(_8,_4):(_1,_8)', d: '1', e: '300', f: '33', g: '4', h: '32', i: '3' },
  ));
