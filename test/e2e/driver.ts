// Reads and points at what VS Code shows in a page. Nothing here waits for a fixed time: each step waits for what it
// needs to see.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { PATIENCE } from './browser.ts';

export interface Driver {
  readonly page: Page;
  /** The texts of the lines on screen, with their inlay hints. */
  lines(): Promise<string[]>;
  /** Waits until a line on screen, inlay hints included, matches. */
  waitForLine(pattern: RegExp): Promise<string>;
  /** Points at `word` in the first line on screen that contains `line`, and waits for a hover that matches. */
  hover(line: string, word: string, expected: RegExp): Promise<string>;
  /** Puts the cursor into `word`, in the same way. */
  click(line: string, word: string): Promise<void>;
  /** Takes the first action that is offered at a word. */
  quickFix(line: string, word: string): Promise<void>;
  /** Waits until the picture of the hover is drawn. */
  pictureIsDrawn(): Promise<void>;
}

export const driverOf = (page: Page): Driver => ({
  page,
  lines: () => page.evaluate(linesOnScreen),
  async waitForLine(pattern) {
    return await poll(
      async () => (await page.evaluate(linesOnScreen)).find((line) => pattern.test(line)),
      async () => `no line matches ${pattern}:\n${(await page.evaluate(linesOnScreen)).join('\n')}`,
    );
  },
  async hover(line, word, expected) {
    let last = '';
    return await poll(
      async () => {
        const place = await settledPlace(page, line, word);
        if (!place) return undefined;
        // A move away and back asks again, for an answer that came before the server had read the file. The corner is
        // no part of a hover, which would stay as long as the mouse is over it.
        await page.mouse.move(1, 1);
        await page.waitForFunction(noHover);
        await page.mouse.move(place.x, place.y, { steps: 3 });
        for (let wait = 0; wait < 20; wait++) {
          await page.waitForTimeout(100);
          last = await page.evaluate(hoverText);
          if (expected.test(last)) return last;
        }
        return undefined;
      },
      async () => `the hover of ${word} in "${line}" does not match ${expected}: ${JSON.stringify(last)}`,
    );
  },
  click: (line, word) => click(page, line, word),
  async quickFix(line, word) {
    await poll(
      async () => {
        await click(page, line, word);
        await page.keyboard.press('Control+.');
        const offered = page.locator('.action-widget .monaco-list-row').first();
        return await offered.waitFor({ timeout: 5000 }).then(
          () => true,
          () => null,
        );
      },
      async () => `no action is offered for ${word} in "${line}"`,
    );
    await page.keyboard.press('Enter');
    await page.waitForSelector('.action-widget', { state: 'hidden' });
  },
  async pictureIsDrawn() {
    // A picture that is not drawn still leaves its element: only a drawn one has a width.
    const width = await poll(
      () => page.evaluate(pictureWidth),
      async () => 'the hover has no picture, or one that is not drawn',
    );
    assert.ok(width > 50, `a picture of ${width} pixels`);
  },
});

async function click(page: Page, line: string, word: string): Promise<void> {
  const place = await poll(
    () => settledPlace(page, line, word),
    async () => `${word} in "${line}" is not on screen`,
  );
  await page.mouse.click(place.x, place.y);
}

/** Tries again until there is an answer; then it returns it, or fails with what stood there at last. */
export async function poll<T>(
  attempt: () => Promise<T | null | undefined>,
  complaint: () => Promise<string>,
): Promise<T> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const answer = await attempt();
    if (answer !== null && answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(await complaint());
    await new Promise((resume) => setTimeout(resume, 100));
  }
}

/** Where a word is, once it stays there: a line that is still scrolling would be missed. */
async function settledPlace(page: Page, line: string, word: string): Promise<Place | null> {
  const first = await page.evaluate(placeOfWord, [line, word] as const);
  await page.waitForTimeout(100);
  const second = await page.evaluate(placeOfWord, [line, word] as const);
  return first && second && first.x === second.x && first.y === second.y ? second : null;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

// The functions below run in the page.

function linesOnScreen(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.editor-instance .view-lines .view-line')]
    .sort((a, b) => a.offsetTop - b.offsetTop)
    .map((line) => (line.textContent ?? '').replaceAll('\u00a0', ' '));
}

function hoverText(): string {
  const widget = document.querySelector<HTMLElement>('.monaco-hover:not(.hidden) .monaco-hover-content');
  return widget?.offsetParent ? widget.innerText.replaceAll('\u00a0', ' ') : '';
}

function placeOfWord([line, word]: readonly [string, string]): Place | null {
  const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');
  const element = [...document.querySelectorAll('.editor-instance .view-lines .view-line')].find((found) =>
    plain(found.textContent).includes(line),
  );
  if (!element) return null;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const start = plain(node.textContent).indexOf(word);
    if (start < 0) continue;
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, start + word.length);
    const box = range.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }
  return null;
}

function noHover(): boolean {
  return (
    document.querySelector<HTMLElement>('.monaco-hover:not(.hidden) .monaco-hover-content')?.offsetParent ==
    null
  );
}

function pictureWidth(): number | null {
  const picture = document.querySelector<HTMLImageElement>('.monaco-hover:not(.hidden) img');
  return picture && picture.naturalWidth > 0 ? picture.naturalWidth : null;
}
