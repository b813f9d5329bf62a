// One picture of the panel's page: how large it is, the keyboard, the mouse, and what is drawn by them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MARGIN } from '../../../client/src/panel/webview/draw.ts';
import { itemOf } from '../picture-source.ts';
import { type OpenPage, onPage, viewOf } from './page.ts';

/** Of 4 rows and 8 columns, each offset once. */
const SMALL = itemOf([4, 8], [8, 1]);
/** Of more than is seen when it is larger. */
const LARGE = itemOf([40, 50], [50, 1]);
const FOCUS = '#0060c0';
const TEXT = '#333333';

const near = (a: number, b: number, what = ''): void =>
  assert.ok(Math.abs(a - b) < 1e-6, `${what} ${a} is not ${b}`);

/** How far apart the middles of two cells are. */
function distance(page: OpenPage, one: string, other: string): { readonly x: number; readonly y: number } {
  const [a, b] = [page.labels().get(one)!, page.labels().get(other)!];
  return { x: b.x - a.x, y: b.y - a.y };
}

test(
  'a picture is as wide as there is room, and as high as its cells',
  onPage((page) => {
    page.browser.ratio = 2;
    page.show(viewOf([SMALL]));
    const canvas = page.canvas();
    // Cells of 22 pixels; a line around the figure is left.
    assert.deepEqual(canvas.style, { width: '598px', height: `${4 * 22 + MARGIN.top}px` });
    assert.deepEqual(page.drawn().ground, { at: [0, 0, 598, 4 * 22 + MARGIN.top], colour: '#ffffff' });
    assert.equal(page.labels().size, 32);
    page.browser.width = 400;
    page.browser.resize();
    assert.equal(canvas.style['width'], '398px');
    assert.deepEqual(page.drawn().ground!.at, [0, 0, 398, 4 * 22 + MARGIN.top]);
    page.browser.width = 20;
    page.browser.resize();
    assert.equal(canvas.style['width'], `${120 + MARGIN.left}px`);
  }),
);

test(
  'the canvas has the pixels of the screen',
  onPage((page) => {
    (globalThis as { devicePixelRatio?: number }).devicePixelRatio = 1.5;
    page.show(viewOf([SMALL]));
    assert.deepEqual([page.canvas().width, page.canvas().height], [897, 159]);
    assert.equal(page.canvas().context.ratio, 1.5);
  }),
);

test(
  'the height of a picture has its limits, and low pictures are not lines',
  onPage((page) => {
    const heightOf = (shape: readonly [number, number]): number => {
      page.show(viewOf([itemOf(shape, [1, 0])], { title: String(shape) }));
      return Number.parseInt(page.canvas().style['height']!, 10) - MARGIN.top;
    };
    assert.equal(heightOf([1, 8]), 60);
    assert.equal(heightOf([3, 8]), 66);
    assert.equal(heightOf([400, 8]), 560);
    // Cells of a wide picture would be lower than they can be seen.
    assert.equal(heightOf([2, 4096]), 60);
    assert.equal(heightOf([8, 4096]), 80);
  }),
);

test(
  'cells of small pictures are as wide as their labels, and others are squares',
  onPage((page) => {
    const widthOf = (shape: readonly [number, number], stride: number): number => {
      page.browser.width = 6000;
      page.show(viewOf([itemOf(shape, [0, stride])], { title: `${shape} ${stride}` }));
      return distance(page, '0', String(stride)).x;
    };
    near(widthOf([2, 3], 1), 22);
    near(widthOf([2, 3], 1000), 22 * 2.08);
    near(widthOf([2, 3], 1e9), 22 * 3.2);
    near(widthOf([2, 65], 10), 22);
    near(widthOf([2, 64], 10), 22 * 1.66);
    // The same of rows, whose labels have no room.
    const betweenLines = (rows: number): number => {
      page.show(viewOf([itemOf([rows, 8], [0, 100])], { title: String(rows) }));
      const across = page.drawn().strokes.flatMap(({ path }) => path.filter(([a, b]) => a[0] === b[0]));
      const [first, second] = [...new Set(across.map(([[x]]) => x))].sort((a, b) => a - b);
      return second! - first!;
    };
    near(betweenLines(64), (560 / 64) * 1.66);
    near(betweenLines(65), 10);
  }),
);

const GRID_MOVES: readonly (readonly [key: string, place: string, control?: boolean])[] = [
  ['ArrowUp', '(0,0)'],
  ['ArrowLeft', '(0,0)'],
  ['ArrowDown', '(1,0)'],
  ['ArrowRight', '(1,1)'],
  ['PageDown', '(9,1)'],
  ['PageDown', '(17,1)'],
  ['PageUp', '(9,1)'],
  ['ArrowUp', '(8,1)'],
  ['End', '(8,49)'],
  ['ArrowRight', '(8,49)'],
  ['ArrowLeft', '(8,48)'],
  ['Home', '(8,0)'],
  ['End', '(39,49)', true],
  ['ArrowDown', '(39,49)'],
  ['PageDown', '(39,49)'],
  [' ', '(39,49)'],
  ['Home', '(0,0)', true],
  ['PageUp', '(0,0)'],
  ['Enter', '(0,0)'],
];

test(
  'keys move the cursor, which selects its cell and is told',
  onPage((page) => {
    page.show(viewOf([LARGE]));
    assert.equal(page.cell(), '(0,0): offset 0');
    for (const [key, place, ctrlKey = false] of GRID_MOVES) {
      assert.equal(page.key(key, { ctrlKey }), false, `${key} is taken`);
      const [row, column] = JSON.parse(place.replace('(', '[').replace(')', ']'));
      assert.equal(page.cell(), `${place}: offset ${row * 50 + column}`, key);
      assert.equal(page.one('[role=row]').getAttribute('aria-rowindex'), String(row + 1));
      assert.equal(page.one('[role=gridcell]').getAttribute('aria-colindex'), String(column + 1));
      assert.equal(page.one('[role=gridcell]').getAttribute('aria-selected'), 'true');
      page.browser.pass(120);
      assert.equal(page.status, `L: 1 cell; offsets ${row * 50 + column}`);
    }
    page.key('ArrowDown');
    for (const [key, more] of [
      ['a', {}],
      ['Tab', {}],
      ['ArrowDown', { altKey: true }],
      ['ArrowDown', { metaKey: true }],
    ] as const) {
      assert.equal(page.key(key, more), true, `${key} is left to the browser`);
      assert.equal(page.cell(), '(1,0): offset 50');
    }
  }),
);

test(
  'with Shift all cells from where the selection began are selected, until it is cleared',
  onPage((page) => {
    page.show(viewOf([SMALL]));
    page.key('ArrowDown');
    page.key('ArrowRight');
    assert.deepEqual(page.framed(TEXT), ['9']);
    page.key('ArrowRight', { shiftKey: true });
    page.key('ArrowDown', { shiftKey: true });
    assert.deepEqual(page.framed(TEXT), ['9', '10', '17', '18']);
    // Back over where it began.
    for (let i = 0; i < 2; i++) page.key('ArrowUp', { shiftKey: true });
    page.key('Home', { shiftKey: true });
    assert.deepEqual(page.framed(TEXT), ['0', '1', '8', '9']);
    page.browser.pass(120);
    assert.equal(page.status, 'L: 4 cells; offsets 0, 1, 8, 9');
    assert.equal(page.key('Escape'), false);
    assert.deepEqual(page.framed(TEXT), []);
    assert.equal(page.status, '');
    assert.equal(page.one('[role=gridcell]').getAttribute('aria-selected'), 'false');
    page.browser.pass(1000);
    assert.equal(page.status, '', 'what is cleared is not told of');
    page.key('ArrowRight', { shiftKey: true });
    assert.deepEqual(page.framed(TEXT), ['1'], 'the next selection begins anew');
  }),
);

test(
  'keys and buttons zoom around the middle, up to a limit, and back to the whole',
  onPage((page) => {
    page.show(viewOf([SMALL, LARGE]));
    const width = 22 * 1.24;
    near(distance(page, '0', '1').x, width);
    near(distance(page, '0', '8').y, 22);
    assert.equal(page.key('+'), false);
    near(distance(page, '8', '16').y, 27.5);
    page.key('=');
    near(distance(page, '8', '16').y, 27.5 * 1.25);
    assert.equal(page.key('-'), false);
    near(distance(page, '8', '16').y, 27.5);
    page.key('-');
    page.key('-');
    near(distance(page, '8', '16').y, 22, 'no smaller than the whole');
    page.press('Zoom in');
    near(distance(page, '8', '9').x, width * 1.5);
    page.press('Zoom out');
    near(distance(page, '8', '9').x, width);
    for (let i = 0; i < 9; i++) page.press('Zoom in');
    near(distance(page, '17', '18').x, 64 * 1.24);
    assert.equal(page.key('0'), false);
    near(distance(page, '0', '1').x, width);
    assert.equal(page.labels().size, 32);
    page.press('Zoom in');
    page.press('Fit');
    assert.equal(page.labels().size, 32);
  }),
);

test(
  'the buttons zoom every picture, the keys that of the cursor',
  onPage((page) => {
    page.show(viewOf([SMALL, SMALL]));
    const between = (picture: number): number =>
      page.labels(picture).get('16')!.y - page.labels(picture).get('8')!.y;
    page.key('+', {}, 1);
    near(between(0), 22);
    near(between(1), 27.5);
    page.press('Zoom in');
    near(between(0), 33);
    near(between(1), 27.5 * 1.5);
  }),
);

test(
  'where the cursor goes there the picture goes',
  onPage((page) => {
    page.show(viewOf([LARGE]));
    for (let i = 0; i < 6; i++) page.key('+');
    const isSeen = (label: string): boolean => {
      const at = page.labels().get(label);
      const { width, height } = page.canvas().style;
      const [right, bottom] = [Number.parseFloat(width!), Number.parseFloat(height!)];
      return at !== undefined && at.x > MARGIN.left && at.y > MARGIN.top && at.x < right && at.y < bottom;
    };
    for (const [key, label] of [
      ['End', '1999'],
      ['Home', '0'],
    ] as const) {
      page.key(key, { ctrlKey: true });
      assert.ok(isSeen(label), `${label} is seen`);
    }
    assert.ok(!isSeen('1999'));
    // It moves no more than it must.
    const before = page.labels().get('0');
    page.key('ArrowDown');
    assert.deepEqual(page.labels().get('0'), before);
  }),
);

test(
  'the cursor has a frame while the picture has the focus',
  onPage((page) => {
    page.show(viewOf([SMALL]));
    page.key('ArrowRight');
    assert.deepEqual(page.framed(FOCUS), []);
    page.grid().focus();
    page.browser.frame();
    assert.deepEqual(page.framed(FOCUS), ['1']);
    page.grid().blur();
    page.browser.frame();
    assert.deepEqual(page.framed(FOCUS), []);
  }),
);

test(
  'a screen reader is told what the grid is',
  onPage((page) => {
    page.show(viewOf([itemOf([4, 8], [8, 1], { name: 'm', description: '4 rows of 8' }), LARGE]));
    const [grid, other] = [page.grid(), page.grid(1)];
    const told = (name: string): string | null => grid.getAttribute(name);
    assert.deepEqual(
      ['aria-label', 'aria-description', 'aria-rowcount', 'aria-colcount', 'tabindex'].map(told),
      ['m', '4 rows of 8', '4', '8', '0'],
    );
    assert.equal(told('aria-multiselectable'), 'true');
    const cell = page.one(`[id=${told('aria-activedescendant')}]`);
    assert.equal(cell.getAttribute('role'), 'gridcell');
    assert.equal(cell.textContent, '(0,0): offset 0');
    assert.notEqual(other.getAttribute('aria-activedescendant'), cell.id);
    assert.deepEqual(
      grid.all.map((each) => each.getAttribute('role') ?? each.tag),
      ['canvas', 'rowgroup', 'row', 'gridcell'],
    );
    assert.equal(page.canvas().getAttribute('aria-hidden'), 'true');
  }),
);

test(
  'a picture that is taken away is observed no longer, and draws no more',
  onPage((page) => {
    page.show(viewOf([SMALL, LARGE]));
    const canvas = page.canvas();
    page.grid().focus();
    page.page.show(viewOf([LARGE]), false);
    assert.equal(page.browser.observed, 1);
    const before = canvas.context.noted;
    page.browser.resize();
    assert.equal(canvas.context.noted, before);
    page.show(null);
    assert.equal(page.browser.observed, 0);
  }),
);
