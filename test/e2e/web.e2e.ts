// A real VS Code in a browser, with the extension as it is packaged, on the examples that `npm start` opens.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Editor, openEditor } from './editor.ts';

describe('VS Code in the browser', { timeout: 240_000 }, () => {
  let editor: Editor;
  const failures: string[] = [];
  before(async () => {
    editor = await openEditor();
    editor.page.on('console', (message) => {
      if (/RangeError/.test(message.text())) failures.push(message.text());
    });
  });
  after(() => editor?.close());

  test('C++: inlay hints show the values of declarations and of coordinates', async () => {
    await editor.openFile('layouts.cpp');
    await editor.waitForLine(/auto by_columns.*\(_4,_8\):\(_1,_4\)/);
    await editor.waitForLine(/auto offset.*19/);
  });

  test('C++: a hover has the value, the facts and a picture', async () => {
    const text = await editor.hover('auto by_rows', 'by_rows', /\(_4,_8\):\(_8,_1\)/);
    assert.match(text, /size 32/);
    await editor.pictureIsDrawn();
  });

  test('C++: what does not compile is an error, what is silently wrong a warning', async () => {
    await editor.reveal(50);
    await editor.page.waitForSelector('.squiggly-error');
    await editor.page.waitForSelector('.squiggly-warning');
    const wrong = await editor.hover('auto wrong', 'composition', /not/);
    assert.match(wrong, /7/, 'the value that outer(inner(2)) has');
    await editor.hover('auto refused', 'composition', /4.*6|6.*4/s);
  });

  test('C++: a quick fix changes the text, and the error goes away', async () => {
    const before = await editor.waitForLine(/auto refused/);
    await editor.quickFix('auto refused', 'composition');
    const fixed = await editor.waitForLine(/auto refused: \(?_\d/);
    assert.notEqual(fixed, before);
  });

  test('C++: the result of an operation is inserted as code', async () => {
    await editor.reveal(30);
    await editor.click('auto tiles', 'zipped_divide');
    await editor.command('layoutLens.insertResult');
    await editor.page.waitForSelector('.quick-input-list .monaco-list-row');
    await editor.page.keyboard.press('Enter');
    await editor.waitForLine(/auto tiles.* = Layout<Shape<Shape<_4,_8>,Shape<_2,_2>>/);
  });

  test('CUDA: a swizzled shared-memory layout is worked out from its aliases', async () => {
    await editor.openFile('gemm.cu');
    await editor.hover('using SmemAtom', 'SmemAtom', /Sw<3,3,3> o _?0 o \(_8,_64\):\(_64,_1\)/);
    await editor.pictureIsDrawn();
  });

  test('CUDA: the line above a template lists its instantiations, and a click shows one of them', async () => {
    await editor.openFile('attention.cu');
    await editor.reveal(34);
    const several = await editor.hover('Tensor sQ', 'sQ', /depends on the instantiation/);
    assert.match(
      several,
      /AttentionTraits<96, 128, 64>\s+smem_ptr\[16b\] o Sw<2,3,3> o _0 o \(\(_8,_16\),\(_32,_3\)\)/,
    );
    const lens = editor.page.locator('.codelens-decoration a', {
      hasText: '3 instantiations: attend_any · Traits = AttentionTraits<64,128,128>',
    });
    await lens.click();
    const choice = editor.page.locator('.quick-input-list .monaco-list-row', {
      hasText: 'attend_any · Traits = AttentionTraits<96,128,64>',
    });
    await choice.click();
    await editor.waitForLine(/Tensor sQ.*Sw<2,3,3>/);
    const shown = editor.page.locator('.codelens-decoration a', {
      hasText: 'showing attend_any · Traits = AttentionTraits<96,128,64>, 2 of 3',
    });
    await shown.waitFor();
    const chosen = /^smem_ptr\[16b\] o Sw<2,3,3> o _0 o \(\(_8,_16\),\(_32,_3\)\)/;
    await editor.hover('Tensor sQ', 'sQ', chosen);
    // No source is changed by it, and another server shows it too.
    assert.equal(await editor.page.locator('.tab.dirty', { hasText: 'attention.cu' }).count(), 0);
    assert.equal(await editor.page.locator('.view-line', { hasText: 'layout-lens: assume' }).count(), 0);
    await editor.command('layoutLens.restartServer');
    await shown.waitFor();
    await editor.hover('Tensor sQ', 'sQ', chosen);
  });

  test('CUDA: what is shown is pinned as a comment', async () => {
    await editor.page.locator('.codelens-decoration a', { hasText: 'pin as comment' }).first().click();
    await editor.waitForLine(/layout-lens: assume Traits = AttentionTraits<96, 128, 64>/);
    await editor.waitForLine(/Tensor sQ.*Sw<2,3,3>/);
  });

  test('C++: a template in a header takes the values of the file that instantiates it', async () => {
    await editor.openFile('tiles.hpp');
    // The line above has both instantiations as well, and lies there until the code lens has moved the lines.
    const text = await editor.hover('using Vectors', 'Vectors', /kRows = 128.*\(\(_1,_128\)/);
    assert.match(text, /kRows = 64.*\(\(_1,_64\),\(_8,_4\)\):\(\(_0,_32\),\(_1,_8\)\)/);
    assert.match(text, /kRows = 128.*\(\(_1,_128\),\(_4,_16\)\):\(\(_0,_64\),\(_1,_4\)\)/);
  });

  test('Python: values are written as Python writes them', async () => {
    await editor.openFile('layouts.py');
    await editor.hover('make_layout(((2, 2), 8)', 'nested', /\(\(2,2\),8\):\(\(1,16\),2\)/);
    await editor.pictureIsDrawn();
  });

  test('notation: a line of a .layout file is evaluated', async () => {
    await editor.openFile('tour.layout');
    await editor.page.waitForSelector('.squiggly-warning');
    await editor.hover('matrix = ', 'matrix', /\(4,8\):\(8,1\)/);
  });

  test('notation: libisl answers in a worker of its own', async () => {
    await editor.reveal(42);
    await editor.hover('equal(unshuffled', 'same', /true/);
  });

  test('the texts are coloured without a failure of the editor', () => {
    assert.deepEqual(failures, []);
  });

  test('the server is started anew on demand', async () => {
    await editor.command('layoutLens.restartServer');
    await editor.openFile('layouts.py');
    await editor.hover('make_layout((4, 8), stride=(8, 1))', 'by_rows', /\(4,8\):\(8,1\)/);
  });
});
