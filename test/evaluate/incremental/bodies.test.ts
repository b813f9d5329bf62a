// The bodies of kernels: parameters and their members, local variables, calls, and members defined outside of their class.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { values } from '../cpp/support.ts';

const HEAD = '#include <cute/tensor.hpp>\nusing namespace cute;\n';

async function check(source: string, expected: Readonly<Record<string, string>>): Promise<void> {
  const found = await values(HEAD + source);
  const wanted = Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]]));
  assert.deepEqual(wanted, expected);
}

test('a member function that is defined outside of its class sees the class', () =>
  check(
    `template <int D, bool Wide> struct Tiles {
       static constexpr int kRows = D * 2;
       using Smem = Layout<Shape<Int<kRows>, _8>>;
       template <class Args> static void run(Args const& args);
       void plain();
       struct Inner { using T = Layout<_3>; void deep(); };
     };
     template <int D, bool Wide>
     template <class Args>
     __device__ void Tiles<D, Wide>::run(Args const& args) {
       auto a = Smem{};
       auto b = Int<D>{};
     }
     template <int D, bool Wide> void Tiles<D, Wide>::plain() { Smem c{}; }
     template <> void Tiles<4, true>::plain() { Smem d{}; }
     struct Solo { using T = Layout<_4>; static constexpr int kN = 7; void f(); };
     using T = Layout<_9>;
     void Solo::f() { auto e = T{}; auto g = Int<kN>{}; }
     void free() { auto h = T{}; }`,
    {
      a: '(_(2*D),_8):(_1,_(2*D))',
      b: '_D',
      c: '(_(2*D),_8):(_1,_(2*D))',
      d: '(_8,_8):(_1,_8)',
      e: '_4:_1',
      g: '_7',
      h: '_9:_1',
    },
  ));

test('calls of member functions go to their definitions outside of the class', () =>
  check(
    `template <int N, class E> struct Tiles {
       static constexpr int kRows = 2 * N;
       template <int M> static auto tile();
       static auto plain();
       template <class Other> static void body(Other const& other);
     };
     template <int N, class E> template <int M> auto Tiles<N, E>::tile() { return Shape<Int<kRows>, Int<N>, Int<M>>{}; }
     template <int A, class B> auto Tiles<A, B>::plain() { return Layout<Shape<Int<A>, Int<128 / sizeof_bits_v<B>>>>{}; }
     template <> auto Tiles<8, float>::plain() { return Layout<_1>{}; }
     template <int N, class E> template <class Other> void Tiles<N, E>::body(Other const& other) {
       auto d = make_layout(make_shape(Int<N>{}, other));
     }
     void kernel() {
       auto a = Tiles<4, half_t>::tile<3>();
       auto b = Tiles<16, half_t>::plain();
       auto c = Tiles<8, float>::plain();
       Tiles<32, float>::body(_7{});
     }`,
    { a: '(_8,_4,_3)', b: '(_16,_8):(_1,_16)', c: '_1:_0', d: '(_32,_7):(_1,_32)' },
  ));

test('members of an object that nobody changes have its name', () =>
  check(
    `struct Inner { int rows; };
     struct Params { int m; int64_t ld; Shape<int, _4> shape; Inner inner; static constexpr int kN = 3; float* ptr; };
     void kernel(Params const& params, Params other, Params& third) {
       auto a = make_layout(make_shape(params.m, _8{}), make_stride(params.ld, _1{}));
       auto b = make_shape(params.shape, params.inner.rows, Params::kN);
       auto c = make_shape(other.m, third.m);
       auto [x, y] = params.shape;
       auto d = make_shape(x, y);
       const Inner& part = params.inner;
       auto e = make_shape(part.rows);
       third.m = 2;
     }`,
    {
      a: '(params.m,_8):(params.ld,_1)',
      b: '((params.shape.0,_4),params.inner.rows,3)',
      c: '(other.m,?)',
      d: '(params.shape.0,_4)',
      e: '(params.inner.rows)',
    },
  ));

test('members of an object that nobody changes are known from how it is made', () =>
  check(
    `struct Dims { int rows = 512; int columns = 1022; };
     struct Plain { int m; int n; int sum() const { return m + n; } void grow() { m++; } };
     struct Nested { Dims dims; int batch; };
     struct Made { int m = 3; Made(int x) : m(x) {} };
     void change(Plain& p); void look(Plain const& p);
     void host() {
       Dims d; Dims const c{4};
       Plain p{3, 4}; Plain q = {5, 6}; look(q); Plain r{7, 8}; change(r); Plain s{1, 2}; s.m = 3;
       Plain t{1, 2}; int all = t.sum(); Plain u{1, 2}; u.grow(); Plain& v = q; Plain* w = &p;
       Nested n{{9, 10}, 11}; Nested o{9, 10, 11}; Nested e; Made m(8); Plain k; auto f = Plain{1, 2};
       auto a0 = make_shape(d.rows, c.rows, c.columns);
       auto a1 = make_shape(p.m, q.n, r.m, s.m);
       auto a2 = make_shape(t.m, u.m, v.m);
       auto a3 = make_shape(n.dims.columns, n.batch, o.batch, e.dims.rows, e.batch);
       auto a4 = make_shape(m.m, k.m);
     }`,
    {
      a0: '(512,4,1022)',
      a1: '(?,6,?,?)',
      a2: '(1,?,?)',
      a3: '(10,11,o.batch,512,e.batch)',
      a4: '(m.m,k.m)',
    },
  ));

test('the variables of a function that is called are not those of the caller', () =>
  check(
    `int load();
     auto pair(int n) { int M = load(); return make_shape(n, M); }
     struct Params { int m; };
     auto rows(Params const& params) { return params.m; }
     void kernel(int M, Params const& params, Params const& others) {
       auto a = pair(M);
       auto b = make_shape(rows(params), rows(others));
       auto c = [](int k) { int M = load(); return make_shape(k, M); }(M);
     }`,
    { a: '(M,?)', b: '(params.m,others.m)', c: '(M,?)' },
  ));

test('names of variables in blocks, loops and lambdas, where they cannot mean others', () =>
  check(
    `int load();
     void kernel(int n) {
       for (int i = 0; i < n; ++i) {
         int k = load();
         auto a = make_shape(i, 2 * i, k);
         for (int j = 0, s = 1; j < n; j += s, s *= 2) { auto b = make_shape(i, j, s); }
       }
       for (int r = 0; r < n; ++r) { if (n > 4) r += 3; auto c = make_shape(r); }
       for (int t = 0; t < n; ++t) { auto d = make_shape(t); }
       for (int t = 0; t < n; ++t) { auto e = make_shape(t); }
       int u = 0;
       for (; u < n; ++u) { auto f = make_shape(u); }
       auto step = [&](int stage) { auto g = make_shape(stage); };
       for (int v = 0; v < n; next(v)) { auto h = make_shape(v); }
     }
     void next(int& v) { ++v; }`,
    { a: '(i,2*i,k)', b: '(i,j,s)', c: '(?)', d: '(?)', e: '(?)', f: '(?)', g: '(stage)', h: '(?)' },
  ));

test('returns under a condition that is not known', () =>
  check(
    `template <bool Wide> auto shape() { if constexpr (Wide) { return make_shape(_8{}, 3); } else { return make_shape(_8{}, 4); } }
     auto early(int n) { if (n > 3) { if (n > 7) return make_shape(n, _2{}); } return make_shape(1, _2{}); }
     template <bool Wide> auto differ() { if constexpr (Wide) return _8{}; else return _4{}; }
     template <bool Wide> auto same() { if constexpr (Wide) return _8{}; return _8{}; }
     template <bool Wide> void kernel(int n, bool flag) {
       auto a = [&] { if (flag) return make_layout(make_shape(n, _4{})); return make_layout(make_shape(3, _4{})); }();
       auto b = shape<Wide>();
       auto c = early(n);
       auto d = same<Wide>();
       auto e = [&] { if (flag) { return n; } else { return 7; } }();
     }`,
    { a: '(?,_4):(_1,?)', b: '(_8,?)', c: '(?,_2)', d: '_8', e: 'e' },
  ));

test('no run-time integer is known to be positive', () =>
  check(
    `void kernel(int n, unsigned m) {
       unsigned wrapped = 3u - n;
       int lo = n < 0 ? n : 0;
       auto a = make_shape(n >= 0 ? 1 : 2, wrapped > 100u ? 1 : 2, n + 1 > n ? 1 : 2, lo >= 0 ? 1 : 2);
     }`,
    { a: '(?,?,1,?)' },
  ));

test('references follow what they stand for', () =>
  check(
    `struct P { int m; };
     void kernel(P object, P const& other, int n) {
       int y = 3; int const& r = y; const int& s = n; y = 5;
       auto a = make_shape(r, s);
       P const& same = object;
       auto b = make_shape(same.m);
       object.m = 4;
       P const& part = other;
       auto c = make_shape(part.m);
       auto shape = make_shape(3, _4{}); auto const& first = get<0>(shape); shape = make_shape(5, _4{});
       auto d = make_shape(first);
     }`,
    { a: '(?,n)', b: '(?)', c: '(other.m)', d: '(?)' },
  ));

test('what an element of a tensor is set to changes neither the tensor nor the coordinate', () =>
  check(
    `int& pick(int& x);
     void kernel(int n, int m, half_t* p) {
       Tensor t = make_tensor(make_gmem_ptr(p), make_shape(n, m));
       auto u = make_tensor<float>(Shape<_4>{});
       for (int i = 0; i < n; ++i) { t(i, 3) = u(i); auto a = make_shape(i); }
       auto b = t;
       int k = 3; pick(k) = 4; auto c = make_shape(k);
       auto set = [](int& x) { x = 7; return 3; };
       int j = 5; set(j); auto d = make_shape(j);
     }`,
    { a: '(i)', b: 'gmem_ptr[16b] o (n,m):(_1,n)', c: '(?)', d: '(?)' },
  ));

test('what assembly may write to is not known', () =>
  check(
    `void kernel() {
       uint32_t x = 0, y = 5;
       asm volatile("mov.u32 %0, %%tid.x;" : "=r"(x));
       auto a = make_shape(x, y);
       auto b = [&] { int q = 4; asm("add" : "+r"(q)); return make_shape(q); }();
     }`,
    { a: '(?,5)', b: '(?)' },
  ));

test('a function of a namespace that is defined outside of it sees the namespace', () =>
  check(
    `namespace tiles { using T = Layout<_4>; void f(); }
     using T = Layout<_9>;
     void tiles::f() { auto a = T{}; }
     void g() { auto b = T{}; }`,
    { a: '_4:_1', b: '_9:_1' },
  ));

test('either of two values, where a condition is not known', () =>
  check(
    `int load();
     void kernel(int n, bool flag, half_t* p, float* q, Tensor<half_t*, Layout<Shape<_8, int>>> t) {
       auto a = flag ? make_shape(n, _4{}, 5) : make_shape(n, _4{}, 6);
       auto b = flag ? n : _0{};
       bool const isWide = n > 4 && p;
       auto c = make_tensor(make_gmem_ptr(p), make_layout(make_shape(_8{}, 4), LayoutRight{}));
       auto d = c(_, !isWide ? n : 0);
       auto e = make_tensor(make_gmem_ptr(flag ? p : p + n), Layout<Shape<_8, _4>>{});
       auto f = make_tensor(make_smem_ptr(flag ? p : nullptr), Layout<_8>{});
       auto g = flag ? make_layout(make_shape(_8{}, n)) : make_layout(make_shape(_8{}, 3));
     }`,
    {
      a: '(n,_4,?)',
      b: 'b',
      d: 'gmem_ptr[16b] o (_8):(4)',
      e: 'gmem_ptr[16b] o (_8,_4):(_1,_8)',
      f: 'smem_ptr[16b] o _8:_1',
      g: '(_8,?):(_1,_8)',
    },
  ));

test('shared memory: structures, unions, arrays, and pointers to them', () =>
  check(
    `template <class Element, int M> struct Traits {
       using Smem = decltype(tile_to_shape(GMMA::Layout_K_SW64_Atom<Element>{}, Shape<Int<M>, _32>{}));
       struct Storage {
         union {
           cute::array_aligned<Element, cute::cosize_v<Smem>> q;
           alignas(128) cute::ArrayEngine<Element, 64> o;
         };
         alignas(1024) Element raw[M * 8];
         float2 stages[2][64];
         struct Inner { cute::array_aligned<float, 32> lse; } inner;
         Inner more[3];
       };
     };
     using T = Traits<half_t, 64>;
     __device__ T::Storage& somewhere();
     __global__ void kernel(T::Storage* given, int n) {
       extern __shared__ char smem[];
       auto& one = *reinterpret_cast<T::Storage*>(smem);
       T::Storage& two = *reinterpret_cast<T::Storage*>(smem);
       Tensor a = make_tensor(make_smem_ptr(one.q.data()), T::Smem{});
       Tensor b = make_tensor(make_smem_ptr(two.o.begin()), Layout<_64>{});
       Tensor c = make_tensor(make_smem_ptr(one.raw), Layout<Shape<_64, _8>>{});
       Tensor d = make_tensor(make_smem_ptr(two.stages[n & 1]), Layout<_64>{});
       Tensor e = make_tensor(make_smem_ptr(one.inner.lse.data() + n), Layout<_16>{});
       Tensor f = make_tensor(make_smem_ptr(one.more[n].lse.data()), Layout<_16>{});
       Tensor g = make_tensor(make_smem_ptr(&one.raw[8 * n]), Layout<_8>{});
       __shared__ float buffer[4][128];
       Tensor h = make_tensor(make_smem_ptr(buffer[0]), Layout<_128>{});
       Tensor i = make_tensor(make_smem_ptr(given->q.data()), T::Smem{});
       Tensor j = make_tensor(make_smem_ptr(somewhere().raw), Layout<_8>{});
       Tensor k = recast<uint32_t>(c);
       Tensor l = make_tensor(make_smem_ptr(nobody_knows()), T::Smem{});
       auto& three = reinterpret_cast<T::Storage&>(smem);
       Tensor m = make_tensor(make_smem_ptr(three.raw), Layout<_8>{});
       auto shape = static_cast<Shape<int, _4>>(make_shape(n, _4{}));
     }`,
    {
      a: 'Sw<2,4,3>_smem_ptr[16b] o ((_8,_8),(_32,_1)):((_32,_256),(_1,_0))',
      b: 'smem_ptr[16b] o _64:_1',
      c: 'smem_ptr[16b] o (_64,_8):(_1,_64)',
      d: 'smem_ptr[64b] o _64:_1',
      e: 'smem_ptr[32b] o _16:_1',
      f: 'smem_ptr[32b] o _16:_1',
      g: 'smem_ptr[16b] o _8:_1',
      h: 'smem_ptr[32b] o _128:_1',
      i: 'Sw<2,4,3>_smem_ptr[16b] o ((_8,_8),(_32,_1)):((_32,_256),(_1,_0))',
      j: 'smem_ptr[16b] o _8:_1',
      k: 'smem_ptr[32b] o (_32,_8):(_1,_32)',
      l: 'Sw<2,4,3>_smem_ptr[16b] o ((_8,_8),(_32,_1)):((_32,_256),(_1,_0))',
      m: 'smem_ptr[16b] o _8:_1',
      shape: '(n,_4)',
    },
  ));

test('constant arrays have elements, others do not', () =>
  check(
    `constexpr int kSizes[] = {8, 16, 32};
     constexpr int kGrid[2][2] = {{1, 2}, {3, 4}};
     void kernel(int n) {
       static constexpr int local[3] = {1, 2, 3};
       int changing[2] = {4, 5};
       auto a = Int<kSizes[1]>{};
       auto b = Int<local[2]>{};
       auto c = make_shape(changing[0]);
       auto d = make_shape(kSizes[n]);
     }`,
    { a: '_16', b: '_3', c: '(?)', d: '(?)' },
  ));

test('what a function returns whose body is not seen or not worked out', () =>
  check(
    `struct Info { int rows; half_t* data; };
     int count();
     Info info();
     float* pointer(int i);
     template <class T> T either();
     auto trailing(int n) -> Info;
     int looped(int n) { for (int i = 0; i < n; ++i) { if (n % i == 0) return i; } return n; }
     void kernel(int n) {
       auto a = make_shape(count(), looped(n));
       auto b = make_tensor(make_gmem_ptr(info().data), Layout<_8>{});
       auto c = make_tensor(make_gmem_ptr(pointer(3)), Layout<_8>{});
       auto d = make_shape(either<int>());
       auto e = make_shape(trailing(n).rows);
     }`,
    {
      a: '(?,?)',
      b: 'gmem_ptr[16b] o _8:_1',
      c: 'gmem_ptr[32b] o _8:_1',
      d: 'unknown(missing-name)',
      e: '(?)',
    },
  ));
