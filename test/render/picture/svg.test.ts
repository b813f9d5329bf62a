import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Dynamic } from '../../../server/src/algebra/integer/integer.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  Swizzle,
} from '../../../server/src/algebra/layout/layout.ts';
import { ScaledBasis } from '../../../server/src/algebra/layout/stride.ts';
import { dataUri } from '../../../server/src/features/hover/markdown-text.ts';
import { extentText, layoutScene, valueAtIndex } from '../../../server/src/render/picture/layout-scene.ts';
import { HOVER_LIMITS } from '../../../server/src/render/picture/scene.ts';
import { sceneSvg } from '../../../server/src/render/picture/svg.ts';
import { processorTime } from '../../support/processor-time.ts';

function picture(layout: AnyLayout, title = 'a layout', threadsAndValues = false): string {
  const scene = layoutScene(layout, title, { threadsAndValues });
  assert.ok(scene !== null);
  return sceneSvg(scene, HOVER_LIMITS).svg;
}
/** The labels of the cells, row by row, as a reader sees them. */
const labels = (svg: string): string[][] =>
  [...svg.matchAll(/<text y="(\d+)" fill="#(?:000|fff)">(.*?)<\/text>/g)]
    .flatMap((m) =>
      [...m[2]!.matchAll(/x="([\d.]+)">([^<]*)/g)].map((t) => ({
        y: Number(m[1]),
        x: Number(t[1]),
        s: t[2]!,
      })),
    )
    .sort((a, b) => a.y - b.y || a.x - b.x)
    .reduce<{ y: number; row: string[] }[]>((rows, { y, s }) => {
      if (rows.at(-1)?.y !== y) rows.push({ y, row: [] });
      rows.at(-1)!.row.push(s);
      return rows;
    }, [])
    .map(({ row }) => row);

test('every cell shows the offset of its coordinate', () => {
  assert.deepEqual(labels(picture(new Layout([2, 3], [3, 1]))), [
    ['0', '1', '2'],
    ['3', '4', '5'],
  ]);
});

test('swizzled offsets', () => {
  const swizzled = new ComposedLayout(new Swizzle(1, 0, 1), 0, new Layout([2, 2], [2, 1]));
  assert.deepEqual(labels(picture(swizzled)), [
    ['0', '1'],
    ['3', '2'],
  ]);
});

test('a vector lies in one row, a third mode along the columns', () => {
  assert.deepEqual(labels(picture(new Layout(4, 3))), [['0', '3', '6', '9']]);
  assert.deepEqual(labels(picture(new Layout([1, 2, 2], [0, 1, 10]))), [['0', '1', '10', '11']]);
});

test('coordinates are written as such', () => {
  const identity = new Layout([1, 2], [new ScaledBasis(1, [0]), new ScaledBasis(1, [1])]);
  const text = labels(picture(identity))[0]!;
  assert.equal(text.length, 2);
  assert.match(text[1]!, /1/);
});

test('colours of coordinates: from zero on, each entry in turn counts more', () => {
  const basis = (value: number, mode: number): ScaledBasis => new ScaledBasis(value, [mode]);
  const keys = (layout: AnyLayout): number[] =>
    [0, 1, 2, 3].map((index) => layoutScene(layout, 'L')!.cell(index % 2, index >> 1)!.key);
  assert.deepEqual(keys(new Layout([2, 2], [basis(1, 0), basis(1, 1)])), [0, 1, 2, 3]);
  assert.deepEqual(keys(new Layout([2, 2], [basis(5, 1), basis(3, 0)])), [0, 10, 3, 13]);
  assert.deepEqual(keys(new Layout([2, 2], [-3, 1])), [0, 3, 1, 2]);
});

test('large layouts are cut, small in bytes and fast', () => {
  let svg = '';
  const time = processorTime(() => {
    svg = picture(new Layout([1e6, 1e6], [1, 1e6]));
  });
  assert.ok(time < 500, `${time} ms`);
  assert.ok(svg.includes('…') && svg.includes('⋮'));
  assert.ok(svg.length < 30_000, `${svg.length} bytes`);
  assert.ok(picture(new Layout([16, 32], [32, 1])).length < 30_000);
});

test('no picture without known integers', () => {
  assert.equal(layoutScene(new Layout([new Dynamic(null), 2], [2, 1]), 'a layout'), null);
  const open = new Dynamic(null);
  assert.equal(layoutScene(new Layout([16, 1, 8], [open, 1, open]), 'strides that nobody knows'), null);
  assert.notEqual(layoutScene(new Layout([16, 8], [open, 1]), 'rows, wherever they are'), null);
});

test('titles are accessible and escaped', () => {
  const svg = picture(new Layout(2, 1), 'Sw<3,4,3> & "x"');
  assert.match(svg, /role="img" aria-labelledby="t d"/);
  assert.ok(svg.includes('<title id="t">Sw&lt;3,4,3&gt; &amp; &quot;x&quot;</title>'));
});

test('thread and value axes', () => {
  const svg = picture(new Layout([4, 2], [1, 4]), 'tv', true);
  assert.ok(svg.includes('thread ↓') && svg.includes('value →'));
});

test('data URIs hold the picture byte for byte', () => {
  const svg = picture(new Layout([2, 40], [40, 1]));
  const uri = dataUri(svg);
  assert.ok(uri.startsWith('data:image/svg+xml;base64,'));
  assert.equal(Buffer.from(uri.split(',')[1]!, 'base64').toString('utf8'), svg);
});

test('extents and values', () => {
  assert.equal(extentText([[4, 8], 2]), '32 × 2');
  assert.equal(extentText(7), '7');
  assert.equal(valueAtIndex(new Layout([4, 8], [8, 1]), 5), 9);
});

test('nested modes have stronger lines between them, wider for outer ones', () => {
  const svg = picture(
    new Layout(
      [
        [2, 2, 2],
        [2, 4],
      ],
      [
        [1, 2, 4],
        [8, 16],
      ],
    ),
  );
  const strokes = [...svg.matchAll(/<path d="([^"]*)" stroke="#fff" stroke-width="([\d.]+)"/g)];
  const lines = strokes.map(([, d = '', width]) => [
    Number(width),
    d.match(/h/g)?.length ?? 0,
    d.match(/v/g)?.length ?? 0,
  ]);
  // Rows after 2 and 6 end inner modes, the one after 4 an outer one; columns after 2, 4 and 6 end inner modes.
  assert.deepEqual(
    lines.sort((a, b) => a[0]! - b[0]!).map(([, across, down]) => [across, down]),
    [
      [2, 3],
      [1, 0],
    ],
  );
  assert.ok(lines[0]![0]! < lines[1]![0]!);
});

test('warps are outlined, and what is no cell is not', () => {
  const scene = (groups: readonly (readonly (number | null)[])[]) =>
    sceneSvg(
      {
        title: '',
        description: '',
        rows: { name: 'r', extents: [groups.length] },
        columns: { name: 'c', extents: [groups[0]!.length] },
        cell: (r, c) => (groups[r]![c] === null ? null : { label: 'x', key: 0, group: groups[r]![c]! }),
        keys: 'names',
      },
      HOVER_LIMITS,
    ).svg;
  const edges = (svg: string) =>
    [...(/<path d="([^"]*)" stroke="#000" stroke-width="2"/.exec(svg)?.[1] ?? '').matchAll(/[hv]/g)].join('');
  assert.equal(
    edges(
      scene([
        [0, 0],
        [0, 0],
      ]),
    ),
    '',
  );
  assert.equal(
    edges(
      scene([
        [0, 1],
        [0, 1],
      ]),
    ),
    'v',
    'one line along both rows',
  );
  assert.equal(
    edges(
      scene([
        [0, 1],
        [1, 1],
      ]),
    ),
    'hv',
  );
  assert.equal(
    edges(
      scene([
        [0, null],
        [null, 1],
      ]),
    ),
    '',
  );
});
