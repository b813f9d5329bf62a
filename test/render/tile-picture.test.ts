import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure } from '../../server/src/algebra/integer/failure.ts';
import { Layout } from '../../server/src/algebra/layout/layout.ts';
import { mmaAtom } from '../../server/src/hardware/mma/mma-atom.ts';
import { hardwarePicture, tilePicture } from '../../server/src/render/picture/tile-picture.ts';

/** Label of the cell at a row and column: cells are told by the order of their places. */
function cells(svg: string): string[][] {
  const rows = new Map<number, { x: number; label: string }[]>();
  for (const [, y, spans] of svg.matchAll(/<text y="(\d+)" fill="#(?:000|fff)">(.*?)<\/text>/g))
    for (const [, x, label] of spans!.matchAll(/x="([\d.]+)">([^<]*)/g))
      rows.set(Number(y), [...(rows.get(Number(y)) ?? []), { x: Number(x), label: label! }]);
  return [...rows]
    .sort((a, b) => a[0] - b[0])
    .map(([, row]) => row.sort((a, b) => a.x - b.x).map(({ label }) => label));
}

test('two threads with two values each, column by column', () => {
  // Thread t holds elements 2t and 2t + 1 of a 2 × 2 tile.
  assert.deepEqual(cells(tilePicture(new Layout([2, 2], [2, 1]), 2, 2, 'tile')!), [
    ['T0V0', 'T1V0'],
    ['T0V1', 'T1V1'],
  ]);
});

test('elements that several threads hold are marked', () => {
  assert.deepEqual(cells(tilePicture(new Layout([2, 2], [0, 1]), 2, 1, 'tile')!), [['T0V0+'], ['T0V1+']]);
});

test('C of the m16n8 tensor core instruction', () => {
  const atom = mmaAtom('SM80_16x8x16_F32F16F16F32_TN');
  assert.ok(!isFailure(atom));
  const picture = hardwarePicture(atom)!;
  // PTX: row r < 8, columns 2i and 2i + 1 are values 0 and 1 of thread 4r + i.
  assert.deepEqual(cells(picture.svg)[1]!.slice(0, 4), ['T4V0', 'T4V1', 'T5V0', 'T5V1']);
  assert.match(picture.alternative, /16 × 8/);
});

test('what is too large has no picture', () => {
  assert.equal(tilePicture(new Layout([1024, 1024], [1, 1024]), 1024, 1024, 'tile'), null);
});
