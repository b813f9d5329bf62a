// A project in a folder of its own, on which `layout-lens` runs, as a process where that makes a difference.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { commandLine, type Ended, runHere } from '../../support/command-line.ts';

interface Ran extends Omit<Ended, 'status'> {
  readonly status: number | null;
}

export interface Project {
  readonly folder: string;
  write(name: string, text: string): void;
  remove(name: string): void;
  check(...words: readonly string[]): Ran;
  /** The same in the process of the test, without threads. */
  checkHere(...words: readonly string[]): Promise<Ended>;
  /** The same with words for Node itself. */
  checkWith(node: readonly string[], ...words: readonly string[]): Ran;
  /** Any command. */
  runWith(node: readonly string[], ...words: readonly string[]): Ran;
  dispose(): void;
}

export function project(files: Readonly<Record<string, string>>): Project {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-project-'));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const runWith = (node: readonly string[], ...words: readonly string[]): Ran => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...node, ...commandLine, ...words], {
      encoding: 'utf8',
      cwd: folder,
    });
    return { status, out: stdout, err: stderr };
  };
  const checkWith = (node: readonly string[], ...words: readonly string[]): Ran =>
    runWith(node, 'check', ...words);
  return {
    folder,
    write,
    remove: (name) => rmSync(join(folder, name), { force: true }),
    check: (...words) => checkWith([], ...words),
    checkHere: (...words) => runHere(['check', ...words, '--jobs', '1'], { cwd: folder }),
    checkWith,
    runWith,
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
