// What is asked of a disk. The command line waits for each answer; the server asks, goes on, and is told when answers
// have come.

import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Kind, ListedFolders } from './listed-folders.node.ts';
import { type FileText, isRefusal, type Refusal, readText, readTextSync } from './read-file.node.ts';

/** Answers of which `undefined` says: not known yet, ask again. */
export interface Disk {
  /** The text of a file; null when there is none, or none that is read. */
  read(path: string): FileText | null | undefined;
  isFile(path: string): boolean | undefined;
  entries(folder: string): readonly Dirent[] | undefined;
  /** A path with its links resolved; null where nothing is. */
  realPath(path: string): string | null | undefined;
  /** Tells of a file that is there and is not read. */
  refuse(path: string, reason: string): void;
  /** Whether something was asked for that has not come yet. */
  readonly isWaiting: boolean;
  /** Whether a list of folders says, without being asked again, that nothing is at a path. */
  isListedAway(path: string): boolean;
  /** Forgets the answers about a path, or all. */
  forget(path?: string): void;
}

/** Told of files that are there and are not read. */
type OnRefusal = (path: string, reason: string) => void;

const told = (path: string, read: FileText | Refusal, refused: OnRefusal): FileText | null => {
  if (!isRefusal(read)) return read;
  if (!read.isAbsent) refused(path, read.reason);
  return null;
};

function isRead(path: string, stats: Stats, refused: OnRefusal): boolean {
  const isFile = stats.isFile();
  if (!isFile && !stats.isDirectory()) refused(path, 'not a regular file');
  return isFile;
}

/** Answers at once. */
export class SynchronousDisk implements Disk {
  readonly isWaiting = false;
  readonly #refused: OnRefusal;

  constructor(refused: OnRefusal = () => {}) {
    this.#refused = refused;
  }

  read(path: string): FileText | null {
    return told(path, readTextSync(path), this.#refused);
  }
  isFile(path: string): boolean {
    try {
      return isRead(path, statSync(path), this.#refused);
    } catch {
      return false;
    }
  }
  entries(folder: string): readonly Dirent[] {
    try {
      return readdirSync(folder, { withFileTypes: true });
    } catch {
      // A folder that may not be read has nothing for us.
      return [];
    }
  }
  realPath(path: string): string | null {
    try {
      return realpathSync.native(path);
    } catch {
      return null;
    }
  }
  refuse(path: string, reason: string): void {
    this.#refused(path, reason);
  }
  isListedAway(): boolean {
    return false;
  }
  forget(): void {}
}

/** How many questions are asked at the same time. */
const MOST_ASKED = 128;
/** How many characters of texts are kept for the next question. */
const MOST_CHARACTERS = 16 * 2 ** 20;

export class AsynchronousDisk implements Disk {
  readonly #arrived: () => void;
  readonly #refused: OnRefusal;
  #asked = 0;
  /** Those asked for last at the end. */
  readonly #texts = new Map<string, FileText | null | undefined>();
  #characters = 0;
  readonly #kinds = new Map<string, Kind | undefined>();
  /** Of links. */
  readonly #isFile = new Map<string, boolean | undefined>();
  readonly #entries = new Map<string, readonly Dirent[] | undefined>();
  readonly #listed = new ListedFolders();
  readonly #realPaths = new Map<string, string | null | undefined>();

  /** `arrived`: an answer has come. */
  constructor(arrived: () => void, refused: OnRefusal) {
    this.#arrived = arrived;
    this.#refused = refused;
  }

  get isWaiting(): boolean {
    return this.#asked > 0;
  }

  read(path: string): FileText | null | undefined {
    return this.#answer(this.#texts, path, async () => {
      const text = told(path, await readText(path, this.#kinds.get(path) === 'file'), this.#refused);
      this.#characters += text?.text.length ?? 0;
      this.#makeRoom(path);
      return text;
    });
  }

  isFile(path: string): boolean | undefined {
    const kind = this.#kind(path);
    if (kind !== 'link') return kind === undefined ? undefined : kind === 'file';
    return this.#answer(this.#isFile, path, () =>
      stat(path).then(
        (stats) => isRead(path, stats, this.#refused),
        () => false,
      ),
    );
  }

  entries(folder: string): readonly Dirent[] | undefined {
    return this.#answer(this.#entries, folder, async () => {
      const { version } = this.#listed;
      try {
        const found = await readdir(folder, { withFileTypes: true });
        this.#listed.add(folder, found, version);
        return found;
      } catch {
        // A folder that may not be read has nothing for us.
        return [];
      }
    });
  }

  /** One question for a file in a known folder, the same that says whether it is a file. */
  realPath(path: string): string | null | undefined {
    const kind = this.#kind(path);
    if (kind === undefined) return undefined;
    if (kind === 'nothing') return null;
    const folder = dirname(path);
    if (kind === 'link' || folder === path) return this.#resolved(path);
    const real = this.#resolved(folder);
    return real == null ? real : join(real, basename(path));
  }

  #resolved(path: string): string | null | undefined {
    return this.#answer(this.#realPaths, path, () => realpath(path).catch(() => null));
  }

  #kind(path: string): Kind | undefined {
    if (!this.#kinds.has(path)) {
      const listed = this.#listed.kind(path);
      if (listed !== undefined) this.#kinds.set(path, listed);
    }
    return this.#answer(this.#kinds, path, () =>
      lstat(path).then(
        (stats): Kind =>
          stats.isSymbolicLink() ? 'link' : isRead(path, stats, this.#refused) ? 'file' : 'other',
        () => 'nothing',
      ),
    );
  }

  refuse(path: string, reason: string): void {
    this.#refused(path, reason);
  }

  isListedAway(path: string): boolean {
    return this.#listed.kind(path) === 'nothing';
  }

  forget(path?: string): void {
    if (path === undefined) {
      this.#texts.clear();
      this.#characters = 0;
      this.#kinds.clear();
      this.#isFile.clear();
      this.#entries.clear();
      this.#listed.forget();
      this.#realPaths.clear();
      return;
    }
    this.#drop(path);
    this.#listed.forget(path);
    this.#kinds.delete(path);
    this.#isFile.delete(path);
    this.#realPaths.delete(path);
  }

  #answer<T>(known: Map<string, T | undefined>, path: string, ask: () => Promise<T>): T | undefined {
    if (known.has(path)) return known.get(path);
    if (this.#asked >= MOST_ASKED) return undefined;
    this.#asked++;
    known.set(path, undefined);
    void ask().then((answer) => {
      this.#asked--;
      // What was forgotten meanwhile is asked for again.
      if (known.has(path)) known.set(path, answer);
      this.#arrived();
    });
    return undefined;
  }

  #drop(path: string): void {
    this.#characters -= this.#texts.get(path)?.text.length ?? 0;
    this.#texts.delete(path);
  }

  #makeRoom(latest: string): void {
    for (const path of this.#texts.keys()) {
      if (this.#characters <= MOST_CHARACTERS) return;
      if (path !== latest) this.#drop(path);
    }
  }
}
