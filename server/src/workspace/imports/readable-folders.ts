// How far the server reads because some text says so: an `#include`, an `import`, a compile command. Only sources and
// what says where they are, and only below the workspace, the include paths, and the folders of files that are open outside of them.

import { baseName, normalUri } from './source.ts';

const SOURCES = /\.(?:h|hh|hpp|hxx|h\+\+|cuh|cu|c|cc|cpp|cxx|c\+\+|inl|inc|ipp|tpp|tcc|def|py)$/i;
/** What says where a project's sources are. */
const CONFIGURATIONS: ReadonlySet<string> = new Set([
  'compile_commands.json',
  'pyrightconfig.json',
  'pyproject.toml',
]);

/** Whether a file's name is one of a source; headers of installed libraries may have no extension. */
const isSource = (name: string): boolean =>
  SOURCES.test(name) || CONFIGURATIONS.has(name) || /^[A-Za-z][\w-]*$/.test(name);

export class ReadableFolders {
  /** URIs, each with a `/` at its end. */
  readonly #folders = new Set<string>();
  #version = 0;

  /** `roots`: URIs of the workspace's folders. */
  constructor(roots: readonly string[]) {
    this.allow(roots);
  }

  /** Another number whenever there are more folders. */
  get version(): number {
    return this.#version;
  }

  get folders(): Iterable<string> {
    return this.#folders;
  }

  /** Files below these folders may be read as well. */
  allow(folders: readonly string[]): void {
    for (const folder of folders) {
      const uri = `${normalUri(folder).replace(/\/+$/, '')}/`;
      if (this.#folders.has(uri)) continue;
      this.#folders.add(uri);
      this.#version++;
    }
  }

  /** Takes a file that an editor has opened: where it lies in no other folder, its neighbours may be read too. */
  opened(uri: string): void {
    if (!this.#isBelow(uri)) this.allow([uri.slice(0, uri.lastIndexOf('/'))]);
  }

  /** Whether a file may be read, as far as its name tells. */
  holds(uri: string): boolean {
    return isSource(decoded(baseName(uri))) && this.#isBelow(uri);
  }

  #isBelow(uri: string): boolean {
    if (/\/\.{1,2}(?:\/|$)/.test(uri)) return false;
    for (const folder of this.#folders) if (uri.startsWith(folder)) return true;
    return false;
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
