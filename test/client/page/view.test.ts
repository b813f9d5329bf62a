// What the panel's page shows of a place, and what stays when another view of it comes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { packCells } from '../../../server/src/render/panel/packed-cells.ts';
import type { PictureItem, StepView } from '../../../server/src/render/panel/view.ts';
import { itemOf } from '../picture-source.ts';
import { onPage, viewOf } from './page.ts';

const MATRIX = itemOf([4, 8], [8, 1], {
  name: 'm',
  notation: '(4,8):(8,1)',
  literal: { shape: '(4,8)', stride: '(8,1)' },
});
const ROW = itemOf([2, 4], [1, 8], {
  name: 'r',
  notation: 'r',
  link: { to: 0, own: 'offset', other: 'offset' },
});
const TEXT = '#333333';

const step = (text: string, picture: number | null, more: Partial<StepView> = {}): StepView => ({
  text,
  source: null,
  depth: 0,
  picture,
  ...more,
});

test(
  'a page without a layout says what to do',
  onPage((page) => {
    assert.equal(page.status, 'Put the cursor on a layout.');
    assert.equal(page.one('h1').textContent, 'No layout');
    assert.equal(page.one('.toolbar').hidden, true);
    page.show(viewOf([MATRIX]));
    assert.equal(page.status, '');
    assert.equal(page.one('.toolbar').hidden, false);
    page.show(viewOf([], { title: 'x', problem: 'It is too large.' }));
    assert.equal(page.status, 'It is too large.');
    assert.deepEqual([page.one('h1').textContent, page.one('.toolbar').hidden], ['x', true]);
    page.show(null);
    assert.equal(page.status, 'Put the cursor on a layout.');
    assert.equal(page.body.querySelectorAll('figure').length, 0);
    assert.equal(page.body.querySelectorAll('section')[0]?.getAttribute('aria-label'), 'Pictures');
  }),
);

test(
  'what it says stands in the order in which it is read, and in the places that readers of the screen look for',
  onPage((page) => {
    page.show(viewOf([MATRIX], { steps: [step('a', null)] }));
    const main = page.one('main');
    assert.deepEqual(
      main.children.map((each) => each.getAttribute('aria-label') ?? each.getAttribute('role') ?? each.tag),
      ['header', 'status', 'View', 'Pictures', 'status', 'div'],
    );
    assert.deepEqual(
      page.body.querySelectorAll('section').map((each) => each.getAttribute('aria-label')),
      ['Pictures', 'Inspect', 'Derivation', 'Edit', 'Export'],
    );
    assert.deepEqual(
      page.body.querySelectorAll('h2').map(({ textContent }) => textContent),
      ['Inspect', 'Derivation', 'Edit', 'Export'],
    );
    assert.equal(page.one('.toolbar').getAttribute('role'), 'group');
    // Everything that is chosen or written has a name of its own.
    const named = page.body.all.filter(({ tag }) => tag === 'input' || tag === 'select');
    const labels = page.body.querySelectorAll('label');
    for (const field of named)
      assert.equal(labels.filter((label) => label.getAttribute('for') === field.id).length, 1);
    assert.equal(labels.length, named.length);
    for (const { textContent } of page.body.querySelectorAll('button')) assert.notEqual(textContent, '');
  }),
);

test(
  'each class that the style speaks of is there',
  onPage((page) => {
    const place = new URL('../../../client/src/panel/webview/style.css', import.meta.url);
    const classes = new Set(
      [...readFileSync(place, 'utf8').matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!),
    );
    const steps = [0, 1, 2, 3, 4, 5].map((depth) => step(`s${depth}`, depth === 0 ? 1 : null, { depth }));
    page.show(viewOf([MATRIX], { steps, made: [ROW] }));
    page.page.work();
    for (const name of classes) assert.ok(page.body.querySelector(`.${name}`) !== null, `nothing is ${name}`);
    assert.equal(page.body.querySelectorAll('.depth-4').length, 2);
    assert.equal(page.body.querySelectorAll('.has-picture').length, 1);
  }),
);

test(
  'work that takes longer is said to be going on, and can be cancelled',
  onPage((page) => {
    page.show(viewOf([MATRIX]));
    const isWorking = (): boolean => !page.one('.working').hidden;
    const isOutdated = (): boolean => page.one('main').classes.includes('outdated');
    assert.deepEqual([isWorking(), isOutdated()], [false, false]);
    page.page.work();
    assert.deepEqual([isWorking(), isOutdated()], [false, true]);
    page.browser.pass(399);
    assert.equal(isWorking(), false);
    // Other work begins.
    page.page.work();
    page.browser.pass(399);
    assert.equal(isWorking(), false);
    page.browser.pass(1);
    assert.equal(isWorking(), true);
    assert.equal(page.one('.working').textContent, 'Working… Cancel');
    assert.equal(page.one('.working').getAttribute('role'), 'status');
    page.press('Cancel');
    assert.deepEqual(page.sent, [{ kind: 'cancel' }]);
    page.page.stop(true);
    assert.deepEqual([isWorking(), isOutdated()], [false, true]);
    page.page.stop(false);
    assert.deepEqual([isWorking(), isOutdated()], [false, false]);
    page.page.work();
    page.show(viewOf([MATRIX]));
    assert.deepEqual([isWorking(), isOutdated()], [false, false]);
    page.browser.pass(1000);
    assert.equal(isWorking(), false);
  }),
);

test(
  'a selection stays in another view of its place, and nowhere else',
  onPage((page) => {
    const view = viewOf([MATRIX, ROW]);
    const changed = itemOf([4, 8], [1, 4], { name: 'm' });
    for (const [next, isKept] of [
      [viewOf([changed, ROW], { version: 2 }), true],
      [viewOf([changed], { title: 'm' }), false],
      [viewOf([changed, ROW], { title: 'n' }), false],
      [viewOf([changed, ROW], { uri: 'file:///b.layout' }), false],
    ] as const) {
      page.show(null);
      page.show(view);
      page.key('ArrowDown');
      assert.deepEqual(page.framed(TEXT), ['8']);
      page.show(next);
      assert.deepEqual(page.framed(TEXT), isKept ? ['1'] : [], next.uri + next.title);
    }
  }),
);

test(
  'a caption has the name and the value, and how the picture belongs to another one',
  onPage((page) => {
    const linked = (name: string, link: PictureItem['link']): PictureItem =>
      itemOf([2, 2], [1, 2], { name, notation: '(2,2):(1,2)', link });
    const long = 'composition(matrix, make_tile(4, 8))';
    page.show(
      viewOf([
        { ...MATRIX, name: long },
        linked('a', { to: 0, own: 'offset', other: 'offset' }),
        linked('b', { to: 1, own: 'index', other: 'offset' }),
        linked('c', { to: 9, own: 'index', other: 'offset' }),
        { ...linked(long, null), notation: long },
        linked('d', { to: 4, own: 'offset', other: 'index' }),
        linked('e', { to: 6, own: 'index', other: 'index' }),
        linked('n'.repeat(32), { to: 7, own: 'index', other: 'index' }),
        linked('f', { to: 7, own: 'index', other: 'index' }),
      ]),
    );
    const value = '(2,2):(1,2)';
    assert.deepEqual(page.captions, [
      `${long} = (4,8):(8,1)`,
      `a = ${value} · linked with the result by offset`,
      `b = ${value} · its index is the offset of a`,
      `c = ${value}`,
      long,
      `d = ${value} · its offset is the index of composition(matrix, make_tile(4…`,
      `e = ${value} · linked with e by index`,
      `${'n'.repeat(32)} = ${value} · linked with ${'n'.repeat(32)} by index`,
      `f = ${value} · linked with ${'n'.repeat(32)} by index`,
    ]);
  }),
);

test(
  'cells that are selected in one picture are selected in those that belong to it, and each is told of',
  onPage((page) => {
    page.show(viewOf([MATRIX, ROW, itemOf([3], [1], { name: 'apart' })]));
    page.key('ArrowRight');
    page.key('ArrowRight', { shiftKey: true });
    assert.deepEqual(
      [page.framed(TEXT), page.framed(TEXT, 1), page.framed(TEXT, 2)],
      [['1', '2'], ['1'], []],
    );
    assert.equal(page.status, '', 'not before it rests');
    page.browser.pass(119);
    assert.equal(page.status, '');
    page.key('ArrowRight', { shiftKey: true });
    page.browser.pass(119);
    assert.equal(page.status, '', 'it has not rested');
    page.browser.pass(1);
    assert.equal(page.status, 'm: 3 cells; offsets 1, 2, 3\nr: 1 cell; offsets 1');
    page.key('ArrowDown', {}, 1);
    page.browser.pass(120);
    assert.deepEqual([page.framed(TEXT), page.framed(TEXT, 1)], [['1'], ['1']]);
  }),
);

test(
  'where the pictures have long names, what is told of a selection stays short',
  onPage((page) => {
    const name = 'composition(matrix, make_tile(4, 8))';
    page.show(
      viewOf([
        { ...MATRIX, name },
        { ...ROW, name },
      ]),
    );
    page.key('Enter');
    page.browser.pass(120);
    assert.equal(
      page.status,
      'the result: 1 cell; offsets 0\ncomposition(matrix, make_tile(4…: 1 cell; offsets 0',
    );
  }),
);

test(
  'the colours are those of the theme, also when that changes',
  onPage((page) => {
    page.show(viewOf([MATRIX]));
    page.key('Enter');
    const before = page.drawn();
    const colours = () => [
      page.drawn().ground!.colour,
      page.drawn().texts.find(({ isClipped }) => !isClipped)!.look.colour,
      page.drawn().rectangles[0]!.colour,
      page
        .drawn()
        .texts.find(({ text, isClipped }) => isClipped && text === '9')!
        .look.font.replace(/^\S+ /, ''),
    ];
    assert.deepEqual(colours(), ['#ffffff', '#808080', '#333333', 'monospace']);
    page.browser.restyle('vscode-dark', {
      'editor-background': ' #101010',
      'editor-foreground': '#eeeeee',
      'editorLineNumber-foreground': '#777777',
      'editor-font-family': 'Mono',
    });
    assert.deepEqual(colours(), ['#101010', '#777777', '#eeeeee', 'Mono']);
    assert.notDeepEqual(
      page.drawn().image!.pixels,
      before.image!.pixels,
      'what is pale is near the background',
    );
  }),
);

const ASKED = {
  ...itemOf([2, 3], [1, 2], { name: 'fragment', hasThreads: true, index: null, offsets: null, shape: null }),
};

test('cells that are asked for come into the picture, each for its own', async () => {
  const asked: number[] = [];
  const made = { ...ASKED, name: 'made' };
  const answer = async (picture: number, window: Parameters<typeof packCells>[1]) => {
    asked.push(picture);
    const cell = (row: number, column: number) => ({
      label: `P${picture}T${row}V${column}`,
      key: 33 * row,
      group: row,
      value: column,
    });
    return packCells(
      { title: '', description: '', keys: 'names', rows: ASKED.rows, columns: ASKED.columns, cell },
      window,
      async () => undefined,
    );
  };
  const arrived = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
  };
  await onPage(async (page) => {
    page.show(
      viewOf([ASKED, { ...ASKED, name: 'other' }], {
        steps: [step('first', 3), step('second', null)],
        made: [MATRIX, made],
      }),
    );
    assert.equal(page.cell(), 'not there yet');
    await arrived();
    page.browser.frame();
    assert.deepEqual([...new Set(asked)], [0, 1]);
    assert.equal(page.cell(1), 'row 0, column 0: thread 0, warp 0, value 0');
    assert.deepEqual([...page.labels().keys()].slice(0, 2), ['P0T0V0', 'P0T0V1']);
    // Cells became wider with their labels.
    const [one, other] = ['P0T0V0', 'P0T0V1'].map((label) => page.labels().get(label)!.x);
    assert.equal((other! - one!).toFixed(6), (22 * (6 * 0.42 + 0.4)).toFixed(6));
    page.key('ArrowDown');
    page.browser.pass(120);
    assert.equal(page.status, 'fragment: 1 cell; threads 33; warps 1; values 0');
    page.press('Next step');
    assert.equal(page.grid(2).getAttribute('aria-label'), 'Step: made');
    await arrived();
    page.browser.frame();
    assert.deepEqual([...new Set(asked)], [0, 1, 3]);
    assert.equal(page.labels(2).has('P3T0V0'), true);
  }, answer)();
});
