// What the panel's page works out itself: coordinates, linked selection, differences, what is visible.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedPlace } from '../../client/src/panel/place.ts';
import { attributesOf } from '../../client/src/panel/webview/attributes.ts';
import { type CellSet, setWhere } from '../../client/src/panel/webview/cell-set.ts';
import { comparisonOf } from '../../client/src/panel/webview/compare.ts';
import {
  coordinateOf,
  coordinateText,
  indexOf,
  modeIndex,
  readCoordinate,
  sizeOf,
} from '../../client/src/panel/webview/coordinates.ts';
import { cellText, selectionText } from '../../client/src/panel/webview/describe.ts';
import { coordinatesAnswer, offsetAnswer } from '../../client/src/panel/webview/inspectors.ts';
import { linkedSelection, pickedIn } from '../../client/src/panel/webview/selection.ts';
import type { PictureSource } from '../../client/src/panel/webview/source.ts';
import {
  cellAt,
  confined,
  detailOf,
  fitted,
  revealed,
  zoomed,
} from '../../client/src/panel/webview/viewport.ts';
import type { NestedExtents } from '../../server/src/render/panel/view.ts';
import { sourceOf } from './picture-source.ts';

const NESTED: NestedExtents = [[2, 3], 4, [2, [2, 2]]];

test('coordinates and indices are each other’s inverse, in every mode', () => {
  for (let index = 0; index < sizeOf(NESTED); index++) {
    const coordinate = coordinateOf(index, NESTED);
    assert.equal(indexOf(coordinate, NESTED), index);
    assert.deepEqual(readCoordinate(coordinateText(coordinate)), coordinate);
    // A coarser coordinate counts through a mode.
    assert.equal(
      indexOf(
        [0, 1, 2].map((mode) => modeIndex(index, NESTED, mode)),
        NESTED,
      ),
      index,
    );
  }
});

test('what is no coordinate of a shape is told so', () => {
  assert.equal(readCoordinate('1, 2')?.toString(), '1,2');
  for (const wrong of ['', 'a', '(1', '()', '1.5', '-1', '(1,,2)', '((1)(2))'])
    assert.equal(readCoordinate(wrong), null, wrong);
  assert.equal(indexOf([1, 2], [4, 2]), '2 is outside of 0 to 1');
  assert.match(String(indexOf([1, 2, 3], [4, 2])), /3 entries, and the shape has 2 modes/);
  assert.match(String(indexOf([[1, 2], 1], [4, 2])), /a tuple where the shape is 4/);
});

test('the inspectors go both ways', () => {
  const source = sourceOf([4, 8], [8, 1]);
  assert.deepEqual(offsetAnswer(source, '(2,3)'), { text: 'offset 19, index 14', index: 14 });
  assert.deepEqual(coordinatesAnswer(source, '19'), { text: 'coordinate (2,3)', indices: [14] });
  assert.equal(coordinatesAnswer(source, '32').text, 'no coordinate has the offset 32');
  const broadcast = sourceOf([4, 2], [0, 1]);
  assert.equal(coordinatesAnswer(broadcast, '1').text, 'coordinates (0,1), (1,1), (2,1), (3,1)');
  assert.equal(offsetAnswer(source, 'x').index, null);
});

/** The indices of the cells that are selected. */
function indicesOf(source: PictureSource, selected: CellSet | null | undefined): readonly number[] {
  const found: number[] = [];
  for (let index = 0; index < source.size; index++) {
    const { row, column } = source.placeOf(index);
    assert.equal(source.indexOf(row, column), index);
    if (selected?.has(row, column)) found.push(index);
  }
  return found;
}

test('a selection goes along a chain: A o B by offset and by index', () => {
  // R = A o B with A = (4,8):(8,1) and B = 8:3, worked out here by hand: R(i) = A(3 i).
  const a = sourceOf([4, 8], [8, 1], { to: 0, own: 'offset', other: 'offset' });
  const b = sourceOf(8, [3], { to: 0, own: 'index', other: 'index' });
  const offsets = Array.from({ length: 8 }, (_, i) => a.offsetOf(3 * i)!);
  const result = sourceOf(8, [0]);
  Object.assign(result, { offsetOf: (index: number) => offsets[index]! });
  const sources = [result, a, b];
  for (let picked = 0; picked < 8; picked++) {
    const { row, column } = result.placeOf(picked);
    const rectangle = { top: row, bottom: row, left: column, right: column };
    const selected = linkedSelection(sources, 0, pickedIn(result, rectangle, null));
    assert.deepEqual(indicesOf(result, selected[0]), [picked]);
    assert.deepEqual(indicesOf(a, selected[1]), [3 * picked]);
    assert.deepEqual(indicesOf(b, selected[2]), [picked]);
  }
  // From an operand through the result to the other operand.
  const { row, column } = a.placeOf(15);
  const there = linkedSelection(
    sources,
    1,
    pickedIn(a, { top: row, bottom: row, left: column, right: column }, null),
  );
  assert.deepEqual(indicesOf(b, there[2]), [5]);
  const all = setWhere(result, () => true);
  assert.equal(linkedSelection([result, sourceOf(4, [1])], 0, all)[1], null);
});

test('a selection does not go on behind a picture that it does not reach', () => {
  const [first, last] = [sourceOf([4, 4], [1, 4]), sourceOf(4, [1])];
  const asked = sourceOf(4, [1], { to: 0, own: 'offset', other: 'offset' });
  Object.assign(asked, { item: { ...asked.item, offsets: null } });
  Object.assign(last, { item: { ...last.item, link: { to: 1, own: 'index', other: 'index' } } });
  const selected = linkedSelection(
    [first, asked, last],
    0,
    setWhere(first, () => true),
  );
  assert.deepEqual([selected[1], selected[2]], [null, null]);
});

test('a scope selects all that are alike, and what is selected is told', () => {
  const source = sourceOf([32, 4], [4, 1]);
  const attributes = attributesOf(source, 16);
  const bank = attributes.find(({ name }) => name === 'bank')!;
  const picked = pickedIn(source, { top: 0, bottom: 0, left: 0, right: 0 }, bank);
  // Two elements of 16 bits are in a bank, and 64 in a row of banks.
  assert.deepEqual(
    indicesOf(source, picked)
      .map((index) => source.offsetOf(index)! % 64)
      .filter((offset) => offset > 1),
    [],
  );
  assert.equal(indicesOf(source, picked).length, 4);
  assert.equal(selectionText('L', source, attributes, picked), 'L: 4 cells; offsets 0, 1, 64, 65; banks 0');
  assert.equal(cellText(source, attributes, 1, 2), '(1,2): offset 6, bank 3');
});

test('banks of offsets below zero are banks', () => {
  const source = sourceOf([4], [-1]);
  const bank = attributesOf(source, 32).find(({ name }) => name === 'bank')!;
  assert.deepEqual(
    [0, 1, 2, 3].map((row) => bank.of(row, 0)),
    [0, 31, 30, 29],
  );
});

test('two layouts differ where their offsets do, and beyond the shorter one', () => {
  const rows = sourceOf([2, 2], [2, 1]);
  assert.equal(comparisonOf(rows, sourceOf([2, 2], [1, 2]))!.text, '2 of 4 coordinates differ');
  assert.equal(comparisonOf(rows, rows)!.text, 'no coordinate differs');
  const shorter = comparisonOf(rows, sourceOf(2, [2]))!;
  assert.equal(shorter.text, '2 of 4 coordinates differ; the sizes are 4 and 2');
  assert.deepEqual(indicesOf(rows, shorter.differs), [2, 3]);
});

const GRID = { rows: 512, columns: 2048 };
const PIXELS = { width: 800, height: 400 };

test('zooming keeps what is under the mouse, and the picture stays in sight', () => {
  const whole = fitted(GRID, PIXELS, 1);
  assert.equal(detailOf(whole), 4);
  const there = cellAt(whole, GRID, 400, 100)!;
  const near = confined(zoomed(whole, 30, 400, 100), GRID, PIXELS);
  assert.deepEqual(cellAt(near, GRID, 400, 100), there);
  assert.equal(detailOf(near), 1);
  const out = confined(zoomed(near, 1e-6, 0, 0), GRID, PIXELS);
  assert.deepEqual(out, whole);
  const last = confined(revealed(near, 511, 2047, PIXELS), GRID, PIXELS);
  assert.deepEqual(cellAt(last, GRID, 799, 399), { row: 511, column: 2047 });
  assert.equal(cellAt(whole, GRID, 400, -1), null);
});

test('a place moves with the text around it', () => {
  const place = { line: 3, character: 10 };
  const at = (line: number, character: number) => ({ line, character });
  const change = (start: typeof place, end: typeof place, text: string) => ({ range: { start, end }, text });
  assert.deepEqual(movedPlace(place, [change(at(0, 0), at(0, 0), 'a\nb\n')]), at(5, 10));
  assert.deepEqual(movedPlace(place, [change(at(1, 0), at(2, 0), '')]), at(2, 10));
  assert.deepEqual(movedPlace(place, [change(at(3, 2), at(3, 4), 'abcd')]), at(3, 12));
  assert.deepEqual(movedPlace(place, [change(at(3, 2), at(3, 4), 'ab\ncd')]), at(4, 8));
  assert.deepEqual(movedPlace(place, [change(at(3, 11), at(3, 12), 'x')]), place);
  assert.deepEqual(
    movedPlace(place, [change(at(3, 0), at(3, 1), ''), change(at(3, 4), at(3, 4), 'xyz')]),
    at(3, 12),
  );
});
