import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { Concatenation } from '../../server/src/syntax/text/concatenation.ts';

test('lists one behind the other are one list', () => {
  const all = new Concatenation([[], [1, 3], [], [5], [7, 9, 11], []]);
  deepEqual(
    [-1, 0, 1, 2, 3, 4, 5, 6].map((i) => all.at(i)),
    [undefined, 1, 3, 5, 7, 9, 11, undefined],
  );
  deepEqual(all.slice(1, 4), [3, 5, 7]);
  deepEqual(all.slice(4, 9), [9, 11]);
  for (let limit = 0; limit <= 13; limit++)
    equal(
      all.countOfFirst((n) => n < limit),
      [1, 3, 5, 7, 9, 11].filter((n) => n < limit).length,
    );
});

test('of no lists there is nothing', () => {
  const none = new Concatenation<number>([[]]);
  equal(none.at(0), undefined);
  equal(
    none.countOfFirst(() => true),
    0,
  );
});
