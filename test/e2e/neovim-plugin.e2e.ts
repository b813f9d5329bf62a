// The plugin for Neovim: the one on the path, or the one that LAYOUT_LENS_NVIM names.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface Answer {
  readonly problem?: string;
  readonly window: { readonly lines: readonly string[]; readonly relative: string };
  readonly filetype: string;
  readonly rename: { readonly changes?: object; readonly documentChanges?: readonly object[] };
  readonly folds: readonly object[];
  readonly signature: { readonly signatures: readonly { readonly label: string }[] };
  readonly hints: readonly object[];
}

test('the plugin for Neovim: its window, and what the server answers besides', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-neovim-'));
  try {
    const [file, notebook] = ['layouts.cpp', 'tour.layout'].map((name) => {
      const copy = join(folder, name);
      copyFileSync(at(`../../examples/${name}`), copy);
      return copy;
    });
    const plugin = at('../../client/nvim');
    const { stdout, stderr, error } = spawnSync(
      process.env.LAYOUT_LENS_NVIM ?? 'nvim',
      [
        ...['--headless', '--clean', '-n', '--cmd', `set runtimepath^=${plugin}`],
        ...['-c', `luafile ${at('./neovim-plugin.lua')}`],
      ],
      {
        encoding: 'utf8',
        timeout: 100_000,
        env: {
          ...process.env,
          XDG_STATE_HOME: folder,
          XDG_DATA_HOME: folder,
          LAYOUT_LENS_NODE: process.execPath,
          LAYOUT_LENS_SERVER: at('../../server/bin/layout-lens.js'),
          LAYOUT_LENS_FILE: file,
          LAYOUT_LENS_NOTEBOOK: notebook,
        },
      },
    );
    assert.ifError(error);
    const answer: Answer = JSON.parse(
      stdout.trim().split('\n').at(-1) || JSON.stringify({ problem: `no answer: ${stderr}` }),
    );
    assert.equal(answer.problem, undefined);

    assert.equal(answer.window.relative, 'editor');
    assert.match(answer.window.lines.join('\n'), /\(_4,_8\):\(_8,_1\)/);
    assert.match(answer.window.lines.join('\n'), /^1 ┃ {2}8 {2}9 10 11 12 13 14 15$/m);

    assert.equal(answer.filetype, 'layout');
    assert.match(JSON.stringify(answer.rename), /"newText":"table"/);
    assert.ok(answer.folds.length > 0);
    assert.match(answer.signature.signatures[0]!.label, /^composition/);
    assert.match(JSON.stringify(answer.hints), /19/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
