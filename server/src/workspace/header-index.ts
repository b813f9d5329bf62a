// The index of included files: which file an include means, what is in it, and which files include it. Files are read
// and scanned once for all documents; a document's view of its includes is put together in slices of time.

import { HeaderFile, type PlacedInclude, placedIncludes } from '../analysis/header-file.ts';
import { HeaderImports, type ImportedFile, sameRegions } from '../analysis/header-imports.ts';
import type { Imports } from '../evaluate/imports.ts';
import type { EmbeddedScanner } from '../frontends/embedded.ts';
import type { Module } from '../frontends/scope.ts';
import { type CompileCommands, type CompileOptions, readCompileCommands } from './compile-commands.ts';
import { folderOf, type HeaderSource, joinUri, normalUri, pathUri } from './header-source.ts';
import { isStandardHeader, resolveInclude } from './include-resolver.ts';
import { Includers } from './includers.ts';

export interface HeaderOptions {
  /** Folders, absolute or relative to a root of the workspace. */
  readonly includePaths: readonly string[];
  /** Also reads CuTe's own headers, whose names mean what the library documents all the same. */
  readonly followLibrary: boolean;
  readonly isEnabled: boolean;
}

export const defaultHeaderOptions: HeaderOptions = {
  includePaths: [],
  followLibrary: false,
  isEnabled: true,
};

/** At most this much is read for one document. */
const MAXIMUM_FILES = 2000;
const MAXIMUM_CHARACTERS = 64 * 2 ** 20;

/** What a document is, as far as its includes go. */
export interface Including {
  readonly uri: string;
  readonly module: Pick<Module, 'includes' | 'conditionals'>;
}

/** A file that includes another. */
export interface IncludingModule {
  readonly uri: string;
  readonly module: Module;
  readonly imports: Imports;
}

/** So many of the files that include a header are evaluated for it. */
const MAXIMUM_INCLUDERS = 6;

interface View {
  readonly imports: HeaderImports;
  readonly uris: ReadonlySet<string>;
  readonly includes: string;
  readonly options: HeaderOptions;
  readonly isCurrent: boolean;
}

/** A view that is being put together. */
interface Building {
  readonly files: ImportedFile[];
  /** By URI: the place among `files`, -1 while its own includes are followed. */
  readonly places: Map<string, number>;
  readonly missing: Set<string>;
  readonly paths: readonly string[];
  readonly pathsId: number;
  readonly options: HeaderOptions;
  readonly until: number;
  characters: number;
  isPending: boolean;
}

interface Scanned {
  readonly stamp: string;
  readonly file: HeaderFile;
  /** Whether nobody has said that the file has changed since it was read. */
  isFresh: boolean;
}

/** What an editor shows of a file. */
export interface OpenText {
  readonly stamp: string;
  readonly text: string;
  /** The file as its document has lowered it, when it has. */
  readonly module: Module | null;
}

export class HeaderIndex {
  readonly source: HeaderSource;
  readonly #scan: EmbeddedScanner | null;
  readonly #files = new Map<string, Scanned>();
  /** Files that are open: their text goes before what is on the disk. */
  readonly #open = new Map<string, () => OpenText>();
  /** By document. */
  readonly #views = new Map<string, View>();
  #commands: readonly CompileCommands[] | null = null;
  readonly #resolved = new Map<string, string | null>();
  readonly #pathLists = new Map<string, number>();
  readonly #includers: Includers;

  constructor(source: HeaderSource, scan: EmbeddedScanner | null = null) {
    this.source = source;
    this.#scan = scan;
    this.#includers = new Includers(source);
  }

  /** How many files are scanned, and their characters. */
  get size(): { readonly files: number; readonly characters: number } {
    let characters = 0;
    for (const { file } of this.#files.values()) characters += file.length;
    return { files: this.#files.size, characters };
  }

  /** Takes a file's text from an editor. `current` is asked whenever the file is read. */
  opened(uri: string, current: () => OpenText): readonly string[] {
    this.#open.set(normalUri(uri), current);
    return this.changed(uri);
  }

  closed(uri: string): readonly string[] {
    const key = normalUri(uri);
    this.#open.delete(key);
    this.#views.delete(key);
    this.source.forget(key);
    return this.changed(uri);
  }

  /** The text of a file is different. Returns the documents that include it. */
  changed(uri: string): readonly string[] {
    const key = normalUri(uri);
    const known = this.#files.get(key);
    if (known !== undefined) known.isFresh = false;
    if (!this.#open.has(key)) this.source.forget(key);
    // What an open file includes seldom changes while it is typed in.
    if (!this.#open.has(key)) this.#includers.forget(key);
    const concerned = this.includers(key);
    for (const document of concerned) this.#outdate(document);
    return concerned;
  }

  /** Files have come or gone, or are compiled differently. Returns the documents that may see something else. */
  reset(): readonly string[] {
    this.source.forget();
    for (const known of this.#files.values()) known.isFresh = false;
    this.#resolved.clear();
    this.#includers.forget();
    this.#commands = null;
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
    const paths = options.includePaths.flatMap((path) => this.#includePath(path));
    const common = this.#commands?.[0]?.common.includePaths ?? [];
    return this.#includers.of(uri, [...new Set([...paths, ...common])], until - performance.now());
  }

  /**
   * Some of the files that include a file, sources before headers, ready to be evaluated. None while the workspace
   * is still being read.
   */
  includingModules(uri: string, options: HeaderOptions, milliseconds: number): readonly IncludingModule[] {
    if (!options.isEnabled) return [];
    const found = this.includersOf(uri, options, milliseconds) ?? [];
    const sources = found.filter((includer) => /\.(?:cu|cpp|cc|cxx)$/i.test(includer));
    return spread(sources.length > 0 ? sources : found, MAXIMUM_INCLUDERS).flatMap((includer) => {
      const file = this.#file(includer, Number.POSITIVE_INFINITY);
      if (file == null) return [];
      const { module } = file;
      const imports = this.importsOf({ uri: includer, module }, options);
      return imports === null ? [] : [{ uri: includer, module, imports }];
    });
  }

  /** The files that a document's view is made of. */
  includedBy(uri: string): ReadonlySet<string> {
    return this.#views.get(normalUri(uri))?.uris ?? NO_FILES;
  }

  /** The text of a file as it is now; null when there is none, undefined when it has not come yet. */
  textOf(uri: string): string | null | undefined {
    const key = normalUri(uri);
    const source = this.#open.get(key)?.() ?? this.source.read(key);
    return source == null ? source : source.text;
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
    const direct = placedIncludes(document.module);
    const includes = faceOf(direct);
    const before = this.#views.get(key);
    const isSame = before?.includes === includes && before.options === options;
    if (isSame && before.isCurrent && !before.imports.isPending) return before.imports;
    const until = performance.now() + milliseconds;
    let building = this.#build(key, direct, options, until);
    // Listing the workspace takes long and is only begun when an include is found nowhere else.
    const isListed = !building.isPending || this.source.work(Math.max(1, until - performance.now()));
    if (building.isPending && isListed && performance.now() < until)
      building = this.#build(key, direct, options, until);
    const imports =
      before !== undefined && isSameView(before.imports, building)
        ? before.imports
        : new HeaderImports(building.files, [...building.missing], building.isPending);
    const uris = new Set(building.places.keys());
    this.#views.set(key, { imports, uris, includes, options, isCurrent: true });
    return imports;
  }

  #build(key: string, direct: readonly PlacedInclude[], options: HeaderOptions, until: number): Building {
    const compile = this.#compileOptionsOf(key);
    const own = options.includePaths.flatMap((path) => this.#includePath(path));
    const paths = [...new Set([...own, ...(compile?.includePaths ?? [])])];
    const building: Building = {
      files: [],
      places: new Map([[key, -1]]),
      missing: new Set(),
      paths,
      pathsId: this.#pathsId(paths),
      options,
      until,
      characters: 0,
      isPending: compile === undefined,
    };
    if (compile != null && compile.defines.size > 0)
      building.files.push({ file: definesFile(key, compile.defines), regions: NO_REGIONS });
    this.#follow(building, key, direct, NO_REGIONS);
    return building;
  }

  #follow(
    building: Building,
    from: string,
    includes: HeaderFile['includes'],
    regions: ImportedFile['regions'],
  ): void {
    for (const include of includes) {
      const { path } = include;
      if (isStandardHeader(path) || (!building.options.followLibrary && /^cute\//.test(path))) continue;
      const uri = this.#resolve(building, from, path);
      if (uri === undefined) building.isPending = true;
      else if (uri === null) building.missing.add(path);
      else this.#include(building, uri, path, joined(regions, include.regions));
    }
  }

  #include(building: Building, uri: string, path: string, regions: ImportedFile['regions']): void {
    const { places, files } = building;
    const place = places.get(uri);
    if (place !== undefined) {
      // Also included without the condition: then it is there in any case.
      const known = files[place];
      if (known !== undefined && known.regions.length > 0 && regions.length === 0)
        files[place] = { ...known, regions };
      return;
    }
    const isTooMuch = places.size > MAXIMUM_FILES || building.characters > MAXIMUM_CHARACTERS;
    const file = isTooMuch ? null : this.#file(uri, building.until);
    if (file === undefined) {
      building.isPending = true;
      return;
    }
    if (file === null) {
      building.missing.add(path);
      return;
    }
    places.set(uri, -1);
    building.characters += file.length;
    this.#follow(building, uri, file.includes, regions);
    places.set(uri, files.length);
    files.push({ file, regions });
  }

  /** The file, scanned; undefined when there is no time left for it, or its text is not here yet. */
  #file(uri: string, until: number): HeaderFile | null | undefined {
    const known = this.#files.get(uri);
    if (known?.isFresh === true) return known.file;
    if (performance.now() > until) return undefined;
    const open = this.#open.get(uri)?.() ?? null;
    const source = open ?? this.source.read(uri);
    if (source === undefined || source === null) return source;
    if (known?.stamp === source.stamp) {
      known.isFresh = true;
      return known.file;
    }
    const file =
      open?.module != null
        ? HeaderFile.ofModule(uri, open.module, known?.file ?? null)
        : HeaderFile.read(uri, source.text, this.#scan, known?.file ?? null);
    this.#files.set(uri, { stamp: source.stamp, file, isFresh: true });
    return file;
  }

  #resolve(building: Building, from: string, path: string): string | null | undefined {
    const key = `${building.pathsId} ${folderOf(from)} ${path}`;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known;
    const found = resolveInclude(
      folderOf(from),
      path,
      building.paths,
      (uri) => (this.#open.has(uri) ? true : this.source.exists(uri)),
      (suffix) => this.source.withSuffix(suffix),
    );
    if (found !== undefined) this.#resolved.set(key, found);
    return found;
  }

  #pathsId(paths: readonly string[]): number {
    const text = paths.join('\n');
    const known = this.#pathLists.get(text);
    if (known !== undefined) return known;
    this.#pathLists.set(text, this.#pathLists.size);
    return this.#pathLists.size - 1;
  }

  /** A folder of the settings, in every folder of the workspace when it is relative. */
  #includePath(path: string): readonly string[] {
    const { roots } = this.source;
    const plain = path.replace(/^\$\{workspaceFolder\}\/?/, '');
    if (/^[A-Za-z][\w+.-]+:\/\//.test(plain)) return [normalUri(plain).replace(/\/$/, '')];
    if (plain.startsWith('/') || /^[A-Za-z]:[\\/]/.test(plain))
      return [pathUri(roots[0] ?? 'file:///', plain)];
    return roots.map((root) => joinUri(root, plain));
  }

  /** How a file is compiled; null when nobody says; undefined when that is not known yet. */
  #compileOptionsOf(uri: string): CompileOptions | null | undefined {
    if (this.#commands === null) {
      const found = this.source.compileCommands();
      if (found === undefined) return undefined;
      const texts = found.map((file) => ({ file, source: this.source.read(file) }));
      if (texts.some(({ source }) => source === undefined)) return undefined;
      this.#commands = texts.flatMap(({ file, source }) => {
        const commands = source == null ? null : readCompileCommands(source.text, file);
        return commands === null ? [] : [commands];
      });
    }
    for (const commands of this.#commands) {
      const options = commands.of(uri);
      if (options !== null) return options;
    }
    return this.#commands[0]?.common ?? null;
  }
}

const NO_FILES: ReadonlySet<string> = new Set();

/** At most `count` of the items, from the first to the last at even distances: files of one name differ little. */
const spread = <T>(items: readonly T[], count: number): readonly T[] =>
  items.length <= count
    ? items
    : Array.from({ length: count }, (_, i) => items[Math.floor((i * (items.length - 1)) / (count - 1))]!);

const NO_REGIONS: ImportedFile['regions'] = [];

const joined = (a: ImportedFile['regions'], b: ImportedFile['regions']): ImportedFile['regions'] =>
  a.length === 0 ? b : b.length === 0 ? a : [...a, ...b];

/** The same text for the same includes under the same conditions. */
const faceOf = (includes: readonly PlacedInclude[]): string =>
  includes
    .map(({ path, regions }) =>
      [path, ...regions.map((r) => `${r.condition} ${[...r.names].join()}`)].join('|'),
    )
    .join('\n');

function isSameView(before: HeaderImports, { files, missing, isPending }: Building): boolean {
  return (
    before.isPending === isPending &&
    before.files.length === files.length &&
    before.files.every((f, i) => f.file === files[i]!.file && sameRegions(f.regions, files[i]!.regions)) &&
    before.missing.length === missing.size &&
    before.missing.every((path) => missing.has(path))
  );
}

const definesFiles = new WeakMap<ReadonlyMap<string, string>, HeaderFile>();

/** The macros of a command line, as the preprocessor sees them: defined before everything else. */
function definesFile(document: string, defines: ReadonlyMap<string, string>): HeaderFile {
  let file = definesFiles.get(defines);
  if (file === undefined) {
    const text = [...defines].map(([name, value]) => `#define ${name} ${value}\n`).join('');
    file = HeaderFile.read(`${document}#command-line`, text);
    definesFiles.set(defines, file);
  }
  return file;
}
