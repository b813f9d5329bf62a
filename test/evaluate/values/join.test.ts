// What holds of a value that is one of two: their parts one by one, and of pointers what the one knows of the other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownText } from '../../../scripts/fuzz/shown.ts';
import { Dynamic } from '../../../server/src/algebra/integer/integer.ts';
import { ComposedLayout, Layout, Swizzle } from '../../../server/src/algebra/layout/layout.ts';
import { ArithTuple, ScaledBasis } from '../../../server/src/algebra/layout/stride.ts';
import {
  type Engine,
  OneOf,
  Pointer,
  Unknown,
  type Value,
} from '../../../server/src/evaluate/model/value.ts';
import { join } from '../../../server/src/evaluate/values/join.ts';
import { forDisplay } from '../../../server/src/evaluate/values/one-of.ts';

const composed = (offset: number | Dynamic, extent: number | Dynamic = 8): ComposedLayout =>
  new ComposedLayout(new Swizzle(1, 0, 1), offset, new Layout(extent, 1));
const [two, three] = [new Dynamic(2), new Dynamic(3)];

test('parts that are the same stay, run-time integers that differ are left open', () => {
  const cases: readonly (readonly [Value, Value, string | null])[] = [
    [composed(two), composed(three), 'Sw<1,0,1> o ? o _8:_1'],
    [composed(0, two), composed(0, three), 'Sw<1,0,1> o _0 o ?:_1'],
    [composed(0), composed(1), null],
    [composed(0), new Layout(8, 1), null],
    [new Layout([4, two], [1, 4]), new Layout([4, three], [1, 4]), '(_4,?):(_1,_4)'],
    [new ScaledBasis(two, [0]), new ScaledBasis(three, [0]), '?@0'],
    [new ScaledBasis(two, [0]), new ScaledBasis(three, [1]), null],
    [new ScaledBasis(2, [0]), new ScaledBasis(3, [0]), null],
    [new ArithTuple([two, 1]), new ArithTuple([three, 1]), '(?,_1)'],
    [new ArithTuple([two, 1]), new ArithTuple([three, 2]), null],
    [[two, 1], [two, 1, 1], null],
    [2, two, null],
  ];
  for (const [i, [a, b, expected]] of cases.entries()) {
    const found = [join(a, b), join(b, a)].map((v) => (v === null ? null : shownText(v)));
    assert.deepEqual(found, [expected, expected], `case ${i}`);
  }
});

const NOTHING: Engine = { space: 'unknown', bits: null, element: null, offset: null };
const pointer = (engine: Partial<Engine>): Pointer => new Pointer({ ...NOTHING, ...engine });
const half = { space: 'smem', bits: 16, element: 'half_t' } as const;

/** What is known of either of two pointers, whichever comes first. */
function either(a: Partial<Engine>, b: Partial<Engine>, isOneType: boolean): Engine {
  const [found, other] = [
    [a, b],
    [b, a],
  ].map(([x, y]) => (join(pointer(x!), pointer(y!), isOneType) as Pointer).engine);
  assert.deepEqual(found, other);
  return found!;
}

test('two pointers that one variable holds are of one type: what is known of one holds for both', () => {
  assert.deepEqual(either(half, {}, true), { ...NOTHING, ...half });
  assert.deepEqual(either(half, {}, false), NOTHING);
  assert.deepEqual(either(half, { ...half, bits: 8, element: 'int8_t' }, true), {
    ...NOTHING,
    space: 'smem',
  });
  assert.deepEqual(either(half, { ...half, space: 'gmem' }, false), {
    ...half,
    space: 'unknown',
    offset: null,
  });
  assert.deepEqual(either(half, half, false), { ...half, offset: null });
});

test('where two pointers stand is known where it is of both, and so is their swizzle', () => {
  const [one, other] = [new Swizzle(3, 4, 3), new Swizzle(2, 4, 3)];
  assert.deepEqual(either({ offset: 3 }, { offset: 3 }, true).offset, 3);
  assert.deepEqual(either({ offset: 3 }, { offset: 4 }, true).offset, null);
  assert.deepEqual(either({ offset: 3 }, {}, true).offset, null);
  assert.deepEqual(either({ isMoved: true }, {}, true).isMoved, true);
  assert.deepEqual('isMoved' in either({}, {}, true), false);
  assert.deepEqual(either({ swizzle: one }, { swizzle: new Swizzle(3, 4, 3) }, true).swizzle, one);
  assert.deepEqual(either({ swizzle: one }, { swizzle: other }, true).swizzle, null);
  assert.deepEqual(either({ swizzle: one }, {}, true).swizzle, null);
  assert.deepEqual(either({ swizzle: one }, { swizzle: null }, true).swizzle, null);
  assert.deepEqual('swizzle' in either({}, {}, true), false);
});

test('of alternatives what they have in common is shown, and else all of them', () => {
  const reason = new Unknown('run-time', 'open');
  const shown = (...alternatives: Value[]): Value => forDisplay(new OneOf(alternatives, reason));
  assert.equal(shownText(shown([two, 1], [three, 1], [new Dynamic(5), 1])), '(?,_1)');
  assert.equal(shown(true, false), reason);
  assert.equal((shown(1, 2) as OneOf).alternatives.length, 2);
  assert.equal((shown([two, 1], [three, 1], [three, 2]) as OneOf).alternatives.length, 3);
  // They are of no one variable: nothing of the one is taken to hold for the other.
  assert.deepEqual((shown(pointer(half), pointer({})) as Pointer).engine, NOTHING);
});
