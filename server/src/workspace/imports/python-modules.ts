// The modules of the workspace that a Python file imports, directly or through others, read once for all documents.

import { ModuleFile, ModuleImports } from '../../analysis/imports/module-imports.ts';
import type { EmbeddedScanner } from '../../frontends/common/embedded.ts';
import { dottedParts } from '../../frontends/common/expression-parts.ts';
import type { Module, Scope } from '../../frontends/common/scope.ts';
import { lowerImported, lowerPython, readWhole } from '../../frontends/python/python.ts';
import { withoutUnread } from '../../frontends/python/unread.ts';
import { SyntaxDocument } from '../../syntax/document.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { ModuleResolver } from './module-resolver.ts';
import { PythonImporters } from './python-importers.ts';
import { PythonPaths } from './python-paths.ts';
import { type HeaderSource, normalUri, type SourceText } from './source.ts';

/** The most that is read for one document. */
const MAXIMUM_FILES = 64;
const MAXIMUM_CHARACTERS = 4 * 2 ** 20;
/** Modules that use none of these say nothing of layouts. */
const CONCERNED = /\b(?:cutlass|cute|pycute|gluon)\b/;

interface View {
  readonly imports: ModuleImports;
  /** The paths that the document imported then. */
  readonly paths: string;
  /** The further folders that imports were looked for in. */
  readonly folders: string;
  readonly generation: number;
}

/** Reads modules, those that editors show as they show them. */
export type ModuleSource = Pick<HeaderSource, 'read' | 'exists' | 'roots' | 'reach' | 'files' | 'work'>;

/** The files that editors show, by their normal URIs. */
type OpenModules = ReadonlyMap<string, { readonly asSource: () => SourceText }>;

interface ModuleOptions {
  /** What editors show. */
  readonly open?: OpenModules;
  /** Reads the notation in comments and strings, where modules become documents too. */
  readonly scan?: EmbeddedScanner;
}

const withOpen = (source: ModuleSource, open: OpenModules): ModuleSource => ({
  read: (uri) => open.get(uri)?.asSource() ?? source.read(uri),
  exists: (uri) => open.has(uri) || source.exists(uri),
  roots: source.roots,
  reach: source.reach,
  files: (dialect) => {
    const files = source.files(dialect);
    return files === undefined || open.size === 0 ? files : [...new Set([...files, ...open.keys()])];
  },
  work: (milliseconds) => source.work(milliseconds),
});

export class PythonModules {
  readonly #grammars: Grammars;
  readonly #source: ModuleSource;
  readonly #scan: EmbeddedScanner | undefined;
  readonly #files = new Map<string, ModuleFile>();
  /** The view of each document. */
  readonly #views = new Map<string, View>();
  readonly #paths: PythonPaths;
  readonly #resolver: ModuleResolver;
  /** What imports led to in this generation; null where that says nothing of layouts. */
  readonly #followed = new Map<string, ModuleFile | null>();
  #generation = 0;

  /** Which of them import a module. */
  readonly importers: PythonImporters;

  /** The grammar of Python must be ready. */
  constructor(grammars: Grammars, source: ModuleSource, { open = new Map(), scan }: ModuleOptions = {}) {
    this.#grammars = grammars;
    this.#source = withOpen(source, open);
    this.#scan = scan;
    this.#paths = new PythonPaths(source);
    this.#resolver = new ModuleResolver(this.#source);
    this.importers = new PythonImporters(this.#source, this);
  }

  /** Files have changed, come or gone. Returns the documents that may see something else. */
  changed(): readonly string[] {
    this.#paths.changed();
    this.#resolver.forget();
    return this.edited();
  }

  /** The text of an open document has changed. Returns as `changed` does. */
  edited(): readonly string[] {
    this.#generation++;
    this.#followed.clear();
    this.importers.changed();
    return [...this.#views.keys()];
  }

  closed(uri: string): void {
    this.#views.delete(normalUri(uri));
  }

  /**
   * What a document sees of the modules of the workspace, and of packages in `extraPaths`, which are absolute or below
   * a root of the workspace; null when it does not make layouts. `isCaller`: it may use modules that do.
   */
  importsOf(
    { uri, module }: { readonly uri: string; readonly module: Module },
    extraPaths: readonly string[] = [],
    isCaller = false,
  ): ModuleImports | null {
    const own = normalUri(uri);
    const paths = importedPaths(module)
      .map((path) => path.join('.'))
      .join(' ');
    const known = this.#views.get(own);
    const generation = this.#generation;
    const search = this.#paths.of(extraPaths);
    const folders = search.folders.join(' ');
    const isAsBefore = known?.paths === paths && known.folders === folders;
    if (isAsBefore && known.generation === generation) return known.imports;
    if (!isCaller && !CONCERNED.test(paths)) return null;
    const files = new Map<string, ModuleFile>();
    let characters = 0;
    let { isPending } = search;
    const follow = (from: string, of: Module): void => {
      for (const path of importedPaths(of)) {
        const target = this.#moduleOf(path, from, search.folders);
        isPending ||= target === undefined;
        if (target == null || target === own || files.has(target)) continue;
        const file =
          files.size < MAXIMUM_FILES && characters < MAXIMUM_CHARACTERS ? this.#file(target) : null;
        isPending ||= file === undefined;
        if (file == null) continue;
        characters += file.units.reduce((sum, unit) => sum + unit.text.length, 0);
        files.set(target, file);
        follow(target, file.whole);
      }
    };
    follow(own, module);
    const list = [...files.values()];
    const isSame =
      known !== undefined &&
      known.folders === folders &&
      known.imports.isPending === isPending &&
      known.imports.files.length === list.length &&
      known.imports.files.every((f, i) => f === list[i]);
    const imports = isSame
      ? known.imports
      : new ModuleImports(
          own,
          list,
          (path, from) => this.#resolver.resolve(path, from, search.folders) ?? null,
          isPending,
        );
    // What has not come yet is looked for again.
    this.#views.set(own, { imports, paths, folders, generation: isPending ? -1 : generation });
    return imports;
  }

  /** The module that an imported path is, or is a name of; undefined when that is not known yet. */
  #moduleOf(path: readonly string[], from: string, folders: readonly string[]): string | null | undefined {
    const whole = this.#resolver.resolve(path, from, folders);
    return whole !== null || path.length < 2
      ? whole
      : this.#resolver.resolve(path.slice(0, -1), from, folders);
  }

  #file(uri: string): ModuleFile | null | undefined {
    const known = this.#followed.get(uri);
    if (known !== undefined) return known;
    const source = this.#source.read(uri);
    const file = source == null || CONCERNED.test(source.text) ? this.moduleAt(uri) : null;
    if (file !== undefined) this.#followed.set(uri, file);
    return file;
  }

  /** The module of a file, read and lowered; null: there is no such file, undefined: it has not come yet. */
  moduleAt(uri: string): ModuleFile | null | undefined {
    const source = this.#source.read(uri);
    if (source == null) return source;
    const known = this.#files.get(uri);
    if (known?.stamp === source.stamp) return known;
    const syntax = new SyntaxDocument(this.#grammars, 'python', source.text);
    try {
      const scan = this.#scan ?? null;
      // What is edited is read as a whole: much of it is known.
      const whole =
        known === undefined ? lowerImported(syntax, scan) : lowerPython(syntax, this.#wholeOf(known), scan);
      const file = new ModuleFile(uri, source.stamp, whole);
      this.#files.set(uri, file);
      return file;
    } finally {
      syntax.dispose();
    }
  }

  /**
   * A module as a document of the text reads it; null where modules are read for those who import them alone, the file is
   * another text, or nobody is to ask for it again.
   */
  asDocument(uri: string, text: string): Module | null {
    if (this.#scan === undefined || this.#source.read(uri)?.text !== text) return null;
    if (!this.#files.has(uri) && !this.importers.mayImport(uri)) return null;
    const file = this.moduleAt(uri);
    return file == null ? null : this.#wholeOf(file);
  }

  #wholeOf({ whole }: ModuleFile): Module {
    return readWhole(whole, this.#grammars.parser('python'), this.#scan ?? null);
  }
}

const pathsOf = new WeakMap<Module, readonly (readonly string[])[]>();

/** The dotted paths of all imports of a file, also of those in functions. */
function importedPaths(module: Module): readonly (readonly string[])[] {
  const known = pathsOf.get(module);
  if (known !== undefined) return known;
  const found = new Map<string, readonly string[]>();
  const visit = (scope: Scope): void => {
    for (const { kind, init } of scope.declarations) {
      if (kind !== 'import' || init === null) continue;
      const path = dottedParts(init);
      found.set(path.join('.'), path);
    }
    for (const child of scope.children) visit(child);
  };
  for (const { unit } of withoutUnread(module.units)) visit(unit.scope);
  const paths = [...found.values()];
  pathsOf.set(module, paths);
  return paths;
}
