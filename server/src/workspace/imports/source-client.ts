// Included files that only the client can read: those of virtual workspaces, and all of them in a browser.

import { ReadableFolders } from './readable-folders.ts';
import { baseName, type HeaderSource, joinUri, normalUri, type SourceText } from './source.ts';

/** The requests that a client answers who says `readsFiles` in its initializationOptions. */
export const READ_FILE = 'layoutLens/readFile';
export const FIND_FILES = 'layoutLens/findFiles';

export interface FileRequests {
  /** The text; null when there is no such file. */
  readFile(uri: string): Promise<string | null>;
  /** URIs of the workspace's files that match a glob pattern. */
  findFiles(pattern: string): Promise<readonly string[]>;
}

const HEADERS = '**/*.{h,hh,hpp,hxx,cuh,inl,cu,cpp,cc,cxx}';
const MODULES = '**/*.py';
const COMMANDS = '{compile_commands.json,build*/compile_commands.json,out*/compile_commands.json}';

export class ClientSource implements HeaderSource {
  readonly reach: ReadableFolders;
  readonly roots: readonly string[];
  readonly #requests: FileRequests;
  readonly #arrived: () => void;
  /** Null: there is no such file; undefined: it has been asked for. */
  readonly #texts = new Map<string, SourceText | null | undefined>();
  readonly #lists = new Map<string, readonly string[] | undefined>();
  #listed: { readonly of: readonly string[]; readonly uris: ReadonlySet<string> } | null = null;
  #waiting = 0;
  #stamp = 0;

  /** `arrived` is called when something that was asked for has come. */
  constructor(roots: readonly string[], requests: FileRequests, arrived: () => void) {
    this.roots = roots.map(normalUri);
    this.reach = new ReadableFolders(this.roots);
    this.#requests = requests;
    this.#arrived = arrived;
  }

  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  read(uri: string): SourceText | null | undefined {
    if (!this.reach.holds(uri)) return null;
    if (!this.#texts.has(uri)) {
      this.#texts.set(uri, undefined);
      const stamp = `client ${++this.#stamp}`;
      this.#ask(
        this.#requests.readFile(uri),
        (text) => this.#texts.set(uri, typeof text === 'string' ? { text, stamp } : null),
        () => this.#texts.set(uri, null),
      );
    }
    return this.#texts.get(uri);
  }

  exists(uri: string): boolean | undefined {
    if (!this.reach.holds(uri)) return false;
    const known = this.#texts.get(uri);
    if (known !== undefined) return known !== null;
    // A workspace that is listed tells without a request.
    const files = this.#list(HEADERS);
    if (files === undefined) return undefined;
    if (this.#listed?.of !== files) this.#listed = { of: files, uris: new Set(files) };
    if (this.#listed.uris.has(uri)) return true;
    if (this.roots.some((root) => uri.startsWith(`${root}/`))) return false;
    const text = this.read(uri);
    return text === undefined ? undefined : text !== null;
  }

  withSuffix(path: string): readonly string[] | undefined {
    const end = joinUri('file:///', path).slice('file://'.length);
    return this.#list(HEADERS)?.filter((uri) => uri.endsWith(end));
  }

  files(dialect: 'cpp' | 'python'): readonly string[] | undefined {
    return this.#list(dialect === 'cpp' ? HEADERS : MODULES);
  }

  compileCommands(): readonly string[] | undefined {
    return this.#list(COMMANDS)?.filter((uri) => baseName(uri) === 'compile_commands.json');
  }

  forget(uri?: string): void {
    if (uri !== undefined) this.#texts.delete(uri);
    else {
      this.#texts.clear();
      this.#lists.clear();
    }
  }

  work(): boolean {
    return !this.isWaiting;
  }

  #list(pattern: string): readonly string[] | undefined {
    if (!this.#lists.has(pattern)) {
      this.#lists.set(pattern, undefined);
      this.#ask(
        this.#requests.findFiles(pattern),
        (uris) => this.#lists.set(pattern, Array.isArray(uris) ? uris.map(normalUri) : []),
        () => this.#lists.set(pattern, []),
      );
    }
    return this.#lists.get(pattern);
  }

  #ask<T>(answer: Promise<T>, take: (value: T) => void, fail: () => void): void {
    this.#waiting++;
    void answer.then(take, fail).then(() => {
      this.#waiting--;
      this.#arrived();
    });
  }
}
