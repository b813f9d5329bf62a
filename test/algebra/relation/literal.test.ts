// Sets and relations as they are written: what is read, and where it is said to be wrong. libisl agrees on both.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLiteral } from '../../../server/src/algebra/relation/literal.ts';
import { Undecided } from '../../../server/src/algebra/relation/question.ts';
import { asked } from '../../isl/library.ts';

const READ = [
  '{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }',
  '{ [i, j] : 0 <= i < 4 and i <= j < 8 }',
  '[N] -> { [i] : 0 <= i < N }',
  '[] -> { [i] : i = 2 }',
  '{ A[i] -> B[i + 1, 2i] : i >= 0; A[i] -> B[0, j] : i < 0 and j = -i }',
  '{ [c, d] : exists (e, f : 2e = c and f = 3) and not d = 3 }',
  '{ [c] : exists e : 2e = c }',
  '{ [c] : c != 2 and (c > 1 or c < 0) && !(c = 7) }',
  '{ [c] : (c + 1) mod 2 = 0 }',
  '{ [c] : ((c)) = 0 or (((c < 3))) }',
  '{ [c, d] : c, d > 0 }',
  "{ [c, c'] : c' = c }",
  '{ [c = 2, d] : floor(d/2) = min(c, 3) and ceil(d/2) = 1 and floord(d, 2) = [d/2] }',
  '{ [c, c + 1] }',
  '{ [c] -> [c] : true; [c] -> [d] : false }',
  '{ [c] : 0 <= c < 8 implies c > 2 }',
  '{ [c, d] -> [e, f] : c % 2 = e and d // 2 = f }',
  '{ [c, d] -> [e, f] : c << e }',
  '{ [] }',
];

test('what libisl reads is read', () => {
  for (const text of READ) {
    const term = readLiteral(text);
    assert.ok(!('message' in term), `${text}: ${'message' in term ? term.message : ''}`);
    assert.equal(typeof asked({ ask: 'text', of: term }), 'string', text);
  }
});

/** The place of the error stands between « and ». */
const WRONG: readonly (readonly [text: string, message: string])[] = [
  ['{ [i] : 0 <= i < «}»', 'a number or a name is missing'],
  ['{ [i] : 0 <= «k» < 2 }', 'k is no coordinate and no parameter here'],
  ['{ [i] -> i «}»', '[ is expected before the coordinates'],
  ['{ [i «:» i > 2 }', '] is expected behind the coordinates'],
  ['{ [i] : i > 2 «3» }', '} is expected at the end'],
  ['{ [i] : i «}»', 'a comparison is expected here'],
  ['{ [i] : (i > 2 «}»', ') is expected behind the condition'],
  ['{ [i]; «[i] -> [i]» }', 'sets and relations are mixed'],
  ['[«2»] -> { [i] }', 'a parameter is a name'],
  ['{ [i] : i > «$» }', '$ means nothing in a relation'],
  ['{ [i] : exists «2» : i = 2 }', 'exists names integers'],
  ['{ [i] } «[»', '[ stands behind the end'],
  ['{ [i] : floor(i/2 «=» 3 }', ') is expected behind the arguments of floor'],
  [`{ [i] : i = ${'('.repeat(99)}«(»i }`, 'the relation nests too deeply'],
];

test('what is wrong is said where it stands', () => {
  for (const [marked, message] of WRONG) {
    const text = marked.replace(/[«»]/g, '');
    const read = readLiteral(text);
    assert.ok('message' in read, text);
    assert.equal(read.message, message, text);
    assert.equal(read.start, marked.indexOf('«'), text);
    // libisl reads deeper, and does not look at what stands behind the end.
    if (!/deeply|behind the end/.test(message))
      assert.ok(asked({ ask: 'text', of: { op: 'set', text } }) instanceof Undecided, text);
  }
});
