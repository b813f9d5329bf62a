// Drives VS Code for the Web in a headless Chromium.

import type { WorkbenchOptions } from '../../scripts/workbench/server.ts';
import { openWorkbench, type View } from './browser.ts';
import { type Driver, driverOf } from './driver.ts';

declare global {
  interface Window {
    workbench: {
      commands: { executeCommand(command: string, ...args: unknown[]): Promise<unknown> };
    };
    openFile(path: string): Promise<unknown>;
  }
}

export interface Editor extends Driver {
  /** Opens a file of the workspace and waits until its text is shown. */
  openFile(path: string): Promise<void>;
  /** Scrolls a line (counted from 1) to the middle. */
  reveal(line: number): Promise<void>;
  command(id: string, ...args: unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

export async function openEditor(options: WorkbenchOptions = {}, view: View = {}): Promise<Editor> {
  const { page, close } = await openWorkbench(options, view);
  await page.waitForFunction(() => window.workbench !== undefined);
  // The explorer lists files as soon as the extension host serves them; an earlier open would fail for good.
  await page.waitForSelector('.explorer-folders-view .monaco-list-row');

  return {
    ...driverOf(page),
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
    close,
  };
}
