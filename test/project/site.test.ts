// What the documentation site is made from: links of the playground, pages of lessons, and the search for broken links.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { lessonPage } from '../../scripts/site/lessons.ts';
import { brokenLinks } from '../../scripts/site/links.ts';
import { fragmentOf, sharedIn } from '../../scripts/site/playground/share.ts';

test('a link of the playground holds the text and its language', async () => {
  const shared = {
    language: 'cuda',
    text: 'auto swizzled = Swizzle<3,3,3>{}; // ∘ 🙂\n'.repeat(40),
  } as const;
  const fragment = await fragmentOf(shared);
  assert.match(fragment, /^#cuda\/[\w-]+$/);
  assert.ok(fragment.length < shared.text.length / 4);
  assert.deepEqual(await sharedIn(fragment), shared);
});

test('a link that is cut off, of no language, or of too long a text is none', async () => {
  const fragment = await fragmentOf({ language: 'layout', text: '(4,8):(8,1)\n'.repeat(9) });
  assert.equal(await sharedIn(fragment.slice(0, -6)), null);
  assert.equal(await sharedIn(fragment.replace('layout', 'fortran')), null);
  assert.equal(await sharedIn('#rules'), null);
  assert.equal(await sharedIn(await fragmentOf({ language: 'layout', text: ' '.repeat(2 ** 21) })), null);
});

test('a lesson is a page: comments are text, lines are examples', async () => {
  const page = await lessonPage(
    '# 1. Tiles. A tiler <B1, B2> takes both.\n\n# Rows.\nA = 4:1\nA(2)  # = 2\n',
  );
  assert.match(
    page,
    /^# 1\. Tiles\n\n<a href="\.\.\/playground\/index\.html#layout\/[\w-]+" target="_self">/,
  );
  assert.ok(page.includes('A tiler &#60;B1, B2&#62; takes both.'));
  assert.ok(page.endsWith('Rows.\n\n```layout\nA = 4:1\nA(2)  # = 2\n```\n'));
});

test('links to pages and parts that are not there are found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-site-'));
  try {
    mkdirSync(join(folder, 'learn'));
    writeFileSync(
      join(folder, 'index.html'),
      '<h1 id="top">A</h1> <a href="/base/learn/a.html#b">1</a> <a href="#top">2</a> <a href="https://other.host/">3</a>' +
        ' <a href="/base/learn/a.html#c">4</a> <a href="lost.html">5</a> <a href="/elsewhere/">6</a>',
    );
    writeFileSync(
      join(folder, 'learn', 'a.html'),
      '<h2 id="b">B</h2> <a href="../index.html">1</a> <a href="../">2</a>',
    );
    assert.deepEqual(brokenLinks(folder, '/base/'), [
      'index.html: /base/learn/a.html#c has no such part',
      'index.html: lost.html is not there',
      'index.html: /elsewhere/ is outside of the site',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
