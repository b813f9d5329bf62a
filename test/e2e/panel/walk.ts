// A walk through the panel in a whole editor, from a hover on `composition(matrix, 4:2)` of the example's tour.

import type { FrameLocator, Page } from 'playwright-core';
import { type Driver, poll } from '../driver.ts';

/** The page of the panel. */
export const panelOf = (page: Page): FrameLocator =>
  page.frameLocator('iframe.webview').frameLocator('iframe#active-frame');

/** Waits for a text of the page that matches. */
export async function waitForText(panel: FrameLocator, selector: string, pattern: RegExp): Promise<void> {
  let last = '';
  await poll(
    async () => {
      // While the page is loaded there is none to ask.
      last = (
        await panel
          .locator(selector)
          .allInnerTexts()
          .catch(() => [])
      ).join('\n');
      return pattern.test(last) ? true : null;
    },
    async () => `${selector} of the panel is ${JSON.stringify(last)}, not ${pattern}`,
  );
}

/** Opens the panel from a hover, steps, selects, and writes another stride into the source. */
export async function walkPanel(driver: Driver): Promise<FrameLocator> {
  await driver.hover('composition(matrix, 4:2)', 'composition', /Open picture/);
  await driver.page.locator('.monaco-hover:not(.hidden) a', { hasText: 'Open picture' }).click();
  const panel = panelOf(driver.page);
  await waitForText(panel, 'h1', /^composition\(matrix, 4:2\)$/);
  await waitForText(panel, '.value', /^4:16$|^\(2,2\):\(16,1\)$/);

  await panel.getByRole('button', { name: 'Next step' }).click();
  await panel.getByRole('button', { name: 'Next step' }).click();
  await waitForText(panel, '.step[aria-pressed=true]', /A o 4:2/);
  await poll(
    async () => (await panel.locator('figure').count()) === 4 || null,
    async () => `${await panel.locator('figure').count()} figures, not the result, its operands and the step`,
  );

  await panel.locator('[role=grid]').first().focus();
  await driver.page.keyboard.press('Home');
  await driver.page.keyboard.press('Shift+End');
  await waitForText(panel, '.status', /^the result|^composition\(matrix, 4:2\): \d cells; offsets 0, 1/);
  await waitForText(panel, '.status', /\nmatrix: \d cells?; offsets 0, 1/);

  const form = panel.getByRole('form', { name: 'Edit matrix' });
  await form.getByLabel('Stride').fill('(1,4)');
  await form.getByLabel('Stride').press('Enter');
  await driver.waitForLine(/^matrix = \(4,8\):\(1,4\) {2}# 4 rows of 8/);
  await waitForText(panel, 'figcaption', /matrix = \(4,8\):\(1,4\)/);
  return panel;
}
