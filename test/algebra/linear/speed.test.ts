// How long operations take on layouts of 14 input bits, as large as tensors in registers come.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compose } from '../../../server/src/algebra/linear/compose.ts';
import { invert } from '../../../server/src/algebra/linear/invert.ts';
import { invertAndCompose } from '../../../server/src/algebra/linear/invert-and-compose.ts';
import { type LinearLayout, makeLinearLayout } from '../../../server/src/algebra/linear/layout.ts';
import { product } from '../../../server/src/algebra/linear/product.ts';
import { leastTime } from '../../support/processor-time.ts';
import { must } from './records.ts';

const bit = (k: number): number[] => (k < 7 ? [2 ** k, 0] : [0, 2 ** (k - 7)]);
const bits = (order: readonly number[]): number[][] => order.map(bit);

const OUTS = [
  ['dim0', 128],
  ['dim1', 128],
] as const;

const layoutOf = (order: readonly number[]): LinearLayout =>
  must(
    makeLinearLayout(
      [
        ['register', bits(order.slice(0, 7))],
        ['lane', bits(order.slice(7, 12))],
        ['warp', bits(order.slice(12))],
      ],
      OUTS,
    ),
  );

const A = layoutOf([7, 8, 9, 3, 4, 5, 6, 0, 1, 2, 10, 11, 12, 13]);
const B = layoutOf([0, 1, 2, 10, 11, 12, 13, 7, 8, 9, 3, 4, 5, 6]);

/** Of the fastest of several runs. */
function microseconds(operation: () => unknown): number {
  const thousand = (): void => {
    for (let i = 0; i < 1000; i++) operation();
  };
  thousand();
  thousand();
  return leastTime(thousand, 10);
}

const INVERSE = must(invert(B));
const TILE = must(
  makeLinearLayout(
    [['register', [[1, 0]]]],
    [
      ['dim0', 2],
      ['dim1', 1],
    ],
  ),
);

const OPERATIONS: Readonly<Record<string, () => unknown>> = {
  invert: () => invert(A),
  invertAndCompose: () => invertAndCompose(A, B),
  compose: () => compose(A, INVERSE),
  product: () => product(A, TILE),
};

for (const [name, operation] of Object.entries(OPERATIONS)) {
  test(`${name} of 14 input bits takes some microseconds`, (t) => {
    const time = microseconds(operation);
    t.diagnostic(`${name}: ${time.toFixed(1)} µs`);
    // 20 µs on a machine that does nothing else; beside other work it takes up to three times that.
    assert.ok(time < 60, `${time.toFixed(1)} µs`);
  });
}
