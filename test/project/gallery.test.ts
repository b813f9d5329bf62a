// docs/gallery.md and its pictures are those that the program draws now, and every picture is told in words.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { drawEntry } from '../../scripts/gallery/draw.ts';
import { ENTRIES } from '../../scripts/gallery/entries.ts';
import { galleryFiles } from '../../scripts/gallery/files.ts';
import { loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';

const docs = new URL('../../docs/', import.meta.url);
const grammars = await loadGrammars(grammarFiles);

test('the gallery is what is drawn now (npm run gallery writes it)', async () => {
  const files = await galleryFiles(grammars);
  for (const [path, text] of files) {
    const file = new URL(path, docs);
    assert.ok(existsSync(file) && readFileSync(file, 'utf8') === text, `docs/${path} is out of date`);
  }
  const kept = readdirSync(new URL('images/gallery/', docs)).map((name) => `images/gallery/${name}`);
  assert.deepEqual(
    kept.filter((path) => !files.has(path)),
    [],
    'pictures that nothing makes any more',
  );
  const page = files.get('gallery.md')!;
  const anchors = new Set(
    [...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!.toLowerCase().replaceAll(' ', '-')),
  );
  for (const [, anchor] of page.matchAll(/\]\(#([^)]*)\)/g)) assert.ok(anchors.has(anchor!), `#${anchor}`);
});

test('every picture has a title and a description, and exists in every format', async () => {
  for (const entry of ENTRIES) {
    const svg = String(await drawEntry(grammars, entry, { to: 'svg', theme: 'light' }));
    assert.match(svg, /<title id="t">[^<]+<\/title><desc id="d">[^<]+<\/desc>/, entry.id);
    const tikz = String(await drawEntry(grammars, entry, { to: 'tikz', theme: 'light' }));
    assert.match(tikz, /\\begin\{tikzpicture\}.*\\end\{tikzpicture\}$/s, entry.id);
    assert.ok(
      String(await drawEntry(grammars, entry, { to: 'text', theme: 'light' })).includes('┃'),
      entry.id,
    );
    const png = await drawEntry(grammars, entry, { to: 'png', theme: 'light' });
    assert.ok(png instanceof Uint8Array && png.length > 200, entry.id);
  }
});

/** WCAG 2. */
function luminance(colour: string): number {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((c) => c + c) : colour.slice(1).match(/../g)!;
  const [r, g, b] = digits
    .map((pair) => Number.parseInt(pair, 16) / 255)
    .map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

const contrast = (a: string, b: string): number => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
};

/** The colour below each label, as the picture itself paints it. */
function fillAt(svg: string, height: number): (x: number, y: number) => string | undefined {
  const spans = [...svg.matchAll(/<path stroke="(#[0-9a-f]+)" d="([^"]*)"/g)].flatMap(([, colour, d]) =>
    [...d!.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)/g)].map(([, x, y, width]) => ({
      colour: colour!,
      x: Number(x),
      y: Number(y),
      width: Number(width),
    })),
  );
  return (x, y) =>
    spans.find((s) => x >= s.x && x <= s.x + s.width && Math.abs(y - s.y) <= height / 2)?.colour;
}

for (const [theme, least] of [
  ['light', 4.5],
  ['dark', 4.5],
  ['high-contrast', 7],
  ['high-contrast-light', 7],
] as const)
  test(`text reads in ${theme}: a contrast of ${least} to what is below it`, async () => {
    for (const entry of ENTRIES) {
      const svg = String(await drawEntry(grammars, entry, { to: 'svg', theme }));
      const paper = /<rect [^>]*fill="(#[0-9a-f]+)"/.exec(svg)![1]!;
      const ink = /<g fill="(#[0-9a-f]+)"/.exec(svg)![1]!;
      assert.ok(contrast(paper, ink) >= least, `${entry.id}: ${ink} on ${paper}`);
      const height = Number(/<g stroke-width="(\d+)"/.exec(svg)![1]);
      const fillOf = fillAt(svg, height);
      let labels = 0;
      for (const [, y, colour, line] of svg.matchAll(
        /<text y="([\d.]+)" fill="(#[0-9a-f]+)"[^>]*>(.*?)<\/text>/g,
      ))
        for (const [, x] of line!.matchAll(/<tspan x="([\d.]+)">/g)) {
          const fill = fillOf(Number(x), Number(y) - 4);
          assert.ok(fill !== undefined, `${entry.id}: a label at ${x},${y} on no cell`);
          assert.ok(contrast(colour!, fill) >= least, `${entry.id}: ${colour} on ${fill}`);
          labels++;
        }
      assert.ok(labels > 0, entry.id);
    }
  });
