// The texts of the extension as VS Code shows them: from the language packs, and none by its key.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Editor, openEditor } from './editor.ts';

/** Where a key of package.nls.json would be shown for want of a text. */
const KEY = /%[\w.-]+%/;

describe('what VS Code shows of the manifest', { timeout: 240_000 }, () => {
  let editor: Editor;
  before(async () => {
    editor = await openEditor();
    await editor.openFile('layouts.cpp');
    await editor.waitForLine(/auto by_columns.*\(_4,_8\):\(_1,_4\)/);
  });
  after(() => editor?.close());

  test('the palette has the commands by their titles', async () => {
    const { page } = editor;
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget .quick-input-box input').fill('>Layout Lens');
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'Layout Lens: Open Picture' }).waitFor();
    const shown = (await rows.allInnerTexts()).join('\n');
    assert.match(shown, /Layout Lens: Restart Server/);
    assert.doesNotMatch(shown, KEY);
    await page.keyboard.press('Escape');
  });

  test("the editor's menu has them in a file with layouts, and the shortcut opens the picture", async () => {
    const { page } = editor;
    await editor.click('auto by_rows', 'by_rows');
    await page.locator('.view-line', { hasText: 'auto by_rows' }).click({ button: 'right' });
    const menu = page.locator('.monaco-menu .action-label', { hasText: 'Layout Lens' });
    await menu.hover();
    await page.locator('.monaco-menu .action-label', { hasText: 'Open Picture' }).waitFor();
    assert.doesNotMatch((await page.locator('.monaco-menu').allInnerTexts()).join('\n'), KEY);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await editor.click('auto by_rows', 'by_rows');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('v');
    await page.locator('.tab', { hasText: 'Layout Lens: Picture' }).waitFor();
  });

  test('the settings have their descriptions', async () => {
    // The page holds what is in sight: the first settings, and then one that is searched for.
    await editor.command('workbench.action.openSettings', 'layoutLens');
    const settings = editor.page.locator('.settings-editor');
    await settings.getByText('When layouts are checked.').waitFor();
    assert.doesNotMatch(await settings.innerText(), KEY);
    await editor.command('workbench.action.openSettings', 'layoutLens.hover.picture');
    await settings.getByText('Show a picture of the layout in hovers.').waitFor();
    assert.doesNotMatch(await settings.innerText(), KEY);
  });

  test('the walkthrough has its steps, and the picture of the first', async () => {
    await editor.command('workbench.action.openWalkthrough', 'layout-lens.layout-lens#start');
    const page = editor.page.locator('.gettingStartedContainer');
    await page.getByText('Read a finding, and mend it').waitFor();
    assert.doesNotMatch(await page.innerText(), KEY);
    const picture = page.getByRole('img', { name: 'A swizzled layout in shared memory' }).first();
    await picture.waitFor();
    assert.ok(
      (await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))) >
        0,
    );
  });
});
