// A headless Chromium with the workbench of scripts/workbench in it.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { startWorkbench, type WorkbenchOptions } from '../../scripts/workbench/server.ts';

/** How long anything may take to appear, in milliseconds. */
export const PATIENCE = 60_000;

export interface View {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly deviceScaleFactor?: number;
}

interface WorkbenchPage {
  readonly page: Page;
  close(): Promise<void>;
}

/** Serves the workbench and opens a browser on it. */
export async function openWorkbench(
  options: WorkbenchOptions,
  view: View = {},
  prepare?: (page: Page) => Promise<void>,
): Promise<WorkbenchPage> {
  const workbench = await startWorkbench(options);
  try {
    const { page, close } = await openBrowser(workbench.address, view, prepare);
    return { page, close: () => close().finally(() => workbench.close()) };
  } catch (failure) {
    await workbench.close();
    throw failure;
  }
}

/**
 * Opens a browser on an address. `prepare` is given the page before it is loaded.
 * Throws when there is no Chromium.
 */
export async function openBrowser(
  address: string,
  view: View = {},
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<WorkbenchPage> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found: install it, or set CHROMIUM to its path.');
  const profile = mkdtempSync(join(tmpdir(), 'layout-lens-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: view.viewport ?? { width: 1280, height: 800 },
    deviceScaleFactor: view.deviceScaleFactor ?? 1,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(PATIENCE);
  // The compiler of these tests keeps function names by calling this helper, which a page does not have.
  await page.addInitScript('globalThis.__name = (value) => value');
  await prepare(page);
  await page.goto(address);
  return {
    page,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Where Chromium is: $CHROMIUM, or where Debian and others put it. Null when there is none. */
function findChromium(): string | null {
  const places = [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  return places.find((place) => place !== undefined && existsSync(place)) ?? null;
}
