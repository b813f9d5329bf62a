// The test files of the project, by path or by a part of it.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** Where what can be made again is kept between runs. */
export const cache = join(root, 'node_modules', '.cache', 'layout-lens');

/** Files below a folder; folders that hold a project of their own are left out. */
function filesUnder(folder: string, ending: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const child = join(folder, entry.name);
    if (!entry.isDirectory()) return entry.name.endsWith(ending) ? [child] : [];
    return entry.name === 'node_modules' || existsSync(join(child, 'package.json'))
      ? []
      : filesUnder(child, ending);
  });
}

/**
 * Test files, relative to the root, in alphabetical order. A name is a file, a folder, or a part of a path; without
 * names it is all of them.
 */
export function testFiles(names: readonly string[], ending: string): readonly string[] {
  const all = (): readonly string[] => filesUnder(join(root, 'test'), ending);
  const named = (name: string): readonly string[] => {
    const path = resolve(name);
    const found = !existsSync(path)
      ? all().filter((file) => relative(root, file).includes(name))
      : statSync(path).isDirectory()
        ? filesUnder(path, ending)
        : [path];
    if (found.length === 0) throw new Error(`no *${ending} has ${name} in its path`);
    return found;
  };
  const files = names.length === 0 ? all() : names.flatMap(named);
  return [...new Set(files.map((file) => relative(root, file)))].sort();
}
