// Where files really are: a link leads no further than the server reads anyway.

import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { normalUri } from './header-source.ts';
import { Reach } from './reach.ts';

export class RealReach {
  readonly #reach: Reach;
  /** The same with the links in its folders resolved. */
  #real: { readonly version: number; readonly reach: Reach } | null = null;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  /** Whether the file at a path may be read, wherever links on the way lead; false where there is none. */
  allows(uri: string, path: string): boolean {
    if (!this.#reach.holds(uri)) return false;
    const real = realPath(path);
    if (real === null) return false;
    // Builds outside of the workspace leave a link to their list behind in it.
    if (basename(real) === 'compile_commands.json' && basename(path) === 'compile_commands.json') return true;
    return real === path || this.#resolved().holds(uriOf(real));
  }

  #resolved(): Reach {
    const { version } = this.#reach;
    if (this.#real?.version !== version) {
      const folders = [...this.#reach.folders].flatMap((folder) => {
        const real = realPath(fileURLToPath(folder));
        return real === null ? [] : [uriOf(real)];
      });
      this.#real = { version, reach: new Reach(folders) };
    }
    return this.#real.reach;
  }
}

const uriOf = (path: string): string => normalUri(pathToFileURL(path).href);

function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    // There is no such file.
    return null;
  }
}
