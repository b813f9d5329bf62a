// What tests depend on beside the modules that they import.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../testing/bundle.ts';
import { root } from '../testing/files.ts';

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** The programs that tests start, and the data of tests: fixtures, golden files, recorded answers. */
export function surroundings({ commandLine, extension }: Program): string {
  const hash = createHash('sha1').update(readFileSync(commandLine));
  for (const file of filesOf(extension)) hash.update(readFileSync(file));
  for (const file of filesOf(join(root, 'test'))) {
    if (file.endsWith('.ts')) continue;
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}
