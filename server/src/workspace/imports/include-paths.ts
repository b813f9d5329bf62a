// The folders in which the includes of a file are looked for: those of the settings, then those of its compile command.

import type { HeaderOptions } from '../settings/header-options.ts';
import {
  type CompileCommand,
  type CompileCommands,
  type CompileOptions,
  readCompileCommands,
} from './compile-commands.ts';
import type { HeaderFiles } from './files.ts';
import { resolveInclude } from './include-resolver.ts';
import { folderOf, type HeaderSource, joinUri, normalUri, pathUri } from './source.ts';

/** How the includes of a file are found. */
export interface SearchPath {
  /** URIs of folders, in order. */
  readonly folders: readonly string[];
  /** The same for the same folders. */
  readonly id: number;
  /** Macros of the command line; null when nothing says how the file is compiled. */
  readonly defines: ReadonlyMap<string, string> | null;
  /** Whether it is not known yet how the file is compiled. */
  readonly isPending: boolean;
}

export class IncludePaths {
  readonly #source: HeaderSource;
  readonly #files: HeaderFiles;
  #commands: readonly CompileCommands[] | null = null;
  readonly #resolved = new Map<string, string | null>();
  readonly #ids = new Map<string, number>();
  #version = 0;

  constructor(source: HeaderSource, files: HeaderFiles) {
    this.#source = source;
    this.#files = files;
  }

  /** Another number whenever what an include means has been forgotten. */
  get version(): number {
    return this.#version;
  }

  /** Files have come or gone, or are compiled differently. */
  reset(): void {
    this.#version++;
    this.#resolved.clear();
    this.#commands = null;
  }

  /** Forgets what includes of such paths mean. */
  forget(isMeant: (path: string) => boolean): void {
    for (const key of this.#resolved.keys())
      if (isMeant(key.split(' ').slice(2).join(' ')) && this.#resolved.delete(key)) this.#version++;
  }

  /**
   * Lets the files be read that any command of the workspace names a folder of. Otherwise what a file may include would
   * depend on which files were looked at before.
   */
  allowAll(options: HeaderOptions): void {
    this.#compileOptions('');
    this.common(options);
    this.#allowed((this.#commands ?? []).flatMap((commands) => commands.folders()));
  }

  /** Folders in which the includes of any file are looked for. */
  common(options: HeaderOptions): readonly string[] {
    const folders = options.includePaths.flatMap((path) => this.#folders(path));
    return this.#allowed([...folders, ...(this.#commands?.[0]?.common.includePaths ?? [])]);
  }

  of(uri: string, options: HeaderOptions): SearchPath {
    const compile = this.#compileOptions(uri);
    const own = options.includePaths.flatMap((path) => this.#folders(path));
    const folders = this.#allowed([...own, ...(compile?.includePaths ?? [])]);
    const defines = compile?.defines ?? null;
    return { folders, id: this.#idOf(folders), defines, isPending: compile === undefined };
  }

  /** The file's own compile command; null where there is none, or it is not read yet. */
  command(uri: string): CompileCommand | null {
    this.#compileOptions(uri);
    for (const commands of this.#commands ?? []) {
      const command = commands.command(uri);
      if (command !== null) return command;
    }
    return null;
  }

  /** The file that an include means; null: none, or several as well; undefined: that is not known yet. */
  resolve({ folders, id }: SearchPath, from: string, path: string): string | null | undefined {
    const folder = folderOf(from);
    const key = `${id} ${folder} ${path}`;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known;
    const found = resolveInclude(
      folder,
      path,
      folders,
      (uri) => this.#files.exists(uri),
      (suffix) => this.#source.withSuffix(suffix),
    );
    if (found !== undefined) this.#resolved.set(key, found);
    return found;
  }

  /** The folders, each once; what is in them may be read. */
  #allowed(folders: readonly string[]): readonly string[] {
    const each = [...new Set(folders)];
    this.#source.reach.allow(each);
    return each;
  }

  /** Whether an include means a file that is not read, whether it is there or not. */
  isRefused({ folders }: SearchPath, from: string, path: string): boolean {
    const { reach } = this.#source;
    return ![folderOf(from), ...folders].some((folder) => reach.holds(joinUri(folder, path)));
  }

  #idOf(folders: readonly string[]): number {
    const text = folders.join('\n');
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(text, id);
    }
    return id;
  }

  /** A folder of the settings, in every folder of the workspace when it is relative. */
  #folders(path: string): readonly string[] {
    const { roots } = this.#source;
    const plain = path.replace(/^\$\{workspaceFolder\}\/?/, '');
    if (/^[A-Za-z][\w+.-]+:\/\//.test(plain)) return [normalUri(plain).replace(/\/$/, '')];
    if (plain.startsWith('/') || /^[A-Za-z]:[\\/]/.test(plain))
      return [pathUri(roots[0] ?? 'file:///', plain)];
    return roots.map((root) => joinUri(root, plain));
  }

  /** How a file is compiled; null when nothing says so; undefined when that is not known yet. */
  #compileOptions(uri: string): CompileOptions | null | undefined {
    if (this.#commands === null) {
      const found = this.#source.compileCommands();
      if (found === undefined) return undefined;
      const texts = found.map((file) => ({ file, source: this.#source.read(file) }));
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
