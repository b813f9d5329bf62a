// Pictures in text: whole where they fit into 80 columns, cut with dots where not, modes apart.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnyLayout, Layout } from '../../../server/src/algebra/layout/layout.ts';
import { layoutScene } from '../../../server/src/render/picture/layout-scene.ts';
import { HOVER_LIMITS, type Limits } from '../../../server/src/render/picture/scene.ts';
import { sceneText } from '../../../server/src/render/picture/text.ts';
import { sceneTikz } from '../../../server/src/render/picture/tikz.ts';
import { seeded } from '../../support/random.ts';

const WHOLE: Limits = { rows: 64, columns: 64, width: 1000, characters: 80 };
const text = (layout: AnyLayout, limits = HOVER_LIMITS): readonly string[] =>
  sceneText(layoutScene(layout, 'a layout')!, limits);

test('offsets in rows and columns, with the modes of nested ones apart', () => {
  assert.deepEqual(text(new Layout([[2, 2], 4], [[1, 4], 8])), [
    'mode 0 ↓  mode 1 →',
    '  ┃  0  1  2  3',
    '━━╋━━━━━━━━━━━━',
    '0 ┃  0  8 16 24',
    '1 ┃  1  9 17 25',
    '──╂────────────',
    '2 ┃  4 12 20 28',
    '3 ┃  5 13 21 29',
  ]);
  assert.deepEqual(text(new Layout([2, [2, 2]], [1, [2, 8]])), [
    'mode 0 ↓  mode 1 →',
    '  ┃  0  1 │  2  3',
    '━━╋━━━━━━━┿━━━━━━',
    '0 ┃  0  2 │  8 10',
    '1 ┃  1  3 │  9 11',
  ]);
});

test('what is cut has dots, and no line has more than 80 columns', () => {
  const lines = text(new Layout([100, 100], [100, 1]), { ...HOVER_LIMITS, hasOverview: false });
  assert.ok(lines[1]!.endsWith(' …') && lines[3]!.endsWith(' …'));
  assert.ok(lines.at(-1)!.startsWith('⋮'));
  const { pick } = seeded(20261122, 15);
  for (let i = 0; i < 300; i++) {
    const layout = new Layout(
      [
        [pick([1, 2, 3]), pick([1, 4, 9])],
        [pick([1, 2, 8]), pick([1, 3, 20]), pick([1, 2])],
      ],
      [
        [1, pick([7, 1000])],
        [pick([3, 123_456]), 5, 77],
      ],
    );
    for (const line of text(layout, pick([HOVER_LIMITS, WHOLE])))
      assert.ok([...line].length <= 80, `${[...line].length}: ${text(layout).join('\n')}`);
  }
});

test('every cell of a small layout is there, at its row and column', () => {
  const layout = new Layout(
    [
      [2, 3],
      [2, 2],
    ],
    [
      [5, 20],
      [3, 100],
    ],
  );
  const rows = text(layout, WHOLE)
    .slice(3)
    .filter((line) => /^\d/.test(line));
  const numbers = rows.map((line) => line.slice(line.indexOf('┃')).match(/\d+/g)!.map(Number));
  assert.deepEqual(
    numbers,
    Array.from({ length: 6 }, (_, r) =>
      Array.from(
        { length: 4 },
        (_, c) => 5 * (r % 2) + 20 * Math.floor(r / 2) + 3 * (c % 2) + 100 * Math.floor(c / 2),
      ),
    ),
  );
});

test('TikZ: a node for every cell, a colour for every fill, TeX’s characters escaped', () => {
  const scene = layoutScene(new Layout([2, [2, 2]], [1, [2, 8]]), 'a_b')!;
  const cell = scene.cell(0, 0)!;
  const lines = sceneTikz(
    { ...scene, cell: (r, c) => (r + c === 0 ? { ...cell, label: '{_#%' } : scene.cell(r, c)) },
    WHOLE,
  );
  const nodes = lines.filter((line) => line.startsWith('\\fill'));
  assert.equal(nodes.length, 8);
  assert.ok(nodes[0]!.includes('{\\{\\_\\#\\%}'), nodes[0]);
  const defined = new Set(
    lines.flatMap((line) => /definecolor\{(\w+)\}\{HTML\}\{[0-9A-F]{6}\}/.exec(line)?.[1] ?? []),
  );
  for (const line of nodes) assert.ok(defined.has(/fill\[(\w+)\]/.exec(line)![1]!), line);
  const depth = [...lines.join('')].reduce((n, c) => n + (c === '{' ? 1 : c === '}' ? -1 : 0), 0);
  assert.equal(depth, 1, 'the label’s own brace is the only open one');
});
