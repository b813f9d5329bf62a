// What stands below the pictures of the panel's page: steps, coordinates, forms, and the picture for other programs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StepView } from '../../../server/src/render/panel/view.ts';
import { itemOf } from '../picture-source.ts';
import { FakeEvent, type FakeList } from './dom.ts';
import { onPage, viewOf } from './page.ts';

const MATRIX = itemOf([4, 8], [8, 1], { name: 'm', literal: { shape: '(4,8)', stride: '(8,1)' } });
const THREADS = itemOf([32, 4], [1, 32], { name: 'tv', isThreadValue: true });
const TEXT = '#333333';

const step = (text: string, picture: number | null = null, source: string | null = null): StepView => ({
  text,
  source,
  depth: 0,
  picture,
});
const STEPS = [step('one'), step('two', 1, 'f(x)'), step('three', 2)];
const MADE = [
  itemOf([2, 2], [1, 8], { name: 'half', link: { to: 0, own: 'offset', other: 'offset' } }),
  THREADS,
];

test(
  'steps are looked at one after another, and what one has made is shown and selected',
  onPage((page) => {
    page.show(viewOf([MATRIX], { steps: STEPS, made: MADE }));
    const pressed = () =>
      page.body
        .querySelectorAll('.step')
        .flatMap((each, at) => (each.getAttribute('aria-pressed') === 'true' ? [at] : []));
    const figures = (): number => page.body.querySelectorAll('figure').length;
    assert.deepEqual(
      page.body.querySelectorAll('.step').map(({ textContent }) => textContent),
      ['one', 'two (f(x))', 'three'],
    );
    assert.deepEqual([page.one('.note').textContent, pressed(), figures()], ['3 steps', [], 1]);
    page.press('Next step');
    assert.deepEqual([page.one('.note').textContent, pressed(), figures()], ['step 1 of 3', [0], 1]);
    assert.equal(page.status, 'Step: one');
    assert.equal(page.browser.document.activeElement, page.button('Next step'));
    page.press('Next step');
    assert.deepEqual([page.one('.note').textContent, pressed(), figures()], ['step 2 of 3', [1], 2]);
    page.browser.resize();
    assert.equal(page.grid(1).getAttribute('aria-label'), 'Step: half');
    assert.deepEqual(
      [page.framed(TEXT, 1), page.framed(TEXT)],
      [
        ['0', '8', '1', '9'],
        ['0', '1', '8', '9'],
      ],
    );
    page.press('Previous step');
    page.press('Previous step');
    assert.deepEqual([pressed(), figures(), page.one('.note').textContent], [[], 1, '3 steps']);
    assert.equal(page.browser.document.activeElement, page.button('Previous step'));
    page.press('Previous step');
    assert.deepEqual(pressed(), [2]);
    page.press('Next step');
    assert.deepEqual(pressed(), []);
    // A step itself, and that again.
    page.body.querySelectorAll('.step')[1]!.click();
    assert.deepEqual([pressed(), figures()], [[1], 2]);
    assert.equal(page.browser.document.activeElement.textContent, 'two (f(x))');
    page.browser.document.activeElement.click();
    assert.deepEqual([pressed(), figures()], [[], 1]);
    assert.equal(page.browser.document.activeElement.textContent, 'one');
  }),
);

test(
  'the step that is looked at stays in another view of its place, while there is one',
  onPage((page) => {
    const view = viewOf([MATRIX], { steps: STEPS, made: MADE });
    page.show(view);
    page.press('Next step');
    page.press('Next step');
    page.browser.frame();
    page.show({ ...view, version: 2 });
    assert.equal(page.one('.note').textContent, 'step 2 of 3');
    assert.equal(page.framed(TEXT).length, 4);
    page.show({ ...view, steps: STEPS.slice(0, 1) });
    assert.equal(page.one('.note').textContent, '1 steps');
    assert.deepEqual([page.captions.length, page.framed(TEXT)], [1, []]);
    page.show(view);
    page.press('Next step');
    page.show({ ...view, title: 'elsewhere' });
    assert.equal(page.one('.note').textContent, '3 steps');
  }),
);

test(
  'coordinates and offsets are looked up, and shown',
  onPage((page) => {
    page.show(viewOf([MATRIX, THREADS]));
    const told = () => page.body.querySelectorAll('output').map(({ textContent }) => textContent);
    page.field('Coordinate').value = '(2,3)';
    page.press('Show the coordinate');
    assert.deepEqual(told(), ['offset 19, index 14', '']);
    assert.deepEqual([page.framed(TEXT), page.cell()], [['19'], '(2,3): offset 19']);
    const input = page.field('Offset');
    input.value = '9';
    input.dispatch(new FakeEvent('keydown', { key: 'Tab' }));
    assert.deepEqual(told(), ['offset 19, index 14', '']);
    input.dispatch(new FakeEvent('keydown', { key: 'Enter' }));
    page.browser.frame();
    assert.deepEqual(told(), ['offset 19, index 14', 'coordinate (1,1)']);
    assert.deepEqual(page.framed(TEXT), ['9']);
    input.value = '99';
    page.press('Show the offset');
    page.field('Coordinate').value = '(9,9)';
    page.press('Show the coordinate');
    assert.deepEqual(told(), ['9 is outside of 0 to 3', 'no coordinate has the offset 99']);
    assert.deepEqual(page.framed(TEXT), ['9'], 'what was found stays');
    assert.deepEqual(
      [page.field('Coordinate').getAttribute('placeholder'), input.getAttribute('placeholder')],
      ['(1,2)', '19'],
    );
  }),
);

test(
  'the picture is copied and saved as text, and saved as the image that is seen',
  onPage((page) => {
    page.show(viewOf([MATRIX, THREADS], { title: 'the title' }));
    assert.deepEqual(page.options('Format'), [
      'SVG',
      'PNG, as it is shown',
      'TikZ',
      'Markdown',
      'Line of a .layout file',
    ]);
    page.press('Copy');
    page.press('Save…');
    for (const [at, name] of [...page.options('Format').entries()].slice(2)) {
      page.choose('Format', name);
      page.press(at % 2 === 0 ? 'Copy' : 'Save…');
    }
    const text = (kind: 'copy' | 'save', format: 'svg' | 'tikz' | 'markdown' | 'layout') =>
      ({ kind, picture: 0, format }) as const;
    const sent = [text('copy', 'svg'), text('save', 'svg')];
    assert.deepEqual(page.sent.splice(0), [
      ...sent,
      text('copy', 'tikz'),
      text('save', 'markdown'),
      text('copy', 'layout'),
    ]);
    page.choose('Format', 'PNG, as it is shown');
    assert.throws(() => page.press('Copy'), /nobody can click/);
    page.button('Copy').dispatch(new FakeEvent('click'));
    page.press('Save…');
    const [message, ...others] = page.sent;
    assert.deepEqual(others, []);
    assert.ok(message?.kind === 'save-png');
    assert.equal(message.name, 'the title');
    assert.match(atob(message.bytes), /\b30 31$/, 'what is drawn of the first picture');
    page.choose('Format', 'TikZ');
    page.press('Copy');
    assert.equal(page.field<FakeList>('Format').value, 'tikz');
  }),
);

test(
  'a form writes another layout into the source',
  onPage((page) => {
    page.show(viewOf([THREADS, MATRIX, { ...MATRIX, name: 'n', literal: { shape: '4', stride: '1' } }]));
    const forms = page.body.querySelectorAll('form');
    assert.deepEqual(
      forms.map((form) => [form.getAttribute('aria-label'), form.querySelector('strong')!.textContent]),
      [
        ['Edit m', 'm'],
        ['Edit n', 'n'],
      ],
    );
    // The labels of the first form come first.
    assert.deepEqual([page.field('Shape').value, page.field('Stride').value], ['(4,8)', '(8,1)']);
    page.field('Stride').value = '(1,4)';
    forms[0]!.querySelector('button')!.click();
    forms[1]!.submit();
    assert.deepEqual(page.sent, [
      { kind: 'edit', picture: 1, layout: '(4,8):(1,4)' },
      { kind: 'edit', picture: 2, layout: '4:1' },
    ]);
    page.show(viewOf([THREADS]));
    assert.equal(page.body.querySelector('form'), null);
    assert.equal(page.body.dispatch(new FakeEvent('submit')), true);
  }),
);
