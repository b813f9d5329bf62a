// Tiles and swizzles, against Cecka's figures and against brute force.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { Dynamic } from '../../../server/src/algebra/integer/integer.ts';
import { ComposedLayout, Layout, SmemPtrFlag, Swizzle } from '../../../server/src/algebra/layout/layout.ts';
import { blockedProduct, rakedProduct } from '../../../server/src/algebra/operation/product.ts';
import { layoutScene } from '../../../server/src/render/picture/layout-scene.ts';
import {
  compositionScene,
  divideScene,
  productScene,
} from '../../../server/src/render/picture/operation-scene.ts';
import { lengthOf, type Scene } from '../../../server/src/render/picture/scene.ts';
import { swizzleScene } from '../../../server/src/render/picture/swizzle-scene.ts';

/** The places of the cells that are marked. */
const marked = (scene: Scene): string[] => {
  const found: string[] = [];
  for (let row = 0; row < lengthOf(scene.rows); row++)
    for (let column = 0; column < lengthOf(scene.columns); column++)
      if (scene.cell(row, column)?.isMarked) found.push(`${row},${column}`);
  return found;
};

const LAYOUT = new Layout([8, 16], [20, 1]);
const TILER = [new Layout(4, 1), new Layout(8, 2)];
const everySecond = [0, 1, 2, 3].flatMap((row) => [0, 2, 4, 6, 8, 10, 12, 14].map((c) => `${row},${c}`));

test('what a tiler takes (figure 7), and the rest plain', () => {
  const scene = compositionScene(LAYOUT, TILER)!;
  assert.deepEqual(marked(scene), everySecond);
  assert.equal(scene.cell(0, 1)!.isPlain, true);
  assert.equal(scene.cell(1, 2)!.label, '22', 'the offset stays');
});

test('the tiles of a divide (figure 12)', () => {
  const scene = divideScene(LAYOUT, TILER)!;
  assert.deepEqual(marked(scene), everySecond);
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 16; column++)
      assert.equal(scene.cell(row, column)!.key, Math.floor(row / 4) + 2 * (column % 2), `${row},${column}`);
});

test('the copies of a blocked and of a raked product (figures 10 and 11)', () => {
  const [tile, grid] = [new Layout([3, 4], [4, 1]), new Layout([2, 5], [1, 2])];
  const blocked = blockedProduct(tile, grid);
  const raked = rakedProduct(tile, grid);
  assert.ok(!isFailure(blocked) && !isFailure(raked));
  const [asBlocks, asRakes] = [productScene(blocked, 'blocked')!, productScene(raked, 'raked')!];
  for (let row = 0; row < 6; row++)
    for (let column = 0; column < 20; column++) {
      const inBlocks = asBlocks.cell(row, column)!;
      assert.equal(inBlocks.key, Math.floor(row / 3) + 2 * Math.floor(column / 4));
      // A copy of the tile has 12 offsets in a row, whichever way the copies lie.
      assert.equal(Math.floor(Number(inBlocks.label) / 12), inBlocks.key);
      const inRakes = asRakes.cell(row, column)!;
      assert.equal(inRakes.key, (row % 2) + 2 * (column % 5));
      assert.equal(Math.floor(Number(inRakes.label) / 12), inRakes.key);
    }
});

test('an operation that cannot be has no picture', () => {
  assert.equal(divideScene(LAYOUT, [2, 2, 2]), null);
  assert.equal(compositionScene(LAYOUT, [2, 2, 2]), null);
});

test('what is too large or not known has no picture', () => {
  const large = new Layout([4096, 4096], [1, 4096]);
  const open = new Layout([new Dynamic(null), 16], [20, 1]);
  const openTile = [new Layout(new Dynamic(null), 1), new Layout(8, 2)];
  for (const scene of [compositionScene, divideScene]) {
    assert.equal(scene(large, TILER) === null, scene === divideScene, 'a composition takes little of it');
    assert.equal(scene(large, [2048, 2048]), null);
    assert.equal(scene(open, TILER), null);
    assert.equal(scene(LAYOUT, openTile), null);
  }
  assert.equal(productScene(open, 'blocked'), null);
});

test('a swizzle: before and after, what moved is marked, and so are the bits', () => {
  const inner = new Layout([4, 4], [4, 1]);
  const scene = swizzleScene(new ComposedLayout(new Swizzle(2, 0, 2), 0, inner))!;
  const after = (row: number, column: number) => scene.cell(row + 2, column + 5)!;
  for (let row = 0; row < 4; row++)
    for (let column = 0; column < 4; column++) {
      assert.equal(scene.cell(row + 2, column)!.label, String(4 * row + column));
      assert.equal(after(row, column).label, String(4 * row + (column ^ row)));
      assert.equal(after(row, column).isMarked ?? false, row !== 0);
    }
  const bits = [7, 8].map((row) => [0, 1, 2, 3].map((column) => scene.cell(row, column)!.label));
  assert.deepEqual(bits, [
    ['3', '2', '1', '0'],
    ['3', '2', '1⊕3', '0⊕2'],
  ]);
  assert.match(scene.description, /bits 2–3 XORed into bits 0–1/);
  assert.equal(swizzleScene(new ComposedLayout(new Swizzle(0, 4, 3), 0, inner)), null, 'nothing moves');
});

test('a swizzle that goes the other way', () => {
  const scene = swizzleScene(new ComposedLayout(new Swizzle(1, 0, -2), 0, new Layout([2, 4], [4, 1])))!;
  assert.match(scene.description, /bit 0 XORed into bit 2/);
  assert.equal(scene.cell(7 - 1, 0)!.label, '2⊕0');
});

test('a swizzle of bytes moves elements as CuTe’s print_latex draws it', () => {
  const inner = new Layout([8, 64], [64, 1]);
  const bytes = new ComposedLayout(new Swizzle(3, 4, 3), new SmemPtrFlag(16), inner);
  const elements = new ComposedLayout(new Swizzle(3, 3, 3), 0, inner);
  const [drawn, expected] = [layoutScene(bytes, 'L')!, layoutScene(elements, 'L')!];
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 64; column++)
      assert.equal(drawn.cell(row, column)!.label, expected.cell(row, column)!.label);
  assert.match(swizzleScene(bytes)!.description, /bits 6–8 XORed into bits 3–5/);
});
