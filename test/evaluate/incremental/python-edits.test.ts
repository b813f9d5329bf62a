// Edits of a file of Python, at random and with the cursor everywhere: what is kept of the version before is what a document
// that is opened with the text has, value for value and finding for finding.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Material, PYTHON_MATERIAL, randomEdit } from '../../../scripts/fuzz/text-edit.ts';
import type { OpenDocument } from '../../../server/src/analysis/document/document.ts';
import { hoverAt } from '../../../server/src/features/hover/hover-at.ts';
import { hoverMarkdown } from '../../../server/src/features/hover/markdown.ts';
import { seeded } from '../../support/random.ts';
import { checkFresh, grammars, opened } from './python-documents.ts';
import { shownAndFound } from './shown-and-found.ts';

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
