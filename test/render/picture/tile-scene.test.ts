import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { Layout } from '../../../server/src/algebra/layout/layout.ts';
import { mmaAtom } from '../../../server/src/hardware/mma/mma-atom.ts';
import { cellsOf, lengthOf, type Scene } from '../../../server/src/render/picture/scene.ts';
import { hardwareScene, tileScene } from '../../../server/src/render/picture/tile-scene.ts';

/** The labels of the cells, row by row. */
function cells(scene: Scene | null): (string | undefined)[][] {
  assert.ok(scene !== null);
  return cellsOf(scene, lengthOf(scene.rows), lengthOf(scene.columns)).map((row) =>
    row.map((cell) => cell?.label),
  );
}

test('two threads with two values each, column by column', () => {
  // Thread t holds elements 2t and 2t + 1 of a 2 × 2 tile.
  assert.deepEqual(cells(tileScene(new Layout([2, 2], [2, 1]), 2, 2, 'tile')), [
    ['T0V0', 'T1V0'],
    ['T0V1', 'T1V1'],
  ]);
});

test('elements that several threads hold are marked', () => {
  assert.deepEqual(cells(tileScene(new Layout([2, 2], [0, 1]), 2, 1, 'tile')), [['T0V0+'], ['T0V1+']]);
});

test('C of the m16n8 tensor core instruction', () => {
  const atom = mmaAtom('SM80_16x8x16_F32F16F16F32_TN');
  assert.ok(!isFailure(atom));
  const scene = hardwareScene(atom);
  // PTX: row r < 8, columns 2i and 2i + 1 are values 0 and 1 of thread 4r + i.
  assert.deepEqual(cells(scene)[1]!.slice(0, 4), ['T4V0', 'T4V1', 'T5V0', 'T5V1']);
  assert.match(scene!.title, /16 × 8/);
});

test('what is too large has no picture', () => {
  assert.equal(tileScene(new Layout([1024, 1024], [1, 1024]), 1024, 1024, 'tile'), null);
});

test('threads are told apart, and warps are groups', () => {
  const scene = tileScene(new Layout([64, 2], [1, 64]), 64, 2, 'tile')!;
  assert.equal(scene.keys, 'names');
  assert.deepEqual([scene.cell(31, 1)?.group, scene.cell(32, 0)?.group], [0, 1]);
  assert.notEqual(scene.cell(0, 0)?.key, scene.cell(1, 0)?.key);
  assert.equal(scene.cell(1, 0)?.key, scene.cell(1, 1)?.key, 'both values of a thread');
});
