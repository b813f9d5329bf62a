// When two values are equal, when they are not, and when only the program tells.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Dynamic } from '../../../server/src/algebra/integer/integer.ts';
import { staticSymbol } from '../../../server/src/algebra/integer/operations.ts';
import { ComposedLayout, Layout, Swizzle } from '../../../server/src/algebra/layout/layout.ts';
import { ArithTuple, ScaledBasis } from '../../../server/src/algebra/layout/stride.ts';
import { TypeValue, type Value } from '../../../server/src/evaluate/model/value.ts';
import { binaryOperation, equalValues } from '../../../server/src/evaluate/values/arithmetic.ts';
import { show } from '../python/support.ts';

const swizzle = (bits: number, base: number, shift: number): Swizzle => new Swizzle(bits, base, shift);
const composed = (outer: Swizzle, offset: number, extent: number): ComposedLayout =>
  new ComposedLayout(outer, offset, new Layout(extent, 1));
const unknownInt = new Dynamic(null);

function check(cases: readonly (readonly [Value, Value, boolean | undefined])[]): void {
  for (const [i, [a, b, expected]] of cases.entries()) {
    assert.equal(equalValues(a, b), expected, `case ${i}`);
    assert.equal(equalValues(b, a), expected, `case ${i} the other way round`);
  }
}

test('texts are equal to the same texts, and to a number in no known way', () =>
  check([
    ['a', 'a', true],
    ['a', 'b', false],
    ['1', 1, undefined],
  ]));

test('swizzles and layouts are compared by their parts', () =>
  check([
    [swizzle(3, 4, 3), swizzle(3, 4, 3), true],
    [swizzle(3, 4, 3), swizzle(2, 4, 3), false],
    [swizzle(3, 4, 3), swizzle(3, 3, 3), false],
    [swizzle(3, 4, 3), swizzle(3, 4, 4), false],
    [swizzle(3, 4, 3), new Layout(8, 1), undefined],
    [swizzle(3, 4, 3), composed(swizzle(3, 4, 3), 0, 8), undefined],
    [composed(swizzle(1, 0, 1), 0, 8), composed(swizzle(1, 0, 1), 0, 8), true],
    [composed(swizzle(1, 0, 1), 0, 8), composed(swizzle(1, 0, 2), 0, 8), false],
    [composed(swizzle(1, 0, 1), 0, 8), composed(swizzle(1, 0, 1), 4, 8), false],
    [composed(swizzle(1, 0, 1), 0, 8), composed(swizzle(1, 0, 1), 0, 4), false],
    [new Layout(8, 1), new Layout(8, 2), false],
    [new Layout(8, 1), new Layout(new Dynamic(8), 1), true],
    [new Layout([4, 2], [1, 4]), new Layout(8, 1), false],
  ]));

test('coordinates in directions are compared by direction and by size', () =>
  check([
    [new ScaledBasis(2, [0]), new ScaledBasis(2, [0]), true],
    [new ScaledBasis(2, [0]), new ScaledBasis(3, [0]), false],
    [new ScaledBasis(2, [0]), new ScaledBasis(2, [1]), false],
    [new ScaledBasis(2, [0, 1]), new ScaledBasis(2, [0, 1]), true],
    [new ScaledBasis(2, [0]), new ScaledBasis(new Dynamic(2), [0]), true],
    [new ScaledBasis(2, [0]), new ScaledBasis(unknownInt, [0]), undefined],
    [new ArithTuple([1, 2]), new ArithTuple([1, 2]), true],
    [new ArithTuple([1, 2]), new ArithTuple([1, 3]), false],
    [new ArithTuple([1, unknownInt]), new ArithTuple([1, 3]), undefined],
    [new ArithTuple([1, unknownInt]), new ArithTuple([2, 3]), false],
    [new TypeValue('a', 1), new TypeValue('a', 1), undefined],
  ]));

test('operators on what is only partly known', () => {
  const n = staticSymbol('n') as Value;
  const cases: readonly (readonly [string, Value, Value, string])[] = [
    ['&', 0, n, '0'],
    ['&', n, 0, '0'],
    ['&', unknownInt, 0, '0'],
    ['&', n, 1, 'unknown: & of these values is not computed'],
    ['&', unknownInt, 1, '?'],
    ['|', 0, n, 'unknown: | of these values is not computed'],
    ['&', 6, 3, '2'],
    ['**', 6, 3, 'unknown: ** of these values is not computed'],
    ['**', 0, unknownInt, 'unknown: ** of these values is not computed'],
    // A flag meets an int; beside a static integer it would have to be a static one.
    ['+', true, new Dynamic(2), '3'],
    ['+', new Dynamic(2), true, '3'],
    ['-', new Dynamic(2), true, '1'],
    ['+', true, 2, 'unknown: + of these values is not computed'],
    ['+', 2, true, 'unknown: + of these values is not computed'],
    ['+', true, true, 'unknown: + of these values is not computed'],
    ['*', new ScaledBasis(2, [0]), 3, '6@0'],
    ['*', 3, new ScaledBasis(2, [0]), '6@0'],
    ['*', new ScaledBasis(2, [0]), new ScaledBasis(2, [0]), 'unknown: * of these values is not computed'],
    ['+', new ScaledBasis(2, [0]), new ScaledBasis(3, [1]), '(2,3)'],
    ['+', new ScaledBasis(2, [0]), 3, 'unknown: + of these values is not computed'],
    ['-', new ScaledBasis(2, [0]), new ScaledBasis(3, [1]), 'unknown: - of these values is not computed'],
  ];
  for (const [operator, a, b, expected] of cases)
    assert.equal(
      show(binaryOperation(operator, a, b) as Value),
      expected,
      `${show(a)} ${operator} ${show(b)}`,
    );
});
