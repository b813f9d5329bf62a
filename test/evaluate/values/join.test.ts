// What holds of a value that is one of two: their parts one by one, and of pointers what the one knows of the other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Dynamic } from '../../../server/src/algebra/integer/integer.ts';
import { ComposedLayout, Layout, Swizzle } from '../../../server/src/algebra/layout/layout.ts';
import { ArithTuple, ScaledBasis } from '../../../server/src/algebra/layout/stride.ts';
import { type Engine, OneOf, Pointer, Unknown, type Value } from '../../../server/src/evaluate/model/value.ts';
import { join } from '../../../server/src/evaluate/values/join.ts';
import { forDisplay } from '../../../server/src/evaluate/values/one-of.ts';
import { show } from '../python/support.ts';

const composed = (offset: number | Dynamic, extent: number | Dynamic = 8): ComposedLayout =>
  new ComposedLayout(new Swizzle(1, 0, 1), offset, new Layout(extent, 1));
const [two, three] = [new Dynamic(2), new Dynamic(3)];

test('parts that are the same stay, run-time integers that differ are left open', () => {
  const cases: readonly (readonly [Value, Value, string | null])[] = [
    [composed(two), composed(three), 'Sw<1,0,1> o ? o _8:_1'],
    [composed(0, two), composed(0, three), 'Sw<1,0,1> o _0 o ?:_1'],
    [composed(0), composed(1), null],
    [composed(0), new Layout(8, 1), null],
    [new Layout(8, 1), composed(0), null],
    [new Layout([4, two], [1, 4]), new Layout([4, three], [1, 4]), '(_4,?):(_1,_4)'],
    [new ScaledBasis(two, [0]), new ScaledBasis(three, [0]), '?@0'],
    [new ScaledBasis(two, [0]), new ScaledBasis(three, [1]), null],
    [new ScaledBasis(2, [0]), new ScaledBasis(3, [0]), null],
    [new ArithTuple([two, 1]), new ArithTuple([three, 1]), '(?,_1)'],
    [new ArithTuple([two, 1]), new ArithTuple([three, 2]), null],
    [[two, 1], [two, 1, 1], null],
    [2, two, null],
  ];
  for (const [a, b, expected] of cases) {
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const) {
      const found = join(x, y);
      assert.equal(found === null ? null : show(found).replace(/\b(?<![<,])x/g, ''), expected);
    }
  }
});
