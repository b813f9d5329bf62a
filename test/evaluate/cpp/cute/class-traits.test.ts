// What traits say of classes, of what they derive from, of pointers and of tuples. Every value that is known was
// printed by a compiled program.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inMain, instances, pick } from '../support.ts';

const OPEN = 'unknown(unsupported)';

const CLASSES = `
  struct Top {}; struct Middle : Top {}; struct Low : Middle {}; struct Other {};
  template <class T> struct Holds : T {};
  template <class T> struct Named { T x; };
  struct Two : Other, Middle {};
  struct Hidden : Named<int>, Low {};
  struct Flag { static constexpr bool value = true; };`;

/** Each condition as an integer: 1 where it holds, 2 where it does not. */
async function asked(cases: readonly (readonly [string, string])[], declarations = CLASSES): Promise<void> {
  const body = cases.map(([condition], i) => `auto v${i} = Int<${condition} ? 1 : 2>{};`).join('\n');
  const found = await pick(
    `#include <cute/tensor.hpp>\nusing namespace cute;\n${declarations}\nint main() {\n${body}\n}\n`,
    cases.map((_, i) => `v${i}`),
  );
  assert.deepEqual(
    cases.map(([condition], i) => [condition, found[`v${i}`]]),
    cases,
  );
}

test('classes and their bases', () =>
  asked([
    ['std::is_base_of<Top, Low>::value', '_1'],
    ['is_base_of_v<Low, Top>', '_2'],
    ['is_base_of_v<Top, Top>', '_1'],
    ['is_base_of_v<Other, Low>', '_2'],
    ['is_base_of_v<Other, Two>', '_1'],
    ['is_base_of_v<Top, Two>', '_1'],
    ['is_base_of_v<Top, Holds<Middle>>', '_1'],
    ['is_base_of_v<Other, Holds<Middle>>', '_2'],
    ['is_base_of_v<Named<int>, Hidden>', '_1'],
    ['is_base_of_v<Named<float>, Hidden>', '_2'],
  ]));

test('a class is no base of a type of the library, and a number none of a class', () =>
  asked([
    ['is_base_of_v<Top, float>', '_2'],
    ['is_base_of_v<float, Low>', '_2'],
    ['is_base_of_v<Top, Shape<_1>>', '_2'],
    ['is_base_of_v<float, float>', OPEN],
  ]));

test('bases that are types of the library', () =>
  asked(
    [
      ['is_base_of_v<Top, Tuple>', '_2'],
      ['is_base_of_v<Top, Both>', '_1'],
      ['is_base_of_v<Top, Shape<_1>>', '_2'],
      // What types of the library derive from is not worked out. g++: 1 of all but the last two.
      ['is_base_of_v<Shape<_1>, Tuple>', OPEN],
      ['is_base_of_v<Shape<_3, _1>, Mode>', OPEN],
      ['is_base_of_v<Int<0>, Whole>', OPEN],
      ['is_base_of_v<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Tiled>', OPEN],
      ['is_base_of_v<MMA_Traits<OWN>, Own>', OPEN],
      ['is_base_of_v<MMA_Traits<OWN>, MMA_Atom<OWN>>', OPEN],
      ['is_base_of_v<Shape<_2>, Both>', OPEN],
      ['is_base_of_v<Top, Warp>', OPEN],
    ],
    `struct Top {}; struct Tuple : Shape<_1> {}; struct Both : Shape<_1>, Top {}; struct Mode : Layout<_3> {};
     struct Whole : Underscore {}; using Warp = SM80_16x8x16_F32F16F16F32_TN;
     struct Tiled : TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_1,_1,_1>>> {};
     struct OWN {};
     namespace cute { template <> struct MMA_Traits<OWN> : MMA_Traits<SM80_16x8x16_F32F16F16F32_TN> {}; }
     struct Own : MMA_Atom<OWN> {};`,
  ));

test('as many bases as are gone through, and one more', () =>
  asked(
    [
      ['is_base_of_v<C0, C32>', '_1'],
      ['is_base_of_v<C0, C33>', OPEN],
      ['is_base_of_v<Other, C31>', '_2'],
    ],
    `struct Other {}; struct C0 {};\n${Array.from({ length: 40 }, (_, i) => `struct C${i + 1} : C${i} {};`).join('\n')}`,
  ));

test('types that are nothing, and one type of several', () =>
  asked([
    ['is_void_v<void>', '_1'],
    ['std::is_void<int>::value', '_2'],
    ['is_void_v<Top>', '_2'],
    ['is_any_of_v<int, float, int>', '_1'],
    ['is_any_of_v<int, float, Top>', '_2'],
    ['is_any_of_v<int>', '_2'],
    ['is_any_of_v<NotRead, int>', OPEN],
    ['is_any_of_v<int, NotRead>', OPEN],
    ['is_any_of_v<3, int>', OPEN],
  ]));

test('pointers', () =>
  asked([
    ['std::is_pointer_v<int*>', '_1'],
    ['std::is_pointer<Top**>::value', '_1'],
    ['std::is_pointer_v<int>', '_2'],
    ['std::is_pointer_v<Top>', '_2'],
    ['std::is_pointer_v<Shape<_1>>', '_2'],
    ['std::is_pointer_v<decltype(make_smem_ptr((float*)nullptr))>', OPEN],
  ]));

test('complex numbers are known by the name of a class', () =>
  asked(
    [
      ['is_complex<complex<float>>::value', '_1'],
      ['is_complex<complex<Top>>::value', '_1'],
      ['is_complex<float>::value', '_2'],
      ['is_complex<Top>::value', '_2'],
      ['is_complex<Shape<_1>>::value', '_2'],
      ['is_complex<cutlass::int4b_t>::value', OPEN],
    ],
    'struct Top {}; template <class T> struct complex { T re; T im; };',
  ));

test('integers and types of which it is not known what they are made of', () =>
  asked([
    ['is_integral<_3>::value', '_1'],
    ['std::is_integral_v<_3>', '_2'],
    ['is_integral<Underscore>::value', '_1'],
    ['std::is_integral_v<Underscore>', '_2'],
    ['is_integral<Top>::value', '_2'],
    ['is_tuple<cutlass::int4b_t>::value', OPEN],
    ['is_integral<cutlass::int4b_t>::value', OPEN],
    ['is_subbyte_v<cutlass::uint2b_t>', '_1'],
    ['is_subbyte_v<Top>', OPEN],
    ['is_subbyte_v<Shape<_1>>', OPEN],
  ]));

test('conditions that are joined', () =>
  asked([
    ['conjunction_v<true_type, Flag>', '_1'],
    ['conjunction_v<true_type, Flag, is_same<int, float>>', '_2'],
    ['disjunction_v<false_type, Flag>', '_1'],
    ['disjunction_v<false_type, is_same<int, float>>', '_2'],
    ['std::negation<Flag>::value', '_2'],
    ['cute::conjunction<>::value', '_1'],
    ['std::disjunction<>::value', '_2'],
    // What is not known decides only where nothing else does.
    ['conjunction_v<is_tuple<cutlass::int4b_t>, true_type>', OPEN],
    ['conjunction_v<is_tuple<cutlass::int4b_t>, false_type>', '_2'],
    ['disjunction_v<is_tuple<cutlass::int4b_t>, false_type>', OPEN],
    ['disjunction_v<is_tuple<cutlass::int4b_t>, true_type>', '_1'],
  ]));

test('what pointers point to and what tuples hold', () =>
  inMain(
    CLASSES,
    `auto r0 = sizeof(std::remove_pointer_t<double*>);
     auto r1 = sizeof(std::remove_pointer_t<half_t>);
     auto r2 = sizeof(std::remove_pointer<int8_t*>::type);
     auto r3 = sizeof_bits_v<std::remove_pointer_t<half_t*>>;
     auto e0 = tuple_element_t<1, Shape<_2, _7>>{};
     auto e1 = typename tuple_element<1, Shape<_2, Shape<_7, _8>>>::type{};
     auto e2 = tuple_element_t<1, decltype(make_arithmetic_tuple(_4{}, _5{}))>{};
     auto e5 = tuple_element_t<0, Layout<_2>>{};
     auto e3 = Int<tuple_size_v<Shape<_2, Shape<_7, _8>>>>{};
     auto e4 = tuple_size<Shape<_2, _3>>::value;`,
    {
      r0: '8',
      r1: '2',
      r2: '1',
      r3: '16',
      e0: '_7',
      e1: '(_7,_8)',
      e2: 'unknown(missing-name)',
      e3: '_2',
      e4: '2',
      e5: OPEN,
    },
  ));

test('a parameter of a template leaves open what depends on it', () =>
  inMain(
    `${CLASSES}
     template <class T, class... Ts> struct Asks {
       auto f() {
         auto t0 = Int<is_base_of_v<Top, T> ? 1 : 2>{};
         auto t1 = Int<is_base_of_v<T, Top> ? 1 : 2>{};
         auto t2 = Int<is_integral<T>::value ? 1 : 2>{};
         auto t3 = Int<std::is_pointer_v<T> ? 1 : 2>{};
         auto t4 = Int<is_complex<T>::value ? 1 : 2>{};
         auto t5 = Int<is_any_of_v<Top, T> ? 1 : 2>{};
         auto t6 = Int<is_any_of_v<Top, T, Top> ? 1 : 2>{};
         auto t7 = Int<conjunction_v<is_integral<T>, true_type> ? 1 : 2>{};
         auto t8 = Int<disjunction_v<is_integral<T>, true_type> ? 1 : 2>{};
         auto t9 = std::remove_pointer_t<T>{};
       }
     };`,
    '',
    {
      t0: '_1 or _2',
      t1: '_1 or _2',
      t2: '_1 or _2',
      t3: '_1 or _2',
      t4: '_1 or _2',
      t5: OPEN,
      t6: '_1',
      t7: '_1 or _2',
      t8: '_1',
      t9: 'unknown(template-parameter)',
    },
  ));

test('an overload for classes that derive from one is chosen by enable_if', async () =>
  assert.deepEqual(
    await instances(
      `${CLASSES}
       template <class T, std::enable_if_t<std::is_base_of_v<Middle, T>, int> = 0> auto kind() { auto here = _1{}; return here; }
       template <class T, std::enable_if_t<!std::is_base_of_v<Middle, T>, int> = 0> auto kind() { auto there = _2{}; return there; }
       template <class T> void use() { auto chosen = kind<T>(); }
       void all() { use<Low>(); use<Top>(); use<Two>(); use<Other>(); }`,
      'chosen',
    ),
    ['T = Low: _1', 'T = Top: _2', 'T = Two: _1', 'T = Other: _2'],
  ));
