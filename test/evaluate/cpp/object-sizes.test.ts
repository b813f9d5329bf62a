// `sizeof` and `alignof` of classes. Every expected number is one that g++ 12 on x86-64 agrees with in a static_assert; where
// the size is not worked out, it must be unknown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { values } from './support.ts';

/** The sizes and alignments of the types that are named, as the document has them. */
async function sizes(source: string, types: readonly string[]): Promise<Record<string, string>> {
  const asked = types.map(
    (type, i) => `auto s${i} = make_shape(Int<sizeof(${type})>{}, Int<alignof(${type})>{});`,
  );
  const all = await values(`${PRELUDE}\n${source}\n${asked.join('\n')}`);
  return Object.fromEntries(types.map((type, i) => [type, all[`s${i}`] ?? 'not declared']));
}

const PRELUDE = 'using namespace cute; struct E0 {}; struct E1 {}; struct E2 : E0 {};';

/** `expected`: size and alignment by type. */
async function check(source: string, expected: Readonly<Record<string, string>>): Promise<void> {
  const found = await sizes(source, Object.keys(expected));
  for (const [type, text] of Object.entries(expected))
    if (text === '?') assert.match(found[type]!, /^unknown/, type);
    else assert.equal(found[type]!.replaceAll(/[^\d,]/g, ''), text, type);
}

test('members one after the other, each aligned', () =>
  check(
    `struct A { char c; int i; char d; }; struct B { A a[3]; char x; };
     struct C { int& r; char c; int const* p; bool b; };
     struct D { char a[2][3][4]; short b[5]; }; struct E { int a, b; char c, *d, e[3]; };
     struct F { int a = 3; float b{2.f}; char c[4] = {1, 2}; static int s; static constexpr int k = 4; int f(); };
     struct G { half_t h; float_e4m3_t e; float f; int4b_t i; uint128_t u; };
     enum class N : uint8_t { a }; enum class M { b }; struct H { N a; M b; N c; };`,
    { A: '12,4', B: '40,4', C: '32,8', D: '34,2', E: '32,8', F: '12,4', G: '32,16', H: '12,4' },
  ));

test('what alignas asks for', () =>
  check(
    `struct alignas(16) A { char c; }; struct B { char a; A b; char d; };
     struct C { char a; alignas(32) float f[3]; double* p; };
     struct D { alignas(128) char smem[100]; alignas(double) char t; };
     struct E { char a alignas(8), b; char alignas(4) d; };
     template <class T> struct F { alignas(sizeof(T) * 2) T t; struct Inner { T a; char b; } in; };
     template <class T> struct __align__(32) G { T a; };`,
    { A: '16,16', B: '48,16', C: '64,32', D: '128,128', E: '8,8', 'F<double>': '32,16', 'G<char>': '32,32' },
  ));

test('empty bases take no room, but two of one class have two addresses', () =>
  check(
    `struct A : E0 { E0 e; }; struct B : E0, E1 { int i; }; struct C : E2 { E0 e; int i; }; struct D : E0 { E2 e[2]; };
     struct F { E0 e; E1 f; E0 g; }; struct G : F, E0 {}; struct H : E0, F { int i; };
     struct I { E0 e; int i; }; struct J : I, E0 { char c; }; struct K : E0, I {};
     template <class... Ts> struct L : Ts... { int x; };`,
    {
      E0: '1,1',
      A: '2,1',
      B: '4,4',
      C: '8,4',
      D: '3,1',
      F: '3,1',
      G: '4,1',
      H: '8,4',
      J: '12,4',
      K: '12,4',
      'L<E0, E1>': '4,4',
    },
  ));

test('what lies in the padding of a base is told only where it makes no difference', () =>
  check(
    `struct A { char c; int i; char d; }; struct B : A { char z; }; struct C : A { int z; };
     struct D { D(); int i; char d; }; struct E : D { char z; };`,
    { A: '12,4', B: '?', C: '16,4', E: '?' },
  ));

test('unions, and members without a name', () =>
  check(
    `union A { char c[5]; int i; }; union B { alignas(16) float f[3]; double d; };
     struct C { union { int a; double b; }; struct { char q; short r; } s; struct { char t; }; };
     union D { array<half_t, 0> a; array_aligned<half_t, 20> b; };`,
    { A: '8,4', B: '16,16', C: '16,8', D: '48,16' },
  ));

test('the storages of CuTe', () =>
  check(
    `struct A { char a, b, c; };
     struct B { ArrayEngine<half_t, 24> a; ArrayEngine<int4b_t, 33> b; array_subbyte<uint2b_t, 7> c; array<A, 2> d; };
     struct C { struct Tensors : aligned_struct<128, _0> { alignas(1024) array_aligned<half_t, 4096> a; } tensors;
                struct Barriers : aligned_struct<16, _1> { alignas(16) uint64_t full[7]; } barriers; };
     struct D : aligned_struct<128> { struct In : aligned_struct<128> { int x; } in; };
     struct E { char a; array_subbyte<int4b_t, 3> b; char c; };`,
    {
      'array<float, 5>': '20,4',
      'array<half_t, 0>': '1,1',
      'array_aligned<half_t, 9>': '32,16',
      'array_aligned<float, 100, 128>': '512,128',
      B: '80,16',
      C: '9216,1024',
      D: '256,128',
      E: '4,1',
    },
  ));

test('tuples and layouts hold what is not static', () =>
  check('struct A { char c; int i; char d; };', {
    'tuple<>': '1,1',
    'tuple<int, _1, char>': '8,4',
    'tuple<E0, int64_t, E1>': '8,8',
    'tuple<A, char, short>': '16,4',
    'tuple<E0, tuple<E1, E0>>': '1,1',
    'Stride<int64_t, _1, int64_t>': '16,8',
    'Layout<Shape<_4, _8>, Stride<_8, _1>>': '1,1',
    'Layout<Shape<int, _8>, Stride<_8, int64_t>>': '16,8',
    'std::tuple<int, char>': '?',
    'std::array<float, 5>': '20,4',
    'std::array<float, 0>': '?',
  }));

test('a class of which something is not read has no size', () =>
  check(
    `struct A { virtual void f(); int x; }; struct B { int a : 3; int b : 5; };
     struct __attribute__((packed)) C { char c; int i; }; struct D { char c; int i; } __attribute__((packed));
     struct E { char c; [[no_unique_address]] E0 e; }; struct F { enum { X, Y } e; char c; };
     struct G { MEMBERS_OF_G char c; }; struct H : NotDeclared { int i; }; struct I { NotDeclared n; };
     struct J { int (*f)(int); char c; }; struct K { CUSTOM_MEMBER(int, x); char c; };
     template <class T> struct L { T t; };`,
    {
      A: '?',
      B: '?',
      C: '?',
      D: '?',
      E: '?',
      F: '?',
      G: '?',
      H: '?',
      I: '?',
      J: '?',
      K: '?',
      'L<NotDeclared>': '?',
    },
  ));

test('what the preprocessor leaves open leaves the size open', async () => {
  await check(
    `struct A {
     #if WHO_KNOWS > 3
       int extra;
     #endif
       char c;
     };
     struct B {
     #if WHO_KNOWS > 3
       int extra;
     #else
       char d;
     #endif
       char c;
     };
     struct C {
       char c;
       int f() {
     #if WHO_KNOWS > 3
         return 1;
     #else
         return 2;
     #endif
       }
     };`,
    { A: '?', B: '?', C: '1,1' },
  );
  await check('#pragma pack(push, 1)\nstruct A { char c; int i; };\n#pragma pack(pop)\n', { A: '?' });
});

test('the bytes of a storage go into another type', async () => {
  const found = await values(
    `using namespace cute;
     template <int Bytes> struct StageCount { static constexpr int left = (232448 - Bytes) / 32768; };
     struct Epilogue { struct SharedStorage { alignas(128) array_aligned<half_t, 8192> d; uint64_t barrier; }; };
     using Stages = StageCount<static_cast<int>(sizeof(typename Epilogue::SharedStorage))>;
     auto layout = make_layout(Shape<_128, Int<Stages::left>>{});`,
  );
  assert.equal(found.layout, '(_128,_6):(_1,_128)');
});

test('what alignas may ask for, and what is not known of it', () =>
  check(
    `struct Unread { virtual void f(); }; extern int runTime;
     struct A { alignas(0) char c; int i; }; struct B { alignas(Unread) char c; }; struct alignas(runTime) C { char c; };`,
    { A: '8,4', B: '?', C: '?' },
  ));

test('what one element of a tuple leaves open, and what stands between members and cannot be read', () =>
  check(
    `struct Unread { virtual void f(); }; struct A { int x; tuple<_1, Unread> t; };
     struct B { int x; OF_A_MACRO(y) { int z; } char c; };
     struct C { C(); ~C() {} explicit C(int) {} operator int() const { return 1; } int f() { return 2; } short s; };`,
    { 'tuple<int, Unread>': '?', 'tuple<Unread>': '?', A: '?', B: '?', C: '2,2' },
  ));

test('empty objects of which it is not told whether they are of one class', () =>
  check(
    `struct A : array<float, 0>, array<half_t, 0> {}; struct B : _1, _2 {}; struct C { _1 a; _2 b; };
     struct D : E0, array<float, 0> {};`,
    { A: '?', B: '?', C: '2,1' },
  ));

test('as many empty objects as are compared, and one more', () =>
  check('struct A { E0 e[256]; }; struct B { E0 e[257]; }; struct C { char c[257]; };', {
    A: '256,1',
    B: '?',
    C: '257,1',
  }));

test('classes in classes as deep as is gone, and deeper', () =>
  check(
    `struct C0 { char c; };
     ${Array.from({ length: 60 }, (_, i) => `struct C${i + 1} { C${i} c; };`).join('\n')}
     template <int N> struct Endless { Endless<N + 1> next; };`,
    { C47: '1,1', C48: '?', C60: '?', 'Endless<0>': '?' },
  ));

test('the size of an object is that of its class; of an array that is known by a pointer it is not told', async () => {
  const found = await values(
    `using namespace cute;
     struct Unread { virtual void f(); }; struct Aligned { alignas(Unread) char c; };
     template <class T> struct Open { static constexpr auto of = alignof(tuple<T, int>); };
     array<float, 5> xs; float raw[5];
     auto inContainer = sizeof(xs); auto inArray = sizeof(raw); auto aligned = sizeof(Aligned);`,
  );
  const { inContainer, inArray, aligned, of } = found;
  assert.deepEqual(
    [inContainer, inArray, aligned, of],
    ['20', 'unknown(unsupported)', 'unknown(unsupported)', 'unknown(template-parameter)'],
  );
});

test('members that are there only where a name is not defined', () =>
  check(
    `#define DEFINED
     struct A {
     #ifndef DEFINED
       int a;
     #endif
       char c;
     };
     struct B {
     #ifndef NOT_DEFINED
       int a;
     #endif
       char c;
     };
     struct C {
     #ifndef NOT_DEFINED
       int a;
     #endif
     #ifdef NOT_DEFINED
       double d;
     #endif
       char c;
     };`,
    { A: '1,1', B: '8,4', C: '?' },
  ));
