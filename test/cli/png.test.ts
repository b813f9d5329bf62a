// PNG files: read back here by the standard's own words, pixel for pixel.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { Layout } from '../../server/src/algebra/layout/layout.ts';
import { pngOf } from '../../server/src/cli/commands/png.ts';
import { layoutScene } from '../../server/src/render/picture/layout-scene.ts';
import type { Limits } from '../../server/src/render/picture/scene.ts';
import { sceneRaster } from '../../server/src/render/raster/raster.ts';

const LIMITS: Limits = { rows: 64, columns: 64, width: 1000, characters: 80 };

/** The chunks of a file, each checked by its length. */
function chunksOf(file: Buffer): { readonly type: string; readonly data: Buffer }[] {
  assert.deepEqual([...file.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    chunks.push({
      type: file.toString('latin1', at + 4, at + 8),
      data: file.subarray(at + 8, at + 8 + length),
    });
    at += 12 + length;
  }
  return chunks;
}

test('the pixels of a picture', () => {
  const raster = sceneRaster(layoutScene(new Layout([2, 3], [3, 1]), 'L')!, LIMITS);
  const file = pngOf(raster);
  const [header, data, end, ...more] = chunksOf(file);
  assert.deepEqual([header!.type, data!.type, end!.type, more.length], ['IHDR', 'IDAT', 'IEND', 0]);
  const { width, height, bytes } = raster;
  assert.deepEqual([header!.data.readUInt32BE(0), header!.data.readUInt32BE(4)], [width, height]);
  const rows = inflateSync(data!.data);
  assert.equal(rows.length, height * (3 * width + 1));
  for (let y = 0; y < height; y++) {
    const row = rows.subarray(y * (3 * width + 1), (y + 1) * (3 * width + 1));
    assert.equal(row[0], 0);
    assert.deepEqual([...row.subarray(1)], [...bytes.subarray(y * 3 * width, (y + 1) * 3 * width)]);
  }
  // The end of every PNG file, with its checksum.
  assert.equal(file.subarray(-8).toString('hex'), '49454e44ae426082');
});

test('cells have their colours, the paper the theme’s', () => {
  const scene = layoutScene(new Layout([2, 3], [3, 1]), 'L')!;
  const corner = (theme: 'light' | 'dark'): number[] => [
    ...sceneRaster(scene, LIMITS, theme).bytes.subarray(0, 3),
  ];
  assert.deepEqual(
    [corner('light'), corner('dark')],
    [
      [255, 255, 255],
      [31, 31, 31],
    ],
  );
  const { bytes } = sceneRaster(scene, LIMITS);
  const colours = new Set<string>();
  for (let i = 0; i < bytes.length; i += 3) colours.add(`${bytes.subarray(i, i + 3)}`);
  // Six cells, the paper, the ink, the lines, and black and white letters.
  assert.ok(colours.size >= 6 + 3 && colours.size <= 6 + 5, [...colours].join(' '));
});
