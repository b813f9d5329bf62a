// Included files on a disk. What is read is kept until somebody says that it has changed.

import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { dialectOfPath } from './dialects.ts';
import { baseName, type HeaderSource, joinUri, normalUri, type SourceText } from './header-source.ts';
import { RealReach } from './reach.node.ts';
import { Reach } from './reach.ts';

/** Larger files are tables that somebody generated. */
const LARGEST = 8 * 2 ** 20;
/** A workspace's files are listed up to this many. */
const MOST_FILES = 200_000;
/** Folders in which no sources of the workspace are. */
const SKIPPED = new Set(['node_modules', '__pycache__', 'CMakeFiles']);

export class DiskSource implements HeaderSource {
  readonly reach: Reach;
  readonly #real: RealReach;
  readonly roots: readonly string[];
  /** A disk answers at once. */
  readonly isWaiting = false;
  readonly #exists = new Map<string, boolean>();
  /** Files of the workspace by their last part. */
  #byName = new Map<string, string[]>();
  #folders: string[];
  #count = 0;

  /** `roots`: URIs of the workspace's folders. Other schemes than `file` are not on the disk. */
  constructor(roots: readonly string[]) {
    this.roots = roots.filter((root) => root.startsWith('file:')).map(normalUri);
    this.reach = new Reach(this.roots);
    this.#real = new RealReach(this.reach);
    this.#folders = this.#start();
  }

  #start(): string[] {
    return this.roots.flatMap((root) => pathOf(root) ?? []).reverse();
  }

  exists(uri: string): boolean {
    let known = this.#exists.get(uri);
    if (known === undefined) {
      const path = pathOf(uri);
      known = path !== null && this.#real.allows(uri, path) && isFile(path);
      this.#exists.set(uri, known);
    }
    return known;
  }

  read(uri: string): SourceText | null {
    const path = pathOf(uri);
    if (path === null || !this.#real.allows(uri, path)) return null;
    try {
      const { mtimeMs, size } = statSync(path);
      if (size > LARGEST) return null;
      const text = readFileSync(path, 'utf8');
      return { text: text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, stamp: `${mtimeMs} ${size}` };
    } catch {
      return null;
    }
  }

  withSuffix(path: string): readonly string[] | undefined {
    if (this.#folders.length > 0) return undefined;
    const end = joinUri('file:///', path).slice('file://'.length);
    return (this.#byName.get(baseName(end)) ?? []).filter((uri) => uri.endsWith(end));
  }

  files(): readonly string[] | undefined {
    return this.#folders.length > 0 ? undefined : [...this.#byName.values()].flat();
  }

  compileCommands(): readonly string[] {
    return this.roots.flatMap((root) => {
      const path = pathOf(root);
      if (path === null) return [];
      const folders = [
        path,
        ...entriesOf(path).flatMap((e) => (isBuildFolder(e) ? [join(path, e.name)] : [])),
      ];
      return folders
        .map((folder) => join(folder, 'compile_commands.json'))
        .filter((file) => existsSync(file))
        .map((file) => normalUri(pathToFileURL(file).href));
    });
  }

  forget(uri?: string): void {
    if (uri !== undefined) {
      this.#exists.delete(uri);
      return;
    }
    this.#exists.clear();
    this.#byName = new Map();
    this.#count = 0;
    this.#folders = this.#start();
  }

  work(milliseconds: number): boolean {
    const until = performance.now() + milliseconds;
    while (this.#folders.length > 0 && performance.now() < until) {
      const folder = this.#folders.pop()!;
      for (const entry of entriesOf(folder)) {
        if (entry.isDirectory()) {
          if (!SKIPPED.has(entry.name) && !entry.name.startsWith('.'))
            this.#folders.push(join(folder, entry.name));
        } else if (entry.isFile() && dialectOfPath(entry.name) === 'cpp' && ++this.#count <= MOST_FILES) {
          const uri = normalUri(pathToFileURL(join(folder, entry.name)).href);
          const name = baseName(uri);
          const same = this.#byName.get(name);
          if (same === undefined) this.#byName.set(name, [uri]);
          else same.push(uri);
        }
      }
    }
    return this.#folders.length === 0;
  }
}

const isBuildFolder = (entry: Dirent): boolean =>
  entry.isDirectory() && /^(?:cmake-)?(?:build|out)/.test(entry.name);

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A folder that may not be read has nothing for us.
    return [];
  }
}

function pathOf(uri: string): string | null {
  if (!uri.startsWith('file:')) return null;
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * The folder in which the includes of a file or folder are looked for: the nearest one above with `.git` or
 * `compile_commands.json`, else the folder itself.
 */
export function workspaceRoot(path: string): string {
  const own = isDirectory(path) ? path : dirname(path);
  for (let at = own; ; at = dirname(at)) {
    if (existsSync(join(at, '.git')) || existsSync(join(at, 'compile_commands.json'))) return at;
    if (dirname(at) === at) return own;
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
