// What a text says anywhere, asked again after edits: always what a search of the whole text says.

import assert from 'node:assert/strict';
import test from 'node:test';
import { mentions } from '../../server/src/syntax/text/mentions.ts';

const SOUGHT: readonly (string | RegExp)[] = [
  'tma_atom',
  'gemm(',
  /\bthreadIdx\b|\bblockIdx\b/,
  /\bpred\s*=/,
  /\.\s*with\s*\(/,
  /SMEM|shared/i,
];

const LINES = [
  'int n = threadIdx.x;',
  'auto t = tma_atom;',
  'cute::gemm(a, b, c);',
  '',
  '   ',
  'bool pred',
  '  = flags;',
  'x.',
  'with',
  '(mask);',
  'float smem[4];',
  'y += 1;',
];

const holds = (text: string, sought: string | RegExp): boolean =>
  typeof sought === 'string' ? text.includes(sought) : sought.test(text);

/** Numbers that look drawn at random, the same in every run. */
function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('what is mentioned behind any edits is what a search of the whole text finds', () => {
  const draw = drawing(7);
  let said = 0;
  for (let round = 0; round < 40; round++) {
    let text = Array.from({ length: 40 }, () => 'a = b + c;').join('\n');
    for (let step = 0; step < 60; step++) {
      const at = draw(text.length + 1);
      const isCut = draw(3) === 0;
      const inserted = draw(2) === 0 ? LINES[draw(LINES.length)]! : `\n${LINES[draw(LINES.length)]!}\n`;
      text = isCut
        ? text.slice(0, at) + text.slice(at + 1 + draw(12))
        : text.slice(0, at) + inserted + text.slice(at);
      for (const sought of SOUGHT) {
        const right = holds(text, sought);
        if (right) said++;
        assert.equal(mentions(text, sought), right, `${sought} in ${JSON.stringify(text)}`);
      }
    }
  }
  assert.ok(said > 1000);
});

test('texts that are asked about in turns do not answer for each other', () => {
  const filler = 'x = y;\n'.repeat(2000);
  const [a, b] = [`${filler}tma_atom\n`, `${filler}gemm(\n`];
  for (let i = 0; i < 3; i++) {
    assert.equal(mentions(a, 'tma_atom'), true);
    assert.equal(mentions(b, 'tma_atom'), false);
    assert.equal(mentions(a, 'gemm('), false);
    assert.equal(mentions(b, 'gemm('), true);
  }
});

test('a pattern that no line ends is sought in all of a long line', () => {
  const long = `${'a '.repeat(20_000)}pred`;
  assert.equal(mentions(long, /\bpred\s*=/), false);
  assert.equal(mentions(`${long} = b`, /\bpred\s*=/), true);
  assert.equal(mentions(`${long} b`, /\bpred\s*=/), false);
});
