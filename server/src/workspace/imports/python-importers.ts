// Which files of the workspace import a Python module and name what it declares: their calls say what its classes are made
// with. A file is read when somebody asks, and searched by its words.

import type { ModuleFile, ModuleImports } from '../../analysis/imports/module-imports.ts';
import type { Includer } from '../../analysis/values/includer-analyses.ts';
import type { Module } from '../../frontends/common/scope.ts';
import { baseName, folderOf, type HeaderSource, normalUri } from './source.ts';
import { WordIndex } from './word-index.ts';

/** So many files are evaluated for one name. */
const MAXIMUM_CHOSEN = 5;
/** And so many are looked at for one that imports the module. */
const MAXIMUM_READ = 16;
/** Of a workspace with more files than these only the first are searched: their texts are kept. */
const MAXIMUM_SEARCHED = 4000;

type ImporterSource = Pick<HeaderSource, 'read' | 'files' | 'work'>;

/** What lowers modules, and follows their imports. */
interface Modules {
  moduleAt(uri: string): ModuleFile | null | undefined;
  importsOf(
    file: { readonly uri: string; readonly module: Module },
    extraPaths: readonly string[],
    isCaller: boolean,
  ): ModuleImports | null;
}

export class PythonImporters {
  readonly #source: ImporterSource;
  readonly #modules: Modules;
  readonly #words = new WordIndex();
  readonly #stamps = new Map<string, string>();
  /** Whether all files were searched since one of them has changed. */
  #isRead = false;
  #generation = 0;

  constructor(source: ImporterSource, modules: Modules) {
    this.#source = source;
    this.#modules = modules;
  }

  /** Another number whenever a file has changed, come or gone. */
  get generation(): number {
    return this.#generation;
  }

  changed(): void {
    this.#isRead = false;
    this.#generation++;
  }

  /** A handful of the files that import a module and hold one of the names; undefined while files are read: ask again. */
  of(
    uri: string,
    names: readonly string[],
    extraPaths: readonly string[],
    milliseconds = Number.POSITIVE_INFINITY,
  ): readonly Includer[] | undefined {
    const until = performance.now() + milliseconds;
    if (!this.#isSearched(until)) return undefined;
    const own = normalUri(uri);
    const importing = this.#words.holding([moduleName(own)]);
    const found: Includer[] = [];
    const candidates = [...this.#words.holding(names)].filter((file) => file !== own && importing.has(file));
    for (const file of candidates.sort().slice(0, MAXIMUM_READ)) {
      if (found.length >= MAXIMUM_CHOSEN) break;
      if (performance.now() > until) return undefined;
      const read = this.#modules.moduleAt(file);
      if (read === undefined) return undefined;
      if (read === null) continue;
      const imports = this.#modules.importsOf({ uri: read.uri, module: read.whole }, extraPaths, true);
      if (imports?.isPending === true) return undefined;
      if (imports?.files.some((other) => other.uri === own) === true)
        found.push({ uri: file, module: read.module, imports });
    }
    return found;
  }

  /** Whether another file may import the module, as far as their words are known. */
  mayImport(uri: string): boolean {
    const own = normalUri(uri);
    return !this.#isRead || [...this.#words.holding([moduleName(own)])].some((file) => file !== own);
  }

  /** Whether the words of all files are known, as they are now. */
  #isSearched(until: number): boolean {
    if (this.#isRead) return true;
    if (!this.#source.work(until - performance.now())) return false;
    const files = this.#source.files('python');
    if (files === undefined) return false;
    const all = new Set(files.slice(0, MAXIMUM_SEARCHED));
    let isComplete = true;
    for (const file of all) {
      if (performance.now() > until) return false;
      const source = this.#source.read(file);
      if (source === undefined) isComplete = false;
      else if (source === null) this.#words.delete(file);
      else if (this.#stamps.get(file) !== source.stamp) {
        this.#words.set(file, source.text);
        this.#stamps.set(file, source.stamp);
      }
    }
    for (const file of this.#stamps.keys()) {
      if (all.has(file)) continue;
      this.#words.delete(file);
      this.#stamps.delete(file);
    }
    this.#isRead = isComplete;
    return isComplete;
  }
}

/** By which word an import names a module: that of its file, or of its package. */
function moduleName(uri: string): string {
  const name = baseName(uri).replace(/\.py$/, '');
  return name === '__init__' ? baseName(folderOf(uri)) : name;
}
