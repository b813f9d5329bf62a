// What is said about text that is wrong, and where.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNotation } from '../../../server/src/frontends/notation/notation.ts';
import { loadParser, withTree } from '../../grammar/support.ts';

const parser = await loadParser('notation');

/** The errors of a text, each as `message`, with the text it points at. */
function errors(text: string): string[] {
  return withTree(parser, text, (tree) =>
    readNotation(tree, text).errors.map(
      ({ span, message }) => `${message} | ${text.slice(span.start, span.end)}`,
    ),
  );
}

const CASES: Readonly<Record<string, readonly string[]>> = {
  '(4,8):(8,1)': [],
  '(4,8': ['missing ), opened at column 1 | 8'],
  'A = f(g(4': ['missing ), opened at column 8 | ('],
  'Layout<Shape<_4,_8>': ['missing >, opened at column 7 | >'],
  '(4,8)):(8,1)': [') without ( | )'],
  '[4,8):(8,1)': ['[ at column 1 is closed by ) | )'],
  'f({"a": [1], [2])': ['{ at column 3 is closed by ) | )'],
  '(4,8):': ['a layout is shape:stride, and the stride is missing | :'],
  ':(8,1)': ['a layout is shape:stride, and the shape is missing | :(8,1)'],
  '4:1:2': ['a layout has one shape and one stride | :1'],
  'A o': ['an operand is missing after o | o'],
  'A +': ['an operand is missing after + | +'],
  '(4 8):(8,1)': [', is missing before `8` | 8'],
  '(4,,8)': ['something is missing between two commas | ,'],
  'f("abc)': ['the string is not closed | "abc'],
  'A =': ['a value is missing after = | ='],
  '= 4': ['a name is missing before = | = 4'],
  'e0 = 4:1': ['e0 is a stride of the notation and cannot be a name | = 4:1'],
  '(1/0@0, 1@1)': ['the denominator is zero | 0'],
  '1@-1': ['the index of a mode is a non-negative integer | -1'],
  '1@M': ['the index of a mode is a non-negative integer | 1@'],
  '?{div=0}': ['a divisor is a positive integer | 0'],
  'p(1) = 2': ['the left side is a name, or a function of named parameters | p(1)'],
  '99999999999999999999:1': ['99999999999999999999 is too large | 99999999999999999999'],
  'this says nothing': ['unexpected `says nothing` | says nothing'],
  'A = $': ['unexpected `= $` | = $'],
};

for (const [text, expected] of Object.entries(CASES)) {
  test(text, () => assert.deepEqual(errors(text), expected));
}

test('each line has its own errors', () => {
  assert.deepEqual(errors('(4,8\n4:1\n4:1:2\n'), [
    'missing ), opened at column 1 | 8',
    'a layout has one shape and one stride | :2',
  ]);
});

test('offsets are shifted', () => {
  const text = '(4,8';
  withTree(parser, text, (tree) => {
    assert.deepEqual(readNotation(tree, text, 10).errors[0]?.span, { start: 13, end: 14 });
  });
});
