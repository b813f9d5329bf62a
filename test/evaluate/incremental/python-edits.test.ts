// Edits inside of the functions of a kernel in Python: what is kept of the version before is what a document that is opened
// with the text has, value for value and finding for finding; and where an edit concerns nothing else, it is kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference } from '../../../scripts/fuzz/shown.ts';
import { type Material, PYTHON_MATERIAL, randomEdit } from '../../../scripts/fuzz/text-edit.ts';
import { type OpenDocument, openDocument } from '../../../server/src/analysis/document/document.ts';
import { hoverAt } from '../../../server/src/features/hover/hover-at.ts';
import { hoverMarkdown } from '../../../server/src/features/hover/markdown.ts';
import { profileTo } from '../../../server/src/profile/profile.ts';
import { seeded } from '../../support/random.ts';
import { pythonGrammars } from '../python/support.ts';
import { shownAndFound } from './shown-and-found.ts';

const grammars = await pythonGrammars();

const SOURCE = `import cutlass
import cutlass.cute as cute
from functools import partial

WIDTH = 8

def halved(n):
    return n // 2

class Gemm:
    """Tiles of (4,8):(8,1) and others."""

    stages = 3

    def __init__(self, rows, columns=64):
        self.rows = rows
        self.tile = (rows, columns)  # as it is
        self.late = None

    @property
    def wide(self):
        return self.rows * WIDTH

    def setup(self, order):
        self.late = cute.make_layout(self.tile, stride=order)

    @cute.jit
    def __call__(self, a: cute.Tensor):
        self.setup((1, self.rows))
        staged = cute.make_layout((self.rows, 8, self.stages))
        self.kernel(staged, a).launch(grid=(1, 1, 1), block=[128, 1, 1])

    @cute.kernel
    def kernel(self, staged, a):
        tidx, _, _ = cute.arch.thread_idx()
        whole = cute.make_layout((self.rows, halved(16)))
        # A row of (2,4):(4,1) holds
        parts = cute.logical_divide(whole, (4, 2))
        shapes = [4, 2]
        shapes.append(self.wide)
        first, second = parts.shape
        def scaled(x, by=2):
            inner = cute.make_layout((x, by))
            return inner
        many = scaled(self.rows)
        if cutlass.const_expr(self.rows > 32):
            chosen = cute.make_layout(64)
        else:
            chosen = cute.make_layout(32)
        count = 1
        for i in range(4):
            count = count * 2
            ring = cute.make_layout((count, 3))
        taken = self.load(whole, chosen)
        late = self.late
        named = cute.make_layout(tuple(shapes))
        unused = cute.make_layout((4, count))

    @cute.jit
    def load(self, source: cute.Layout, by):
        tiled = cute.zipped_divide(source, cute.make_layout(4))
        also = cute.composition(source, by)
        return tiled

def run(rows: int = 128):
    gemm = Gemm(rows)
    tensor = cute.make_tensor(None, cute.make_layout((rows, 4)))
    gemm(tensor)
    text = f"{rows} rows of (8,2):(2,1)"
    last = cute.make_layout((rows, 5)); behind = cute.make_layout(6)

if __name__ == "__main__":
    run(64)
`;

const MATERIAL: Material = {
  pieces: [
    ...PYTHON_MATERIAL.pieces,
    ...'rows self.rows whole parts count chosen 16 xs, halved( stages'.split(' '),
  ],
  lines: [
    ...PYTHON_MATERIAL.lines,
    '\n        count = 3\n',
    '\n        whole = cute.make_layout((2, 2))\n',
    '\n        shapes.append(7)\n',
    '\n        self.rows = 16\n',
    '\n        return whole\n',
    '\n        self.setup((8, 1))\n',
    '\n            chosen = whole\n',
    '\n        # layout-lens: assume rows = 8\n',
  ],
};

const opened = (source: string): OpenDocument => openDocument(grammars, 'python', source);

/** Compares with a document that is opened with the text. */
function checkFresh(document: OpenDocument, what: string): void {
  const fresh = opened(document.text);
  const found = difference(shownAndFound(document), shownAndFound(fresh));
  fresh.dispose();
  assert.equal(found, null, what);
}

for (const seed of [1, 2, 3, 4, 5, 6])
  test(`a file of Python, edited at random (${seed})`, () => {
    const random = seeded(seed * 104_729);
    const document = opened(SOURCE);
    shownAndFound(document);
    for (let round = 0; round < 60; round++) {
      const { text } = document;
      const edit =
        round % 6 === 5
          ? { start: 0, end: text.length, text: SOURCE }
          : randomEdit(random, text, MATERIAL, [SOURCE]);
      document.edit([edit]);
      checkFresh(document, `round ${round}: ${JSON.stringify(edit)}`);
    }
    document.dispose();
  });

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

const CHAIN = `import cutlass.cute as cute

class Chain:
    def __init__(self):
        self.tile = None
        self.width = 2

    @cute.jit
    def __call__(self):
        self.setup(8)
        self.first(16, 3)
        unused = cute.make_layout(5)

    def setup(self, rows):
        self.tile = cute.make_layout((rows, 4))
        self.steps = [rows, self.width]

    def first(self, n, by):
        inner = cute.make_layout((n, by))
        self.second(inner, self.wide(by))
        for step in self.steps:
            last = cute.make_layout((step, by))

    def second(self, source, by):
        parts = cute.logical_divide(source, 4)
        tiled = cute.blocked_product(self.tile, parts)
        total = 1
        for i in range(by):
            total = total + cute.size(source)
        summed = cute.make_layout(total)
        self.third(tiled)

    def wide(self, by, more=2):
        return by * more

    def third(self, source):
        rows = cute.make_layout(cute.size(source))
        if cute.size(source) > 2000:
            many = cute.make_layout((2, 2))
        else:
            many = cute.make_layout((3, 3))
`;

for (const seed of [7, 8, 9])
  test(`functions that hand on what they are handed, edited at random (${seed})`, () => {
    const random = seeded(seed * 104_729);
    const document = opened(CHAIN);
    shownAndFound(document);
    for (let round = 0; round < 60; round++) {
      const { text } = document;
      const numbers = [...text.matchAll(/\b\d+\b/g)];
      const number = numbers[random.below(numbers.length)];
      const edit =
        round % 12 === 11 || number === undefined
          ? { start: 0, end: text.length, text: CHAIN }
          : random.below(4) === 0
            ? randomEdit(random, text, MATERIAL, [CHAIN])
            : {
                start: number.index,
                end: number.index + number[0].length,
                text: random.pick(['2', '3', '4', '8', 'self.width', 'n', 'by']),
              };
      document.edit([edit]);
      checkFresh(document, `round ${round}: ${JSON.stringify(edit)}`);
    }
    document.dispose();
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

/** What a hover at an offset says. */
function hoverText(document: OpenDocument, offset: number): string | null {
  const options = { picture: false, derivation: true, links: () => [] };
  const found = hoverAt(document, grammars, offset, options);
  return found === null ? null : hoverMarkdown(found.content, { images: false, links: false });
}

test('wherever the cursor stands, at the ends of lines too, the hover is that of a fresh document', () => {
  const document = opened(SOURCE);
  for (const [from, to] of [
    ['        late =', '        later ='],
    ['halved(16)', 'halved(24)'],
    ['layout(64)', 'layout((64, 2))'],
  ] as const) {
    shownAndFound(document);
    const start = document.text.indexOf(from);
    assert.notEqual(start, -1, from);
    document.edit([{ start, end: start + from.length, text: to }]);
  }
  const fresh = opened(document.text);
  let hovers = 0;
  for (let offset = 0; offset <= document.text.length; offset++) {
    const expected = hoverText(fresh, offset);
    if (expected !== null) hovers++;
    assert.equal(hoverText(document, offset), expected, document.text.slice(0, offset).slice(-30));
  }
  assert.ok(hovers > 400, `${hovers} hovers`);
  fresh.dispose();
  document.dispose();
});

test('at the end of a class no name is hovered that nobody wrote there', () => {
  const text = 'class Gemm:\n    def run(self):\n        return 1  # behind';
  const document = opened(`${text}\n`);
  assert.equal(hoverText(document, text.length), null);
  document.dispose();
});
