// The package that `npm run package` has made, installed in a VS Code whose extension host is a process of Node, on
// files of the disk.

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { root } from '../../scripts/testing/files.ts';
import { openBrowser } from './browser.ts';
import { type CodeServer, startCodeServer } from './code-server.ts';
import { type Driver, driverOf, poll } from './driver.ts';
import { walkPanel } from './panel/walk.ts';

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const PACKAGE = join(root, `${name}-${version}.vsix`);
const skip =
  !existsSync(PACKAGE) && process.env['CI'] === undefined && 'there is no package: npm run package';

/** The text of a file once all of it is there: it is emptied before it is written, and may be read in between. */
async function written(file: string, before = ''): Promise<string> {
  let last = '';
  return await poll(
    async () => {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const whole = text !== '' && text !== before && text === last;
      last = text;
      return whole ? text : null;
    },
    async () => `nothing was written to ${file}: ${JSON.stringify(last.slice(0, 200))}`,
  );
}

/** Answers VS Code's question for a file's name. It puts in a name of its own at first, over one that came before. */
async function saveAs(page: Page, file: string): Promise<void> {
  const dialog = page.locator('.quick-input-widget');
  const name = dialog.locator('.quick-input-box input');
  await name.waitFor();
  await poll(
    async () => {
      if (!(await dialog.isVisible())) return true;
      if ((await name.inputValue()) === file) await name.press('Enter');
      else if ((await name.inputValue()) !== '') await name.fill(file);
      return null;
    },
    async () => `the dialog stays open: ${await dialog.innerText()}`,
  );
}

describe('the package in a VS Code of Node', { timeout: 230_000, skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-desktop-'));
  let server: CodeServer;
  before(async () => {
    cpSync(join(root, 'examples'), folder, { recursive: true });
    server = await startCodeServer(PACKAGE);
  });
  after(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a file of the folder, and closes the page when the body is through with it. */
  async function inFile(
    file: string,
    body: (driver: Driver) => Promise<void>,
    prepare?: (page: Page) => Promise<void>,
  ): Promise<void> {
    const { page, close } = await openBrowser(server.address(folder, join(folder, file)), {}, prepare);
    try {
      await page.waitForSelector(`.tab.active[data-resource-name="${file}"]`);
      await body(driverOf(page));
    } finally {
      await close();
    }
  }

  test('a hover has its picture, and a fix is saved to the disk', () =>
    inFile('layouts.cpp', async (driver) => {
      await driver.waitForLine(/auto by_columns.*\(_4,_8\):\(_1,_4\)/);
      await driver.hover('auto by_rows', 'by_rows', /\(_4,_8\):\(_8,_1\)/);
      await driver.pictureIsDrawn();
      const { keyboard } = driver.page;
      await keyboard.press('Control+End');
      await driver.page.waitForSelector('.squiggly-error');
      await driver.quickFix('auto refused', 'composition');
      await driver.waitForLine(/auto refused: \(?_\d/);
      await keyboard.press('Control+s');
      const original = readFileSync(join(root, 'examples', 'layouts.cpp'), 'utf8');
      const saved = await written(join(folder, 'layouts.cpp'), original);
      const changed = saved.split('\n').filter((line) => !original.includes(line));
      assert.equal(changed.length, 1, 'the fix changes one line');
      assert.match(changed[0]!, /auto refused = composition/);
    }));

  test('a link of the hover inserts the result', () =>
    inFile('tour.layout', async (driver) => {
      await driver.hover('matrix = ', 'matrix', /\(4,8\):\(8,1\)/);
      await driver.hover('zipped_divide(matrix', 'zipped_divide', /Insert/);
      await driver.page.locator('.monaco-hover:not(.hidden) a', { hasText: 'Insert' }).click();
      await driver.waitForLine(/^\(\(2,4\),\(2,2\)\):/);
    }));

  test('the panel steps, selects and edits, and what it exports is saved to the disk', () =>
    inFile('tour.layout', async (driver) => {
      const panel = await walkPanel(driver);
      await panel.getByLabel('Format').selectOption('svg');
      await panel.getByRole('button', { name: 'Save…' }).click();
      const target = join(folder, 'picture.svg');
      await saveAs(driver.page, target);
      const saved = await written(target);
      assert.match(saved, /^<svg .*<title id="t">4:2<\/title>.*<\/svg>\n$/, 'of the layout as it is now');
    }));

  test('in an editor that is set to Chinese, commands and messages are Chinese', () =>
    inFile(
      'layouts.cpp',
      async ({ page, waitForLine }) => {
        await waitForLine(/auto by_columns.*\(_4,_8\):\(_1,_4\)/);
        await page.keyboard.press('F1');
        const words = page.locator('.quick-input-widget .quick-input-box input');
        await words.fill('>Layout Lens');
        const rows = page.locator('.quick-input-list .monaco-list-row');
        await rows.filter({ hasText: 'Layout Lens: 打开图示' }).waitFor();
        await words.fill('>Layout Lens: 显示未知的布局');
        await rows.filter({ hasText: '显示未知的布局' }).waitFor();
        await page.keyboard.press('Enter');
        await page.locator('.quick-input-title', { hasText: /\d+ 个已知/ }).waitFor();
      },
      // What the file of a language pack says of itself, which npm does not have.
      async (page) => {
        await page.addInitScript(
          "Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { value: 'zh-cn', writable: false })",
        );
      },
    ));

  test('an included header is read from the disk', () =>
    inFile('tiles.cu', async (driver) => {
      await driver.hover(
        'Narrow::Vectors narrow',
        'Vectors',
        /\(\(_1,_64\),\(_8,_4\)\):\(\(_0,_32\),\(_1,_8\)\)/,
      );
    }));

  test('a server that has crashed is started again', () =>
    inFile('gemm.cu', async (driver) => {
      await driver.hover('using SmemAtom', 'SmemAtom', /Sw<3,3,3>/);
      const before = server.languageServers();
      assert.ok(before.length > 0, 'there is a process of the server');
      for (const pid of before) process.kill(pid, 'SIGKILL');
      await poll(
        async () => server.languageServers().find((pid) => !before.includes(pid)),
        async () => 'no process has come for the one that was killed',
      );
      // It knows what was typed: nothing of the text has gone with the process.
      await driver.hover('using SmemAtom', 'SmemAtom', /Sw<3,3,3> o _?0 o \(_8,_64\):\(_64,_1\)/);
    }));
});
