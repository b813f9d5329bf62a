// CuTe's functions of single integers: what is static stays so. Every expected value that is known was printed by a
// compiled program.

import { test } from 'node:test';
import { inMain, printed } from '../cpp/support.ts';

test('magnitudes and signs', () =>
  printed([
    ['cute::abs(-6)', '6'],
    ['cute::abs(0)', '0'],
    ['cute::abs(Int<-7>{})', '_7'],
    ['cute::abs(_0{})', '_0'],
    ['signum(-6)', '-1'],
    ['signum(5)', '1'],
    ['signum(_0{})', '_0'],
    ['signum(_8{})', '_1'],
  ]));

test('shifts', () =>
  printed([
    ['shiftl(3, 4)', '48'],
    ['shiftl(1, 0)', '1'],
    ['shiftl(1, 30)', '1073741824'],
    ['shiftl(_3{}, _0{})', '_3'],
    ['shiftl(_0{}, _5{})', '_0'],
    ['shiftr(13, _0{})', '13'],
    ['shiftr(0, 3)', '0'],
    ['shiftr(1, 31)', '0'],
    ['shiftr(Int<13>{}, _2{})', '_3'],
    ['shiftr(Int<100>{}, Int<31>{})', '_0'],
    // What depends on how a machine stores negative integers is left open.
    ['shiftr(-8, 1)', 'unknown(unsupported)'],
    ['shiftl(-3, 2)', 'unknown(unsupported)'],
    // The result has more bits than an int.
    ['shiftl(3, 31)', 'unknown(unsupported)'],
  ]));

test('the bits of an integer', () =>
  printed([
    ['has_single_bit(8u)', 'true'],
    ['has_single_bit(6u)', 'false'],
    ['has_single_bit(1u)', 'true'],
    ['has_single_bit(0u)', 'false'],
    ['bit_width(0u)', '0'],
    ['bit_width(1u)', '1'],
    ['bit_width(255u)', '8'],
    ['bit_width(256u)', '9'],
    ['log_2(1u)', '0'],
    ['log_2(9u)', '3'],
    ['log_2(64u)', '6'],
    ['Int<has_single_bit(4u) ? 1 : 2>{}', '_1'],
    ['Int<bit_width(5u)>{}', '_3'],
    ['cutlass::const_min(3, 8)', '3'],
    ['cutlass::const_min(8, -3)', '-3'],
    ['cutlass::const_max(3, 8)', '8'],
  ]));

test('of what is not known a run-time integer is another one, and a static one is left open', () =>
  inMain(
    'template <int N> struct Of { using Shifted = decltype(shiftl(Int<N>{}, _2{})); };',
    `int n = missing(); float* p = nullptr;
     auto shifted = shiftl(n, _2{}); auto sign = signum(n); auto least = cutlass::const_min(n, n);
     auto one = cutlass::const_min(3); auto left = cutlass::const_max(p, 3); auto right = cutlass::const_max(3, p);`,
    {
      Shifted: 'unknown(unsupported)',
      shifted: 'shifted',
      sign: 'sign',
      least: 'n',
      one: 'unknown(unsupported)',
      left: 'unknown(unsupported)',
      right: 'unknown(unsupported)',
    },
  ));
