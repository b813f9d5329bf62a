// The server in another editor: Neovim's own client, over --stdio, as the README sets it up.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inNeovim } from './neovim.ts';

interface Answer {
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
  const start = {
    words: ['-u', 'NONE'],
    script: './neovim.lua',
    files: { LAYOUT_LENS_FILE: 'layouts.cpp' },
  };
  inNeovim<Answer>(start, (answer, copies) => {
    const lines = readFileSync(copies['LAYOUT_LENS_FILE']!, 'utf8').split('\n');
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
  });
});
