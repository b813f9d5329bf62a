// Hovers of finite relations and sets draw them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TestClient } from './client.ts';

let client: TestClient;
before(async () => {
  client = await TestClient.start();
});
after(() => client.stop());

let count = 0;

/** The picture in the hover of an expression: the title, the axes, and the labels of the cells row by row. */
async function drawn(expression: string): Promise<{ title: string; axes: string; labels: string } | null> {
  const uri = `file:///relation-${count++}.layout`;
  await client.open(uri, 'layout', `x = ${expression}\n`);
  const hover = await client.hoverText(uri, 0, 0);
  const image = /data:image\/svg\+xml;base64,([\w+/=]+)/.exec(hover)?.[1];
  if (image === undefined) return null;
  const svg = Buffer.from(image, 'base64').toString();
  const [, title = ''] = /<title id="t">([^<]*)/.exec(svg)!;
  const [, axes = ''] = /text-anchor="start">([^<]*)/.exec(svg)!;
  const cells: [y: number, x: number, label: string][] = [];
  for (const [, y, row] of svg.matchAll(/<text y="(\d+)" fill="#[^"]*">(.*?)<\/text>/g))
    for (const [, x, label] of row!.matchAll(/<tspan x="([\d.]+)">([^<]*)/g))
      cells.push([Number(y), Number(x), label!]);
  cells.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return { title, axes, labels: cells.map(([, , label]) => label).join(' ') };
}

test('a function of one input is a row of its outputs', async () => {
  assert.deepEqual(await drawn('{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }'), {
    title: '{ [c] -&gt; [(-3c) mod 16] : 0 &lt;= c &lt; 16 }',
    axes: 'input →',
    labels: '0 13 10 7 4 1 14 11 8 5 2 15 12 9 6 3',
  });
  assert.equal((await drawn('coordinate_mapping((2,2))'))?.labels, '0,0 1,0 0,1 1,1');
});

test('two inputs are rows and columns', async () => {
  const found = await drawn('relation((2,4):(4,1), natural)');
  assert.equal(found?.axes, 'input 0 ↓  input 1 →');
  assert.equal(found?.labels, '0 1 2 3 4 5 6 7');
});

test('sets, and relations that are no functions, are points', async () => {
  const triangle = await drawn('{ [i, j] : 0 <= i < 3 and 0 <= j <= i }');
  assert.equal(triangle?.axes, 'coordinate 0 ↓  coordinate 1 →');
  assert.equal(triangle?.labels, '● ● ● ● ● ●');
  assert.equal((await drawn('range((2,2):(1,4))'))?.labels, '● ● ● ●');
  const overlaps = await drawn('overlaps((4,2):(0,1))');
  assert.equal(overlaps?.axes, 'input ↓  output →');
});

test('what is large, endless, below zero, of parameters or of three dimensions is not drawn', async () => {
  for (const expression of [
    '{ [i] : 0 <= i < 300 }',
    '{ [i] : i >= 0 }',
    '{ [i] : -2 <= i < 2 }',
    '{ [i] : i = 4000 }',
    '[N] -> { [i] : 0 <= i < N }',
    '{ [i, j, k] : i = 0 and j = 0 and k = 0 }',
    '{ [i] : i > 3 and i < 3 }',
  ])
    assert.equal(await drawn(expression), null, expression);
});

test('a layout that is worked out through relations is drawn as others are', async () => {
  const found = await drawn('relation_inverse((4,2):(2,1))');
  assert.equal(found?.title, '(2,4):(4,1)');
  assert.equal(found?.labels, '0 1 2 3 4 5 6 7');
});
