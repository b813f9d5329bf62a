// Room at the ends of the lines of Python: where it stands, and that the text without it is what was there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isApart, withGaps } from '../../../server/src/frontends/python/syntax/gaps.ts';

const SOURCE = `def f(a,
      b):
    """Text
    of two lines"""
    x = a + \\
        b  # behind
    # alone
    if x: y = 1; z = 2

    return (x,
            y)
`;

/** The lines of the text with each gap as one `·`. */
function marked(source: string): readonly string[] {
  const { gaps, text } = withGaps(source)!;
  let result = '';
  let last = 0;
  for (const { at, size } of gaps) {
    result += `${text.slice(last, at)}·`;
    assert.match(text.slice(at, at + size), /^ +$/);
    last = at + size;
  }
  return (result + text.slice(last)).split('\n');
}

test('a gap stands behind the code of each logical line, and behind a comment that is alone', () => {
  assert.deepEqual(marked(SOURCE), [
    'def f(a,',
    '      b):·',
    '    """Text',
    '    of two lines"""·',
    '    x = a + \\',
    '        b·  # behind',
    '    # alone·',
    '    if x: y = 1; z = 2·',
    '',
    '    return (x,',
    '            y)·',
    '',
  ]);
  assert.equal(marked(SOURCE).join('\n').replaceAll('·', ''), SOURCE);
});

test('what has no function gets none', () => {
  assert.equal(withGaps('x = 1\n'), null);
});

test('a gap in a string is found, as where the lines are taken for others than they are', () => {
  const map = withGaps(SOURCE)!;
  const start = map.text.indexOf('"""');
  const end = map.text.indexOf('"""', start + 3) + 3;
  const within = 'string' as const;
  assert.equal(isApart(map, [{ start, end, within }]), true);
  assert.equal(isApart(map, [{ start, end: end + 40, within }]), false);
});
