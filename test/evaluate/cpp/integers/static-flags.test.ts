// Static flags among integers, and the types in which integers of other sizes meet. Every value was printed by a
// compiled program, which has static answers as _0 and _1.

import { test } from 'node:test';
import { inMain, printed } from '../support.ts';

const NAMES = 'int n = missing();';

test('a static flag decides what the other side cannot', () =>
  inMain(
    '',
    `${NAMES}
     auto a = n || C<true>{}; auto b = C<true>{} || n; auto c = n && C<false>{}; auto d = C<false>{} && n;
     auto e = n * C<false>{}; auto f = C<false>{} * n; auto g = n % C<true>{}; auto h = n & C<false>{};`,
    { a: 'true', b: 'true', c: 'false', d: 'false', e: '_0', f: '_0', g: '_0', h: '_0' },
  ));

test('a static flag is an integer in arithmetic', () =>
  printed([
    ['-C<true>{}', '_-1'],
    ['~C<true>{}', '_-2'],
    ['!C<true>{}', 'false'],
    ['C<true>{} + _1{}', '_2'],
    ['C<true>{} == C<false>{}', 'false'],
    ['_3{} < _4{}', 'true'],
  ]));

test('the least int is one, and what is less is none', () =>
  printed([
    ['-2147483647 - 1', '-2147483648'],
    ['-2147483647 - 2', 'unknown(unsupported)'],
    ['2147483647 + 0', '2147483647'],
    ['0u * 5u', '0'],
  ]));

test('the type in which two integers meet', () => {
  const same = (expression: string, type: string) =>
    [`std::is_same_v<decltype(${expression}), ${type}>`, 'true'] as const;
  return printed([
    same('1ll + 1ul', 'unsigned long long'),
    same('1ul + 1ll', 'unsigned long long'),
    same('1l + 1u', 'long'),
    same('1l + 1ul', 'unsigned long'),
    same('1 + 1u', 'unsigned'),
    same('short(1) + short(1)', 'int'),
  ]);
});
