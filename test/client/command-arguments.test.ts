// What the commands of hovers' links take, and what they refuse.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCopied, readInsertion, readPicturePlace } from '../../client/src/command-arguments.ts';

const PLACE = { line: 1, character: 2 };
const EDIT = { uri: 'file:///a.cu', version: 3, range: { start: PLACE, end: PLACE }, newText: '_4{}' };

test('what the links carry is taken', () => {
  assert.deepEqual(readInsertion(EDIT), EDIT);
  assert.deepEqual(readInsertion({ ...EDIT, more: 1, range: { ...EDIT.range, more: 1 } }), EDIT);
  assert.deepEqual(readCopied({ text: 'a', label: 'C++' }), { text: 'a', label: 'C++' });
  assert.deepEqual(readCopied({ text: 'a', label: 5 }), { text: 'a', label: null });
});

test('a place that is drawn is a document and a position', () => {
  const place = { uri: 'file:///a.cu', position: PLACE };
  assert.deepEqual(readPicturePlace({ ...place, more: 1 }), place);
  for (const wrong of [null, 'file:///a.cu', { uri: 1, position: PLACE }, { uri: '', position: { line: 1 } }])
    assert.equal(readPicturePlace(wrong), null, JSON.stringify(wrong));
});

test('anything else is refused', () => {
  for (const wrong of [
    null,
    undefined,
    'file:///a.cu',
    [],
    [EDIT],
    {},
    { ...EDIT, uri: 1 },
    { ...EDIT, uri: undefined },
    { ...EDIT, version: '3' },
    { ...EDIT, version: Number.NaN },
    { ...EDIT, newText: { toString: () => 'x' } },
    { ...EDIT, range: null },
    { ...EDIT, range: { start: PLACE } },
    { ...EDIT, range: { start: PLACE, end: { line: -1, character: 0 } } },
    { ...EDIT, range: { start: { line: 0.5, character: 0 }, end: PLACE } },
    { ...EDIT, range: { start: { line: '0', character: 0 }, end: PLACE } },
  ])
    assert.equal(readInsertion(wrong), null, JSON.stringify(wrong));
  for (const wrong of [null, undefined, 'text', [], {}, { text: 1 }, { text: ['a'] }])
    assert.equal(readCopied(wrong), null, JSON.stringify(wrong));
});
