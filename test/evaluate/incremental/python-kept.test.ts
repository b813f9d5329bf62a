// Where an edit inside of a function of Python concerns nothing else, what was worked out is kept; and where it does, it is
// worked out again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileTo } from '../../../server/src/profile/profile.ts';
import { checkFresh, opened } from './python-documents.ts';
import { shownAndFound } from './shown-and-found.ts';

/** Whether units were evaluated anew for replacements made one after the other, each of them checked. */
function evaluatedAnew(
  source: string,
  ...changes: readonly [from: string, to: string][]
): readonly boolean[] {
  const document = opened(source);
  // The first edit makes room for the others.
  shownAndFound(document);
  const end = document.text.lastIndexOf('\n    ');
  document.edit([{ start: end, end, text: ' ' }]);
  const anew: boolean[] = [];
  for (const [from, to] of changes) {
    shownAndFound(document);
    const start = document.text.indexOf(from);
    assert.notEqual(start, -1, from);
    const lines: string[] = [];
    profileTo((line) => lines.push(line));
    try {
      document.edit([{ start, end: start + from.length, text: to }]);
      shownAndFound(document);
    } finally {
      profileTo(null);
    }
    anew.push(lines.some((line) => line.startsWith('update') && /units (?:read|invalidated)/.test(line)));
    checkFresh(document, `${from} → ${to}`);
  }
  document.dispose();
  return anew;
}

const KERNEL = `import cutlass.cute as cute

class Gemm:
    def __init__(self):
        self.rows = 8

    @cute.kernel
    def kernel(self):
        first = cute.make_layout((8, 4))
        second = cute.make_layout((first.shape[0], 2))
        third = cute.make_layout(3)  # of (2,2):(2,1)
        xs = [1, 2]
        for i in range(2):
            xs.append(third.shape)
        self.load(second, 4)
        fourth = cute.make_layout(tuple(xs))

    @cute.jit
    def load(self, source, by):
        tiled = cute.zipped_divide(source, cute.make_layout(by))
        left = cute.make_layout(5)

    def part(self):
        inner = cute.make_layout(9)
        return inner

    def other(self):
        made = self.part()
        rows = cute.make_layout(self.rows)
`;

const isKept = (name: string, ...changes: readonly [string, string][]): void =>
  void test(`kept: ${name}`, () => {
    assert.deepEqual(
      evaluatedAnew(KERNEL, ...changes),
      changes.map(() => false),
    );
  });

isKept(
  'a number that nothing outside of the function depends on',
  ['layout(3)', 'layout(33)'],
  ['layout(33)', 'layout(7)'],
);
isKept('a comment, and what it says of layouts', ['(2,2):(2,1)', '(2,4):(4,1)'], ['# of', '# of all']);
isKept('an argument that is worth the same', ['first.shape[0], 2', '8, 2'], ['(8, 2)', '(2 * 4, 2)']);
isKept(
  'a statement that comes and goes',
  ['        xs =', '        more = first\n        xs ='],
  ['        more = first\n', ''],
);
isKept(
  'the last statement of a function, which grows',
  ['layout(5)', 'layout((5, 6))'],
  ['(5, 6)', '(5, 6, 7, 8, 9)'],
);
isKept('a line that cannot be read', ['layout(3)', 'layout(3'], ['layout(3', 'layout(3)']);
isKept('a name in one function that another function has, too', ['left = cute', 'second = cute']);
isKept('more than a line has room for', ['layout(5)', `layout((${'5, '.repeat(36)}))`], ['left', 'right']);

const isWorkedOut = (name: string, ...changes: readonly [string, string][]): void =>
  void test(`worked out again: ${name}`, () => {
    assert.deepEqual(
      evaluatedAnew(KERNEL, ...changes),
      changes.map(() => true),
    );
  });

isWorkedOut('what is handed to another function', ['(8, 4)', '(6, 4)'], ['second, 4)', 'second, 2)']);
isWorkedOut('what is returned to another function', ['return inner', 'return 3']);
isWorkedOut('an attribute', ['self.rows = 8', 'self.rows = 16']);
isWorkedOut('another method that is called', ['self.load(second', 'self.other(second']);
isWorkedOut('the parameters of a function', ['source, by)', 'source, by, more)']);

const HOST = `import cutlass.cute as cute

def made(rows: int, columns: int):
    assert rows % 8 == 0
    for i in range(2):
        if columns < i:
            raise ValueError("too few")
    wide = columns * 2

    def padded(n, rows):
        i = n + 3
        rows = rows + i
        return cute.make_layout((rows, 4))

    one = padded(5, wide)
    i = cute.size(one)
    other = cute.make_layout((i, rows))
    assert wide > 7
    last = cute.make_layout(wide)

made(16, 64)
`;

test('kept: what a function asserts before the statement that differs, and names of a function inside of it', () => {
  const changes: readonly [string, string][] = [
    ['n + 3', 'n + 4'],
    ['(rows, 4)', '(rows, 2)'],
    ['padded(5', 'padded(6'],
    ['(i, rows)', '(i, 2)'],
    ['layout(wide)', 'layout(3)'],
  ];
  assert.deepEqual(
    evaluatedAnew(HOST, ...changes),
    changes.map(() => false),
  );
});

test('worked out again: what a function asserts behind the statement that differs, or of a name that means another thing', () => {
  const changes: readonly [string, string][] = [
    ['columns * 2', 'columns * 4'],
    ['other = cute', 'rows = cute'],
    ['range(2)', 'range(4)'],
  ];
  for (const change of changes) assert.deepEqual(evaluatedAnew(HOST, change), [true], change.join(' → '));
});

test('worked out again: what is asserted of a function inside, which sees names that are given values behind', () => {
  const sourceWith = (asserted: string, before: string): string => `import cutlass.cute as cute

def made(rows: int):
    base = 2

    def scaled(x):
        if x > 3:
            ${asserted}
            x = x + 1
        return x * base

    ${before}
    step = 2
    base = step + 2
    last = cute.make_layout(scaled(rows))

made(16)
`;
  const change = ['step = 2', 'step = 4'] as [string, string];
  assert.deepEqual(evaluatedAnew(sourceWith('y = x', 'assert scaled(rows) > 3'), change), [true]);
  assert.deepEqual(evaluatedAnew(sourceWith('assert base % 2 == 0', 'y = rows'), change), [true]);
  assert.deepEqual(evaluatedAnew(sourceWith('y = x', 'assert base == 2'), change), [false]);
});

test('what a function returns is told anew when it cannot be read, and again when it can', () => {
  const source = `import cutlass.cute as cute

def needed():
    try:
        import thing
    except ImportError as e:
        raise e
    return thing

def user():
    made = needed().make(3)
    last = cute.make_layout(2)
`;
  assert.deepEqual(evaluatedAnew(source, ['except', 'value'], ['value', 'except']), [true, true]);
});
