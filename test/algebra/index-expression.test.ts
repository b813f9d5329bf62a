// Index expressions become simpler as they are made, where ranges and divisibility prove it (LEGO Table II).

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  add,
  constant,
  quotient,
  remainder,
  times,
  variable,
} from '../../server/src/algebra/indexing/expression.ts';

const [q, r, x] = [variable('q', 10), variable('r', 6), variable('x', 240)];

test('a quotient and a remainder of one number are that number again', () => {
  assert.deepEqual(add(times(quotient(x, 6), 6), remainder(x, 6)), x);
  assert.deepEqual(
    add(times(quotient(x, 12), 8), times(remainder(quotient(x, 3), 4), 2)),
    times(quotient(x, 3), 2),
  );
});

test('Table II, rule by rule', () => {
  const sum = add(times(q, 6), r);
  assert.deepEqual(remainder(sum, 6), r);
  assert.deepEqual(quotient(sum, 6), q);
  assert.deepEqual(quotient(add(times(q, 6), x), 6), add(q, quotient(x, 6)));
  assert.deepEqual(quotient(remainder(x, 6), 6), constant(0));
  assert.deepEqual(quotient(r, 6), constant(0));
  assert.deepEqual(remainder(r, 6), r);
  assert.deepEqual(quotient(add(q, r), 1), add(q, r));
});
