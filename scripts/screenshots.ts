// Takes the README's pictures, in the real editor: npm run screenshots [-- NAME…]

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import UPNG from 'upng-js';
import { type Editor, openEditor } from '../test/e2e/editor.ts';
import { panelOf, waitForText } from '../test/e2e/panel/walk.ts';

const images = join(dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'images');

/** What each picture shows: how to bring the editor there. */
const pictures: Readonly<Record<string, (editor: Editor) => Promise<void>>> = {
  async hover(editor) {
    await editor.openFile('gemm.cu');
    await editor.reveal(24);
    await editor.hover('using SmemAtom', 'SmemAtom', /Sw<3,3,3>/);
  },
  async instantiations(editor) {
    await editor.openFile('attention.cu');
    await editor.reveal(36);
    await editor.page
      .locator('.codelens-decoration a', { hasText: '3 instantiations: attend_any · Traits' })
      .waitFor();
    await editor.hover('Tensor sQ', 'sQ', /depends on the instantiation/);
  },
  async derivation(editor) {
    await editor.openFile('layouts.cpp');
    await editor.reveal(34);
    await editor.waitForLine(/auto tiles.*:/);
    await editor.hover('auto two_rows', 'composition', /composition/);
    await editor.page.locator('.monaco-hover summary', { hasText: 'steps' }).click();
    // The steps are below what is seen of the hover.
    for (let i = 0; i < 5; i++) await editor.page.mouse.wheel(0, 100);
  },
  async mistakes(editor) {
    await editor.openFile('layouts.cpp');
    await editor.reveal(52);
    await editor.page.waitForSelector('.squiggly-warning');
    await editor.hover('auto wrong', 'composition', /not/);
  },
  async python(editor) {
    await editor.openFile('layouts.py');
    await editor.reveal(15);
    await editor.waitForLine(/by_columns.*\(4,8\):\(1,4\)/);
    await editor.hover('make_layout(((2, 2), 8)', 'nested', /\(\(2,2\),8\)/);
  },
  async lego(editor) {
    await editor.openFile('lego.layout');
    await editor.waitForLine(/512,128,16,1/);
    await editor.hover('H = GroupBy', 'H', /antidiag/);
  },
  async triton(editor) {
    await editor.openFile('gluon.py');
    await editor.hover('BLOCKED = gl', 'BLOCKED', /register/);
  },
  async notebook(editor) {
    await editor.openFile('tour.layout');
    await editor.page.waitForSelector('.squiggly-warning');
    await editor.waitForLine(/blocked_product.* = /);
  },
  async panel(editor) {
    await editor.openFile('tour.layout');
    await editor.click('matrix o (2,8)', 'o');
    await editor.command('layoutLens.openPicture');
    const panel = panelOf(editor.page);
    await waitForText(panel, 'figcaption', /linked with/);
    await panel.locator('[role=grid]').first().focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight'])
      await editor.page.keyboard.press(key);
    await waitForText(panel, '.status', /offsets 17/);
  },
};

/** So many colours are told apart in the pictures: with more of them they only grow. */
const COLOURS = 64;

/** The same picture with a palette: half as large, and the package holds all of them. */
function withPalette(png: Buffer): Buffer {
  const picture = UPNG.decode(png);
  return Buffer.from(UPNG.encode(UPNG.toRGBA8(picture), picture.width, picture.height, COLOURS));
}

mkdirSync(images, { recursive: true });
const wanted = process.argv.slice(2);
const editor = await openEditor(
  {
    settings: {
      'workbench.colorTheme': 'Default Light Modern',
      'workbench.activityBar.location': 'hidden',
      'workbench.statusBar.visible': true,
      'editor.hover.sticky': true,
      'editor.fontSize': 13,
      'editor.renderLineHighlight': 'none',
      'window.commandCenter': false,
    },
  },
  { viewport: { width: 1120, height: 720 }, deviceScaleFactor: 1 },
);
try {
  await editor.command('workbench.action.closeSidebar');
  for (const [name, show] of Object.entries(pictures)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await show(editor);
    // The hover fades in, and its picture is drawn a moment later.
    await editor.page.waitForFunction(
      () =>
        document.getAnimations().every(({ playState }) => playState !== 'running') &&
        [...document.querySelectorAll('.monaco-hover img')].every(
          (img) => (img as HTMLImageElement).complete,
        ),
    );
    const path = join(images, `${name}.png`);
    writeFileSync(path, withPalette(await editor.page.screenshot()));
    console.log(path);
    await editor.page.mouse.move(2, 2);
  }
} finally {
  await editor.close();
}
