// Where linear layouts hold the elements of a tensor, against running through all places.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { imageOfWord } from '../../../server/src/algebra/linear/apply.ts';
import { coordinateOf, makeLinearLayout } from '../../../server/src/algebra/linear/layout.ts';
import { linearScene } from '../../../server/src/render/picture/linear-scene.ts';
import { lengthOf } from '../../../server/src/render/picture/scene.ts';
import { seeded } from '../../support/random.ts';

test('threads are counted through lanes, warps and blocks; what several hold has a +', () => {
  const { shuffled, below, pick, between } = seeded(20261123, 6);
  let replicated = 0;
  for (let i = 0; i < 60; i++) {
    // The bits of a tensor, given out to the inputs; some inputs have bits that change nothing.
    const [m, n] = [between(0, 3), between(2, 4)];
    const units = shuffled([
      ...Array.from({ length: m }, (_, bit) => [2 ** bit, 0]),
      ...Array.from({ length: n }, (_, bit) => [0, 2 ** bit]),
      ...Array.from({ length: below(2) }, () => [0, 0]),
    ]);
    const names = ['register', 'lane', 'warp', 'block'];
    const bases = names.map((name) => [name, [] as number[][]] as const);
    for (const unit of units) pick(bases)[1].push(unit);
    const layout = makeLinearLayout(bases, [
      ['dim0', 2 ** m],
      ['dim1', 2 ** n],
    ]);
    assert.ok(!isFailure(layout));
    const scene = linearScene(layout, 'L')!;
    assert.deepEqual([lengthOf(scene.rows), lengthOf(scene.columns)], [2 ** m, 2 ** n]);
    const sizes = bases.map(([, images]) => 2 ** images.length);
    const held = new Map<
      string,
      { readonly thread: number; readonly value: number; readonly warp: number }[]
    >();
    for (let word = 0; word < sizes.reduce((a, b) => a * b, 1); word++) {
      const [register, lane, warp, block] = sizes.map(
        (size, k) => Math.floor(word / sizes.slice(0, k).reduce((a, b) => a * b, 1)) % size,
      ) as [number, number, number, number];
      const at = `${coordinateOf(layout.outs, imageOfWord(layout, word))}`;
      const global = warp + sizes[2]! * block;
      held.set(at, [
        ...(held.get(at) ?? []),
        { thread: lane + sizes[1]! * global, value: register, warp: global },
      ]);
    }
    for (let row = 0; row < 2 ** m; row++)
      for (let column = 0; column < 2 ** n; column++) {
        const cell = scene.cell(row, column)!;
        const places = held.get(`${row},${column}`)!;
        if (places.length > 1) replicated++;
        const shared = places.length > 1 ? '+' : '';
        const place = places.find(({ thread, value }) => cell.label === `T${thread}:${value}${shared}`);
        assert.ok(place !== undefined, `${cell.label} at ${row},${column}`);
        assert.deepEqual(
          [cell.key, cell.value, cell.group, cell.of, cell.halves?.join('')],
          [place.thread, place.value, place.warp, { thread: place.thread }, cell.label],
        );
      }
  }
  assert.ok(replicated > 0);
});
