// A file that was cut before is cut again around an edit, as reading the whole of it would cut it.

import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { type Cut, cutStatements } from '../../../server/src/frontends/python/syntax/cut.ts';
import { seeded } from '../../support/random.ts';

const WRITTEN = [
  '"',
  "'",
  '"""',
  '#',
  '\n',
  '\\\n',
  '(',
  ')',
  '[',
  ']',
  'x = 1\n',
  '    ',
  'def f(a):\n    return a\n',
  '@d\n',
  'else:\n',
  'class A:\n    x = 1\n',
  '# c\n',
  '  # d\n',
  'try',
  'if x:\n  y\n',
];

const file = Array.from(
  { length: 40 },
  (_, i) =>
    `def f${i}(a, b):\n    x = a + b  # c\n    return (x,\n  1)\n# note\n@jit\nclass C${i}:\n    y = 1\n\n`,
).join('');

const textsOf = ({ text, pieces }: Cut): readonly string[] =>
  pieces.map(({ start, end }) => text.slice(start, end));

test('after random edits a file is cut as though nobody had cut it before', () => {
  const random = seeded(3);
  const some = () => Array.from({ length: random.between(1, 3) }, () => random.pick(WRITTEN)).join('');
  let cut = cutStatements(file);
  for (let edit = 0; edit < 2000; edit++) {
    const { text } = cut;
    const at = random.below(text.length + 1);
    const removed = random.oneIn(4) ? random.below(60) : 0;
    const typed = text.slice(0, at) + some() + text.slice(at + removed);
    // Most is taken back: else all of it would be a string soon.
    for (const now of [typed, random.oneIn(10) ? typed.slice(0, 5000) : text]) {
      const before = textsOf(cut);
      cut = cutStatements(now, cut);
      const whole = cutStatements(now);
      deepEqual([cut.pieces, cut.stops], [whole.pieces, whole.stops]);
      const after = textsOf(cut);
      const { first, last } = cut;
      deepEqual(after.slice(0, first), before.slice(0, first));
      deepEqual(after.slice(after.length - last), before.slice(before.length - last));
    }
  }
});

test('statements before and behind an edit are those of before', () => {
  const before = cutStatements(file);
  const at = file.indexOf('f20(a') + 4;
  const { first, last, pieces } = cutStatements(`${file.slice(0, at)}x${file.slice(at)}`, before);
  equal(pieces.length, before.pieces.length);
  ok(first > 30 && last > 30 && first + last < pieces.length, `${first} and ${last} of ${pieces.length}`);
});
