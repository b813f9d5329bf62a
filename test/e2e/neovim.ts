// A Neovim without the reader's own configuration, in which a script of Lua runs with the server.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface Start {
  readonly program?: string;
  /** What it is told beside the script. */
  readonly words: readonly string[];
  readonly script: string;
  /** Copies of examples that the script may change, by the variables that name them to it. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * What the script prints on its last line, as JSON. `check` is given the paths of the copies, by their variables, while
 * they are there. A script that has a `problem` has failed.
 */
export function inNeovim<A>(
  { program = 'nvim', words, script, files }: Start,
  check: (answer: A, copies: Readonly<Record<string, string>>) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-neovim-'));
  try {
    const copies: Record<string, string> = {};
    for (const [variable, name] of Object.entries(files)) {
      copies[variable] = join(folder, name);
      copyFileSync(at(`../../examples/${name}`), copies[variable]);
    }
    const { stdout, stderr, error } = spawnSync(
      program,
      ['--headless', '-n', ...words, '-c', `luafile ${at(script)}`],
      {
        encoding: 'utf8',
        timeout: 100_000,
        env: {
          ...process.env,
          XDG_STATE_HOME: folder,
          XDG_DATA_HOME: folder,
          LAYOUT_LENS_NODE: process.execPath,
          LAYOUT_LENS_SERVER: at('../../server/bin/layout-lens.js'),
          ...copies,
        },
      },
    );
    assert.ifError(error);
    const last = stdout.trim().split('\n').at(-1) || JSON.stringify({ problem: `no answer: ${stderr}` });
    const answer: A & { readonly problem?: string } = JSON.parse(last);
    assert.equal(answer.problem, undefined);
    check(answer, copies);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
