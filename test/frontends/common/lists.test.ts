// Lists that take no more room than they need.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addTo, compact } from '../../../server/src/frontends/common/lists.ts';

test('what is added stands behind what was there, in short lists and in long ones', () => {
  const lists = new Map<string, number[]>();
  for (let i = 0; i < 20; i++) {
    addTo(lists, 'a', i);
    if (i % 5 === 0) addTo(lists, 'b', i);
    assert.deepEqual(
      lists.get('a'),
      Array.from({ length: i + 1 }, (_, k) => k),
    );
  }
  assert.deepEqual(lists.get('b'), [0, 5, 10, 15]);
});

test('a compact list has the items, and is another list', () => {
  const items = [1, 2];
  const list = compact(items);
  items.push(3);
  assert.deepEqual([list, compact([])], [[1, 2], []]);
});
