// The files that are included somewhere: read and scanned once for all documents, what editors show of them before what
// is on the disk.

import { HeaderFile } from '../../analysis/imports/header-file.ts';
import type { EmbeddedScanner } from '../../frontends/common/embedded.ts';
import type { Module } from '../../frontends/common/scope.ts';
import { type HeaderSource, normalUri } from './source.ts';

/** What an editor shows of a file. */
export interface OpenText {
  readonly stamp: string;
  readonly text: string;
  /** The file as its document has lowered it, when it has. */
  readonly module: Module | null;
}

/** The file as its document lowers it; null when it is not one of those. */
export type LowerWhole = (uri: string, text: string) => Module | null;

interface Scanned {
  readonly stamp: string;
  readonly file: HeaderFile;
  /** Whether no change of the file has been told since it was read. */
  isFresh: boolean;
}

/** Files by their normal URI. */
export class HeaderFiles {
  readonly #source: HeaderSource;
  readonly #scan: EmbeddedScanner | null;
  readonly #lower: LowerWhole;
  readonly #files = new Map<string, Scanned>();
  readonly #open = new Map<string, () => OpenText>();

  /** `lower`: files that are evaluated themselves as well are lowered as a whole, so that both mean the same objects. */
  constructor(source: HeaderSource, scan: EmbeddedScanner | null, lower: LowerWhole) {
    this.#source = source;
    this.#scan = scan;
    this.#lower = lower;
  }

  /** How many files are scanned, and their characters. */
  get size(): { readonly files: number; readonly characters: number } {
    let characters = 0;
    for (const { file } of this.#files.values()) characters += file.length;
    return { files: this.#files.size, characters };
  }

  /** Takes a file's text from an editor. `current` is asked whenever the file is read. */
  open(uri: string, current: () => OpenText): void {
    this.#open.set(uri, current);
  }

  close(uri: string): void {
    this.#open.delete(uri);
    this.#source.forget(uri);
  }

  get openFiles(): Iterable<string> {
    return this.#open.keys();
  }

  isOpen(uri: string): boolean {
    return this.#open.has(uri);
  }

  exists(uri: string): boolean | undefined {
    return this.#open.has(uri) ? true : this.#source.exists(uri);
  }

  /** The text of a file is different. */
  invalidate(uri: string): void {
    const known = this.#files.get(uri);
    if (known !== undefined) known.isFresh = false;
    if (!this.#open.has(uri)) this.#source.forget(uri);
  }

  /** Any of the files may be different. */
  invalidateAll(): void {
    this.#source.forget();
    for (const known of this.#files.values()) known.isFresh = false;
  }

  /** The text of a file as it is now; null when there is none, undefined when it has not come yet. */
  textOf(uri: string): string | null | undefined {
    const key = normalUri(uri);
    const source = this.#open.get(key)?.() ?? this.#source.read(key);
    return source == null ? source : source.text;
  }

  /**
   * The file, scanned; undefined when its text is not here yet, or when it has to be read and the time is past `until`,
   * in milliseconds of `performance.now()`.
   */
  file(uri: string, until: number): HeaderFile | null | undefined {
    const known = this.#files.get(uri);
    if (known?.isFresh === true) return known.file;
    if (performance.now() > until) return undefined;
    const open = this.#open.get(uri)?.() ?? null;
    const source = open ?? this.#source.read(uri);
    if (source === undefined || source === null) return source;
    if (known?.stamp === source.stamp) {
      known.isFresh = true;
      return known.file;
    }
    const module = open === null ? this.#lower(uri, source.text) : open.module;
    const file =
      module !== null
        ? HeaderFile.ofModule(uri, module, known?.file ?? null)
        : HeaderFile.read(uri, source.text, this.#scan, known?.file ?? null);
    this.#files.set(uri, { stamp: source.stamp, file, isFresh: true });
    return file;
  }
}
