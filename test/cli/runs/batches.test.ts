import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ahead, batches } from '../../../server/src/cli/runs/batches.ts';

function* upTo(n: number, taken: number[]): Generator<number> {
  for (let i = 1; i <= n; i++) {
    taken.push(i);
    yield i;
  }
}

test('no more items are taken beforehand than it takes to see that they are many, and none is lost', () => {
  for (const [n, areMany] of [
    [0, false],
    [2, false],
    [3, true],
    [7, true],
  ] as const) {
    const taken: number[] = [];
    const found = ahead(upTo(n, taken), 3);
    assert.deepEqual([found.areMany, taken.length], [areMany, Math.min(n, 3)]);
    assert.deepEqual(
      [...found.items],
      [1, 2, 3, 4, 5, 6, 7].filter((i) => i <= n),
    );
  }
});

test('batches have their size, but for the last one, and take no item before it is wanted', () => {
  const taken: number[] = [];
  const of = batches(upTo(5, taken), 2);
  assert.deepEqual(of.next().value, [1, 2]);
  assert.deepEqual(taken, [1, 2]);
  assert.deepEqual([...of], [[3, 4], [5]]);
  assert.deepEqual([...batches([], 2)], []);
});
