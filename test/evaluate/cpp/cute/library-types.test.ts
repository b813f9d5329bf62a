// Types of CuTe by their template arguments, and their members. The expected values are g++'s with CuTe's headers; what g++
// refuses, and what is not read here, must be unknown.

import { test } from 'node:test';
import { inMain, printed } from '../support.ts';

test('composed layouts of what composes', () =>
  printed([
    ['ComposedLayout<Swizzle<1, 0, 2>, _0, Layout<_4>>{}', 'Sw<1,0,2> o _0 o _4:_1'],
    ['ComposedLayout<Shape<_1>, _0, Layout<_4>>{}', 'unknown(unsupported)'],
    ['ComposedLayout<Swizzle<1, 0, 2>, Shape<_1>, Layout<_4>>{}', 'unknown(unsupported)'],
    ['ComposedLayout<Swizzle<1, 0, 2>, _0, Shape<_4>>{}', 'unknown(unsupported)'],
    ['ComposedLayout<Swizzle<1, 0, 2>, _0, NotRead>{}', 'unknown(missing-name)'],
    ['ComposedLayout<Swizzle<1, 0, 2>, NotRead, Layout<_4>>{}', 'unknown(missing-name)'],
  ]));

test('basis elements, with a factor and a path of integers', () =>
  printed([
    ['ScaledBasis<_3, 1>{}', '_3@1'],
    ['ScaledBasis<_3, 1, 0>{}', '_3@0@1'],
    ['ScaledBasis<_3>{}', '_3'],
    ['ScaledBasis<Shape<_1, _2>, 0>{}', 'unknown(unsupported)'],
    ['ScaledBasis<_3, NotRead>{}', 'unknown(missing-name)'],
    ['ScaledBasis<_3, Shape<_1>>{}', 'unknown(unsupported)'],
    ['ScaledBasis<NotRead, 0>{}', 'unknown(missing-name)'],
  ]));

test('constants of types that have values, and of types that are not read', () =>
  printed([
    ['constant<bool, true>{}', 'true'],
    ['constant<int, 7>{}', '_7'],
    ['constant<NotRead, 3>{}', 'unknown(missing-name)'],
    ['std::integral_constant<float, 3>{}', 'unknown(unsupported)'],
  ]));

test('the value of a constant, written on its type and on an object of it', () =>
  printed([
    ['_3{}.value', '3'],
    ['decltype(_4{})::value', '4'],
    ['make_shape(_3{}).value', 'unknown(unsupported)'],
    ['_3{}.other', 'unknown(unsupported)'],
  ]));

test('what a parameter of a template leaves open says that it needs the parameter', async () => {
  const open = 'template <class T> struct Open { static constexpr auto';
  await inMain('template <int N> struct Path { static constexpr auto v = ScaledBasis<_3, N>{}; };', '', {
    v: 'unknown(unsupported)',
  });
  for (const made of ['ComposedLayout<Swizzle<1, 0, 2>, _0, T>', 'ScaledBasis<T, 0>', 'Layout<Shape<_1, T>>'])
    await inMain(`${open} v = ${made}{}; };`, '', { v: 'unknown(template-parameter)' });
});

test('a container of elements that are not read has its layout', () =>
  printed([
    ['make_tensor(array<typename NotRead::T, 4>{}.data(), Layout<_4>{}).layout()', '_4:_1'],
    ['make_tensor(array<NotRead, 4>{}.data(), Layout<_4>{}).layout()', '_4:_1'],
  ]));

test('functions of CuTe that are given too little', () =>
  printed([
    ['conditional_return<true>(_1{}, _2{})', '_1'],
    ['conditional_return<true>(_1{})', 'unknown(unsupported)'],
    ['conditional_return<true>()', 'unknown(unsupported)'],
    ['conditional_return(true_type{}, _1{})', 'unknown(unsupported)'],
    ['any_of(Shape<_1, _2>{})', 'unknown(missing-name)'],
    ['all_of()', 'unknown(missing-name)'],
    ['find_if(Shape<_1, _2>{})', 'unknown(missing-name)'],
  ]));

const isSame = (one: string, two: string): string => `Int<is_same_v<typename ${one}, ${two}> ? 1 : 2>{}`;
const WGMMA = 'MMA_Atom<SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::MN>>';
const UMMA = 'SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 64, UMMA::Major::K, UMMA::Major::MN>';

test('the fragments of atoms: descriptors, tensor memory and registers', () =>
  printed([
    [isSame(`${WGMMA}::FrgTypeA`, 'GMMA::smem_desc<GMMA::Major::K>'), '_1'],
    [isSame(`${WGMMA}::FrgTypeB`, 'GMMA::smem_desc<GMMA::Major::MN>'), '_1'],
    [isSame(`${WGMMA}::FrgTypeB`, 'GMMA::smem_desc<GMMA::Major::K>'), '_2'],
    [isSame(`${WGMMA}::FrgTypeC`, 'float'), '_1'],
    [isSame(`MMA_Atom<${UMMA}>::FrgTypeA`, 'UMMA::smem_desc<UMMA::Major::K>'), '_1'],
    [isSame(`MMA_Traits<${UMMA}>::FrgTypeB`, 'UMMA::smem_desc<UMMA::Major::MN>'), '_1'],
    [isSame(`MMA_Atom<${UMMA}>::FrgTypeC`, 'UMMA::tmem_frg_1sm<float>'), '_1'],
    [isSame(`MMA_Atom<${UMMA}>::FrgTypeC`, 'float'), '_2'],
  ]));

test('the registers of a copy', () =>
  printed([
    ['sizeof(typename UniversalCopy<uint32_t>::SRegisters)', '4'],
    ['sizeof(typename SM80_CP_ASYNC_CACHEALWAYS<double, double>::DRegisters)', '8'],
    ['sizeof(typename UniversalCopy<NotRead>::SRegisters)', 'unknown(missing-name)'],
    ['sizeof(typename UniversalCopy<uint32_t>::Registers)', 'unknown(unsupported)'],
  ]));
