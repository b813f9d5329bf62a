// Compilers for tests: the machine's own where it has one, and scripts that answer as one.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Why tests with g++ are left out; false: they are not. */
export const withoutCompiler: string | false =
  spawnSync('g++', ['--version']).status === 0 ? false : 'there is no g++';

/** A folder with declarations in the shape of CuTe's. */
export const cuteShaped: string = fileURLToPath(new URL('cute-shaped', import.meta.url));

interface FakeCompiler {
  readonly path: string;
  readonly folder: string;
  remove(): void;
}

/** A script that says that it is g++ 12.2, and for a text does what the shell is told; the words are `$*`. */
export function fakeCompiler(script: string): FakeCompiler {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-test-'));
  const path = join(folder, 'g++');
  const lines = [
    '#!/bin/sh',
    'if [ "$1" = --version ]; then echo "g++ (made for tests) 12.2.0"; exit; fi',
    script,
    '',
  ];
  writeFileSync(path, lines.join('\n'));
  chmodSync(path, 0o755);
  return { path, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What g++ prints of a probe. */
export const printedProbe = (number: number, type: string): string =>
  `a.cu:1:1: warning: 'constexpr bool layout_lens::probe<${number}, ${type} >()' is deprecated`;
