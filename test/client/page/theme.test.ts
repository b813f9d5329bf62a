// The colours of the panel's page: those of cells, and those of the editor's theme.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paleOf, pixelOf, readTheme } from '../../../client/src/panel/webview/colours.ts';
import { openBrowser } from './page.ts';

test('colours are mixed and read as they are written', () => {
  assert.equal(pixelOf('#123456'), 0xff563412);
  const theme = { ground: [100, 0, 200] } as never;
  assert.equal(paleOf(0, theme), 0);
  assert.equal(paleOf(pixelOf('#6400c8'), theme), pixelOf('#6400c8'));
  // 22 in 100 of the way from the background.
  assert.equal(paleOf(pixelOf('#c8ff00'), theme), pixelOf('#7a389c'));
});

test('a theme is read with what stands for what it does not say', () => {
  const { browser, close } = openBrowser();
  try {
    const read = () => readTheme(browser.document.body as never);
    assert.deepEqual(read(), {
      text: '#333333',
      background: '#ffffff',
      ground: [255, 255, 255],
      line: '#808080',
      focus: '#0060c0',
      difference: '#d00000',
      font: 'monospace',
    });
    const said = {
      'editor-background': '#0a141eFF',
      'editor-foreground': ' #eee ',
      'editorLineNumber-foreground': 'gray',
      focusBorder: '#f38518',
      'editorError-foreground': '#F14c4c80',
      'editor-font-family': 'Mono, monospace',
    };
    browser.restyle('', said);
    assert.deepEqual(read(), {
      text: '#eee',
      background: '#0a141eFF',
      ground: [10, 20, 30],
      line: 'gray',
      focus: '#f38518',
      difference: '#F14c4c',
      font: 'Mono, monospace',
    });
    browser.restyle('', { 'editor-background': 'rgb(1, 2, 3)', 'editorError-foreground': 'red' });
    assert.deepEqual(
      [read().background, read().ground, read().difference],
      ['rgb(1, 2, 3)', [255, 255, 255], '#d00000'],
    );
  } finally {
    close();
  }
});
