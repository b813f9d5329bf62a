// The offsets that a panel works out itself are those of the layout, at every index.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateAny } from '../../server/src/algebra/composed/composed.ts';
import { Dynamic } from '../../server/src/algebra/integer/integer.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  SmemPtrFlag,
  Swizzle,
} from '../../server/src/algebra/layout/layout.ts';
import { offsetAt, offsetFunctionOf } from '../../server/src/render/panel/offset-function.ts';
import { packCells, unpackCells } from '../../server/src/render/panel/packed-cells.ts';
import type { Cell } from '../../server/src/render/picture/scene.ts';
import { type Random, seeded } from '../support/random.ts';

const plain = (random: Random): Layout =>
  new Layout(
    [random.between(1, 5), [random.between(1, 4), random.between(1, 4)]],
    [random.between(0, 9), [random.between(0, 40), random.between(0, 99)]],
  );

function anyLayout(random: Random): AnyLayout {
  const inner = plain(random);
  const offset = random.pick([0, 0, 1, random.below(64)]);
  if (random.oneIn(3)) return inner;
  if (random.oneIn(2)) return new ComposedLayout(new Layout([7, 100], [3, 1]), offset, inner);
  return new ComposedLayout(new Swizzle(random.between(0, 3), random.between(0, 4), 3), offset, inner);
}

test('layouts, also composed and swizzled ones, have their offsets', () => {
  const kinds = new Set<string>();
  for (let seed = 0; seed < 400; seed++) {
    const layout = anyLayout(seeded(20261166, seed));
    const stages = offsetFunctionOf(layout);
    assert.ok(stages !== null);
    kinds.add(stages.map(({ kind }) => kind).join(' '));
    const inner = layout instanceof Layout ? layout : (layout.inner as Layout);
    const [rows, [a, b]] = inner.shape as unknown as [number, [number, number]];
    for (let index = 0; index < rows * a * b; index++)
      assert.equal(offsetAt(stages, index), evaluateAny(layout, index), `seed ${seed}, ${index}`);
  }
  assert.deepEqual([...kinds].sort(), [
    'strides',
    'strides shift strides',
    'strides shift swizzle',
    'strides strides',
    'strides swizzle',
  ]);
});

test('the base of a pointer to shared memory moves nothing', () => {
  const layout = new ComposedLayout(new Swizzle(2, 4, 3), new SmemPtrFlag(16), new Layout([8, 32], [32, 1]));
  assert.deepEqual(offsetFunctionOf(layout), [
    { kind: 'strides', extents: [8, 32], strides: [32, 1] },
    { kind: 'swizzle', bits: 2, base: 4, shift: 3 },
  ]);
});

test('what is not a number has no offsets, and what is beyond them has none', () => {
  for (const layout of [
    new Layout([4, new Dynamic(null)], [1, 4]),
    new Layout([4, 4], [1, new Dynamic(null)]),
    new Layout([4, 2 ** 50], [1, 16]),
    new Layout([2 ** 30, 2 ** 30], [0, 0]),
    new Layout([4, 0], [1, 4]),
    new ComposedLayout(new Swizzle(1, 1, 3), new Dynamic(null), new Layout(4, 1)),
    new ComposedLayout(new Layout(new Dynamic(null), 2), 0, new Layout(4, 1)),
    new ComposedLayout(new Swizzle(1, 1, 3), 0, new Layout(new Dynamic(null), 1)),
  ])
    assert.equal(offsetFunctionOf(layout), null);
  assert.notEqual(offsetFunctionOf(new Layout([2 ** 26, 2 ** 26], [1, 2 ** 26])), null);
});

test('cells come through a message as they are, whatever they lack', async () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = seeded(20261167, seed);
    const [hasGroups, hasValues] = [random.oneIn(2), random.oneIn(2)];
    const cells = Array.from({ length: 300 }, (): Cell | null =>
      random.oneIn(4)
        ? null
        : {
            label: random.pick(['', 'a', 'T1', 'é']),
            key: random.below(2 ** 31),
            ...(hasGroups && random.oneIn(2) ? { group: random.below(3) } : {}),
            ...(hasValues && random.oneIn(2) ? { value: random.below(3) } : {}),
          },
    );
    const axis = (length: number) => ({ name: '', extents: [length] });
    const scene = {
      title: '',
      description: '',
      keys: 'names',
      rows: axis(15),
      columns: axis(20),
      cell: (row: number, column: number) => cells[row * 20 + column]!,
    } as const;
    const every = random.between(1, 3);
    const window = { row: random.below(3), column: random.below(4), rows: 4, columns: 5, every };
    let rests = 0;
    const packed = await packCells(scene, window, async () => void rests++);
    assert.equal(rests, 4);
    const expected = Array.from({ length: 20 }, (_, at) =>
      scene.cell(window.row + Math.floor(at / 5) * every, window.column + (at % 5) * every),
    );
    assert.deepEqual(unpackCells(packed), expected, `seed ${seed}`);
    assert.equal(
      packed.groups !== undefined,
      expected.some((cell) => cell?.group !== undefined),
    );
    assert.equal(
      packed.values !== undefined,
      expected.some((cell) => cell?.value !== undefined),
    );
  }
});
