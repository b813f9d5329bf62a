// The cells of a picture as the panel's page has them: blocks that are asked for, numbers of layouts, large pictures.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributesOf } from '../../../client/src/panel/webview/attributes.ts';
import { linkedSet, rectangleSet, setWhere, visit } from '../../../client/src/panel/webview/cell-set.ts';
import { comparisonOf } from '../../../client/src/panel/webview/compare.ts';
import { cellText, selectionText } from '../../../client/src/panel/webview/describe.ts';
import { coordinatesAnswer } from '../../../client/src/panel/webview/inspectors.ts';
import { PictureSource } from '../../../client/src/panel/webview/source.ts';
import type { OffsetFunction } from '../../../server/src/render/panel/offset-function.ts';
import { type CellWindow, packCells } from '../../../server/src/render/panel/packed-cells.ts';
import type { Cell } from '../../../server/src/render/picture/scene.ts';
import { seeded } from '../../support/random.ts';
import { itemOf, sourceOf } from '../picture-source.ts';

const asked = (rows: number, columns: number) =>
  itemOf([rows, columns], [1, rows], { offsets: null, index: null, shape: null });

/** A source that is asked for its cells, with the windows that it asks for. */
function asking(
  rows: number,
  columns: number,
  cell: (row: number, column: number) => Cell | null,
  hasThreads = false,
) {
  const item = { ...asked(rows, columns), hasThreads };
  const windows: CellWindow[] = [];
  let arrived = 0;
  const source = new PictureSource(
    item,
    async (window) => {
      windows.push(window);
      const scene = {
        title: '',
        description: '',
        keys: 'names',
        rows: item.rows,
        columns: item.columns,
      } as const;
      return packCells({ ...scene, cell }, window, async () => undefined);
    },
    () => arrived++,
  );
  const settled = async (): Promise<number> => {
    for (let i = 0; i < 400; i++) await new Promise((resolve) => setImmediate(resolve));
    return arrived;
  };
  return { source, windows, settled };
}

test('cells are asked for in blocks, each once, and none beyond the picture', async () => {
  const cell = (row: number, column: number): Cell | null =>
    row === column ? null : { label: `${row}/${column}`, key: row, group: column };
  const { source, windows, settled } = asking(300, 200, cell);
  const places = [
    [0, 0],
    [127, 127],
    [128, 127],
    [299, 199],
    [5, 128],
    [298, 3],
  ] as const;
  for (const [row, column] of places) assert.equal(source.cell(row, column), undefined);
  assert.equal(await settled(), 5);
  assert.deepEqual(windows, [
    { row: 0, column: 0, rows: 128, columns: 128, every: 1 },
    { row: 128, column: 0, rows: 128, columns: 128, every: 1 },
    { row: 256, column: 128, rows: 44, columns: 72, every: 1 },
    { row: 0, column: 128, rows: 128, columns: 72, every: 1 },
    { row: 256, column: 0, rows: 44, columns: 128, every: 1 },
  ]);
  assert.equal(source.cell(0, 0), null);
  assert.equal(source.cell(127, 127), null);
  for (const [row, column] of places.slice(2))
    assert.deepEqual(source.cell(row, column), {
      label: `${row}/${column}`,
      key: row,
      group: column,
      value: null,
    });
  assert.equal(source.largest, 299);
  assert.equal(source.longest, 7);
  assert.equal(await settled(), 5, 'nothing is asked for again');
});

test('of what is too large to be asked for as a whole every so many cells come', async () => {
  const { source, windows, settled } = asking(5000, 3000, (row, column) => ({
    label: '',
    key: row + column,
    value: 1,
  }));
  source.cell(2048, 1024, 8);
  source.cell(4996, 2996, 4);
  assert.equal(await settled(), 2);
  assert.deepEqual(windows, [
    { row: 2048, column: 1024, rows: 128, columns: 128, every: 8 },
    { row: 4608, column: 2560, rows: 98, columns: 110, every: 4 },
  ]);
  assert.deepEqual(source.cell(2048 + 80, 1024 + 8, 8), { label: '', key: 3160, group: null, value: 1 });
  assert.equal(source.cell(4996, 2996, 4)?.key, 7992);
  assert.equal(source.cell(4996, 2996, 2), undefined, 'other detail is another block');
});

test('cells that do not come are not asked for again, and not there', async () => {
  let count = 0;
  const never = async () => {
    count++;
    return null;
  };
  const source = new PictureSource(asked(4, 4), never, () => assert.fail('nothing has come'));
  for (let i = 0; i < 3; i++) {
    assert.equal(source.cell(1, 1), undefined);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(count, 1);
  assert.equal(cellText(source, attributesOf(source, null), 1, 1), 'not there yet');
});

test('what cells are said to be: places, who holds them, and that there is none', async () => {
  for (const [hasThreads, said, selection] of [
    [true, 'thread 7, warp 1, value 1', '; threads 0, 7; warps 0, 1; values 0, 1, 2'],
    [false, 'c1', '; values 0, 7'],
  ] as const) {
    const { source, settled } = asking(
      2,
      3,
      (row, column) =>
        row === 0 && column === 0 ? null : { label: `c${column}`, key: 7 * row, group: row, value: column },
      hasThreads,
    );
    source.cell(0, 0);
    await settled();
    const attributes = attributesOf(source, null);
    assert.equal(cellText(source, attributes, 0, 0), 'row 0, column 0: no cell');
    assert.equal(cellText(source, attributes, 1, 1), `row 1, column 1: ${said}`);
    const all = setWhere(source, () => true);
    assert.equal(selectionText('s', source, attributes, all), `s: 5 cells${selection}`);
    const none = rectangleSet(source, { top: 0, left: 0, bottom: 0, right: 0 });
    assert.equal(selectionText('s', source, attributes, none), 's: no cells');
  }
});

test('many numbers are told by the first of them', () => {
  const told = (count: number): string => {
    const source = sourceOf([count], [3]);
    return selectionText(
      'L',
      source,
      attributesOf(source, null).slice(0, 1),
      setWhere(source, () => true),
    );
  };
  assert.equal(told(8), 'L: 8 cells; offsets 0, 3, 6, 9, 12, 15, 18, 21');
  assert.equal(told(9), 'L: 9 cells; offsets 0, 3, 6, 9, 12, 15, 18, 21, … (9 in all)');
  const found = (count: number): string => coordinatesAnswer(sourceOf(count, [0]), '0').text;
  const all = Array.from({ length: 12 }, (_, at) => `${at}`).join(', ');
  assert.equal(found(1), 'coordinate 0');
  assert.equal(found(12), `coordinates ${all}`);
  assert.equal(found(13), `coordinates ${all}, … (13 in all)`);
});

/** A layout of more cells than numbers are kept for. */
const large = (offsets: OffsetFunction): PictureSource =>
  new PictureSource(
    itemOf([2048, 1024], [1, 2048], { offsets }),
    async () => null,
    () => undefined,
  );
const strides = (...all: readonly number[]) =>
  ({ kind: 'strides', extents: [2048, 1024], strides: all }) as const;

test('the offsets of large layouts are worked out one by one, and their reach is a bound', () => {
  for (const [offsets, reach] of [
    [[strides(1, 2048)], 2 ** 21 - 1],
    [[strides(-1, 2)], 2047 + 2 * 1023],
    [[strides(1, 0), { kind: 'shift', by: -100 }], 2147],
    [[strides(1, 0), { kind: 'swizzle', bits: 3, base: 4, shift: 3 }], 2047],
    [[strides(4, 0), { kind: 'swizzle', bits: 3, base: 4, shift: 3 }], 8191],
  ] as const) {
    const source = large(offsets);
    assert.equal(source.largest, reach);
    assert.equal(source.longest, String(reach).length);
    const random = seeded(20261163);
    for (let i = 0; i < 200; i++) assert.ok(Math.abs(source.offsetOf(random.below(source.size))!) <= reach);
    assert.equal(source.numbers('offset'), null);
  }
  const source = large([strides(3, 7)]);
  assert.equal(source.offsetOf(2048 * 5 + 4), 47);
  assert.deepEqual(source.cell(4, 5), { label: '47', key: 47, group: null, value: null });
  assert.equal(cellText(source, attributesOf(source, null), 4, 5), '(4,5): offset 47');
});

test('in large pictures a selection is a question, and what is of all cells is not told', () => {
  const source = large([strides(1, 2048)]);
  const picked = rectangleSet(source, { top: 3, left: 4, bottom: 5, right: 6 });
  for (let row = 0; row < 9; row++)
    for (let column = 0; column < 9; column++)
      assert.equal(picked.has(row, column), row >= 3 && row <= 5 && column >= 4 && column <= 6);
  assert.equal(picked.mask, null);
  const where = setWhere(source, (row) => row === 7);
  assert.deepEqual([where.mask, where.has(7, 3), where.has(8, 3)], [null, true, false]);
  assert.equal(
    visit(source, picked, () => assert.fail('no cell is visited')),
    false,
  );
  assert.equal(selectionText('L', source, attributesOf(source, null), picked), 'L: too large to be counted');
  assert.equal(linkedSet(source, picked, 'offset', sourceOf(4, [1]), 'offset'), null);
  const small = sourceOf(4, [1]);
  assert.equal(
    linkedSet(
      small,
      setWhere(small, () => true),
      'offset',
      source,
      'offset',
    ),
    null,
  );
  // Up to twice as many are still counted.
  assert.equal(comparisonOf(source, source)!.text, 'no coordinate differs');
  const huge = sourceOf([4096, 2048], [1, 4096]);
  assert.equal(
    comparisonOf(huge, source)!.text,
    `too large to be counted; the sizes are ${2 ** 23} and ${2 ** 21}`,
  );
  const other = sourceOf([2, 3], [1, 2]);
  assert.equal(comparisonOf(other, sourceOf([2, 3], [1, 2]))!.text, 'no coordinate differs');
  assert.equal(comparisonOf(sourceOf(2, [1]), sourceOf(2, [2]))!.text, '1 of 2 coordinates differs');
  for (const [one, two] of [
    [asked(2, 3), other.item],
    [other.item, asked(2, 3)],
  ] as const) {
    const made = [one, two].map(
      (item) =>
        new PictureSource(
          item,
          async () => null,
          () => undefined,
        ),
    );
    assert.equal(comparisonOf(made[0]!, made[1]!), null);
  }
});

test('what belongs together is found alike where offsets are near and where they lie far apart', () => {
  for (let seed = 0; seed < 30; seed++) {
    const random = seeded(20261164, seed);
    const shapes = [0, 1].map(() => [random.between(1, 6), random.between(1, 6)]);
    const steps = [0, 1].map(() => [random.between(-3, 4), random.between(-3, 9)]);
    const [row, column] = [random.below(shapes[0]![0]!), random.below(shapes[0]![1]!)];
    const found = [1, 2 ** 26].map((scale) => {
      const [from, to] = shapes.map((shape, at) =>
        sourceOf(
          shape,
          steps[at]!.map((each) => each * scale),
        ),
      );
      const picked = rectangleSet(from!, { top: row, left: column, bottom: row, right: column });
      const linked = linkedSet(from!, picked, 'offset', to!, 'offset')!;
      const offset = from!.offsetOf(from!.indexOf(row, column)!)!;
      for (let r = 0; r < to!.rows; r++)
        for (let c = 0; c < to!.columns; c++)
          assert.equal(
            linked.has(r, c),
            to!.offsetOf(to!.indexOf(r, c)!) === offset,
            `seed ${seed}, × ${scale}`,
          );
      return linked.mask;
    });
    assert.deepEqual(found[0], found[1]);
  }
});

test('numbers of cells that are not there are none', () => {
  const none = new PictureSource(
    asked(2, 2),
    async () => null,
    () => undefined,
  );
  assert.deepEqual(
    [none.numbers('index'), none.numbers('offset'), none.indexOf(1, 1), none.offsetOf(1)],
    [null, null, null, null],
  );
  const indexed = new PictureSource(
    { ...asked(2, 3), index: { row: 3, column: 1 } },
    async () => null,
    () => undefined,
  );
  assert.deepEqual([...indexed.numbers('index')!.all], [0, 1, 2, 3, 4, 5]);
  assert.equal(indexed.numbers('offset'), null);
  for (let index = 0; index < 6; index++) {
    const { row, column } = indexed.placeOf(index);
    assert.deepEqual([indexed.indexOf(row, column), row < 2, column < 3], [index, true, true]);
  }
});
