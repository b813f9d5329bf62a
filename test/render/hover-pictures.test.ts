// Pictures in hovers: near the top, small in bytes, and drawn before anybody notices.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isFailure } from '../../server/src/algebra/integer/failure.ts';
import { ComposedLayout, Layout, Swizzle } from '../../server/src/algebra/layout/layout.ts';
import { openDocument } from '../../server/src/analysis/document/document.ts';
import { hoverAt } from '../../server/src/features/hover/hover-at.ts';
import { hoverMarkdown, hoverPlainText } from '../../server/src/features/hover/markdown.ts';
import { mmaNames } from '../../server/src/hardware/atom/atoms-data.ts';
import { mmaAtom } from '../../server/src/hardware/mma/mma-atom.ts';
import { layoutScene } from '../../server/src/render/picture/layout-scene.ts';
import { HOVER_LIMITS, type Scene } from '../../server/src/render/picture/scene.ts';
import { sceneOf } from '../../server/src/render/picture/scene-of.ts';
import { sceneSvg } from '../../server/src/render/picture/svg.ts';
import { dialectOfPath } from '../../server/src/workspace/host/dialects.ts';
import { pythonGrammars } from '../evaluate/python/support.ts';
import { processorTime } from '../support/processor-time.ts';
import { seeded } from '../support/random.ts';

/** Bytes of an image in a hover. */
const MAXIMUM_BYTES = 40_000;

const OPTIONS = { picture: true, derivation: true, links: () => [] };

test('no image is larger than 40 kB', () => {
  const { pick, below } = seeded(20261122, 40);
  const check = (scene: Scene, what: string): void => {
    const bytes = Buffer.byteLength(sceneSvg(scene, HOVER_LIMITS).svg);
    assert.ok(bytes <= MAXIMUM_BYTES, `${what}: ${bytes} bytes`);
  };
  for (let i = 0; i < 400; i++) {
    const mode = () => [pick([1, 2, 3, 8, 32]), pick([1, 2, 4, 16]), pick([1, 2, 64])];
    const strides = () => [below(9), below(1000), below(100_000)];
    const layout = new Layout([mode(), mode()], [strides(), strides()]);
    const whole = pick([layout, new ComposedLayout(new Swizzle(3, 3, 3), 0, layout)]);
    check(layoutScene(whole, 'L')!, JSON.stringify([layout.shape, layout.stride]));
  }
  let atoms = 0;
  for (const name of mmaNames()) {
    const atom = mmaAtom(name);
    const scene = isFailure(atom) ? null : sceneOf(atom);
    if (scene === null) continue;
    atoms++;
    check(scene, name);
  }
  assert.ok(atoms > 50, String(atoms));
});

/** Pixels of a line of code, and of one of text with its margin, in VS Code's hover. */
const [CODE_LINE, PARAGRAPH] = [18, 27];
/** What is shown before the first scroll, less something of the picture. */
const BEFORE_PICTURE = 250 - 50;

/** How much of a hover stands above its picture, in pixels; null for one without. */
function above(markdown: string): number | null {
  const at = markdown.search(/!\[[^\]]*\]\(data:/);
  if (at < 0) return null;
  let pixels = 0;
  for (const block of markdown.slice(0, at).trim().split('\n\n'))
    pixels += block.startsWith('```')
      ? (block.split('\n').length - 2) * CODE_LINE + 12
      : block.split('\n').length * PARAGRAPH;
  return pixels;
}

test('something of the picture is seen before the first scroll', async () => {
  const grammars = await pythonGrammars();
  await grammars.ready('cpp');
  const folder = new URL('../../examples/', import.meta.url);
  let pictures = 0;
  for (const file of readdirSync(folder)) {
    const dialect = dialectOfPath(file);
    if (dialect === null) continue;
    const text = readFileSync(new URL(file, folder), 'utf8');
    const document = openDocument(grammars, dialect, text, {});
    for (const site of document.model.sites) {
      const found = hoverAt(document, grammars, site.span.start, OPTIONS);
      if (found === null) continue;
      const markdown = hoverMarkdown(found.content, { images: true, links: true });
      const pixels = above(markdown);
      if (pixels === null) continue;
      pictures++;
      const what = text.slice(site.span.start, site.span.end);
      assert.ok(pixels <= BEFORE_PICTURE, `${file}, ${what}: ${pixels} pixels\n${markdown.slice(0, 800)}`);
    }
    document.dispose();
  }
  assert.ok(pictures > 50, String(pictures));
});

test('where values differ, the first instantiation has the picture, and the others small ones', async () => {
  const grammars = await pythonGrammars();
  await grammars.ready('cpp');
  const text = `#include <cute/tensor.hpp>
using namespace cute;
template <int kM> void work() { auto tile = make_layout(Shape<Int<kM>, _8>{}, LayoutRight{}); }
void all() { work<16>(); work<32>(); work<64>(); }
`;
  const document = openDocument(grammars, 'cpp', text, {});
  const found = hoverAt(document, grammars, text.indexOf('tile'), OPTIONS)!;
  const { picture } = found.content;
  assert.equal(picture!.label, 'kM = 16');
  assert.deepEqual(
    picture!.others!.map(({ label }) => label),
    ['kM = 32', 'kM = 64'],
  );
  const markdown = hoverMarkdown(found.content, { images: true, links: false });
  assert.equal(markdown.match(/!\[with /g)!.length, 3, markdown.replace(/base64,[^|]*/g, ''));
  assert.match(hoverPlainText(found.content), /^with kM = 16:\nmode/m);
  document.dispose();
});

/** Of a hover with its picture, at the 95th percentile. */
const MAXIMUM_MS = 8;

test('a hover with its picture takes at most 8 ms, up to 64 × 64', async () => {
  const grammars = await pythonGrammars();
  await grammars.ready('notation');
  const extents = [4, 8, 16, 32, 64];
  const lines = extents.flatMap((m) =>
    extents.flatMap((n) => [
      `A${m}x${n} = (${m},${n}):(${n},1)`,
      `B${m}x${n} = Sw<2,1,3> o (${m},${n}):(${n},1)`,
      `C${m}x${n} = zipped_divide((${m},${n}):(${n},1), <2:1, 2:2>)`,
    ]),
  );
  const text = lines.join('\n');
  const document = openDocument(grammars, 'notation', text, {});
  const starts = lines.map((_, i) => lines.slice(0, i).reduce((sum, line) => sum + line.length + 1, 0));
  const once = (offset: number): number => {
    let markdown = '';
    const time = processorTime(() => {
      const found = hoverAt(document, grammars, offset, OPTIONS);
      markdown = hoverMarkdown(found!.content, { images: true, links: true, folds: true });
    });
    assert.ok(markdown.includes('data:image/svg+xml'));
    return time;
  };
  for (const offset of starts) once(offset);
  // The least of several: what else runs on the machine takes its share of some.
  const times = starts
    .map((offset) => Math.min(...Array.from({ length: 5 }, () => once(offset))))
    .sort((a, b) => a - b);
  const late = times[Math.floor(times.length * 0.95)]!;
  assert.ok(late <= MAXIMUM_MS, `${late.toFixed(1)} ms`);
  document.dispose();
});
