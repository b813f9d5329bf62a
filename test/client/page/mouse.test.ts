// What the mouse does in a picture of the panel's page: places are those at which cells are drawn.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemOf } from '../picture-source.ts';
import { type OpenPage, onPage, viewOf } from './page.ts';

const SMALL = itemOf([4, 8], [8, 1]);
const LARGE = itemOf([40, 50], [50, 1]);
const TEXT = '#333333';

/** Does something with the mouse at the cell that has a label. */
function at(page: OpenPage, label: string, type: string, more: object = {}): boolean {
  const place = page.labels().get(label);
  assert.ok(place !== undefined, `${label} is not drawn`);
  return page.mouse(type, place.x, place.y, more);
}

test(
  'a click selects the cell that is drawn there, and takes the focus',
  onPage((page) => {
    page.show(viewOf([SMALL]));
    page.canvas().corner = { left: 30, top: 200 };
    assert.equal(at(page, '19', 'pointerdown'), false);
    assert.equal(page.cell(), '(2,3): offset 19');
    assert.deepEqual(page.framed(TEXT), ['19']);
    assert.equal(page.browser.document.activeElement, page.grid());
    assert.deepEqual(page.canvas().captured, [7]);
    at(page, '19', 'pointerup');
    at(page, '31', 'pointermove');
    assert.deepEqual(page.framed(TEXT), ['19'], 'no button is pressed any more');
    at(page, '12', 'pointerdown', { shiftKey: true });
    assert.deepEqual(page.framed(TEXT), ['11', '12', '19', '20']);
  }),
);

test(
  'a drag selects all between its ends',
  onPage((page) => {
    page.show(viewOf([SMALL]));
    at(page, '10', 'pointerdown');
    at(page, '20', 'pointermove');
    assert.deepEqual(page.framed(TEXT), ['10', '11', '12', '18', '19', '20']);
    // Only up, only aside, and beside the cells.
    at(page, '12', 'pointermove');
    assert.deepEqual(page.framed(TEXT), ['10', '11', '12']);
    at(page, '11', 'pointermove');
    assert.deepEqual(page.framed(TEXT), ['10', '11']);
    page.mouse('pointermove', 500, 300);
    assert.deepEqual(page.framed(TEXT), ['10', '11']);
    at(page, '11', 'pointercancel');
    at(page, '31', 'pointermove');
    assert.deepEqual(page.framed(TEXT), ['10', '11']);
  }),
);

test(
  'what is under the mouse is said',
  onPage((page) => {
    page.show(viewOf([SMALL]));
    at(page, '19', 'pointermove');
    assert.equal(page.canvas().title, '(2,3): offset 19');
    assert.deepEqual(page.framed(TEXT), []);
    page.mouse('pointermove', 10, 40);
    assert.equal(page.canvas().title, '');
  }),
);

test(
  'other buttons, and places beside the cells, select nothing',
  onPage((page) => {
    page.show(viewOf([SMALL]));
    assert.equal(at(page, '19', 'pointerdown', { button: 2 }), true);
    assert.equal(page.mouse('pointerdown', 10, 40), true, 'the heads of the rows');
    assert.equal(page.mouse('pointerdown', 60, 5), true, 'the heads of the columns');
    assert.equal(page.mouse('pointerdown', 590, 40), true, 'right of the last column');
    at(page, '20', 'pointermove');
    assert.deepEqual(page.framed(TEXT), []);
    assert.equal(page.browser.document.activeElement, page.body);
  }),
);

for (const [how, facts] of [
  ['the middle button', { button: 1 }],
  ['Alt', { altKey: true }],
] as const)
  test(
    `with ${how} the picture is moved, and nothing is selected`,
    onPage((page) => {
      page.show(viewOf([LARGE]));
      for (let i = 0; i < 6; i++) page.key('+');
      const [label] = [...page.labels().keys()].slice(60);
      const before = page.labels().get(label!)!;
      assert.equal(page.mouse('pointerdown', 300, 200, facts), false);
      page.mouse('pointermove', 290, 215);
      page.mouse('pointermove', 273, 211);
      const after = page.labels().get(label!)!;
      assert.ok(Math.abs(after.x - before.x + 27) < 1e-6, `${after.x - before.x} pixels aside`);
      assert.ok(Math.abs(after.y - before.y - 11) < 1e-6, `${after.y - before.y} pixels down`);
      page.mouse('pointerup', 273, 211);
      page.mouse('pointermove', 200, 100);
      assert.deepEqual(page.labels().get(label!), after);
      assert.deepEqual(page.framed(TEXT), []);
    }),
  );

test(
  'the wheel zooms with Ctrl, and what is under the mouse stays there',
  onPage((page) => {
    page.show(viewOf([LARGE]));
    for (let i = 0; i < 3; i++) page.key('+');
    const [label, start] = [...page.labels()].find(([, { x, y }]) => x > 300 && y > 120)!;
    const [x, y] = [start.x, start.y];
    const gap = (): number => {
      const labels = page.labels();
      return labels.get(String(Number(label) + 50))!.y - labels.get(label)!.y;
    };
    const before = gap();
    for (const [more, factor] of [
      [{ deltaY: -3, ctrlKey: true }, 1.25],
      [{ deltaY: -300, metaKey: true }, 1.25 ** 2],
      [{ deltaY: 1, ctrlKey: true }, 1.25],
      [{ deltaY: 0, deltaX: 5, ctrlKey: true }, 1.25],
    ] as const) {
      assert.equal(page.mouse('wheel', x, y, more), false);
      assert.ok(Math.abs(gap() - before * factor) < 1e-6, `${gap()} of ${before}`);
      const now = page.labels().get(label)!;
      assert.ok(Math.abs(now.x - x) < 1e-6 && Math.abs(now.y - y) < 1e-6, JSON.stringify(now));
    }
  }),
);

test(
  'the wheel moves the picture where it can be moved, else the page',
  onPage((page) => {
    page.show(viewOf([LARGE]));
    assert.equal(page.mouse('wheel', 200, 200, { deltaY: 40 }), true, 'all of it is seen');
    for (let i = 0; i < 6; i++) page.key('+');
    page.key('Home', { ctrlKey: true });
    const before = page.labels().get('102')!;
    assert.equal(page.mouse('wheel', 200, 200, { deltaY: 9 }), false);
    assert.equal(page.mouse('wheel', 200, 200, { deltaX: 5 }), false);
    const after = page.labels().get('102')!;
    assert.ok(Math.abs(after.x - before.x + 5) < 1e-6 && Math.abs(after.y - before.y + 9) < 1e-6);
    page.mouse('wheel', 200, 200, { deltaX: -50, deltaY: -50 });
    assert.deepEqual(page.labels().get('102'), before, 'no further than its edge');
    assert.equal(page.mouse('wheel', 200, 200, { deltaY: -9 }), true);
  }),
);

test(
  'before a picture has its place, the mouse and the keys find nothing to fail at',
  onPage((page) => {
    page.page.show(viewOf([SMALL]), false);
    assert.equal(page.mouse('pointerdown', 60, 30), true);
    page.mouse('pointermove', 60, 30);
    assert.equal(page.canvas().title, '');
    assert.equal(page.mouse('wheel', 60, 30, { deltaY: 1 }), true);
    page.key('+');
    page.key('ArrowRight');
    page.browser.resize();
    assert.deepEqual(page.framed(TEXT), ['1']);
  }),
);
