import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOrder } from '../../../server/src/cli/runs/in-order.ts';

test('results are told in the order of their places, as soon as they can be', () => {
  const told: string[] = [];
  const tell = inOrder<string>((result) => told.push(result));
  const after = (place: number, result: string): string => {
    tell(place, result);
    return told.join('');
  };
  assert.equal(after(1, 'b'), '');
  assert.equal(after(2, 'c'), '');
  assert.equal(after(0, 'a'), 'abc');
  assert.equal(after(3, 'd'), 'abcd');
});
