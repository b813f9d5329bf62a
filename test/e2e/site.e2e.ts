// The documentation site and its playground in Chromium, as `npm run docs` builds them: a hover, a finding and its fix, a
// shared link, at the width of a desktop and of a phone, and that nobody but the site itself is asked for anything.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildSite } from '../../scripts/site/build.ts';
import { brokenLinks } from '../../scripts/site/links.ts';
import { fragmentOf } from '../../scripts/site/playground/share.ts';
import { serveSite } from '../../scripts/site/serve.ts';
import { root } from '../../scripts/testing/files.ts';
import { openBrowser } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const BASE = '/layout-lens/';
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const MISTAKE = 'outer = (4,6,8):(2,3,5)\nr = composition(outer, 6:3)\n';

/** What axe-core finds on a page. */
async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate<string[]>(
    '(async () => (await axe.run(document, { resultTypes: ["violations"] })).violations' +
      '.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(" "))))()',
  );
}

describe('the documentation site', { timeout: 240_000 }, () => {
  let folder: string;
  let site: Awaited<ReturnType<typeof serveSite>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  const requests: string[] = [];
  const failures: string[] = [];
  before(async () => {
    ({ folder } = await buildSite(root, BASE));
    site = await serveSite(folder, BASE);
    browser = await openBrowser('about:blank', { viewport: DESKTOP });
    page = browser.page;
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => failures.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') failures.push(message.text());
    });
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  const playground = async (text: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${site.address}playground/${await fragmentOf({ language: 'layout', text })}`);
  };
  const source = (): Promise<string> =>
    page.locator('.cm-content').evaluate((content) =>
      [...content.querySelectorAll('.cm-line')]
        .map((line) => {
          const copy = line.cloneNode(true) as Element;
          for (const hint of copy.querySelectorAll('.hint')) hint.remove();
          return copy.textContent;
        })
        .join('\n'),
    );
  const picture = () => page.frameLocator('#picture');

  test('a cold playground answers its first hover, and weighs less than 4 MB', async (context) => {
    const since = performance.now();
    await page.goto(`${site.address}playground/`);
    await page.locator('.cm-line', { hasText: 'matrix = (4,8)' }).hover({ position: { x: 15, y: 8 } });
    await page.locator('.hover', { hasText: '(4,8):(8,1)' }).waitFor();
    const took = performance.now() - since;
    const names = readdirSync(join(folder, 'playground'));
    const bytes = names.reduce((sum, name) => sum + statSync(join(folder, 'playground', name)).size, 0);
    context.diagnostic(`first hover after ${Math.round(took)} ms; ${bytes} bytes, nothing compressed`);
    assert.ok(bytes < 4_000_000, `${bytes} bytes`);
    assert.equal(await page.locator('.hover img').count(), 1);
  });

  for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
    test(`a shared link opens, shows its finding and its picture, and takes a fix: ${name}`, async () => {
      await page.setViewportSize(viewport);
      await playground(MISTAKE);
      const finding = page.locator('#findings li', { hasText: 'compiles, but is not A∘B' });
      await finding.waitFor();
      assert.equal(await source(), MISTAKE);
      await page.locator('.hint', { hasText: '(2,3):(6,3)' }).waitFor();
      await finding.getByRole('button', { name: 'Line 2' }).click();
      await picture().locator('h1').waitFor();
      const fix = page.getByRole('button', { name: 'Take stride 2 instead of 3: 6:2' });
      await fix.waitFor();
      assert.deepEqual(await findings(page), []);
      const { scrollWidth } = await page.evaluate(() => ({ scrollWidth: document.body.scrollWidth }));
      assert.ok(scrollWidth <= viewport.width, `${scrollWidth} pixels are wider than the page`);
      await fix.click();
      await page.locator('#findings', { hasText: 'None.' }).waitFor();
      const mended = MISTAKE.replace('6:3', '6:2');
      assert.equal(await source(), mended);
      const fragment = await fragmentOf({ language: 'layout', text: mended });
      await page.waitForFunction((wanted) => location.hash === wanted, fragment);
    });

  test('the dark theme, C++ and completion; axe-core finds nothing', async () => {
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: 'Light or dark' }).click();
    await page.getByLabel('Example').selectOption({ label: 'A GEMM in CUDA' });
    await page.locator('.hint', { hasText: 'Sw<3,3,3>' }).first().waitFor();
    await picture().locator('h1', { hasText: 'SmemAtom' }).waitFor();
    assert.deepEqual(await findings(page), []);
    await playground('');
    await page.locator('.cm-content').click();
    await page.keyboard.type('compl');
    await page.locator('.cm-tooltip-autocomplete', { hasText: 'complement' }).waitFor();
  });

  test('pages link to one another, and the search finds words of theirs', async () => {
    assert.deepEqual(brokenLinks(folder, BASE), []);
    await page.goto(`${site.address}rules.html`);
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.locator('#localsearch-input').fill('cosize');
    await page.locator('#localsearch-list a').first().waitFor();
    await page.goto(`${site.address}learn/1-layouts.html`);
    await page.getByRole('link', { name: 'Open this lesson in the playground' }).click();
    await page.locator('.hint', { hasText: '= 19' }).waitFor();
  });

  test('nobody else was asked for anything, and nothing has failed', () => {
    const others = requests.filter(
      (url) => !/^(?:blob|data|about):/.test(url) && !url.startsWith(site.address),
    );
    assert.deepEqual(others, []);
    assert.deepEqual(failures, []);
  });
});
