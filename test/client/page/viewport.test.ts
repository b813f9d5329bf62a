// Which part of a picture the panel's page shows, and how much of it is looked at.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samplesOf } from '../../../client/src/panel/webview/bitmap.ts';
import {
  cellAt,
  confined,
  detailOf,
  fitted,
  heightOf,
  panned,
  revealed,
  type Viewport,
  widthOf,
  zoomed,
} from '../../../client/src/panel/webview/viewport.ts';
import { seeded } from '../../support/random.ts';

const PIXELS = { width: 300, height: 200 };
const closely = (scale: number, row: number, column: number): Viewport => ({
  scale,
  aspect: 1,
  leastHeight: 0,
  leastWidth: 0,
  row,
  column,
});

test('a viewport stays inside its picture, and keeps what is under a point', () => {
  for (let seed = 0; seed < 300; seed++) {
    const random = seeded(20261165, seed);
    const grid = { rows: random.between(1, 3000), columns: random.between(1, 3000) };
    const pixels = { width: random.between(120, 1500), height: random.between(60, 560) };
    const aspect = random.pick([1, 1.66, 3.2]);
    const whole = fitted(grid, pixels, aspect);
    const [rowsRoom, columnsRoom] = [pixels.height / heightOf(whole), pixels.width / widthOf(whole)];
    // All of it is seen, no cell is larger than 22, and a side is a line only where it has as many cells.
    assert.ok(rowsRoom >= grid.rows - 1e-6 && columnsRoom >= grid.columns - 1e-6, `seed ${seed}`);
    assert.ok(
      whole.scale <= 22 && heightOf(whole) * grid.rows >= Math.min(80, pixels.height, 22 * grid.rows) - 1e-6,
    );
    assert.ok(widthOf(whole) * grid.columns >= Math.min(80, pixels.width, 22 * grid.columns) - 1e-6);
    assert.deepEqual(confined(whole, grid, pixels), whole);
    const [x, y] = [random.below(pixels.width), random.below(pixels.height)];
    const near = zoomed(whole, random.between(1, 9), x, y);
    const there = (viewport: Viewport): readonly number[] => [
      viewport.row + y / heightOf(viewport),
      viewport.column + x / widthOf(viewport),
    ];
    for (const [at, before] of there(whole).entries()) assert.ok(Math.abs(there(near)[at]! - before) < 1e-6);
    const moved = confined(
      panned(near, random.between(-3000, 3000), random.between(-3000, 3000)),
      grid,
      pixels,
    );
    assert.ok(moved.scale <= 64 && moved.row >= 0 && moved.column >= 0);
    const [bottom, right] = [
      moved.row + pixels.height / heightOf(moved),
      moved.column + pixels.width / widthOf(moved),
    ];
    assert.ok(moved.row === 0 || bottom <= grid.rows + 1e-6);
    assert.ok(moved.column === 0 || right <= grid.columns + 1e-6);
    const [row, column] = [random.below(grid.rows), random.below(grid.columns)];
    const shown = revealed(moved, row, column, pixels);
    const corner = { x: (column - shown.column) * widthOf(shown), y: (row - shown.row) * heightOf(shown) };
    assert.ok(corner.x >= -1e-6 && corner.y >= -1e-6 && corner.x < pixels.width && corner.y < pixels.height);
    assert.deepEqual(cellAt(shown, grid, corner.x + widthOf(shown) / 2, corner.y + heightOf(shown) / 2), {
      row,
      column,
    });
    const isSeen = row >= moved.row && row + 1 <= bottom && column >= moved.column && column + 1 <= right;
    if (isSeen) assert.deepEqual([shown.row, shown.column], [moved.row, moved.column]);
    const every = detailOf(moved);
    const cell = Math.max(heightOf(moved), widthOf(moved));
    assert.ok(every * cell >= 1 - 1e-9 && (every === 1 || (every * cell) / 2 < 1), 'a pixel shows one');
  }
});

test('of a picture that is too large only what is seen is looked at, every so many cells', () => {
  const grid = { rows: 4096, columns: 1024 };
  const at = (scale: number, row: number, column: number) =>
    samplesOf(closely(scale, row, column), grid, PIXELS);
  assert.deepEqual(at(2, 100.5, 200.5), { row: 100, column: 200, every: 1, rows: 101, columns: 151 });
  assert.deepEqual(at(0.3, 103.5, 207), { row: 100, column: 204, every: 4, rows: 168, columns: 205 });
  assert.deepEqual(at(0.3, 4000, 1023), { row: 4000, column: 1020, every: 4, rows: 24, columns: 1 });
  const all = { rows: 1024, columns: 1024 };
  assert.deepEqual(samplesOf(closely(9, 3, 3), all, PIXELS), { row: 0, column: 0, ...all, every: 1 });
  assert.equal(samplesOf(closely(9, 0, 0), { rows: 1024, columns: 1025 }, PIXELS).rows < 1024, true);
});
