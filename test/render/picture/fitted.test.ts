// What there is no room for: an overview of blocks beside the corner, and the beginnings of pieces. Every number that is
// shown is that of its place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { Layout } from '../../../server/src/algebra/layout/layout.ts';
import { mmaAtom } from '../../../server/src/hardware/mma/mma-atom.ts';
import { fitted } from '../../../server/src/render/picture/fitted.ts';
import { layoutScene } from '../../../server/src/render/picture/layout-scene.ts';
import { headOf, lengthOf, type Scene } from '../../../server/src/render/picture/scene.ts';
import { sceneOf } from '../../../server/src/render/picture/scene-of.ts';
import { seeded } from '../../support/random.ts';

/** The head beside a cell: of its own piece where that has one, else of the line. */
function rowHead(scene: Scene, row: number, column: number): number {
  const own = (scene.captions ?? []).filter((c) => c.isHead && c.row === row && c.column < column);
  const head = own.at(-1)?.text ?? headOf(scene.rows, row);
  assert.match(head, /^\d+$/, `a head at ${row},${column}`);
  return Number(head);
}

test('every cell of an overview and of its corner has the offset of the coordinates beside it', () => {
  const { pick } = seeded(20261122, 3);
  let overviews = 0;
  for (let i = 0; i < 200; i++) {
    const shape = [
      [pick([1, 2, 8, 24]), pick([1, 3, 16])],
      [pick([4, 64, 7]), pick([1, 2, 5]), pick([1, 9])],
    ];
    const strides = [
      [1, pick([8, 1000])],
      [pick([3, 512]), 77, 100_000],
    ];
    const layout = new Layout(shape, strides);
    const whole = layoutScene(layout, 'L')!;
    const scene = fitted(whole, 8, 20);
    if (scene === whole) continue;
    overviews++;
    const [rows, columns] = [lengthOf(scene.rows), lengthOf(scene.columns)];
    assert.ok(rows <= 9 && columns <= 20, `${rows} × ${columns}`);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const cell = scene.cell(row, column);
        if (cell === null) continue;
        const at = [rowHead(scene, row, column), Number(headOf(scene.columns, column))] as const;
        assert.equal(cell.label, whole.cell(...at)!.label, `${JSON.stringify([shape, strides])} at ${at}`);
      }
  }
  assert.ok(overviews > 50, String(overviews));
});

test('blocks end where modes end', () => {
  const scene = fitted(layoutScene(new Layout([[8, 16], 4], [[1, 32], 8]), 'L')!, 8, 20);
  // It lies on its side: 128 columns in blocks of 32, which are four of the inner mode.
  assert.match(scene.columns.name, /by 32/);
  assert.equal(lengthOf(scene.rows), 5);
});

test('of a multiplication the beginning of each operand is left, and its captions', () => {
  const atom = mmaAtom('SM80_16x8x16_F32F16F16F32_TN');
  assert.ok(!isFailure(atom));
  const whole = sceneOf(atom)!;
  const scene = fitted(whole, 8, 20);
  assert.equal(lengthOf(scene.rows), 16 + 1 + 16);
  assert.equal(lengthOf(scene.columns), 11 + 1 + 8, 'C is narrow, and A has the rest');
  assert.deepEqual(
    scene.captions!.map(({ text, row, column }) => [text, row, column]),
    [
      ['A 16 × 16', 16, 0],
      ['B', 0, 11],
      ['C 16 × 8', 16, 12],
    ],
  );
  assert.equal(headOf(scene.columns, 11), '…', 'A goes on');
  for (let row = 0; row < 33; row++)
    for (let column = 0; column < 20; column++)
      assert.equal(
        scene.cell(row, column)?.label,
        whole.cell(row, column < 11 ? column : column + 5)?.label,
        `${row},${column}`,
      );
});
