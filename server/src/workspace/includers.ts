// The other direction of inclusion: which files of the workspace include a file, directly or through others. What a
// template in a header stands for is said by the files that instantiate it.

import type { HeaderSource } from './header-source.ts';
import { folderOf, normalUri } from './header-source.ts';
import { isStandardHeader, resolveInclude } from './include-resolver.ts';

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*(?:<([^>\n]*)>|"([^"\n]*)")/gm;

/** The paths of a text's includes, those under conditions too. */
export function includedPaths(text: string): readonly string[] {
  const paths = new Set<string>();
  for (const match of text.matchAll(INCLUDE)) paths.add((match[1] ?? match[2])!);
  return [...paths];
}

export class Includers {
  readonly #source: HeaderSource;
  /** By file: the files that it includes. */
  readonly #edges = new Map<string, readonly string[]>();
  #backwards: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(source: HeaderSource) {
    this.#source = source;
  }

  /** The file has another text. */
  forget(uri?: string): void {
    if (uri === undefined) this.#edges.clear();
    else this.#edges.delete(normalUri(uri));
    this.#backwards = null;
  }

  /**
   * The files of the workspace that include `uri`, the nearest first. Undefined while the workspace has not been read
   * as far as that takes: ask again. `includePaths`: URIs of folders.
   */
  of(uri: string, includePaths: readonly string[], milliseconds: number): readonly string[] | undefined {
    const backwards = this.#graph(includePaths, performance.now() + milliseconds);
    if (backwards === undefined) return undefined;
    const key = normalUri(uri);
    const found = new Set([key]);
    for (const at of found) for (const includer of backwards.get(at) ?? []) found.add(includer);
    found.delete(key);
    return [...found];
  }

  #graph(includePaths: readonly string[], until: number): ReadonlyMap<string, readonly string[]> | undefined {
    if (this.#backwards !== null) return this.#backwards;
    const files = this.#source.files();
    if (files === undefined) return undefined;
    let isComplete = true;
    for (const file of files) {
      if (this.#edges.has(file)) continue;
      if (performance.now() > until) return undefined;
      const source = this.#source.read(file);
      if (source === undefined) isComplete = false;
      else this.#edges.set(file, source === null ? [] : this.#included(file, source.text, includePaths));
    }
    if (!isComplete) return undefined;
    const backwards = new Map<string, string[]>();
    for (const [file, included] of this.#edges) {
      for (const uri of included) {
        const known = backwards.get(uri);
        if (known === undefined) backwards.set(uri, [file]);
        else known.push(file);
      }
    }
    this.#backwards = backwards;
    return backwards;
  }

  #included(file: string, text: string, includePaths: readonly string[]): readonly string[] {
    return includedPaths(text).flatMap((path) => {
      if (isStandardHeader(path)) return [];
      const found = resolveInclude(
        folderOf(file),
        path,
        includePaths,
        (uri) => this.#source.exists(uri),
        (suffix) => this.#source.withSuffix(suffix),
      );
      return found == null ? [] : [found];
    });
  }
}
