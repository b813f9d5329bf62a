// What the panel's page draws of a picture: on a canvas that notes what it is told.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { attributesOf } from '../../client/src/panel/webview/attributes.ts';
import { Bitmap, samplesOf } from '../../client/src/panel/webview/bitmap.ts';
import { type CellSet, rectangleSet } from '../../client/src/panel/webview/cell-set.ts';
import { colourOf, paleOf, pixelOf, type Theme } from '../../client/src/panel/webview/colours.ts';
import { drawPicture, MARGIN, type Shown } from '../../client/src/panel/webview/draw.ts';
import { PictureSource } from '../../client/src/panel/webview/source.ts';
import { cellAt, heightOf, type Viewport, widthOf } from '../../client/src/panel/webview/viewport.ts';
import { packCells } from '../../server/src/render/panel/packed-cells.ts';
import type { Cell } from '../../server/src/render/picture/scene.ts';
import { type Random, seeded } from '../support/random.ts';
import { picturePage } from './canvas.ts';
import { sourceOf } from './picture-source.ts';

const page = picturePage();
before(() => page.open());
after(() => page.close());

const THEME: Theme = {
  text: '#111111',
  background: '#fafafa',
  ground: [250, 250, 250],
  line: '#808080',
  focus: '#0060c0',
  difference: '#d00000',
  font: 'monospace',
};
const PIXELS = { width: 300, height: 200 };
const plainly = (scale: number, row = 0, column = 0): Viewport => ({
  scale,
  aspect: 2,
  leastHeight: 1,
  leastWidth: 1,
  row,
  column,
});

const shownOf = (source: PictureSource, viewport: Viewport, more: Partial<Shown> = {}): Shown => ({
  source,
  attribute: attributesOf(source, null)[0]!,
  colouring: {},
  viewport,
  pixels: PIXELS,
  theme: THEME,
  selected: null,
  differs: null,
  cursor: null,
  ...more,
});

function drawn(shown: Shown, bitmap = new Bitmap()) {
  const context = page.context();
  drawPicture(context.asCanvas, bitmap, shown);
  return context.noted;
}

/** Of cells near a place, or none. */
function someSet(random: Random, source: PictureSource, { row, column }: Viewport): CellSet | null {
  if (random.oneIn(3)) return null;
  const begin = (from: number, length: number): number =>
    Math.min(length - 1, Math.floor(from) + random.below(Math.min(40, length)));
  const end = (from: number, length: number): number => Math.min(length - 1, from + random.below(300));
  const [top, left] = [begin(row, source.rows), begin(column, source.columns)];
  return rectangleSet(source, {
    top,
    left,
    bottom: end(top, source.rows),
    right: end(left, source.columns),
  });
}

test('the image of the cells has the colour of each, paler where others are selected, and marks', () => {
  const sources = [sourceOf([5, 7], [7, 1]), sourceOf([2048, 1024], [1, 2048])];
  for (let seed = 0; seed < 12; seed++) {
    const random = seeded(20261160, seed);
    const source = sources[seed % 2]!;
    const attribute = attributesOf(source, null)[random.below(3)]!;
    const scale = random.pick([0.1, 0.3, 2]);
    const viewport = plainly(scale, random.below(source.rows), random.below(source.columns));
    const [selected, marked] = [someSet(random, source, viewport), someSet(random, source, viewport)];
    const shown = shownOf(source, viewport, { attribute, selected, differs: marked });
    const { image } = drawn(shown);
    const samples = samplesOf(viewport, source, PIXELS);
    assert.deepEqual([image!.columns, image!.rows], [samples.columns, samples.rows]);
    const largest = attribute.keys === 'amounts' ? source.largest : 0;
    const expected = Uint32Array.from({ length: samples.rows * samples.columns }, (_, at) => {
      const row = samples.row + Math.floor(at / samples.columns) * samples.every;
      const column = samples.column + (at % samples.columns) * samples.every;
      if (marked?.has(row, column)) return pixelOf(THEME.difference);
      const own = colourOf(attribute, attribute.of(row, column)!, largest).pixel;
      return selected === null || selected.has(row, column) ? own : paleOf(own, THEME);
    });
    assert.deepEqual(image!.pixels, expected, `seed ${seed}`);
    // Each sample lies where its cells are.
    const [width, height] = [widthOf(viewport), heightOf(viewport)];
    assert.deepEqual(image!.at, [
      (samples.column - viewport.column) * width,
      (samples.row - viewport.row) * height,
      samples.columns * samples.every * width,
      samples.rows * samples.every * height,
    ]);
  }
});

test('an image that was drawn before is drawn again as a new one would be', () => {
  const source = sourceOf([1500, 1024], [1024, 1]);
  const attributes = attributesOf(source, null);
  const bitmap = new Bitmap();
  const random = seeded(20261161);
  let shown = shownOf(source, plainly(0.2));
  for (let step = 0; step < 60; step++) {
    const change = random.below(6);
    const { viewport } = shown;
    if (change === 0) shown = { ...shown, attribute: random.pick(attributes), colouring: {} };
    else if (change === 1) shown = { ...shown, selected: someSet(random, source, viewport) };
    else if (change === 2) shown = { ...shown, differs: someSet(random, source, viewport) };
    else if (change === 3) shown = { ...shown, viewport: { ...viewport, row: random.below(1400) } };
    else if (change === 4) shown = { ...shown, viewport: { ...viewport, column: random.below(900) } };
    else shown = { ...shown, viewport: { ...viewport, scale: random.pick([0.1, 0.2, 0.5, 3]) } };
    assert.deepEqual(drawn(shown, bitmap).image, drawn(shown).image, `step ${step}`);
  }
});

test('an image that is still right is not worked out again', () => {
  const source = sourceOf([40, 40], [1, 40]);
  let asked = 0;
  const [own] = attributesOf(source, null);
  const of = (row: number, column: number) => {
    asked++;
    return own!.of(row, column);
  };
  const attribute = { ...own!, of };
  const bitmap = new Bitmap();
  // Cells that are too small for labels.
  const shown = shownOf(source, plainly(3), { attribute });
  drawn(shown, bitmap);
  assert.equal(asked, 1600);
  drawn({ ...shown, viewport: plainly(4, 3, 2) }, bitmap);
  drawn({ ...shown, selected: rectangleSet(source, { top: 1, left: 1, bottom: 2, right: 2 }) }, bitmap);
  assert.equal(asked, 1600);
});

test('of an image only what a selection has changed is handed to its canvas', () => {
  const source = sourceOf([40, 30], [1, 40]);
  const bitmap = new Bitmap();
  const { puts } = page.images.at(-1)!;
  const shown = shownOf(source, plainly(3));
  const select = (bottom: number, right: number): void => {
    drawn({ ...shown, selected: rectangleSet(source, { top: 1, left: 2, bottom, right }) }, bitmap);
  };
  drawn(shown, bitmap);
  select(3, 7);
  select(4, 7);
  select(4, 8);
  select(4, 8);
  assert.deepEqual(puts, [
    [0, 0, 30, 40],
    // Those that are not selected are pale.
    [0, 0, 30, 40],
    [2, 4, 6, 1],
    [8, 1, 1, 4],
  ]);
});

test('each cell that is seen has its label in its middle, and each line its number', () => {
  for (let seed = 0; seed < 40; seed++) {
    const random = seeded(20261162, seed);
    const source = sourceOf([random.between(5, 30), random.between(5, 30)], [1, 3]);
    const viewport = plainly(
      random.between(14, 40),
      random.below(4) * random.pick([1, 0.3]),
      random.below(4) * random.pick([1, 0.7]),
    );
    const [width, height] = [widthOf(viewport), heightOf(viewport)];
    const { texts } = drawn(shownOf(source, viewport));
    const inside = texts.filter(({ isClipped }) => isClipped);
    const seen = new Map(inside.map((each) => [`${each.x.toFixed(3)} ${each.y.toFixed(3)}`, each.text]));
    assert.equal(seen.size, inside.length);
    let count = 0;
    for (let row = 0; row < source.rows; row++)
      for (let column = 0; column < source.columns; column++) {
        const [x, y] = [(column - viewport.column) * width, (row - viewport.row) * height];
        const at = `${(MARGIN.left + x + width / 2).toFixed(3)} ${(MARGIN.top + y + height / 2 + 0.5).toFixed(3)}`;
        const isSeen = x + width > 1e-6 && y + height > 1e-6 && x < PIXELS.width && y < PIXELS.height;
        if (isSeen) {
          count++;
          assert.deepEqual(cellAt(viewport, source, x + width / 2, y + height / 2), { row, column });
          assert.equal(seen.get(at), source.cell(row, column)!.label, `seed ${seed}, ${row} ${column}`);
        }
      }
    // At the edge one may begin where the picture ends.
    const edge = PIXELS.width / width + PIXELS.height / height + 4;
    assert.ok(seen.size >= count && seen.size <= count + edge);
    const heads = texts.filter((each) => !each.isClipped && each.y < MARGIN.top);
    for (const { text, x } of heads) {
      const middle = MARGIN.left + (Number(text) + 0.5 - viewport.column) * width;
      assert.ok(Math.abs(x - middle) < 1e-6, `${text} at ${x}`);
    }
    const beside = texts.filter((each) => !each.isClipped && each.x < MARGIN.left);
    for (const { text, y } of beside)
      assert.deepEqual(
        cellAt(viewport, source, 0, y - MARGIN.top)?.row ?? Number(text),
        Number(text),
        `${text} at ${y}`,
      );
    assert.ok(heads.length > 0 && beside.length > 0);
  }
});

/** Where lines stand across, by how thick they are. */
function linesAcross(shown: Shown): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const { path, width, colour } of drawn(shown).strokes) {
    if (colour === '#fff') continue;
    for (const [from, to] of path)
      if (from[0] === to[0]) found.set(width, [...(found.get(width) ?? []), from[0] - MARGIN.left]);
  }
  return found;
}

test('lines stand between cells, and thicker ones between the modes of nested axes', () => {
  const source = sourceOf([4, [2, [3, 2]]], [1, 4, 8, 24]);
  const shown = shownOf(source, plainly(10));
  const every = (period: number): readonly number[] =>
    Array.from({ length: 12 / period + 1 }, (_, k) => k * period * 20);
  const lines = linesAcross(shown);
  assert.deepEqual([...lines.values()], [every(1), every(2), every(6)]);
  const widths = [...lines.keys()];
  assert.deepEqual(
    [...widths].sort((a, b) => a - b),
    widths,
  );
  // Where they would be all that is seen there are none: of cells of four pixels only those around more of them.
  assert.deepEqual(
    [...linesAcross({ ...shown, viewport: plainly(2) }).values()].map((each) => each.length),
    [7, 3],
  );
  const moved = linesAcross({ ...shown, viewport: plainly(10, 0, 3) });
  assert.deepEqual(
    [...moved.values()].map((each) => each.filter((x) => x >= 0)),
    [every(1), every(2), every(6)].map((each) => each.map((x) => x - 60).filter((x) => x >= 0)),
  );
});

test('cells that say who holds them have an edge each, and the warps are told apart', async () => {
  const item = { ...sourceOf([3, 4], [1, 3]).item, offsets: null, index: null, hasThreads: true };
  // Two warps, of which the second has the last column and the last row; one cell does not exist.
  const groupOf = (row: number, column: number): number => (row === 2 || column === 3 ? 1 : 0);
  const cell = (row: number, column: number): Cell | null =>
    row === 1 && column === 1
      ? null
      : { label: `T${row}`, key: row, group: groupOf(row, column), value: column };
  const source = new PictureSource(
    item,
    (window) =>
      packCells(
        { title: '', description: '', keys: 'names', rows: item.rows, columns: item.columns, cell },
        window,
        async () => undefined,
      ),
    () => undefined,
  );
  const shown = shownOf(source, plainly(20), { attribute: attributesOf(source, null)[0]! });
  drawn(shown);
  await new Promise((resolve) => setImmediate(resolve));
  const { boxes, strokes } = drawn(shown);
  const [left, top] = [MARGIN.left, MARGIN.top];
  const all = [0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => [row, column] as const));
  assert.deepEqual(
    boxes,
    all
      .filter(([row, column]) => cell(row, column) !== null)
      .map(([row, column]) => ({
        at: [left + 40 * column, top + 20 * row, 40, 20],
        colour: 'rgba(0,0,0,.3)',
        width: 1,
      })),
  );
  const [groups] = strokes.filter(({ colour }) => colour === '#000').slice(-1);
  const lines = groups!.path.map(([[x, y], [x2, y2]]) => [x - left, y - top, x2 - left, y2 - top]);
  assert.deepEqual(lines.sort(), [
    [0, 40, 40, 40],
    [120, 0, 120, 20],
    [120, 20, 120, 40],
    [80, 40, 120, 40],
  ]);
});

test('what is selected has a frame in its cell, what differs a cross, and the cursor a frame around it', () => {
  const source = sourceOf([6, 6], [1, 6]);
  const cell = (row: number, column: number): CellSet =>
    rectangleSet(source, { top: row, left: column, bottom: row, right: column });
  const bare = drawn(shownOf(source, plainly(20, 1)));
  const noted = drawn(
    shownOf(source, plainly(20, 1), {
      selected: cell(2, 3),
      differs: cell(4, 1),
      cursor: { row: 3, column: 0 },
    }),
  );
  assert.deepEqual(bare.rectangles, []);
  const [left, top] = [MARGIN.left, MARGIN.top];
  assert.deepEqual(noted.rectangles, [
    { at: [left + 121, top + 21, 38, 18], colour: THEME.text, width: 1.5 },
    { at: [left - 1, top + 39, 42, 22], colour: THEME.focus, width: 3 },
  ]);
  const crosses = noted.strokes.filter(({ colour }) => colour === THEME.difference);
  assert.deepEqual(
    crosses.map(({ path }) => path),
    [
      [
        [
          [left + 42, top + 62],
          [left + 78, top + 78],
        ],
        [
          [left + 78, top + 62],
          [left + 42, top + 78],
        ],
      ],
    ],
  );
  // A cursor that another picture had is none in this one.
  assert.deepEqual(drawn(shownOf(source, plainly(20), { cursor: { row: 6, column: 0 } })).rectangles, []);
});
