// The grammars in Neovim, installed by the very lines of docs/editors.md: they load there, and colour what they should.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface Coloured {
  readonly captures: readonly (readonly [text: string, capture: string])[];
  readonly has_error: boolean;
}

interface Answer {
  readonly problem?: string;
  readonly before: Coloured;
  readonly after: Coloured;
  readonly notation: Coloured;
}

const SOURCE = `#define TILE make_layout(make_shape(_4{}, \\
                              _8{}))
#if 0
using Atom = cute::Layout<Shape<_16,_8>>;
#endif
int f(int x) { return x * 4; }  // prints (_4,_8):(_8,_1)
`;

test('Neovim: the grammar of literals colours them, and nothing else', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-neovim-'));
  try {
    const lines = /## Neovim[\s\S]*?```sh\n([\s\S]*?)```/.exec(
      readFileSync(at('../../docs/editors.md'), 'utf8'),
    )![1]!;
    const env = {
      ...process.env,
      LAYOUT_LENS: at('../..'),
      LAYOUT_LENS_FILE: join(folder, 'kernel.cpp'),
      XDG_CONFIG_HOME: folder,
      XDG_STATE_HOME: folder,
      XDG_DATA_HOME: folder,
    };
    const installed = spawnSync('sh', ['-e', '-c', lines], { encoding: 'utf8', env });
    assert.equal(installed.status, 0, installed.stderr);
    for (const language of ['cpp', 'cuda', 'python', 'markdown', 'mlir', 'rust', 'mojo'])
      assert.ok(existsSync(join(folder, 'nvim', 'queries', language, 'injections.scm')), language);

    writeFileSync(env.LAYOUT_LENS_FILE, SOURCE);
    const { stdout, stderr, error } = spawnSync(
      'nvim',
      ['--headless', '-n', '-c', `luafile ${at('./neovim-literals.lua')}`],
      { encoding: 'utf8', timeout: 60_000, env },
    );
    assert.ifError(error);
    const answer: Answer = JSON.parse(
      stdout.trim().split('\n').at(-1) || `{"problem":"no answer: ${stderr}"}`,
    );
    assert.equal(answer.problem, undefined);
    const { before, after, notation } = answer;
    assert.equal(before.has_error, false);
    const has = ({ captures }: Coloured, text: string, capture: string): boolean =>
      captures.some(([t, c]) => t === text && c === capture);
    assert.ok(has(before, 'make_layout', 'function.call'), 'in the body of a macro');
    assert.ok(has(before, 'Layout', 'type'), 'in a branch that is not compiled');
    assert.ok(has(before, '_8', 'number') && has(before, ':', 'punctuation.special'), 'in a comment');
    const texts = new Set(before.captures.map(([text]) => text));
    for (const text of ['TILE', 'Atom', 'f', 'x', '4', 'return', '#define'])
      assert.equal(texts.has(text), false, text);
    assert.ok(has(after, '_3', 'number'), 'behind an edit');
    assert.ok(notation.captures.length > 0, 'the other grammar loads, too');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
