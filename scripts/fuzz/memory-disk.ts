// A disk in memory, which a session reads its included files and modules from.

import { dialectOfPath } from '../../server/src/workspace/host/dialects.ts';
import { ReadableFolders } from '../../server/src/workspace/imports/readable-folders.ts';
import type { HeaderSource, SourceText } from '../../server/src/workspace/imports/source.ts';

const ROOT = 'file:///w';
export const uriOf = (path: string): string => `${ROOT}/${path}`;

export class MemoryDisk implements HeaderSource {
  readonly roots = [ROOT];
  readonly reach = new ReadableFolders([ROOT]);
  readonly isWaiting = false;
  readonly #texts: ReadonlyMap<string, string>;

  /** Reads the texts, by URI, as they are when it is asked. */
  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }
  read(uri: string): SourceText | null {
    const text = this.reach.holds(uri) ? this.#texts.get(uri) : undefined;
    return text === undefined ? null : { text, stamp: text };
  }
  exists(uri: string): boolean {
    return this.reach.holds(uri) && this.#texts.has(uri);
  }
  files(): readonly string[] {
    return [...this.#texts.keys()].filter((uri) => dialectOfPath(uri) === 'cpp');
  }
  withSuffix(path: string): readonly string[] {
    return this.files().filter((uri) => uri.endsWith(`/${path}`));
  }
  compileCommands(): readonly string[] {
    return [];
  }
  forget(): void {}
  work(): boolean {
    return true;
  }
}
