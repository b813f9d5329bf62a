// Colours that are read: labels have contrast on every cell, and threads that are near each other differ.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colouringOf } from '../../../server/src/render/picture/colours.ts';
import type { Scene } from '../../../server/src/render/picture/scene.ts';

const scene = (keys: Scene['keys']): Scene => ({
  title: '',
  description: '',
  rows: { name: '', extents: [1] },
  columns: { name: '', extents: [256] },
  cell: (_, key) => ({ label: '', key }),
  keys,
});

const rgb = (colour: string): readonly number[] => {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((c) => c + c) : colour.slice(1).match(/../g)!;
  return digits.map((pair) => Number.parseInt(pair, 16));
};

/** WCAG 2. */
function luminance(colour: string): number {
  const [r, g, b] = rgb(colour).map((x) =>
    x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

for (const keys of ['amounts', 'names'] as const)
  test(`labels have a contrast of 4.5 on every colour of ${keys}`, () => {
    const drawn = scene(keys);
    const colourOf = colouringOf(drawn, [Array.from({ length: 256 }, (_, key) => ({ label: '', key }))]);
    for (let key = 0; key < 256; key++) {
      const { fill, text } = colourOf(key);
      assert.ok(contrast(fill, text) >= 4.5, `${text} on ${fill}: ${contrast(fill, text)}`);
    }
  });

test('the threads of a warp have 32 colours, and one is not its neighbour’s in another shade', () => {
  const colourOf = colouringOf(scene('names'), []);
  const fills = Array.from({ length: 32 }, (_, thread) => colourOf(thread).fill);
  assert.equal(new Set(fills).size, 32);
  const apart = (a: string, b: string) => Math.hypot(...rgb(a).map((x, i) => x - rgb(b)[i]!));
  for (let thread = 0; thread < 31; thread++)
    assert.ok(apart(fills[thread]!, fills[thread + 1]!) > 20, `threads ${thread} and ${thread + 1}`);
});

test('larger amounts are lighter', () => {
  const colourOf = colouringOf(scene('amounts'), [[{ label: '', key: 100 }]]);
  const lights = Array.from({ length: 101 }, (_, key) => luminance(colourOf(key).fill));
  for (let i = 1; i < lights.length; i++) assert.ok(lights[i]! >= lights[i - 1]!, `at ${i}`);
  assert.ok(lights[100]! > 0.7 && lights[0]! < 0.05);
});
