// Sequences of integers, by what a program's own templates make of them. The expected values are g++'s with CuTe's headers;
// what g++ refuses, and what is not read, must be unknown.

import { test } from 'node:test';
import { inMain } from '../support.ts';

const COUNTS = `
template <class> struct Length;
template <int... Is> struct Length<int_sequence<Is...>> { static constexpr int n = sizeof...(Is); };
template <class> struct First;
template <int I, int... Is> struct First<int_sequence<I, Is...>> { static constexpr int n = I; };`;

test('how many numbers a sequence has, and where it begins', () =>
  inMain(
    COUNTS,
    `auto r1 = Length<make_int_sequence<4>>::n;
     auto r2 = Length<make_range<2, 7>>::n;
     auto r3 = First<make_range<2, 7>>::n;
     auto r4 = Length<make_range<3, 3>>::n;
     auto r5 = Length<tuple_seq<Shape<_1, _2, _3>>>::n;
     auto r6 = First<tuple_seq<Shape<_7, _8>>>::n;
     auto r7 = Length<int_sequence<5, 5, 5>>::n;`,
    { r1: '4', r2: '5', r3: '2', r4: '0', r5: '3', r6: '0', r7: '3' },
  ));

test('a sequence whose ends are not known is not known', () =>
  inMain(
    COUNTS,
    `auto r1 = Length<make_int_sequence<NotRead>>::n;
     auto r2 = Length<make_range<NotRead, 4>>::n;
     auto r3 = Length<make_range<1, NotRead>>::n;
     auto r4 = Length<tuple_seq<NotRead>>::n;
     auto r5 = Length<tuple_seq<int>>::n;
     auto r6 = Length<tuple_seq<Layout<_1>>>::n;
     auto r7 = Length<tuple_seq<>>::n;
     auto r8 = Length<make_range<3, 2>>::n;`,
    {
      r1: 'unknown(undetermined)',
      r2: 'unknown(undetermined)',
      r3: 'unknown(undetermined)',
      r4: 'unknown(undetermined)',
      r5: 'unknown(undetermined)',
      r6: 'unknown(undetermined)',
      r7: 'unknown(undetermined)',
      r8: 'unknown(unsupported)',
    },
  ));

test('the longest sequence that is written out, and a longer one', () =>
  inMain(
    COUNTS,
    `auto r1 = Length<make_int_sequence<256>>::n;
     auto r2 = Length<make_int_sequence<257>>::n;
     auto r3 = Length<make_range<100, 356>>::n;`,
    { r1: '256', r2: 'unknown(unsupported)', r3: '256' },
  ));
