// Drives VS Code in a headless Chromium. Nothing here waits for a fixed time: each step waits for what it needs to see.

import type { Page } from 'playwright-core';
import type { WorkbenchOptions } from '../../scripts/workbench/server.ts';
import { openWorkbench, PATIENCE, type View } from './browser.ts';

declare global {
  interface Window {
    workbench: {
      commands: { executeCommand(command: string, ...args: unknown[]): Promise<unknown> };
    };
    openFile(path: string): Promise<unknown>;
  }
}

export interface Editor {
  readonly page: Page;
  /** Opens a file of the workspace and waits until its text is shown. */
  openFile(path: string): Promise<void>;
  /** Scrolls a line (counted from 1) to the middle. */
  reveal(line: number): Promise<void>;
  command(id: string, ...args: unknown[]): Promise<unknown>;
  /** The texts of the lines on screen, with their inlay hints. */
  lines(): Promise<string[]>;
  /** Waits until a line on screen, inlay hints included, matches. */
  waitForLine(pattern: RegExp): Promise<string>;
  /** Points at `word` in the first line on screen that contains `line`, and waits for a hover that matches. */
  hover(line: string, word: string, expected: RegExp): Promise<string>;
  /** Puts the cursor into `word`, in the same way. */
  click(line: string, word: string): Promise<void>;
  close(): Promise<void>;
}

export async function openEditor(options: WorkbenchOptions = {}, view: View = {}): Promise<Editor> {
  const { page, close } = await openWorkbench(options, view);
  await page.waitForFunction(() => window.workbench !== undefined);
  // The explorer lists files as soon as the extension host serves them; an earlier open would fail for good.
  await page.waitForSelector('.explorer-folders-view .monaco-list-row');

  return {
    page,
    async openFile(path) {
      await page.evaluate((file) => window.openFile(file), path);
      const name = path.split('/').at(-1) ?? path;
      await page.waitForSelector(`.tab.active[data-resource-name="${name}"]`);
      await page.waitForSelector('.editor-instance .view-line');
    },
    async reveal(line) {
      await page.evaluate(
        (lineNumber) => window.workbench.commands.executeCommand('revealLine', { lineNumber, at: 'center' }),
        line - 1,
      );
    },
    command: (id, ...args) =>
      page.evaluate(([command, rest]) => window.workbench.commands.executeCommand(command, ...rest), [
        id,
        args,
      ] as const),
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
          // A move away and back asks again, for an answer that came before the server had read the file.
          await page.mouse.move(place.x, place.y - 200 > 0 ? place.y - 200 : place.y + 200);
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
    async click(line, word) {
      const place = await poll(
        () => settledPlace(page, line, word),
        async () => `${word} in "${line}" is not on screen`,
      );
      await page.mouse.click(place.x, place.y);
    },
    close,
  };
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
