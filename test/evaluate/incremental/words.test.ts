// Identifiers as numbers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordNumber, wordNumbers } from '../../../server/src/syntax/text/words.ts';

test('every identifier of a text is found, and parts of longer words are not', () => {
  const words = wordNumbers('auto tile_8 = size<0>(kBlockM*x2); // Layout_\n0xFF 3u');
  for (const word of ['auto', 'tile_8', 'size', 'kBlockM', 'x2', 'Layout_'])
    assert.ok(words.has(wordNumber(word)), word);
  for (const word of ['tile', 'kBlock', 'BlockM', '8', '0xFF', 'xFF', 'u', 'Layout', ''])
    assert.ok(!words.has(wordNumber(word)), word);
});

test('a hundred thousand names have a hundred thousand numbers, but for a handful', () => {
  const numbers = new Set<number>();
  for (let i = 0; i < 100_000; i++) numbers.add(wordNumber(`kBlock_${i}`));
  assert.ok(numbers.size > 99_990, `${numbers.size}`);
});
