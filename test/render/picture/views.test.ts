// Other pictures of a value: in other colours, as a matrix, as a slice, with a line through it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { ComposedLayout, Layout, Swizzle } from '../../../server/src/algebra/layout/layout.ts';
import { makeLinearLayout } from '../../../server/src/algebra/linear/layout.ts';
import { colouredBy } from '../../../server/src/render/picture/colour-by.ts';
import { layoutScene } from '../../../server/src/render/picture/layout-scene.ts';
import { headOf, lengthOf, type Scene } from '../../../server/src/render/picture/scene.ts';
import { tileScene } from '../../../server/src/render/picture/tile-scene.ts';
import { sliceScene, viewOf } from '../../../server/src/render/picture/views.ts';

const cells = <T>(scene: Scene, of: (cell: ReturnType<Scene['cell']>) => T): T[][] =>
  Array.from({ length: lengthOf(scene.rows) }, (_, row) =>
    Array.from({ length: lengthOf(scene.columns) }, (_, column) => of(scene.cell(row, column))),
  );

test('banks: 32 of 4 bytes, whatever an element’s width', () => {
  const scene = layoutScene(new Layout([2, 128], [128, 1]), 'L')!;
  for (const bits of [8, 16, 32, 64]) {
    const keys = cells(colouredBy(scene, 'bank', bits)!, (cell) => cell!.key);
    keys.forEach((row, r) => {
      row.forEach((key, c) => {
        assert.equal(key, Math.floor(((128 * r + c) * bits) / 8 / 4) % 32);
      });
    });
  }
  const below = layoutScene(new Layout(4, -1), 'L')!;
  assert.equal(colouredBy(below, 'bank', 16)!.cell(0, 1)!.isPlain, true, 'no memory lies below zero');
});

test('threads, values and warps of a tile; of a layout of offsets there are none', () => {
  const scene = tileScene(new Layout([64, 2], [1, 64]), 64, 2, 'tile')!;
  assert.deepEqual(
    (['thread', 'value', 'warp'] as const).map((by) => colouredBy(scene, by, 0)!.cell(40, 1)!.key),
    [40, 1, 1],
  );
  assert.equal(colouredBy(scene, 'offset', 0), null);
  assert.equal(colouredBy(layoutScene(new Layout([2, 2], [1, 2]), 'L')!, 'thread', 0), null);
});

test('modes: a colour for each block of innermost modes', () => {
  const layout = new Layout(
    [
      [2, 2],
      [3, 2],
    ],
    [
      [1, 2],
      [4, 12],
    ],
  );
  assert.deepEqual(
    cells(colouredBy(layoutScene(layout, 'L')!, 'mode', 0)!, (cell) => cell!.key),
    [
      [0, 0, 0, 2, 2, 2],
      [0, 0, 0, 2, 2, 2],
      [1, 1, 1, 3, 3, 3],
      [1, 1, 1, 3, 3, 3],
    ],
  );
});

test('a slice: two modes drawn, the others where somebody says', () => {
  const layout = new Layout([2, 3, 4], [1, 2, 6]);
  assert.deepEqual(
    cells(sliceScene(layout, [null, 2, null])!, (cell) => cell!.label),
    [
      ['4', '10', '16', '22'],
      ['5', '11', '17', '23'],
    ],
  );
  assert.deepEqual(
    cells(sliceScene(layout, [1, null, 3])!, (cell) => cell!.label),
    [['19', '21', '23']],
  );
  assert.deepEqual(
    cells(sliceScene(layout, [1, 2, 3])!, (cell) => cell!.label),
    [['23']],
  );
  assert.equal(sliceScene(layout, [null, 3, null]), null, 'there is no coordinate 3');
  assert.equal(sliceScene(layout, [null, null, null, 0]), null, 'there is no mode 3');
});

test('a matrix over F2: columns are images of the powers of two', () => {
  const layout = makeLinearLayout(
    [
      [
        'lane',
        [
          [0, 1],
          [1, 1],
        ],
      ],
      ['register', [[2, 0]]],
    ],
    [
      ['dim0', 4],
      ['dim1', 2],
    ],
  );
  assert.ok(!isFailure(layout));
  const scene = viewOf(layout, 'matrix')!;
  assert.deepEqual(
    cells(scene, (cell) => cell?.label ?? ' ').map((row) => row.join('')),
    ['·1 ·', '·· 1', '    ', '11 ·'],
  );
  assert.deepEqual(
    [0, 1, 3].map((column) => headOf(scene.columns, column)),
    ['1', '2', '1'],
  );
  const swizzled = new ComposedLayout(new Swizzle(1, 0, 1), 0, new Layout([2, 2], [2, 1]));
  assert.notEqual(viewOf(swizzled, 'matrix'), null);
  assert.equal(viewOf(new Layout(3, 3), 'matrix'), null, 'not linear');
});

test('a line through the offsets in their order', () => {
  assert.deepEqual(viewOf(new Layout([2, 3], [3, 1]), 'order')!.path, [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 0],
    [1, 1],
    [1, 2],
  ]);
});
