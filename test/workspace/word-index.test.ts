// Which files hold which words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WordIndex } from '../../server/src/workspace/imports/word-index.ts';

test('files are found by any of the words that they hold now', () => {
  const index = new WordIndex();
  assert.equal(index.set('a', 'gemm(tile)'), true);
  assert.equal(index.set('b', 'copy(tile); // gemm_op'), true);
  assert.deepEqual([...index.holding(['tile'])], ['a', 'b']);
  assert.deepEqual([...index.holding(['gemm', 'copy'])], ['a', 'b']);
  assert.deepEqual([...index.holding(['gemm'])], ['a']);
  assert.equal(index.set('a', 'tile = gemm;'), false, 'the same words in another order');
  assert.equal(index.set('a', 'copy(tile, tile)'), true);
  assert.deepEqual([...index.holding(['gemm'])], []);
  assert.deepEqual([...index.holding(['copy'])].sort(), ['a', 'b']);
  index.delete('b');
  assert.equal(index.has('b'), false);
  assert.deepEqual([...index.holding(['copy', 'gemm_op'])], ['a']);
});
