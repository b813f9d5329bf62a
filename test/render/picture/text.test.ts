// Pictures in text: whole where they fit into 80 columns, cut with dots where not, modes apart.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnyLayout, Layout } from '../../../server/src/algebra/layout/layout.ts';
import { layoutScene } from '../../../server/src/render/picture/layout-scene.ts';
import {
  boundariesOf,
  HOVER_LIMITS,
  type Limits,
  lengthOf,
} from '../../../server/src/render/picture/scene.ts';
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

test('scenes at random are read back: cells, marks, coordinates, the ends of modes, and dots for what is cut', () => {
  const { pick, oneIn } = seeded(20261123, 9);
  let cut = 0;
  for (let i = 0; i < 150; i++) {
    const axis = (name: string) => ({
      name,
      extents: pick([[3], [2, 2], [2, 3, 2], [5, 2]]),
      ...(oneIn(4) ? { isCut: true } : {}),
    });
    const [rows, columns] = [axis('r'), axis('c')];
    const cells = Array.from({ length: 12 }, () =>
      Array.from({ length: 12 }, () =>
        oneIn(5)
          ? null
          : { label: pick(['7', '128', 'T3:1']), key: 0, ...(oneIn(3) ? { isMarked: true } : {}) },
      ),
    );
    cells[0]![0] = { label: '0', key: 0 };
    const scene = {
      title: '',
      description: '',
      rows,
      columns,
      keys: 'names' as const,
      cell: (r: number, c: number) => cells[r]![c]!,
    };
    const limits = { rows: pick([4, 64]), columns: pick([4, 64]), width: 0, characters: pick([40, 120]) };
    const [names, heads, rule, ...body] = sceneText(scene, limits);
    assert.equal(names, 'r ↓  c →');
    const ends = [...heads!.matchAll(/\d+/g)].map((m) => m.index + m[0].length);
    const side = heads!.indexOf('┃') + 1;
    const isLess = ends.length < lengthOf(columns);
    if (isLess) cut++;
    assert.equal(heads!.endsWith(' …'), isLess || columns.isCut === true);
    assert.deepEqual(heads!.match(/\d+/g)!.map(Number), [...ends.keys()]);
    const [down, across] = [boundariesOf(rows, 12), boundariesOf(columns, 12)];
    for (const [at, end] of ends.entries()) {
      const between = heads!.slice(at === 0 ? side : ends[at - 1], end);
      assert.equal(between.includes('│'), across.has(at), `the end of a mode before column ${at}`);
      assert.equal(rule!.slice(at === 0 ? side : ends[at - 1], end).includes('┿'), across.has(at));
    }
    const isCut = body.at(-1)!.trimStart().startsWith('⋮');
    const count = lengthOf(rows) <= limits.rows ? lengthOf(rows) : limits.rows - 1;
    assert.equal(isCut, count < lengthOf(rows) || rows.isCut === true);
    let row = 0;
    for (const [n, line] of body.slice(0, isCut ? -1 : undefined).entries()) {
      if (line.startsWith('─')) {
        assert.ok(down.has(row) && /^[─╂┼]+$/.test(line), 'a rule');
        continue;
      }
      assert.equal(Number(line.slice(0, side - 1)), row);
      assert.equal(
        n > 0 && body[n - 1]!.startsWith('─'),
        down.has(row),
        `the end of a mode before row ${row}`,
      );
      for (const [at, end] of ends.entries()) {
        const cell = cells[row]![at]!;
        const written = line
          .slice(at === 0 ? side : ends[at - 1], end)
          .replace('│', '')
          .trim();
        assert.equal(
          written,
          cell === null ? '' : `${cell.label}${cell.isMarked ? '*' : ''}`,
          `${row},${at}`,
        );
      }
      assert.equal(line.endsWith(' …'), row === 0 && (isLess || columns.isCut === true));
      row++;
    }
    assert.equal(row, count);
  }
  assert.ok(cut > 10, String(cut));
});
