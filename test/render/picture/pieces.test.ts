// Scenes beside and below one another: a cell stands where its own scene has one, unchanged but for the outlines of its
// blocks, and nowhere else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { belowScenes, besideScenes } from '../../../server/src/render/picture/beside.ts';
import {
  blocksAlong,
  type Cell,
  headOf,
  lengthOf,
  type Scene,
} from '../../../server/src/render/picture/scene.ts';
import { type Random, seeded } from '../../support/random.ts';

function anyScene({ oneIn, below, pick }: Random, name: string): Scene {
  const [rows, columns] = [pick([[2], [3], [2, 2], [3, 2]]), pick([[1], [4], [2, 3]])];
  const cells = Array.from({ length: 6 }, (_, r) =>
    Array.from({ length: 6 }, (_, c): Cell | null =>
      oneIn(3) ? null : { label: `${name}${r},${c}`, key: below(9), ...(oneIn(3) ? { group: 77 } : {}) },
    ),
  );
  return {
    title: name,
    description: name,
    rows: { name: 'r', extents: rows },
    columns: { name: 'c', extents: columns },
    cell: (row, column) => cells[row]![column]!,
    keys: name === 's0' ? 'amounts' : 'names',
    ...(oneIn(2) ? { captions: [{ row: 1, column: 0, text: `in ${name}` }] } : {}),
  };
}

const SAID = { title: 't', description: 'd' };

/** All cells of the whole, by their places, and of the parts, each at the place of its part. */
function compare(
  whole: Scene,
  parts: readonly { readonly scene: Scene; readonly row: number; readonly column: number }[],
  outlines: (scene: Scene) => boolean,
): void {
  const expected = new Map<string, Cell>();
  for (const { scene, row, column } of parts)
    for (let r = 0; r < lengthOf(scene.rows); r++)
      for (let c = 0; c < lengthOf(scene.columns); c++) {
        const cell = scene.cell(r, c);
        const block = outlines(scene) ? { group: blocksAlong(scene.rows)[r]! } : {};
        if (cell !== null) expected.set(`${row + r},${column + c}`, { ...block, ...cell });
      }
  for (let row = 0; row <= lengthOf(whole.rows); row++)
    for (let column = 0; column <= lengthOf(whole.columns); column++)
      assert.deepEqual(whole.cell(row, column), expected.get(`${row},${column}`) ?? null, `${row},${column}`);
  const captions = parts.flatMap(({ scene, row, column }) =>
    (scene.captions ?? []).map((c) => `${c.row + row},${c.column + column} ${c.text}`),
  );
  const found = (whole.captions ?? []).map((c) => `${c.row},${c.column} ${c.text}`);
  for (const caption of captions) assert.ok(found.includes(caption), caption);
}

test('beside one another: with the rows that they share, or each with its own', () => {
  const random = seeded(20261123, 4);
  let shared = 0;
  for (let i = 0; i < 200; i++) {
    const scenes = [0, 1, 2].slice(random.below(2)).map((n) => anyScene(random, `s${n}`));
    const whole = besideScenes(
      scenes.map((scene) => ({ scene, caption: `caption ${scene.title}` })),
      SAID,
    );
    assert.deepEqual([whole.keys, whole.title, whole.description], [scenes[0]!.keys, 't', 'd']);
    const isShared = scenes.every(({ rows }) => `${rows.extents}` === `${scenes[0]!.rows.extents}`);
    if (isShared) shared++;
    let column = 0;
    const parts = scenes.map((scene) => {
      const part = { scene, row: 1, column };
      column += lengthOf(scene.columns) + 1;
      return part;
    });
    compare(whole, parts, () => !isShared);
    for (const { scene, column: start } of parts) {
      assert.ok(
        whole.captions!.some((c) => c.row === 0 && c.column === start && c.text === `caption ${scene.title}`),
      );
      for (let r = 0; r < lengthOf(scene.rows); r++) {
        const own = whole.captions!.find((c) => c.isHead && c.row === r + 1 && c.column === start - 1)?.text;
        assert.equal(
          own ?? headOf(whole.rows, r + 1),
          String(r),
          `the coordinate of row ${r} of ${scene.title}`,
        );
      }
    }
  }
  assert.ok(shared > 10, String(shared));
});

test('below one another', () => {
  const random = seeded(20261123, 5);
  for (let i = 0; i < 200; i++) {
    const scenes = [0, 1, 2].slice(random.below(2)).map((n) => anyScene(random, `s${n}`));
    const whole = belowScenes(
      scenes.map((scene) => ({ scene, caption: `caption ${scene.title}` })),
      SAID,
    );
    assert.deepEqual([whole.keys, whole.title, whole.description], [scenes[0]!.keys, 't', 'd']);
    let row = 1;
    const parts = scenes.map((scene) => {
      const part = { scene, row, column: 0 };
      row += lengthOf(scene.rows) + 1;
      return part;
    });
    compare(whole, parts, () => false);
    for (const { scene, row: start } of parts) {
      assert.ok(
        whole.captions!.some(
          (c) => c.row === start - 1 && c.column === 0 && c.text === `caption ${scene.title}`,
        ),
      );
      for (let r = 0; r < lengthOf(scene.rows); r++) assert.equal(headOf(whole.rows, start + r), String(r));
    }
  }
});
