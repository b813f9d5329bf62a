// What stands at paths, by the folders that have just been listed: a project's headers are looked for in dozens of
// folders, and a question for each of those paths takes as long as reading the files that are found.

import type { Dirent } from 'node:fs';
import { basename, dirname } from 'node:path';
import { addTo } from '../../frontends/common/lists.ts';

/** What stands at a path itself: no link is followed. */
export type Kind = 'file' | 'link' | 'other' | 'nothing';

/** For how long a list says what is there: files that come later are told of, or asked for one by one. */
const FRESH_MS = 10_000;

interface Listed {
  readonly at: number;
  /** By their names in lower case, which file systems may take for the same. */
  readonly entries: ReadonlyMap<string, readonly Dirent[]>;
}

export class ListedFolders {
  readonly #folders = new Map<string, Listed>();
  #forgotten = 0;

  /** Another number when something has been forgotten since. */
  get version(): number {
    return this.#forgotten;
  }

  /** `version`: that of when the list was asked for. */
  add(folder: string, entries: readonly Dirent[], version: number): void {
    if (version !== this.#forgotten) return;
    const byName = new Map<string, Dirent[]>();
    for (const entry of entries) {
      const name = entry.name.toLowerCase();
      addTo(byName, name, entry);
    }
    this.#folders.set(folder, { at: performance.now(), entries: byName });
  }

  /** Undefined where no list tells. */
  kind(path: string): Kind | undefined {
    const folder = dirname(path);
    if (folder === path) return undefined;
    const listed = this.#folders.get(folder);
    if (listed === undefined) {
      const around = this.kind(folder);
      return around === 'nothing' || around === 'file' ? 'nothing' : undefined;
    }
    if (performance.now() - listed.at > FRESH_MS) return undefined;
    const name = basename(path);
    // Letters beyond ASCII may be written in several ways.
    if (!/^[ -~]*$/.test(name)) return undefined;
    const same = listed.entries.get(name.toLowerCase());
    if (same === undefined) return 'nothing';
    const entry = same.find((each) => each.name === name);
    return entry === undefined ? undefined : kindOf(entry);
  }

  /** Forgets what is known of a path, or of all. */
  forget(path?: string): void {
    this.#forgotten++;
    if (path === undefined) this.#folders.clear();
    // A folder above may have come with it.
    else for (let at = path; at !== dirname(at); at = dirname(at)) this.#folders.delete(dirname(at));
  }
}

function kindOf(entry: Dirent): Kind | undefined {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'other';
  return entry.isSymbolicLink() ? 'link' : undefined;
}
