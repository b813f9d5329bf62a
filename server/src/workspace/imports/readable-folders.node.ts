// Where files really are: a link leads no further than the server reads anyway.

import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Disk } from '../host/disk.node.ts';
import { ReadableFolders } from './readable-folders.ts';
import { normalUri } from './source.ts';

export class ResolvedReadableFolders {
  readonly #reach: ReadableFolders;
  readonly #disk: Disk;
  /** The same with the links in its folders resolved. */
  #real: { readonly version: number; readonly reach: ReadableFolders } | null = null;

  readonly #told = new Set<string>();

  constructor(reach: ReadableFolders, disk: Disk) {
    this.#reach = reach;
    this.#disk = disk;
  }

  /**
   * Whether the file at a path may be read, wherever links on the way lead; false where there is none, undefined while
   * that is not known yet.
   */
  allows(uri: string, path: string): boolean | undefined {
    if (!this.#reach.holds(uri)) return false;
    const real = this.#disk.realPath(path);
    if (real === undefined) return undefined;
    if (real === null) return false;
    // Builds outside of the workspace leave a link to their list behind in it.
    if (basename(real) === 'compile_commands.json' && basename(path) === 'compile_commands.json') return true;
    const isWithin = real === path || this.#resolved()?.holds(uriOf(real));
    if (isWithin === false && !this.#told.has(path)) {
      this.#told.add(path);
      this.#disk.refuse(path, 'a link out of the workspace and the include paths');
    }
    return isWithin;
  }

  #resolved(): ReadableFolders | undefined {
    const { version } = this.#reach;
    if (this.#real?.version !== version) {
      const paths = [...this.#reach.folders].map((folder) => this.#disk.realPath(fileURLToPath(folder)));
      if (paths.includes(undefined)) return undefined;
      const folders = paths.flatMap((path) => (path == null ? [] : [uriOf(path)]));
      this.#real = { version, reach: new ReadableFolders(folders) };
    }
    return this.#real.reach;
  }
}

const uriOf = (path: string): string => normalUri(pathToFileURL(path).href);
