import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WordSieve, wordsIn } from '../../server/src/syntax/text/words.ts';

const TEXTS = [
  'using Layout = cute::Layout<Shape<_8, _4>>; // a comment of words',
  'template <class TiledMma> struct Mainloop { static constexpr int kStages = 3; };',
  '',
];

test('what stands in one of the texts may be held', () => {
  const sieve = new WordSieve(TEXTS);
  for (const word of TEXTS.flatMap(wordsIn)) assert.ok(sieve.mayHold(word), word);
});

test('most of what stands in none of them is known not to', () => {
  const sieve = new WordSieve(TEXTS);
  const others = Array.from({ length: 200 }, (_, i) => `name${i}`);
  const open = others.filter((word) => sieve.mayHold(word));
  assert.ok(open.length < others.length / 2, `${open.length} of ${others.length}`);
  assert.ok(!new WordSieve([]).mayHold('Layout'));
});

test('of what is no identifier it says nothing', () => {
  assert.ok(new WordSieve(TEXTS).mayHold('operator()'));
});
