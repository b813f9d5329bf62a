// The panel in a VS Code for the Web.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Editor, openEditor } from '../editor.ts';
import { panelOf, waitForText, walkPanel } from './walk.ts';

describe('the panel in the browser', { timeout: 240_000 }, () => {
  let editor: Editor;
  before(async () => {
    editor = await openEditor({}, { viewport: { width: 1500, height: 900 } });
    await editor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  after(() => editor?.close());

  test('from a hover to a step, a selection, an edit of the source and a copy', async () => {
    await editor.openFile('tour.layout');
    const panel = await walkPanel(editor);
    await panel.getByLabel('Format').selectOption('tikz');
    await panel.getByRole('button', { name: 'Copy' }).click();
    await waitForText(panel, '.status', /^Copied as tikz\.$/);
    const copied = await editor.page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /\\begin\{tikzpicture\}/);
  });

  test('it follows the cursor, until it is pinned', async () => {
    const panel = panelOf(editor.page);
    await editor.click('nested = ', 'nested');
    await waitForText(panel, 'h1', /^nested$/);
    await panel.getByRole('button', { name: 'Pin' }).click();
    await panel.locator('button[aria-pressed=true]', { hasText: 'Pin' }).waitFor();
    await editor.click('matrix = ', 'matrix');
    await editor.openFile('gemm.cu');
    await editor.hover('using SmemAtom', 'SmemAtom', /Sw<3,3,3>/);
    assert.equal(await panel.locator('h1').innerText(), 'nested');
    await panel.getByRole('button', { name: 'Pin' }).click();
    await editor.click('using SmemAtom', 'SmemAtom');
    await waitForText(panel, 'h1', /^SmemAtom$/);
    await waitForText(panel, 'figcaption', /before the swizzle/);
  });

  test('an instantiation is chosen there, and the file stays as it is', async () => {
    const panel = panelOf(editor.page);
    await editor.openFile('attention.cu');
    await editor.reveal(34);
    await editor.hover('Tensor sQ', 'sQ', /depends on the instantiation/);
    await editor.click('Tensor sQ', 'sQ');
    await waitForText(panel, 'h1', /^sQ$/);
    const before = await editor.lines();
    await panel.getByLabel('Instantiation').selectOption({ index: 1 });
    await waitForText(panel, '.value', /Sw<2,3,3> o _0 o \(\(_8,_16\),\(_32,_3\)\)/);
    assert.deepEqual(await editor.lines(), before);
    assert.equal(await editor.page.locator('.tab.dirty[data-resource-name="attention.cu"]').count(), 0);
  });
});
