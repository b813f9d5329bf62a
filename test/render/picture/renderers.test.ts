// SVG, TikZ and pixels of scenes at random: each is read back, and says of every cell, of every line between cells and
// of every word what the scene has there, and nothing more.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Layout } from '../../../server/src/algebra/layout/layout.ts';
import { layoutScene } from '../../../server/src/render/picture/layout-scene.ts';
import {
  type Axis,
  type Cell,
  headOf,
  type Limits,
  lengthOf,
  type Scene,
} from '../../../server/src/render/picture/scene.ts';
import { sceneSvg } from '../../../server/src/render/picture/svg.ts';
import { sceneText } from '../../../server/src/render/picture/text.ts';
import { THEME_NAMES, themeOf } from '../../../server/src/render/picture/themes.ts';
import { sceneTikz } from '../../../server/src/render/picture/tikz.ts';
import { glyphOf } from '../../../server/src/render/raster/font.ts';
import { type Raster, sceneRaster } from '../../../server/src/render/raster/raster.ts';
import { type Random, seeded } from '../../support/random.ts';
import { type Drawn, type Line, readSvg, readTikz } from './drawn.ts';

function anyCell({ oneIn, below, pick }: Random, isHalved: boolean): Cell | null {
  if (oneIn(5)) return null;
  const halves = [`T${below(40)}`, `:${below(9)}`] as const;
  return {
    label: isHalved ? halves.join('') : pick([String(below(1000)), `e${below(9)}^2`, '{_#%&$}', '2⊕0']),
    key: below(30),
    ...(isHalved ? { halves } : {}),
    ...(oneIn(2) ? { group: below(3) } : {}),
    ...(oneIn(4) ? { isMarked: true } : {}),
    ...(oneIn(6) ? { isPlain: true } : {}),
  };
}

function anyAxis({ pick, oneIn }: Random, name: string): Axis {
  const extents = pick([[2], [7], [2, 3], [3, 1, 2], [2, 2, 2], [1, 4], [4, 2, 3]]);
  return {
    name,
    extents,
    ...(oneIn(3) ? { headOf: (at: number) => `${name}${at * 3}` } : {}),
    ...(oneIn(4) ? { count: extents.reduce((a, b) => a * b, 1) - 1 + Number(extents.length === 1) } : {}),
    ...(oneIn(4) ? { isCut: true } : {}),
  };
}

function anyScene(random: Random): Scene {
  const { oneIn, pick, below } = random;
  const [rows, columns] = [anyAxis(random, 'r'), anyAxis(random, 'c')];
  const isHalved = oneIn(3);
  const cells = Array.from({ length: lengthOf(rows) }, (_, r) =>
    Array.from({ length: lengthOf(columns) }, (_, c) =>
      r + c === 0 ? { label: '0', halves: ['0', ''] as const, key: 0 } : anyCell(random, isHalved),
    ),
  );
  const empty = cells.flatMap((line, row) =>
    line.flatMap((cell, column) => (cell === null ? [{ row, column }] : [])),
  );
  return {
    title: 'a scene',
    description: 'of cells at random',
    rows,
    columns,
    cell: (row, column) => cells[row]?.[column] ?? null,
    keys: pick(['names', 'amounts']),
    ...(oneIn(2) ? { colours: 'bank' } : {}),
    ...(oneIn(2)
      ? { captions: empty.slice(0, 2).map((at) => ({ ...at, text: 'A&', isHead: oneIn(2) })) }
      : {}),
    ...(oneIn(3)
      ? { path: Array.from({ length: 9 }, () => [below(lengthOf(rows)), below(lengthOf(columns))] as const) }
      : {}),
  };
}

/** Of the modes that end before a line the outermost. */
function levelAt({ extents }: Axis, at: number): number {
  let [level, period] = [0, 1];
  for (const [i, extent] of extents.slice(0, -1).entries()) {
    period *= extent;
    if (period > 1 && at % period === 0) level = i + 1;
  }
  return level;
}

/** The line that stands between two cells; where no cell is on either side, none does. */
function lineBetween(a: Cell | null, b: Cell | null, axis: Axis, at: number, end: number): Line {
  const isThin = a !== null || b !== null;
  return {
    isThin,
    level: isThin && at > 0 && at < end ? levelAt(axis, at) : 0,
    isGroup: a?.group !== undefined && b?.group !== undefined && a.group !== b.group,
    isMark: (a?.isMarked ?? false) !== (b?.isMarked ?? false),
  };
}

interface Expected {
  readonly scene: Scene;
  readonly rows: number;
  readonly columns: number;
  cell(row: number, column: number): Cell | null;
  above(row: number, column: number): Line;
  left(row: number, column: number): Line;
}

/** What is to be seen of a scene of which so many lines are drawn. */
function expectedOf(scene: Scene, rows: number, columns: number): Expected {
  const cell = (row: number, column: number): Cell | null =>
    row >= 0 && column >= 0 && row < rows && column < columns ? scene.cell(row, column) : null;
  return {
    scene,
    rows,
    columns,
    cell,
    above: (row, column) => lineBetween(cell(row - 1, column), cell(row, column), scene.rows, row, rows),
    left: (row, column) =>
      lineBetween(cell(row, column - 1), cell(row, column), scene.columns, column, columns),
  };
}

/** The stretches of a path that are within what is drawn. */
function pathsOf({ scene, rows, columns }: Expected): readonly string[] {
  const stretches: string[][] = [[]];
  for (const [row, column] of scene.path ?? [])
    if (row < rows && column < columns) stretches.at(-1)!.push(`${row},${column}`);
    else stretches.push([]);
  return stretches.filter(({ length }) => length > 1).map((cells) => cells.join(' '));
}

const drawnPaths = (drawn: Drawn): readonly string[] => [
  ...new Set(
    drawn.paths
      .flatMap((path) => path.split(/(?: |^)M/))
      .map((path) => path.replaceAll('L', ''))
      .filter((path) => path.includes(' ')),
  ),
];

function checkDrawn(drawn: Drawn, expected: Expected, theme: ReturnType<typeof themeOf>): void {
  const { scene, rows, columns } = expected;
  const fills = new Map<number, string>();
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) {
      const place = `${row},${column}`;
      if (column < columns)
        assert.deepEqual(drawn.above(row, column), expected.above(row, column), `above ${place}`);
      if (row < rows)
        assert.deepEqual(drawn.left(row, column), expected.left(row, column), `left of ${place}`);
      const [cell, seen] = [expected.cell(row, column), drawn.cell(row, column)];
      assert.deepEqual(
        [seen?.label, seen?.isBold],
        [cell?.label, cell === null ? undefined : (cell.isMarked ?? false)],
        place,
      );
      if (cell === null || seen === null) continue;
      if (cell.isPlain) assert.deepEqual([seen.fill, seen.ink], [theme.plain.fill, theme.plain.text]);
      else assert.equal(seen.fill, fills.get(cell.key) ?? seen.fill, `colours of ${cell.key}`);
      if (!cell.isPlain) fills.set(cell.key, seen.fill);
    }
  assert.deepEqual(
    drawn.rowHeads,
    Array.from({ length: rows }, (_, at) => headOf(scene.rows, at)),
  );
  assert.deepEqual(
    drawn.columnHeads,
    Array.from({ length: columns }, (_, at) => headOf(scene.columns, at)),
  );
  assert.deepEqual(drawn.isCut, [
    columns < lengthOf(scene.columns) || scene.columns.isCut === true,
    rows < lengthOf(scene.rows) || scene.rows.isCut === true,
  ]);
  assert.equal(drawn.names, `r ↓  c →${scene.colours === undefined ? '' : '  colour: bank'}`);
  assert.deepEqual(drawnPaths(drawn), [...new Set(pathsOf(expected))]);
  assert.deepEqual(
    drawn.captions,
    (scene.captions ?? [])
      .filter(({ row, column }) => row < rows && column < columns)
      .map(({ row, column, text }) => `${row} ${column} ${text}`),
  );
}

const limitsOf = ({ pick }: Random): Limits => ({
  rows: pick([3, 8, 64]),
  columns: pick([4, 8, 64]),
  width: pick([130, 500]),
  characters: 80,
});

/** All lines where there is room, else one less, for the dots. */
const shown = (axis: Axis, most: number): number => (lengthOf(axis) <= most ? lengthOf(axis) : most - 1);

test('SVG: cells, lines, words and paths are those of the scene', () => {
  const random = seeded(20261123, 1);
  let halved = 0;
  for (let i = 0; i < 150; i++) {
    const scene = anyScene(random);
    const limits = limitsOf(random);
    const theme = random.pick(THEME_NAMES);
    const { svg, width } = sceneSvg(scene, limits, theme);
    const drawn = readSvg(svg);
    const columns = drawn.columnHeads.length;
    // How many columns there is room for depends on their labels; what has room is drawn.
    assert.ok(columns <= shown(scene.columns, limits.columns));
    if (limits.width === 500 && lengthOf(scene.columns) <= 7)
      assert.equal(columns, shown(scene.columns, limits.columns));
    checkDrawn(drawn, expectedOf(scene, shown(scene.rows, limits.rows), columns), themeOf(theme));
    const xs = [...svg.matchAll(/ x="([\d.]+)"/g)].map(([, x]) => Number(x));
    assert.ok(Math.max(...xs) < width, 'all words are within the picture');
    if (/font-size="8"/.test(svg)) halved++;
  }
  assert.ok(halved > 10, String(halved));
});

test('TikZ: cells, lines, words and paths are those of the scene', () => {
  const random = seeded(20261123, 2);
  for (let i = 0; i < 150; i++) {
    const scene = anyScene(random);
    const limits = limitsOf(random);
    const drawn = readTikz(sceneTikz(scene, limits));
    checkDrawn(
      drawn,
      expectedOf(scene, shown(scene.rows, limits.rows), shown(scene.columns, limits.columns)),
      themeOf('light'),
    );
  }
});

/** The pixels of a picture, with the frame that the format says: glyphs of 12 × 20, cells 10 wider than their labels. */
class Pixels {
  readonly raster: Raster;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height = 28;
  constructor(raster: Raster, expected: Expected) {
    this.raster = raster;
    const { scene, rows, columns } = expected;
    const lengths = (texts: readonly string[]): number => Math.max(1, ...texts.map(({ length }) => length));
    const along = (count: number): number[] => [...Array(count).keys()];
    this.left = lengths(along(rows).map((at) => headOf(scene.rows, at))) * 12 + 16;
    this.top = 54;
    const labels = along(rows).flatMap((r) => along(columns).map((c) => expected.cell(r, c)?.label ?? ''));
    this.width =
      Math.max(2, lengths([...labels, ...along(columns).map((at) => headOf(scene.columns, at))])) * 12 + 10;
  }

  at(x: number, y: number): string {
    const { width, bytes } = this.raster;
    const rgb = bytes.subarray((y * width + x) * 3, (y * width + x) * 3 + 3);
    return `#${[...rgb].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  }

  /** Whether a text of an ink stands there, pixel for pixel, on what is below it. */
  shows(text: string, x: number, y: number, ink: string): boolean {
    return [...text].every((character, i) =>
      glyphOf(character).every((bits, row) =>
        [0, 1, 2, 3, 4, 5].every(
          (column) =>
            (this.at(x + 12 * i + 2 * column, y + 2 * row) === ink) === (((bits >> (5 - column)) & 1) === 1),
        ),
      ),
    );
  }
}

const sixDigits = (colour: string): string =>
  colour.length === 4 ? `#${[...colour.slice(1)].map((c) => c + c).join('')}` : colour;

/** The colours across a line from 4 pixels before it to 4 behind; a thick one is black or red. */
function expectedAcross({ isMark, isGroup, level }: Line): readonly string[] | null {
  if (isMark) return ['#c00000', '#c00000', '#c00000'];
  if (level > 0) return Array.from({ length: 1 + 2 * level }, () => '#000000');
  return isGroup ? ['#000000', '#000000', '#000000'] : null;
}

test('pixels: fills, letters, lines and words are those of the scene', () => {
  const random = seeded(20261123, 3);
  for (let i = 0; i < 60; i++) {
    const { path: _, ...scene } = anyScene(random);
    const limits = limitsOf(random);
    const theme = themeOf(random.pick(THEME_NAMES));
    const name = THEME_NAMES.find((each) => themeOf(each) === theme)!;
    const expected = expectedOf(scene, shown(scene.rows, limits.rows), shown(scene.columns, limits.columns));
    const pixels = new Pixels(sceneRaster(scene, limits, name), expected);
    const { left, top, width, height } = pixels;
    const fills = new Map<number, string>();
    for (let row = 0; row <= expected.rows; row++)
      for (let column = 0; column <= expected.columns; column++) {
        const [x, y] = [left + column * width, top + row * height];
        const isCaption = (scene.captions ?? []).some((c) => c.row === row && c.column === column);
        const [cell, place] = [expected.cell(row, column), `${i}: ${row},${column}`];
        // A quarter along an edge, where no label, no line across and no word is.
        const above = expectedAcross(expected.above(row, column));
        const beside = expectedAcross(expected.left(row, column));
        if (above !== null && column < expected.columns)
          assert.deepEqual(
            above.map((_, k) => pixels.at(x + (width >> 2), y - (above.length >> 1) + k)),
            above,
            `above ${place}`,
          );
        else if (cell !== null) assert.equal(pixels.at(x + (width >> 2), y), '#555555', `above ${place}`);
        if (beside !== null && row < expected.rows)
          assert.deepEqual(
            beside.map((_, k) => pixels.at(x - (beside.length >> 1) + k, y + (height >> 2))),
            beside,
            `left of ${place}`,
          );
        else if (cell !== null) assert.equal(pixels.at(x, y + (height >> 2)), '#555555', `left of ${place}`);
        const fill = pixels.at(x + 4, y + 4);
        if (cell === null) {
          if (row < expected.rows && column < expected.columns && !isCaption)
            assert.equal(pixels.at(x + (width >> 1), y + (height >> 1)), theme.paper, `no cell at ${place}`);
          continue;
        }
        if (cell.isPlain) assert.equal(fill, theme.plain.fill, place);
        else {
          assert.equal(fill, fills.get(cell.key) ?? fill, place);
          fills.set(cell.key, fill);
        }
        const start = Math.round(x + (width - cell.label.length * 12) / 2);
        const isWritten = (ink: string): boolean => pixels.shows(cell.label, start, y + 4, ink);
        assert.ok(isWritten('#000000') !== isWritten('#ffffff'), `${cell.label} at ${place}`);
      }
    const ink = sixDigits(theme.ink);
    for (let row = 0; row < expected.rows; row++) {
      const head = headOf(scene.rows, row);
      assert.ok(
        pixels.shows(head, left - 6 - head.length * 12, top + row * height + 4, ink),
        `head of row ${row}`,
      );
    }
    for (let column = 0; column < expected.columns; column++) {
      const head = headOf(scene.columns, column);
      const start = Math.round(left + (column + 0.5) * width - head.length * 6);
      assert.ok(pixels.shows(head, start, top - 22, ink), `head of column ${column}`);
    }
  }
});

test('coordinates that are longer than labels do not run into one another', () => {
  const layout = new Layout([2, 5000], [1, 0]);
  const scene = {
    ...layoutScene(layout, 'L')!,
    columns: { name: 'c', extents: [12], headOf: (at: number) => String(10_000 * (at + 1)) },
  };
  const limits: Limits = { rows: 4, columns: 64, width: 2000, characters: 120 };
  const { svg } = sceneSvg(scene, limits);
  const xs = [...svg.matchAll(/<tspan x="([\d.]+)">\d{5,6}</g)].map(([, x]) => Number(x));
  assert.equal(xs.length, 12);
  for (let i = 1; i < 12; i++) assert.ok(xs[i]! - xs[i - 1]! > 6 * 6.1, 'SVG');
  const width = /x=([\d.]+)mm/.exec(sceneTikz(scene, limits).join('\n'))![1];
  assert.ok(Number(width) > 6 * 1.9, 'TikZ');
  const expected = expectedOf(scene, 2, 12);
  const pixels = new Pixels(sceneRaster(scene, limits), expected);
  for (let at = 0; at < 12; at++) {
    const head = headOf(scene.columns, at);
    const start = Math.round(pixels.left + (at + 0.5) * pixels.width - head.length * 6);
    assert.ok(pixels.shows(head, start, pixels.top - 22, sixDigits(themeOf('light').ink)), `pixels: ${head}`);
  }
  const [, heads, , ...rows] = sceneText(scene, limits);
  const ends = (line: string): number[] =>
    [...line.matchAll(/\d+(?= |$)/g)].map((m) => m.index + m[0].length);
  for (const row of rows.filter((line) => /^\d/.test(line)))
    assert.deepEqual(ends(row).slice(1), ends(heads!));
});
