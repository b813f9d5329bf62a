// The plugin for Neovim: the one on the path, or the one that LAYOUT_LENS_NVIM names.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, inNeovim } from './neovim.ts';

interface Answer {
  readonly window: { readonly lines: readonly string[]; readonly relative: string };
  readonly filetype: string;
  readonly rename: { readonly changes?: object; readonly documentChanges?: readonly object[] };
  readonly folds: readonly object[];
  readonly signature: { readonly signatures: readonly { readonly label: string }[] };
  readonly hints: readonly object[];
}

test('the plugin for Neovim: its window, and what the server answers besides', { timeout: 120_000 }, () => {
  const start = {
    program: process.env.LAYOUT_LENS_NVIM ?? 'nvim',
    words: ['--clean', '--cmd', `set runtimepath^=${at('../../client/nvim')}`],
    script: './neovim-plugin.lua',
    files: { LAYOUT_LENS_FILE: 'layouts.cpp', LAYOUT_LENS_NOTEBOOK: 'tour.layout' },
  };
  inNeovim<Answer>(start, (answer) => {
    assert.equal(answer.window.relative, 'editor');
    assert.match(answer.window.lines.join('\n'), /\(_4,_8\):\(_8,_1\)/);
    assert.match(answer.window.lines.join('\n'), /^1 ┃ {2}8 {2}9 10 11 12 13 14 15$/m);

    assert.equal(answer.filetype, 'layout');
    assert.match(JSON.stringify(answer.rename), /"newText":"table"/);
    assert.ok(answer.folds.length > 0);
    assert.match(answer.signature.signatures[0]!.label, /^composition/);
    assert.match(JSON.stringify(answer.hints), /19/);
  });
});
