// Who works on which item.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Shares } from '../../../server/src/cli/runs/shares.ts';

/** What each worker takes when they ask in this order, until nothing is left for one that asks. */
function taken(items: number, workers: number, asking: Iterable<number>): readonly (readonly number[])[] {
  const shares = new Shares(items, workers);
  const all: number[][] = Array.from({ length: workers }, () => []);
  for (const worker of asking) {
    const next = shares.next(worker);
    if (next === null) break;
    all[worker]!.push(next);
  }
  return all;
}

function* turns(workers: number): Generator<number> {
  for (let i = 0; ; i++) yield i % workers;
}

test('workers of the same speed have neighbours, each its own', () => {
  assert.deepEqual(taken(6, 2, turns(2)), [
    [0, 1, 2],
    [3, 4, 5],
  ]);
});

test('who is ready takes half of what is left of the longest stretch', () => {
  const quick = [0, 0, 0, 0, 0, 0, 0, 1, 1, 1];
  assert.deepEqual(taken(9, 3, quick), [[0, 1, 2, 4, 5, 7, 8], [3, 6], []]);
});

test('each item is taken once, by however many workers and in whatever turns', () => {
  for (const [items, workers] of [
    [0, 1],
    [0, 3],
    [1, 4],
    [5, 1],
    [23, 4],
    [100, 7],
  ] as const) {
    let state = 1;
    const turnsByChance = function* () {
      for (;;) {
        state = (state * 1103515245 + 12345) % 2 ** 31;
        yield (state >> 8) % workers;
      }
    };
    for (const asking of [turns(workers), turnsByChance()])
      assert.deepEqual(
        taken(items, workers, asking)
          .flat()
          .sort((a, b) => a - b),
        Array.from({ length: items }, (_, i) => i),
      );
  }
});
