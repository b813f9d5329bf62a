// What the library says of types, and its functions of single integers. Every expected value was printed by a compiled
// program.

import { test } from 'node:test';
import { inMain, printed } from './support.ts';

const OPEN = 'unknown(unsupported)';

test('widths and traits', () =>
  printed([
    ['cutlass::sizeof_bits<cutlass::half_t>::value', '16'],
    ['cutlass::sizeof_bits<cute::float_e2m1_t>::value', '4'],
    ['cute::sizeof_bits_v<bool>', '1'],
    ['sizeof(cutlass::half_t)', '2'],
    ['sizeof(cute::uint128_t)', '16'],
    ['sizeof(double)', '8'],
    ['cutlass::NumThreadsPerWarp', '32'],
    ['cutlass::NumThreadsPerWarpGroup', '128'],
    ['cutlass::arch::Sm90::kMinComputeCapability', '90'],
    ['cutlass::arch::Sm80::kMinComputeCapability', '80'],
    ['int(cute::is_same_v<cute::half_t, cutlass::half_t>)', '1'],
    ['int(std::is_same_v<float, double>)', '0'],
    ['int(cute::is_same_v<SM90_U32x4_STSM_N, SM90_U16x8_STSM_T>)', '0'],
    ['int(cute::is_same_v<SM75_U32x4_LDSM_N, SM75_U32x4_LDSM_N>)', '1'],
    ['int(cute::is_same_v<Copy_Atom<SM90_U32x4_STSM_N, half_t>, SM90_U32x4_STSM_N>)', '0'],
    ['int(cute::is_static_v<Shape<_1,int>>)', '0'],
    ['int(cute::is_static<Layout<Shape<_2>>>::value)', '1'],
    ['cute::size_v<Layout<Shape<_4,_8>>>', '32'],
    ['cute::cosize_v<Layout<Shape<_4,_8>,Stride<_10,_1>>>', '38'],
    ['cute::rank_v<Shape<_1,_2,_3>>', '3'],
    ['std::tuple_size_v<Shape<_1,_2>>', '2'],
    ['cute::tuple_size<Shape<_1,_2>>::value', '2'],
    ['sizeof_bits_v<cute::uint_bit_t<64>>', '64'],
    ['sizeof_bits_v<cute::uint_byte_t<8>>', '64'],
    ['sizeof_bits_v<cutlass::Array<cutlass::half_t, 8>>', '128'],
    ['sizeof_bits_v<cutlass::AlignedArray<float, 4>>', '128'],
    ['sizeof(float4)', '16'],
    ['sizeof(int8_t)', '1'],
    ['sizeof(cutlass::int4b_t)', '1'],
    ['sizeof_bits_v<cutlass::int4b_t>', '4'],
    ['sizeof_bits_v<cutlass::complex<float>>', '64'],
    ['sizeof_bits_v<cute::tfloat32_t>', '32'],
  ]));

test('integers', () =>
  printed([
    ['cute::ceil_div(7, 2)', '4'],
    ['cute::round_up(7, 4)', '8'],
    ['cute::max(3, 4, 5)', '5'],
    ['cute::min(_3{}, _4{})', '_3'],
    ['cute::gcd(12, 18)', '6'],
    ['cute::log_2(8u)', '3'],
    ['cute::bit_width(9u)', '4'],
    ['cute::abs(-3)', '3'],
    ['cute::signum(-3)', '-1'],
    ['cute::shiftl(1, 3)', '8'],
    ['cute::shiftr(16, 2)', '4'],
    ['cute::safe_div(12, 4)', '3'],
    ['1 << 3', '8'],
    ['(5 & 3) | 8', '9'],
    ['7 % 3', '1'],
    ['-7 / 2', '-3'],
    ['true ? 3 : 4', '3'],
    ['(int)uint8_t(200)', '200'],
    ['cute::abs(Int<-3>{})', '_3'],
    ['cute::signum(Int<-7>{})', '_-1'],
    ['cute::shiftl(_1{}, _4{})', '_16'],
    ['cute::shiftr(_9{}, _1{})', '_4'],
  ]));

test('one of several types, types narrower than a byte, conditions by the value of a class', () =>
  inMain(
    `struct A {}; struct B {};
     template <class T> struct IsB { static constexpr bool value = is_same_v<T, B>; };
     template <class T> struct Flagged : true_type {};`,
    `auto r1 = Int<is_any_of_v<A, B, A> ? 1 : 2>{};
     auto r2 = Int<is_any_of_v<A, B, float> ? 1 : 2>{};
     auto r3 = Int<is_any_of<half_t>::value ? 1 : 2>{};
     auto r4 = Int<cute::is_subbyte_v<cutlass::float_e2m1_t> ? 1 : 2>{};
     auto r5 = Int<cute::is_subbyte_v<cutlass::float_e4m3_t> ? 1 : 2>{};
     auto r6 = Int<disjunction_v<IsB<A>, IsB<B>> ? 1 : 2>{};
     auto r7 = Int<conjunction_v<IsB<A>, IsB<B>> ? 1 : 2>{};
     auto r8 = Int<conjunction_v<IsB<B>, Flagged<A>, negation<IsB<A>>> ? 1 : 2>{};`,
    { r1: '_1', r2: '_2', r3: '_2', r4: '_1', r5: '_2', r6: '_1', r7: '_2', r8: '_1' },
  ));

test('a constant is one through const and references', () =>
  inMain(
    `template <class S> constexpr bool first_is_one() { return cute::is_constant<1, decltype(cute::front(cute::get<0>(S{})))>::value; }`,
    `auto r1 = Int<first_is_one<Stride<_1, int>>() ? 1 : 2>{};
     auto r2 = Int<first_is_one<Stride<int, _1>>() ? 1 : 2>{};
     auto r3 = Int<cute::is_constant<1, _1 const&>::value ? 1 : 2>{};`,
    { r1: '_1', r2: '_2', r3: '_1' },
  ));

test('an operation, its traits and its atom are different types, and so are atoms of different elements', () =>
  inMain(
    `using Op = SM75_U32x4_LDSM_N; using Fma = UniversalFMA<float>;
     template <class T> struct Same { static constexpr bool half = is_same_v<typename T::ValType, half_t>; };`,
    `auto r1 = Int<is_same_v<Op, Copy_Traits<Op>> ? 1 : 2>{};
     auto r2 = Int<is_same_v<Copy_Atom<Op, half_t>, Copy_Atom<Copy_Traits<Op>, half_t>> ? 1 : 2>{};
     auto r3 = Int<is_same_v<Copy_Atom<Op, half_t>, Copy_Atom<Op, bfloat16_t>> ? 1 : 2>{};
     auto r4 = Int<is_same_v<Fma, MMA_Atom<Fma>> ? 1 : 2>{};
     auto r5 = Int<is_same_v<Copy_Atom<Op, half_t>, Copy_Atom<SM75_U32x4_LDSM_N, half_t>> ? 1 : 2>{};
     auto r6 = Int<Same<Copy_Atom<Op, half_t>>::half ? 1 : 2>{};
     auto r7 = Int<Same<Copy_Atom<Op, bfloat16_t>>::half ? 1 : 2>{};`,
    // The first four are 2, which is not worked out.
    { r1: OPEN, r2: OPEN, r3: OPEN, r4: OPEN, r5: '_1', r6: '_1', r7: '_2' },
  ));
