// What stands above the pictures of the panel's page: what they are of, and how they are looked at.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colourOf } from '../../../client/src/panel/webview/colours.ts';
import type { PictureItem } from '../../../server/src/render/panel/view.ts';
import { itemOf } from '../picture-source.ts';
import { type OpenPage, onPage, viewOf } from './page.ts';

const MATRIX = itemOf([4, 8], [8, 1], { name: 'm' });
const THREADS = itemOf([32, 4], [1, 32], { name: 'tv', isThreadValue: true });
const TEXT = '#333333';

/** Whether cells have the colours that a number of each is given. */
function isColouredBy(page: OpenPage, numberOf: (row: number, column: number) => number, picture = 0) {
  const { pixels, rows, columns } = page.drawn(picture).image!;
  const names = { name: '', keys: 'names', of: () => 0 } as const;
  return pixels.every((pixel, at) => {
    const key = numberOf(Math.floor(at / columns), at % columns);
    return rows * columns > 0 && pixel === colourOf(names, key, 0).pixel;
  });
}

test(
  'the head says what is shown, of which instantiation, and whether the panel stays',
  onPage((page) => {
    const value = ['(4,8):(8,1)', '(4,8):(1,4)'];
    page.show(
      viewOf([MATRIX], {
        title: 'matrix',
        value,
        summary: '4 rows',
        instances: ['f<1>', 'f<2>'],
        instance: 1,
      }),
    );
    assert.equal(page.one('h1').textContent, 'matrix');
    assert.equal(page.one('.value').textContent, '(4,8):(8,1)\n(4,8):(1,4)');
    assert.equal(page.one('.summary').textContent, '4 rows');
    assert.deepEqual(page.options('Instantiation'), ['f<1>', 'f<2>']);
    assert.equal(page.chosen('Instantiation'), 'f<2>');
    page.choose('Instantiation', 'f<1>');
    page.press('Pin');
    assert.equal(page.button('Pin').getAttribute('aria-pressed'), 'false', 'the editor says when it stays');
    assert.equal(page.button('Pin').title, 'Stay here when the cursor moves');
    page.show(viewOf([MATRIX]), true);
    assert.equal(page.button('Pin').getAttribute('aria-pressed'), 'true');
    assert.equal(page.button('Pin').title, 'Follow the cursor again');
    page.press('Pin');
    assert.deepEqual(page.sent, [
      { kind: 'instance', instance: 0 },
      { kind: 'pin', isPinned: true },
      { kind: 'pin', isPinned: false },
    ]);
    assert.equal(page.field('Instantiation').isSeen, false);
    assert.deepEqual([page.one('.summary').textContent, page.one('.value').textContent], ['', '']);
    page.show(null);
    assert.equal(page.button('Pin').getAttribute('aria-pressed'), 'false');
  }),
);

test(
  'cells are coloured by what is chosen, which stays chosen where there is such a thing',
  onPage((page) => {
    page.show(viewOf([MATRIX]));
    assert.deepEqual(page.options('Colour by'), ['offset', 'mode 0', 'mode 1']);
    assert.equal(page.chosen('Colour by'), 'offset');
    page.choose('Colour by', 'mode 1');
    assert.ok(isColouredBy(page, (_, column) => column));
    page.choose('Colour by', 'mode 0');
    assert.ok(isColouredBy(page, (row) => row));
    // Threads are what such a layout is about, until something of it is chosen.
    page.show(viewOf([THREADS]));
    assert.deepEqual(page.options('Colour by'), ['offset', 'thread', 'warp', 'value']);
    assert.equal(page.chosen('Colour by'), 'thread');
    page.show(viewOf([MATRIX]));
    assert.equal(page.chosen('Colour by'), 'mode 0', 'what was chosen before');
    page.choose('Colour by', 'offset');
    page.show(viewOf([THREADS]));
    assert.equal(page.chosen('Colour by'), 'offset');
    // Each picture by what it has.
    page.show(viewOf([THREADS, MATRIX]));
    page.choose('Colour by', 'mode 0');
    assert.ok(isColouredBy(page, (row) => row, 1));
  }),
);

test(
  'banks are those of elements of the size that is known, or chosen',
  onPage((page) => {
    const wide = itemOf([4, 64], [64, 1], { name: 'wide', bits: 16 });
    page.show(viewOf([wide]));
    assert.equal(page.chosen('Element'), '16 bits');
    assert.deepEqual(page.options('Element'), [
      'of unknown size',
      ...[4, 8, 16, 32, 64, 128].map((bits) => `${bits} bits`),
    ]);
    page.choose('Colour by', 'bank');
    assert.ok(isColouredBy(page, (row, column) => Math.floor((row * 64 + column) / 2) % 32));
    page.choose('Element', '64 bits');
    assert.ok(isColouredBy(page, (row, column) => ((row * 64 + column) * 2) % 32));
    page.key('ArrowRight');
    assert.equal(page.cell(), '(0,1): offset 1, bank 2');
    page.choose('Element', 'of unknown size');
    assert.deepEqual(page.options('Colour by'), ['offset', 'mode 0', 'mode 1']);
    assert.equal(page.cell(), '(0,1): offset 1');
    page.choose('Element', '32 bits');
    assert.equal(page.chosen('Colour by'), 'bank', 'it was chosen before');
    // A picture whose elements are not known leaves the size as it is; one that is no layout has none.
    page.show(viewOf([MATRIX]));
    assert.equal(page.chosen('Element'), '32 bits');
    page.show(viewOf([{ ...wide, bits: 8 }]));
    assert.equal(page.chosen('Element'), '8 bits');
    assert.equal(page.field('Element').isSeen, true);
    page.show(viewOf([{ ...wide, index: null, offsets: null }]));
    assert.equal(page.field('Element').isSeen, false);
    assert.deepEqual(page.options('Colour by'), ['value']);
  }),
);

test(
  'a view of the same picture leaves the size of elements that was chosen',
  onPage((page) => {
    page.show(viewOf([itemOf([4, 8], [8, 1], { name: 'm', bits: 16 })]));
    page.choose('Element', '8 bits');
    page.press('Keep');
    assert.equal(page.chosen('Element'), '8 bits');
  }),
);

test(
  'with a scope all cells that are alike are selected',
  onPage((page) => {
    page.show(viewOf([MATRIX, THREADS]));
    assert.deepEqual(page.options('Select by'), [
      'cell',
      'same offset',
      'same mode 0',
      'same mode 1',
      'same thread',
      'same warp',
      'same value',
    ]);
    page.key('ArrowDown');
    assert.deepEqual(page.framed(TEXT), ['8']);
    page.choose('Select by', 'same mode 0');
    assert.deepEqual(page.framed(TEXT), ['8', '9', '10', '11', '12', '13', '14', '15']);
    page.key('ArrowDown', { shiftKey: true });
    assert.equal(page.framed(TEXT).length, 16);
    page.choose('Select by', 'same thread');
    assert.deepEqual(page.framed(TEXT), ['8', '16'], 'which it has not');
    page.choose('Select by', 'cell');
    assert.deepEqual(page.framed(TEXT), ['8', '16']);
  }),
);

test(
  'a picture is compared with another one, or with a layout that was kept',
  onPage((page) => {
    const other = itemOf([4, 8], [1, 4], { name: 'other' });
    page.show(viewOf([MATRIX, other]));
    const crosses = () => page.drawn().strokes.filter(({ colour }) => colour === '#d00000').length;
    assert.deepEqual(page.options('Compare with'), ['nothing', 'other']);
    assert.deepEqual([page.captions[0], crosses()], ['m = ', 0]);
    page.choose('Compare with', 'other');
    // Only the first offset and the last are at the same coordinates.
    assert.deepEqual([page.captions, crosses()], [['m =  · 30 of 32 coordinates differ', 'other = '], 30]);
    assert.equal(page.drawn(1).strokes.filter(({ colour }) => colour === '#d00000').length, 0);
    page.press('Keep');
    assert.equal(page.status, 'm is kept: compare another layout with it.');
    assert.deepEqual(page.options('Compare with'), ['nothing', 'other', 'm (kept)']);
    assert.equal(page.chosen('Compare with'), 'other');
    page.choose('Compare with', 'm (kept)');
    assert.equal(page.captions[0], 'm =  · no coordinate differs');
    page.show(viewOf([itemOf([4, 8], [8, 1], { name: 'again' }), MATRIX]));
    assert.equal(page.chosen('Compare with'), 'm (kept)', 'while there is one');
    assert.equal(page.captions[0], 'again =  · no coordinate differs');
    page.show(viewOf([other]));
    assert.equal(page.captions[0], 'other =  · 30 of 32 coordinates differ');
    page.choose('Compare with', 'nothing');
    assert.deepEqual([page.captions[0], crosses()], ['other = ', 0]);
  }),
);

test(
  'what is no layout is not kept, and compared with nothing',
  onPage((page) => {
    const asked: PictureItem = { ...MATRIX, name: 'asked', offsets: null, index: null };
    page.show(null);
    page.page.show(viewOf([asked, MATRIX]), false);
    page.press('Keep');
    assert.equal(page.status, '');
    assert.deepEqual(page.options('Compare with'), ['nothing', 'm']);
    page.choose('Compare with', 'm');
    assert.equal(page.captions[0], 'asked = ');
    assert.equal(
      page.body.querySelectorAll('section').some((each) => each.getAttribute('aria-label') === 'Inspect'),
      false,
    );
  }),
);
