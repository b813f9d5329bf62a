// Where the dotted path of a Python import leads: a file beside the importer, above it, or in a folder of packages.

import { folderOf, type HeaderSource, joinUri, normalUri } from './source.ts';

/** How many folders above a file an absolute import is looked for in. */
const MAXIMUM_FOLDERS = 12;

/** Packages that are known by their meaning, or in which no layouts are made. */
const KNOWN = new Set(['cutlass', 'torch', 'numpy', 'pycute', 'triton', 'cuda', 'math', 'typing']);

/**
 * Every name behind a dot asks, so an answer is kept until files come or go; one that has not come yet is not.
 */
export class ModuleResolver {
  readonly #source: Pick<HeaderSource, 'exists'>;
  /** By the further folders, the importer and the path. */
  readonly #resolved = new Map<string, Map<string, Map<string, string | null>>>();

  constructor(source: Pick<HeaderSource, 'exists'>) {
    this.#source = source;
  }

  /** Files have come or gone. */
  forget(): void {
    this.#resolved.clear();
  }

  /**
   * The URI of a module, from a file; `folders`: where packages are beside the workspace. Null: there is none,
   * undefined: that is not known yet.
   */
  resolve(path: readonly string[], from: string, folders: readonly string[]): string | null | undefined {
    if (KNOWN.has(path[0] ?? '')) return null;
    const known = this.#knownFrom(from, folders);
    const key = path.join('.');
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = this.#search(path, from, folders);
    if (found !== undefined) known.set(key, found);
    return found;
  }

  #knownFrom(from: string, folders: readonly string[]): Map<string, string | null> {
    const inFolders = entry(this.#resolved, folders.join(' '), () => new Map());
    return entry(inFolders, from, () => new Map());
  }

  #search([first = '', ...others]: readonly string[], from: string, folders: readonly string[]) {
    const dots = /^\.*/.exec(first)![0].length;
    const parts = [first.slice(dots), ...others].filter((part) => part !== '');
    let folder = folderOf(from);
    for (let i = 1; i < dots; i++) folder = joinUri(folder, '..');
    if (dots > 0) return this.#in(folder, parts);
    if (parts.length === 0) return null;
    for (let i = 0; i < MAXIMUM_FOLDERS; i++) {
      const found = this.#in(folder, parts);
      if (found !== null) return found;
      const above = joinUri(folder, '..');
      if (above === folder) break;
      folder = above;
    }
    for (const further of folders) {
      const found = this.#in(further, parts);
      if (found !== null) return found;
    }
    return null;
  }

  #in(folder: string, parts: readonly string[]): string | null | undefined {
    const path = parts.join('/');
    const candidates = [
      ...(path === '' ? [] : [`${path}.py`]),
      path === '' ? '__init__.py' : `${path}/__init__.py`,
    ];
    for (const candidate of candidates) {
      const uri = normalUri(joinUri(folder, candidate));
      const isThere = this.#source.exists(uri);
      // An earlier candidate comes first, so a later one has to wait.
      if (isThere !== false) return isThere ? uri : undefined;
    }
    return null;
  }
}

function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
