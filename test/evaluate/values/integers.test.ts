// Integers by their types: what types hold, in which type two meet, and what variables hold behind assignments.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Dynamic } from '../../../server/src/algebra/integer/integer.ts';
import { staticSymbol } from '../../../server/src/algebra/integer/operations.ts';
import { StaticConstant, Unknown, type Value } from '../../../server/src/evaluate/model/value.ts';
import {
  assigned,
  commonType,
  holds,
  integerOfType,
  integerType,
  TypedInteger,
} from '../../../server/src/evaluate/values/integer-types.ts';
import { constantBinary } from '../../../server/src/evaluate/values/static-constants.ts';
import { inCommonInteger, typedUnary } from '../../../server/src/evaluate/values/typed-arithmetic.ts';

const type = (name: string) => integerType(name)!;

/** A value with its type, where it has one. */
function told(v: unknown): string {
  if (v === null || v === undefined) return String(v);
  if (v instanceof Unknown) return 'unknown';
  if (v instanceof StaticConstant) return `C<${v.type} ${v.value}> of ${v.family}`;
  if (v instanceof TypedInteger) return `${v.type.name} ${v.value ?? '?'}`;
  return v instanceof Dynamic ? `run-time ${v.value ?? '?'}` : `static ${v}`;
}

const int = (name: string, value: number | null): TypedInteger => new TypedInteger(value, type(name));

test('the ends of what a type holds', () => {
  const cases: readonly (readonly [string, bigint, bigint])[] = [
    ['signed char', -128n, 127n],
    ['unsigned char', 0n, 255n],
    ['short', -32768n, 32767n],
    ['int', -(2n ** 31n), 2n ** 31n - 1n],
    ['unsigned', 0n, 2n ** 32n - 1n],
    ['long', -(2n ** 63n), 2n ** 63n - 1n],
    ['unsigned long long', 0n, 2n ** 64n - 1n],
  ];
  for (const [name, least, most] of cases) {
    const found = [least - 1n, least, 0n, most, most + 1n].map((n) => holds(type(name), n));
    assert.deepEqual(found, [false, true, true, true, false], name);
    // One further on it starts from the other end.
    assert.equal(told(integerOfType(most + 1n, type(name))), told(integerOfType(least, type(name))), name);
  }
});

test('the type in which two integers meet', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['char', 'short', 'int'],
    ['unsigned char', 'unsigned short', 'int'],
    ['int', 'unsigned', 'unsigned'],
    ['int', 'long', 'long'],
    ['unsigned', 'long', 'long'],
    ['long', 'unsigned long', 'unsigned long'],
    // A long long is no wider than an unsigned long, and of higher rank.
    ['long long', 'unsigned long', 'unsigned long long'],
    ['long', 'long long', 'long long'],
    ['long', 'unsigned long long', 'unsigned long long'],
  ];
  for (const [a, b, expected] of cases) {
    assert.equal(commonType(type(a), type(b)).name, expected, `${a}, ${b}`);
    assert.equal(commonType(type(b), type(a)).name, expected, `${b}, ${a}`);
  }
});

test('what a variable without a declared type holds behind an assignment', () => {
  const cases: readonly (readonly [unknown, unknown, string])[] = [
    [true, false, 'static false'],
    [true, new Dynamic(1), 'null'],
    [3, new Dynamic(1), 'null'],
    [new Dynamic(1), 3, 'null'],
    [new Dynamic(1), 'a', 'null'],
    [new Dynamic(1), new Dynamic(7), 'run-time 7'],
    [new Dynamic(1), int('long', 7), 'run-time 7'],
    [new Dynamic(1), new Dynamic(0), 'run-time 0'],
    [new Dynamic(1), new Dynamic(-1), 'null'],
    [new Dynamic(1), new Dynamic(2 ** 31 - 1), `run-time ${2 ** 31 - 1}`],
    [new Dynamic(1), new Dynamic(2 ** 31), 'null'],
    [new Dynamic(1), new Dynamic(null), 'null'],
    [new Dynamic(1), true, 'run-time 1'],
    [int('int', 1), true, 'int 1'],
    [int('unsigned char', 1), new Dynamic(300), 'unsigned char 44'],
    [int('unsigned', 1), new Dynamic(-1), 'unsigned 4294967295'],
  ];
  for (const [before, value, expected] of cases)
    assert.equal(told(assigned(before, value)), expected, `${told(before)} = ${told(value)}`);
});

test('operators before an integer promote it', () => {
  const cases: readonly (readonly [string, Value, string])[] = [
    ['+', int('unsigned char', 200), 'int 200'],
    ['-', int('unsigned char', 200), 'int -200'],
    ['~', int('unsigned char', 200), 'int -201'],
    ['-', int('unsigned', 1), 'unsigned 4294967295'],
    ['~', int('unsigned', 1), 'unsigned 4294967294'],
    ['-', int('int', -(2 ** 31)), 'unknown'],
    ['-', int('unsigned', null), 'unknown'],
    ['-', int('short', null), 'int ?'],
    ['+', int('unsigned', null), 'unsigned ?'],
    // Of an unknown type: whether it wraps around is not known.
    ['-', new Dynamic(1), 'unknown'],
    ['+', new Dynamic(-1), 'unknown'],
    ['~', new Dynamic(1), 'unknown'],
    ['+', new Dynamic(1), 'run-time 1'],
    ['-', new Dynamic(0), 'run-time 0'],
    ['!', int('int', 1), 'undefined'],
    ['-', 3, 'undefined'],
  ];
  for (const [operator, v, expected] of cases)
    assert.equal(told(typedUnary(operator, v)), expected, `${operator} ${told(v)}`);
});

test('both sides of a condition are converted to their common type', () => {
  const cases: readonly (readonly [Value, Value, string])[] = [
    [int('int', 3), int('long', 4), 'long 3'],
    [int('int', -1), int('unsigned', 4), 'unsigned 4294967295'],
    [int('int', 3), true, 'int 3'],
    [int('unsigned char', 3), int('unsigned char', 4), 'unsigned char 3'],
    [int('unsigned char', 3), 4, 'int 3'],
    [3, int('long', 4), 'static 3'],
    [int('int', 3), 'a', 'int 3'],
    [int('int', 3), new Dynamic(4), 'run-time 3'],
    // The other may be an unsigned one.
    [int('int', -1), new Dynamic(4), 'unknown'],
    [new Dynamic(-1), int('unsigned', 4), 'unknown'],
    [new Dynamic(-1), int('int', 4), 'run-time -1'],
  ];
  for (const [a, b, expected] of cases)
    assert.equal(told(inCommonInteger(a, b)), expected, `${told(a)} : ${told(b)}`);
});

test('a constant beside an integer: which of them decides, and whose operators are taken', () => {
  const flag = (v: boolean, family: 'cute' | 'std' | 'open' = 'cute') =>
    new StaticConstant(v, 'bool', family);
  const n = int('int', 5);
  const symbol = staticSymbol('n') as Value;
  const cases: readonly (readonly [string, Value, Value, string])[] = [
    ['&&', flag(false), n, 'C<bool false> of cute'],
    ['&&', n, flag(false), 'C<bool false> of cute'],
    ['||', flag(true), n, 'C<bool true> of cute'],
    ['||', n, flag(true), 'C<bool true> of cute'],
    ['&&', flag(true), n, 'static true'],
    ['*', flag(false), n, 'static 0'],
    ['%', n, flag(true), 'static 0'],
    ['%', flag(true), n, 'int 1'],
    ['*', flag(true), n, 'int 5'],
    ['*', n, flag(true, 'std'), 'int 5'],
    ['&&', flag(false, 'std'), n, 'static false'],
    ['+', flag(true), flag(true), 'static 2'],
    ['==', flag(true), flag(true), 'C<bool true> of cute'],
    ['==', 3, 3, 'C<bool true> of cute'],
    ['<', 3, 2, 'C<bool false> of cute'],
    ['==', symbol, symbol, 'C<bool true> of cute'],
    ['+', 3, 2, 'undefined'],
    ['+', n, n, 'undefined'],
    ['==', flag(true), [1, 2], 'undefined'],
    ['==', [1, 2], flag(true), 'undefined'],
    ['==', flag(true), 'a', 'undefined'],
    ['+', new StaticConstant(3, 'unsigned'), new StaticConstant(4, 'unsigned'), 'C<unsigned 7> of cute'],
    ['+', new StaticConstant(3, 'unsigned', 'std'), n, 'unsigned 8'],
    // A flag that may be a bool or a static one.
    ['+', flag(true, 'open'), n, 'int 6'],
    ['==', flag(true, 'open'), true, 'C<bool true> of open'],
    ['+', flag(true, 'open'), 2, 'unknown'],
    ['*', flag(false, 'open'), n, 'unknown'],
    ['%', n, flag(true, 'open'), 'unknown'],
  ];
  for (const [operator, a, b, expected] of cases)
    assert.equal(told(constantBinary(operator, a, b)), expected, `${told(a)} ${operator} ${told(b)}`);
});
