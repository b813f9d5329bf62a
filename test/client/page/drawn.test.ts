// What there is room for in a picture of the panel's page: heads, labels and lines by the size of cells.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { attributesOf } from '../../../client/src/panel/webview/attributes.ts';
import { Bitmap } from '../../../client/src/panel/webview/bitmap.ts';
import { rectangleSet } from '../../../client/src/panel/webview/cell-set.ts';
import { pixelOf } from '../../../client/src/panel/webview/colours.ts';
import { drawPicture, MARGIN, type Shown } from '../../../client/src/panel/webview/draw.ts';
import { PictureSource } from '../../../client/src/panel/webview/source.ts';
import type { Viewport } from '../../../client/src/panel/webview/viewport.ts';
import { packCells } from '../../../server/src/render/panel/packed-cells.ts';
import type { PictureItem } from '../../../server/src/render/panel/view.ts';
import { picturePage } from '../canvas.ts';
import { itemOf, sourceOf } from '../picture-source.ts';

const page = picturePage();
before(() => page.open());
after(() => page.close());

const THEME = {
  text: '#111111',
  background: '#fafafa',
  ground: [250, 250, 250],
  line: '#808080',
  focus: '#0060c0',
  difference: '#d00000',
  font: 'monospace',
} as const;
const PIXELS = { width: 300, height: 200 };

const plainly = (scale: number, aspect = 2, row = 0, column = 0): Viewport => ({
  scale,
  aspect,
  leastHeight: 1,
  leastWidth: 1,
  row,
  column,
});

function drawn(source: PictureSource, viewport: Viewport, more: Partial<Shown> = {}) {
  const context = page.context();
  drawPicture(context.asCanvas, new Bitmap(), {
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
  return context.noted;
}

const headsOf = (source: PictureSource, viewport: Viewport) => {
  const outside = drawn(source, viewport).texts.filter(({ isClipped }) => !isClipped);
  return {
    rows: outside.filter(({ look }) => look.align === 'right'),
    columns: outside.filter(({ look }) => look.align === 'center'),
  };
};

test('lines have heads as far as there is room, at every second, fourth or eighth line', () => {
  const source = sourceOf([40, 90], [1, 40]);
  for (const [scale, rows, columns] of [
    // A head is 13 high, and as wide as the last one: 7 for each character, and 8.
    [13, 1, 1],
    [12.9, 2, 1],
    [11, 2, 1],
    [10.9, 2, 2],
    [6.5, 2, 2],
    [6.4, 4, 2],
    [3.2, 8, 4],
  ] as const) {
    const heads = headsOf(source, plainly(scale));
    const visible = (size: number, room: number, step: number, count: number): readonly string[] =>
      Array.from({ length: count }, (_, at) => at)
        .filter((at) => at % step === 0 && (at + 0.5) * size < room)
        .map(String);
    const across = visible(2 * scale, PIXELS.width, columns, 90);
    assert.deepEqual(
      heads.columns.map(({ text }) => text),
      across,
      `columns of ${2 * scale}`,
    );
    const down = heads.rows.map(({ text }) => Number(text));
    assert.deepEqual([down[0], down[1]! - down[0]!], [0, rows], `rows of ${scale}`);
    const middle = rows === 1 ? scale / 2 : 6.5;
    for (const { text, x, y, look } of heads.rows) {
      assert.ok(Math.abs(y - (MARGIN.top + Number(text) * scale + middle)) < 1e-6, `${text} at ${y}`);
      assert.ok(y < MARGIN.top + PIXELS.height);
      assert.equal(x, MARGIN.left - 6);
      assert.deepEqual(look, {
        colour: THEME.line,
        font: '11px monospace',
        align: 'right',
        baseline: 'middle',
      });
    }
    const last = down.at(-1)! + rows;
    assert.ok(last >= 40 || last * scale + middle >= PIXELS.height, 'there is one at every line of them');
    for (const { y, look } of heads.columns)
      assert.deepEqual([y, look.font, look.baseline], [MARGIN.top - 8, '11px monospace', 'middle']);
  }
});

test('heads count from where the picture is looked at, and may have names', () => {
  const item = itemOf([40, 90], [1, 40]);
  const named: PictureItem = {
    ...item,
    rows: { ...item.rows, heads: Array.from({ length: 40 }, (_, at) => `r${at}`) },
    columns: { ...item.columns, heads: Array.from({ length: 90 }, (_, at) => `column ${at}`) },
  };
  const source = new PictureSource(
    named,
    async () => null,
    () => undefined,
  );
  const { rows, columns } = headsOf(source, plainly(13, 2, 3.75, 5.25));
  // The middle of the first row is above the picture, and that of the first column inside of it.
  assert.deepEqual(rows.map(({ text }) => text).slice(0, 2), ['r4', 'r5']);
  assert.equal(rows[0]!.y, MARGIN.top + 13 * 0.25 + 6.5);
  // `column 16` takes 71 pixels, and so every fourth has one.
  assert.deepEqual(
    columns.map(({ text }) => text),
    ['column 8', 'column 12', 'column 16'],
  );
  assert.deepEqual(headsOf(source, plainly(13, 2, 3.25, 5.25)).rows.map(({ text }) => text)[0], 'r3');
});

test('labels are as large as there is room for, and there are none that could not be read', () => {
  const source = sourceOf([10, 10], [10, 1]);
  const sizeOf = (scale: number, aspect: number): string | undefined =>
    drawn(source, plainly(scale, aspect)).texts.find(({ isClipped }) => isClipped)?.look.font;
  assert.equal(sizeOf(20, 2), '13px monospace');
  assert.equal(sizeOf(14, 2), '12px monospace');
  assert.equal(sizeOf(9, 4), '7px monospace');
  assert.equal(sizeOf(8.9, 4), undefined);
  // Two characters of 0.62 of their height.
  assert.ok(Math.abs(Number.parseFloat(sizeOf(20, 0.72)!) - 10) < 1e-6);
  assert.equal(sizeOf(20, 0.53), undefined);
  const { look } = drawn(source, plainly(20)).texts.find(({ isClipped }) => isClipped)!;
  assert.deepEqual([look.align, look.baseline], ['center', 'middle']);
});

test('a label can be read on the colour of its cell, and on the background where others are selected', () => {
  const source = sourceOf([2, 8], [8, 1]);
  const labels = (selected: Shown['selected']): readonly string[] =>
    drawn(source, plainly(16), { selected })
      .texts.filter(({ isClipped }) => isClipped)
      .map(({ look }) => look.colour);
  const all = labels(null);
  assert.equal(new Set(all).size, 2, 'dark on light, and light on dark');
  assert.ok(!all.includes(THEME.text));
  const some = labels(rectangleSet(source, { top: 1, left: 2, bottom: 1, right: 4 }));
  assert.deepEqual(
    some,
    all.map((colour, at) => (at >= 10 && at <= 12 ? colour : THEME.text)),
  );
});

test('the lines between modes are lighter inside of darker ones, and reach over all that is seen', () => {
  const source = sourceOf(
    [
      [2, 2],
      [1, 3, 2],
    ],
    [1, 2, 0, 4, 12],
  );
  const { strokes } = drawn(source, plainly(10));
  /** Where the lines across or down stand, by their first points. */
  const thick = (isDown: boolean) =>
    strokes.flatMap(({ path: [line], width, colour }) => {
      const [from, to] = line!;
      if ((from[1] === to[1]) !== isDown) return [];
      return [[isDown ? from[1] - MARGIN.top : from[0] - MARGIN.left, width, colour]];
    });
  const line = 'rgba(0,0,0,.22)';
  assert.deepEqual(thick(true), [
    ...[0, 10, 20, 30, 40].map((y) => [y, 1, line]),
    ...[0, 20, 40].flatMap((y) => [
      [y, 2.4, '#000'],
      [y, 0.8, '#fff'],
    ]),
  ]);
  // A mode of one is no mode; the next is further out.
  assert.deepEqual(thick(false), [
    ...[0, 20, 40, 60, 80, 100, 120].map((x) => [x, 1, line]),
    ...[0, 60, 120].flatMap((x) => [
      [x, 3.4, '#000'],
      [x, 1.6, '#fff'],
    ]),
  ]);
  for (const { path } of strokes)
    for (const [from, to] of path) {
      const isDown = from[1] === to[1];
      assert.deepEqual(
        isDown ? [from[0], to[0]] : [from[1], to[1]],
        isDown ? [MARGIN.left, MARGIN.left + 120] : [MARGIN.top, MARGIN.top + 40],
      );
    }
  const lines = (scale: number, aspect: number) =>
    drawn(sourceOf([4, 4], [1, 4]), plainly(scale, aspect)).strokes.length;
  assert.deepEqual([lines(6, 1), lines(5.9, 1), lines(6, 0.9), lines(5.9, 2)], [10, 0, 5, 5]);
});

/** Cells that are asked for, each of a group. */
async function grouped(groupOf: (row: number, column: number) => number | null) {
  const item = itemOf([4, 4], [1, 4], { offsets: null, index: null, hasThreads: true });
  const source = new PictureSource(
    item,
    (window) => {
      const scene = {
        title: '',
        description: '',
        keys: 'names',
        rows: item.rows,
        columns: item.columns,
      } as const;
      const cell = (row: number, column: number) => {
        const group = groupOf(row, column);
        return group === null ? null : { label: '', key: 0, group };
      };
      return packCells({ ...scene, cell }, window, async () => undefined);
    },
    () => undefined,
  );
  source.cell(0, 0);
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
  return source;
}

test('warps are told apart by lines where there is room, but not from where no cell is', async () => {
  const edges = (source: PictureSource, viewport: Viewport): readonly string[] => {
    const { path, width } = drawn(source, viewport).strokes.at(-1) ?? { path: [], width: 2.5 };
    assert.equal(width, 2.5);
    return path
      .map(([from, to]) => [
        from[0] - MARGIN.left,
        from[1] - MARGIN.top,
        to[0] - MARGIN.left,
        to[1] - MARGIN.top,
      ])
      .map((line) => line.join(' '));
  };
  const source = await grouped((row, column) => (row === 3 ? null : column < 2 ? 0 : 1));
  assert.deepEqual(edges(source, plainly(10)), ['40 0 40 10', '40 10 40 20', '40 20 40 30']);
  assert.deepEqual(edges(source, plainly(10, 2, 1, 1)), ['20 0 20 10', '20 10 20 20']);
  assert.deepEqual(edges(source, plainly(6, 0.5)).length, 3, 'narrow cells');
  assert.equal(drawn(source, plainly(5.9)).strokes.length, 0);
  assert.deepEqual(
    [drawn(source, plainly(6, 0.9)).boxes.length, drawn(source, plainly(6, 1)).boxes.length],
    [0, 12],
  );
});

test('marks need room; the cursor is seen in any picture', () => {
  const source = sourceOf([20, 20], [1, 20]);
  const all = rectangleSet(source, { top: 0, left: 0, bottom: 19, right: 19 });
  const marks = (scale: number, aspect: number) => {
    const { rectangles, strokes } = drawn(source, plainly(scale, aspect), { selected: all, differs: all });
    return [rectangles.length, strokes.filter(({ colour }) => colour === THEME.difference).length];
  };
  assert.deepEqual(
    [marks(6, 1), marks(5.9, 1), marks(6, 0.9)],
    [
      [400, 400],
      [0, 0],
      [0, 0],
    ],
  );
  // Where there is none for a cross, the image itself has another colour.
  const { image } = drawn(source, plainly(5, 1), { differs: all });
  assert.deepEqual([...new Set(image!.pixels)], [pixelOf(THEME.difference)]);
  const cursor = { row: 19, column: 2 };
  assert.deepEqual(drawn(source, plainly(1, 1), { cursor }).rectangles, [
    { at: [MARGIN.left + 1, MARGIN.top + 18, 4, 4], colour: THEME.focus, width: 3 },
  ]);
  for (const gone of [
    { row: 20, column: 0 },
    { row: 0, column: 20 },
  ])
    assert.deepEqual(drawn(source, plainly(1, 1), { cursor: gone }).rectangles, []);
});
