// The server in another editor: Neovim's own client, over --stdio, as the README sets it up.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface Answer {
  readonly problem?: string;
  readonly diagnostics: readonly {
    readonly line: number;
    readonly severity: number;
    readonly code: string;
    readonly message: string;
  }[];
  readonly hover: { readonly kind: string; readonly value: string };
  /** The lines of the window that a hover opens. */
  readonly float: readonly string[];
  readonly actions: readonly string[];
  readonly line: string;
}

test('Neovim: diagnostics, hover and a code action', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-neovim-'));
  try {
    const file = join(folder, 'layouts.cpp');
    copyFileSync(at('../../examples/layouts.cpp'), file);
    const { stdout, stderr, error } = spawnSync(
      'nvim',
      ['--headless', '-u', 'NONE', '-n', '-c', `luafile ${at('./neovim.lua')}`],
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
        },
      },
    );
    assert.ifError(error);
    const answer: Answer = JSON.parse(
      stdout.trim().split('\n').at(-1) || `{"problem":"no answer: ${stderr}"}`,
    );
    assert.equal(answer.problem, undefined);

    const lines = readFileSync(file, 'utf8').split('\n');
    const ruleAt = (text: string): string | undefined =>
      answer.diagnostics.find(({ line }) => lines[line - 1]?.includes(text))?.code;
    assert.equal(ruleAt('auto wrong'), 'wrong-composition');
    assert.equal(ruleAt('auto rounded_up'), 'over-tiling');
    assert.ok(ruleAt('auto refused'), 'what does not compile has a diagnostic');

    assert.equal(answer.hover.kind, 'markdown');
    assert.match(answer.hover.value, /\(_4,_8\):\(_8,_1\)/);
    assert.doesNotMatch(answer.hover.value, /command:/, 'links that only VS Code can follow');
    assert.doesNotMatch(answer.hover.value, /data:/, 'images that a terminal cannot show');
    const picture = answer.float.indexOf('mode 0 ↓  mode 1 →');
    assert.ok(picture >= 0, answer.float.join('\n'));
    assert.match(answer.float[picture + 1]!, /^ {2}┃ {2}0 {2}1 {2}2 .* 7$/);
    assert.match(answer.float[picture + 4]!, /^1 ┃ {2}8 {2}9 10 11 12 13 14 15$/);

    assert.ok(answer.actions.length > 0);
    assert.match(answer.line, /auto tiles = .*Layout</);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
