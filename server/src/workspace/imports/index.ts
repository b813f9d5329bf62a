// The index of included files: which file an include means, what is in it, and which files include it. Files are read
// and scanned once for all documents; a document's view of its includes is put together in slices of time.

import { type PlacedInclude, placedIncludes } from '../../analysis/imports/header-file.ts';
import { HeaderImports } from '../../analysis/imports/header-imports.ts';
import type { Includer } from '../../analysis/values/includer-analyses.ts';
import type { Imports } from '../../evaluate/model/imports.ts';
import type { EmbeddedScanner } from '../../frontends/common/embedded.ts';
import type { Module } from '../../frontends/common/scope.ts';
import type { HeaderOptions } from '../settings/header-options.ts';
import type { CompileCommand } from './compile-commands.ts';
import { HeaderFiles, type LowerWhole, type OpenText } from './files.ts';
import { IncludePaths } from './include-paths.ts';
import { Includers } from './includers.ts';
import { baseName, type HeaderSource, joinUri, normalUri } from './source.ts';
import { SupposedFiles } from './supposed-files.ts';
import { HeaderViews, includeFingerprint, isSameView } from './view.ts';

/** What a document is, as far as its includes go. */
interface Including {
  readonly uri: string;
  readonly module: Pick<Module, 'includes' | 'conditionals'>;
}

interface View {
  readonly imports: HeaderImports;
  readonly uris: ReadonlySet<string>;
  readonly includes: string;
  readonly options: HeaderOptions;
  readonly isCurrent: boolean;
}

export class HeaderIndex {
  readonly source: HeaderSource;
  readonly #files: HeaderFiles;
  readonly #paths: IncludePaths;
  readonly #building: HeaderViews;
  readonly #includers: Includers;
  /** The view of each document. */
  readonly #views = new Map<string, View>();
  #generation = 0;
  readonly #supposed = new SupposedFiles();

  /**
   * `lower`: see HeaderFiles. Where it is given nobody edits: files that are opened are as the disk has them, and which
   * of them have been opened before says nothing.
   */
  constructor(source: HeaderSource, scan: EmbeddedScanner | null = null, lower: LowerWhole | null = null) {
    this.source = source;
    this.#files = new HeaderFiles(source, scan, lower ?? (() => null));
    this.#paths = new IncludePaths(source, this.#files);
    this.#building = new HeaderViews(this.#files, this.#paths);
    this.#includers = new Includers(
      source,
      (uri) => this.textOf(uri),
      (uri) => this.#files.exists(uri),
      () => (lower === null ? this.#files.openFiles : []),
    );
  }

  /** See IncludePaths. */
  allowAll(options: HeaderOptions): void {
    this.#paths.allowAll(options);
  }

  /** How a file is compiled: its own command where there is one, and the folders in which its includes are looked for. */
  compiling(
    uri: string,
    options: HeaderOptions,
  ): { readonly command: CompileCommand | null; readonly folders: readonly string[] } {
    const file = normalUri(uri);
    return { command: this.#paths.command(file), folders: this.#paths.of(file, options).folders };
  }

  /** Another number whenever files outside of the editor have changed, or files include others than before. */
  get generation(): number {
    if (this.#includers.reread()) this.#generation++;
    return this.#generation;
  }

  /** How many files are scanned, and their characters. */
  get size(): { readonly files: number; readonly characters: number } {
    return this.#files.size;
  }

  /** Takes a file's text from an editor. `current` is asked whenever the file is read. */
  opened(uri: string, current: () => OpenText): readonly string[] {
    const key = normalUri(uri);
    this.#files.open(key, current);
    return [...new Set([...this.changed(uri), ...this.#named(key)])];
  }

  closed(uri: string): readonly string[] {
    const key = normalUri(uri);
    this.#files.close(key);
    this.#views.delete(key);
    return [...new Set([...this.changed(uri), ...this.#named(key)])];
  }

  /**
   * A file may be there only in its editor: what its name meant in an include before may be another file. Returns the
   * documents that include one of that name.
   */
  #named(key: string): readonly string[] {
    if (this.source.exists(key) === true) return [];
    const name = baseName(key);
    const isNamed = (path: string): boolean =>
      baseName(path) === name || baseName(joinUri('file:///', path)) === name;
    this.#paths.forget(isNamed);
    if (this.#includers.forgetIncluding(isNamed)) this.#generation++;
    const concerned = [...this.#views].flatMap(([document, { uris, imports }]) =>
      document !== key && ([...uris].some(isNamed) || imports.missing.some(isNamed)) ? [document] : [],
    );
    for (const document of concerned) this.#outdate(document);
    return concerned;
  }

  /** The text of a file is different. Returns the documents that include it. */
  changed(uri: string): readonly string[] {
    const key = normalUri(uri);
    this.#files.invalidate(key);
    if (this.#files.isOpen(key)) this.#includers.typed(key);
    else {
      this.#includers.forget(key);
      this.#generation++;
    }
    const concerned = this.includers(key);
    for (const document of concerned) this.#outdate(document);
    return concerned;
  }

  /** Files have come or gone, or are compiled differently. Returns the documents that may see something else. */
  reset(): readonly string[] {
    this.#files.invalidateAll();
    this.#paths.reset();
    this.#includers.forget();
    this.#generation++;
    for (const document of this.#views.keys()) this.#outdate(document);
    return [...this.#views.keys()];
  }

  /** More is known of the files than before, such as a text that a client has sent. */
  arrived(): void {
    for (const [document, { imports }] of this.#views) if (imports.isPending) this.#outdate(document);
  }

  #outdate(document: string): void {
    const view = this.#views.get(document);
    if (view !== undefined) this.#views.set(document, { ...view, isCurrent: false });
  }

  /** The documents, among those that were asked about, that include a file directly or through others. */
  includers(uri: string): readonly string[] {
    const key = normalUri(uri);
    return [...this.#views].flatMap(([document, { uris }]) =>
      document !== key && uris.has(key) ? [document] : [],
    );
  }

  /**
   * The files of the workspace that include a file, directly or through others, the nearest first; undefined while
   * the workspace is being read: ask again.
   */
  includersOf(
    uri: string,
    options: HeaderOptions,
    milliseconds = Number.POSITIVE_INFINITY,
  ): readonly string[] | undefined {
    const until = performance.now() + milliseconds;
    if (!this.source.work(milliseconds)) return undefined;
    return this.#includers.of(uri, this.#paths.common(options), until - performance.now());
  }

  /**
   * A handful of the files that instantiate a template of the file, which is asked for by one of `names`, ready to be
   * evaluated; undefined while they, or the workspace, are being read: ask again.
   */
  including(
    uri: string,
    names: readonly string[],
    options: HeaderOptions,
    milliseconds = Number.POSITIVE_INFINITY,
  ): readonly Includer[] | undefined {
    if (!options.isEnabled) return [];
    const until = performance.now() + milliseconds;
    if (!this.source.work(milliseconds)) return undefined;
    const left = (): number => until - performance.now();
    const chosen = this.#includers.naming(uri, names, this.#paths.common(options), left());
    if (chosen === undefined) return undefined;
    const found: Includer[] = [];
    for (const includer of chosen) {
      const file = this.#files.file(includer, until);
      if (file === undefined) return undefined;
      if (file === null) continue;
      const { module } = file;
      const imports = this.importsOf({ uri: includer, module }, options, left());
      if (imports?.isPending === true) return undefined;
      if (imports !== null) found.push(this.#withOthers({ uri: includer, module, imports }));
    }
    return found;
  }

  #withOthers(plain: Includer): Includer {
    const otherwise: Includer['otherwise'] = (names) => {
      const text = this.textOf(plain.uri);
      return text == null ? [] : this.#supposed.of(plain, text, names);
    };
    return { ...plain, otherwise };
  }

  /** The files that a document's view is made of. */
  includedBy(uri: string): ReadonlySet<string> {
    return this.#views.get(normalUri(uri))?.uris ?? NO_FILES;
  }

  /** Those, and what the document includes under conditions, or before anybody has looked at it. */
  mayInclude(uri: string): ReadonlySet<string> {
    return new Set([...this.includedBy(uri), ...this.#includers.includedBy(normalUri(uri))]);
  }

  /** The text of a file as it is now; null when there is none, undefined when it has not come yet. */
  textOf(uri: string): string | null | undefined {
    return this.#files.textOf(uri);
  }

  /** Whether the document's view may still grow or change. */
  isPending(uri: string): boolean {
    const view = this.#views.get(normalUri(uri));
    return view !== undefined && (view.imports.isPending || !view.isCurrent);
  }

  /**
   * What a document sees of its includes, as far as it can be told in `milliseconds`. Its `isPending` says whether
   * there is more to come: ask again. Null when includes are not followed.
   */
  importsOf(
    document: Including,
    options: HeaderOptions,
    milliseconds = Number.POSITIVE_INFINITY,
  ): Imports | null {
    if (!options.isEnabled) return null;
    const key = normalUri(document.uri);
    const { direct, fingerprint: includes } = includesOf(document.module);
    const before = this.#views.get(key);
    const isSame = before?.includes === includes && before.options === options;
    if (isSame && before.isCurrent && !before.imports.isPending) return before.imports;
    const until = performance.now() + milliseconds;
    let building = this.#building.build(key, direct, options, until);
    // Listing the workspace takes long and is only begun when an include is found nowhere else.
    const isListed = !building.isPending || this.source.work(Math.max(1, until - performance.now()));
    if (building.isPending && isListed && performance.now() < until)
      building = this.#building.build(key, direct, options, until);
    const imports =
      before !== undefined && isSameView(before.imports, building)
        ? before.imports
        : new HeaderImports(building.files, {
            missing: [...building.missing],
            refused: [...building.refused],
            isPending: building.isPending,
          });
    this.#views.set(key, { imports, uris: building.uris, includes, options, isCurrent: true });
    return imports;
  }
}

const NO_FILES: ReadonlySet<string> = new Set();

interface DirectIncludes {
  readonly direct: readonly PlacedInclude[];
  readonly fingerprint: string;
}

/** A file is asked about for each of the templates that it instantiates. */
const directIncludes = new WeakMap<Including['module'], DirectIncludes>();

function includesOf(module: Including['module']): DirectIncludes {
  let known = directIncludes.get(module);
  if (known === undefined) {
    const direct = placedIncludes(module);
    known = { direct, fingerprint: includeFingerprint(direct) };
    directIncludes.set(module, known);
  }
  return known;
}
