// Pictures of layouts as the panel's page has them.

import { sizeOf } from '../../client/src/panel/webview/coordinates.ts';
import { PictureSource } from '../../client/src/panel/webview/source.ts';
import type { Link, NestedExtents, PictureItem } from '../../server/src/render/panel/view.ts';

/** A picture of a layout whose leaves are `extents` and `strides`; the first mode of `shape` runs down. */
export function itemOf(
  shape: NestedExtents,
  strides: readonly number[],
  more: Partial<PictureItem> = {},
): PictureItem {
  const leaves = (s: NestedExtents): readonly number[] => (typeof s === 'number' ? [s] : s.flatMap(leaves));
  const [down, ...across] = typeof shape === 'number' ? [shape] : shape;
  const rows = sizeOf(down!);
  return {
    name: 'L',
    notation: '',
    description: '',
    rows: { name: 'mode 0', extents: leaves(down!), heads: null },
    columns: { name: 'mode 1', extents: across.length === 0 ? [1] : across.flatMap(leaves), heads: null },
    keys: 'amounts',
    index: { row: 1, column: rows },
    shape,
    offsets: [{ kind: 'strides', extents: leaves(shape), strides }],
    isThreadValue: false,
    hasThreads: false,
    isMemory: true,
    bits: null,
    link: null,
    literal: null,
    ...more,
  };
}

export function sourceOf(
  shape: NestedExtents,
  strides: readonly number[],
  link: Link | null = null,
): PictureSource {
  return new PictureSource(
    itemOf(shape, strides, { link }),
    async () => null,
    () => undefined,
  );
}
