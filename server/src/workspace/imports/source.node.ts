// Included files on a disk. What is read is kept until a change of it is told.

import { type Dirent, existsSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { addTo } from '../../frontends/common/lists.ts';
import { dialectOfPath } from '../host/dialects.ts';
import { type Disk, SynchronousDisk } from '../host/disk.node.ts';
import { ResolvedReadableFolders } from './readable-folders.node.ts';
import { ReadableFolders } from './readable-folders.ts';
import { baseName, type HeaderSource, joinUri, normalUri, type SourceText } from './source.ts';

/** A workspace's files are listed up to this many. */
const MOST_FILES = 200_000;
/** How many folders are waited for at the same time. */
const MOST_WAITING = 64;
/** Folders in which no sources of the workspace are. */
const SKIPPED = new Set(['node_modules', '__pycache__', 'CMakeFiles']);

export class DiskSource implements HeaderSource {
  readonly reach: ReadableFolders;
  readonly #real: ResolvedReadableFolders;
  readonly roots: readonly string[];
  readonly #disk: Disk;
  readonly #exists = new Map<string, boolean>();
  /** Files of the workspace by their last part. */
  #byName = new Map<string, string[]>();
  /** The Python files of the workspace. */
  #modules: string[] = [];
  #folders: string[];
  #count = 0;

  /** `roots`: URIs of the workspace's folders. Other schemes than `file` are not on the disk. */
  constructor(roots: readonly string[], disk: Disk = new SynchronousDisk()) {
    this.#disk = disk;
    this.roots = roots.filter((root) => root.startsWith('file:')).map(normalUri);
    this.reach = new ReadableFolders(this.roots);
    this.#real = new ResolvedReadableFolders(this.reach, disk);
    this.#folders = this.#start();
  }

  #start(): string[] {
    return this.roots.flatMap((root) => pathOf(root) ?? []).reverse();
  }

  get isWaiting(): boolean {
    return this.#disk.isWaiting;
  }

  exists(uri: string): boolean | undefined {
    let known = this.#exists.get(uri);
    if (known === undefined) {
      const path = pathOf(uri);
      known = path === null ? false : this.#isReadable(uri, path);
      if (known !== undefined) this.#exists.set(uri, known);
    }
    return known;
  }

  read(uri: string): SourceText | null | undefined {
    const path = pathOf(uri);
    if (path === null) return null;
    const isAllowed = this.#real.allows(uri, path);
    return isAllowed === true ? this.#disk.read(path) : isAllowed === undefined ? undefined : null;
  }

  /** Whether there is a file at a path that may be read. */
  #isReadable(uri: string, path: string): boolean | undefined {
    const isAllowed = this.#real.allows(uri, path);
    return isAllowed === true ? this.#disk.isFile(path) : isAllowed;
  }

  withSuffix(path: string): readonly string[] | undefined {
    if (this.#folders.length > 0) return undefined;
    const end = joinUri('file:///', path).slice('file://'.length);
    return (this.#byName.get(baseName(end)) ?? []).filter((uri) => uri.endsWith(end));
  }

  files(dialect: 'cpp' | 'python'): readonly string[] | undefined {
    if (this.#folders.length > 0) return undefined;
    return dialect === 'cpp' ? [...this.#byName.values()].flat() : this.#modules;
  }

  compileCommands(): readonly string[] | undefined {
    const found: string[] = [];
    let isKnown = true;
    for (const root of this.roots) {
      const path = pathOf(root);
      if (path === null) continue;
      const entries = this.#disk.entries(path);
      if (entries === undefined) isKnown = false;
      const folders = [path, ...(entries ?? []).filter(isBuildFolder).map((e) => join(path, e.name))];
      for (const folder of folders) {
        const file = join(folder, 'compile_commands.json');
        const isThere = this.#disk.isFile(file);
        if (isThere === undefined) isKnown = false;
        else if (isThere) found.push(normalUri(pathToFileURL(file).href));
      }
    }
    return isKnown ? found : undefined;
  }

  shown(uri: string): void {
    const path = pathOf(uri);
    if (path !== null && this.#disk.isListedAway(path)) this.forget(uri);
  }

  forget(uri?: string): void {
    if (uri !== undefined) {
      this.#exists.delete(uri);
      const path = pathOf(uri);
      if (path !== null) this.#disk.forget(path);
      return;
    }
    this.#disk.forget();
    this.#exists.clear();
    this.#byName = new Map();
    this.#modules = [];
    this.#count = 0;
    this.#folders = this.#start();
  }

  work(milliseconds: number): boolean {
    const until = performance.now() + milliseconds;
    const waiting: string[] = [];
    while (this.#folders.length > 0 && waiting.length < MOST_WAITING && performance.now() < until) {
      const folder = this.#folders.pop()!;
      const entries = this.#disk.entries(folder);
      if (entries === undefined) {
        waiting.push(folder);
        continue;
      }
      for (const entry of entries) {
        if (entry.isDirectory()) {
          if (!SKIPPED.has(entry.name) && !entry.name.startsWith('.'))
            this.#folders.push(join(folder, entry.name));
        } else if (entry.isFile()) this.#list(join(folder, entry.name), entry.name);
      }
    }
    this.#folders.push(...waiting.reverse());
    return this.#folders.length === 0;
  }

  #list(path: string, name: string): void {
    const dialect = dialectOfPath(name);
    if ((dialect !== 'cpp' && dialect !== 'python') || ++this.#count > MOST_FILES) return;
    const uri = normalUri(pathToFileURL(path).href);
    if (dialect === 'python') {
      // Packages that are installed call nobody's kernels.
      if (!uri.includes('/site-packages/')) this.#modules.push(uri);
      return;
    }
    addTo(this.#byName, baseName(uri), uri);
  }
}

const isBuildFolder = (entry: Dirent): boolean =>
  entry.isDirectory() && /^(?:cmake-)?(?:build|out)/.test(entry.name);

function pathOf(uri: string): string | null {
  if (!uri.startsWith('file:')) return null;
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

const REPOSITORY = ['.git', '.hg', '.svn', '.jj', 'compile_commands.json'];
/** What a project has in its outermost folder, and may have in inner ones. */
const PROJECT = [
  'CMakeLists.txt',
  'Makefile',
  'meson.build',
  'pyproject.toml',
  'setup.py',
  'BUILD.bazel',
  '.gitmodules',
];

/**
 * The folder in which the includes of a file or folder are looked for: the nearest one above that is a repository or
 * holds `compile_commands.json`, else the outermost one with the files of a build, else the folder itself.
 */
export function workspaceRoot(path: string): string {
  const own = isDirectory(path) ? path : dirname(path);
  const shared = new Set([homedir(), tmpdir()]);
  let project = own;
  for (let at = own; ; at = dirname(at)) {
    const holds = (name: string): boolean => existsSync(join(at, name));
    if (REPOSITORY.some(holds)) return at;
    // Whose folder everybody's files are in is no project.
    if (dirname(at) === at || shared.has(at)) return project;
    if (PROJECT.some(holds)) project = at;
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
