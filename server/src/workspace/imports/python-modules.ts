// The modules of the workspace that a Python file imports, directly or through others, read once for all documents.

import { ModuleFile, ModuleImports } from '../../analysis/imports/module-imports.ts';
import type { Imports } from '../../evaluate/model/imports.ts';
import { dottedParts } from '../../frontends/common/expression-parts.ts';
import type { Module, Scope } from '../../frontends/common/scope.ts';
import { lowerPython } from '../../frontends/python/python.ts';
import { SyntaxDocument } from '../../syntax/document.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { PythonPaths } from './python-paths.ts';
import { folderOf, type HeaderSource, joinUri, normalUri } from './source.ts';

/** The most that is read for one document. */
const MAXIMUM_FILES = 64;
const MAXIMUM_CHARACTERS = 4 * 2 ** 20;
/** How many folders above a file an absolute import is looked for in. */
const MAXIMUM_FOLDERS = 12;

/** Packages that are known by their meaning, or in which no layouts are made. */
const KNOWN = new Set(['cutlass', 'torch', 'numpy', 'pycute', 'triton', 'cuda', 'math', 'typing']);

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
export type ModuleSource = Pick<HeaderSource, 'read' | 'exists' | 'roots' | 'reach'>;

export class PythonModules {
  readonly #grammars: Grammars;
  readonly #source: ModuleSource;
  readonly #files = new Map<string, ModuleFile>();
  /** The view of each document. */
  readonly #views = new Map<string, View>();
  readonly #paths: PythonPaths;
  /** Further folders of packages, for the document that is read now. */
  #folders: readonly string[] = [];
  #generation = 0;

  /** The grammar of Python must be ready. */
  constructor(grammars: Grammars, source: ModuleSource) {
    this.#grammars = grammars;
    this.#source = source;
    this.#paths = new PythonPaths(source);
  }

  /** Files have changed, come or gone. Returns the documents that may see something else. */
  changed(): readonly string[] {
    this.#generation++;
    this.#paths.changed();
    return [...this.#views.keys()];
  }

  closed(uri: string): void {
    this.#views.delete(normalUri(uri));
  }

  /**
   * What a document sees of the modules of the workspace, and of packages in `extraPaths`, which are absolute or below
   * a root of the workspace; null when it does not make layouts.
   */
  importsOf(
    { uri, module }: { readonly uri: string; readonly module: Module },
    extraPaths: readonly string[] = [],
  ): Imports | null {
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
    if (!CONCERNED.test(paths)) return null;
    this.#folders = search.folders;
    const files = new Map<string, ModuleFile>();
    let characters = 0;
    let { isPending } = search;
    const follow = (from: string, of: Module): void => {
      for (const path of importedPaths(of)) {
        const target = this.#moduleOf(path, from);
        isPending ||= target === undefined;
        if (target == null || target === own || files.has(target)) continue;
        const file =
          files.size < MAXIMUM_FILES && characters < MAXIMUM_CHARACTERS ? this.#file(target) : null;
        isPending ||= file === undefined;
        if (file == null) continue;
        characters += file.module.units.reduce((sum, unit) => sum + unit.text.length, 0);
        files.set(target, file);
        follow(target, file.module);
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
          (path, from) => this.#resolve(path, from, search.folders) ?? null,
          isPending,
        );
    // What has not come yet is looked for again.
    this.#views.set(own, { imports, paths, folders, generation: isPending ? -1 : generation });
    return imports;
  }

  /** The module that an imported path is, or is a name of; undefined when that is not known yet. */
  #moduleOf(path: readonly string[], from: string): string | null | undefined {
    const whole = this.#resolve(path, from);
    return whole !== null || path.length < 2 ? whole : this.#resolve(path.slice(0, -1), from);
  }

  #resolve(
    path: readonly string[],
    from: string,
    folders: readonly string[] = this.#folders,
  ): string | null | undefined {
    const [first = '', ...others] = path;
    if (KNOWN.has(first)) return null;
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

  #file(uri: string): ModuleFile | null | undefined {
    const source = this.#source.read(uri);
    if (source === undefined) return undefined;
    if (source === null || !CONCERNED.test(source.text)) return null;
    const known = this.#files.get(uri);
    if (known?.stamp === source.stamp) return known;
    const syntax = new SyntaxDocument(this.#grammars, 'python', source.text);
    try {
      const file = new ModuleFile(uri, source.stamp, lowerPython(syntax, known?.module ?? null, null));
      this.#files.set(uri, file);
      return file;
    } finally {
      syntax.dispose();
    }
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
  for (const { unit } of module.units) visit(unit.scope);
  const paths = [...found.values()];
  pathsOf.set(module, paths);
  return paths;
}
