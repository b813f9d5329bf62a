// Findings that are kept from one run to the next, a file for each source. They count again only where everything is as
// it was that they may depend on: the program, the source, the folders that are searched, and the world around it.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Searched, uriOf } from '../common/headers.node.ts';
import type { SourceFile } from '../common/walk.node.ts';
import { programDigest } from '../runs/program.node.ts';
import type { FoundFinding } from './check.ts';
import type { Checked } from './checker.node.ts';
import { type Answers, digest } from './module-answers.ts';
import { uriOf as reportUriOf } from './report-paths.ts';
import { Worlds } from './worlds.node.ts';

/** What is written of a source. */
interface Kept {
  /** Of the program, the source's address and its text. */
  readonly key: string;
  readonly world: string;
  /** What was asked about Python modules. */
  readonly asked: Answers;
  readonly findings: readonly FoundFinding[];
}

interface New extends Kept {
  readonly file: SourceFile;
}

export class FindingsCache {
  readonly #folder: string;
  readonly #searched: Searched;
  readonly #program: string;
  #worlds: Worlds | null = null;
  readonly #new: New[] = [];

  constructor(folder: string, searched: Searched) {
    this.#folder = folder;
    this.#searched = searched;
    this.#program = programDigest();
  }

  /** What a file is known to come to, as if it were checked; null where that is not known. */
  find(file: SourceFile): Checked | null {
    const kept = readKept(this.#pathOf(file));
    if (kept === null || kept.key !== this.#keyOf(file)) return null;
    if (kept.world !== this.#worldOf(file) || !this.#theWorlds().answersAgain(kept.asked)) return null;
    // What is not settled, or tells of other files, is not kept.
    return { findings: kept.findings, isSettled: true, asked: kept.asked, refused: [] };
  }

  /** Notes what came of a file. */
  add(file: SourceFile, { findings, isSettled, asked, refused }: Checked): void {
    // What is told of a run is told in the next one too.
    if (!isSettled || refused.length > 0) return;
    this.#new.push({ file, key: this.#keyOf(file), world: this.#worldOf(file), asked, findings });
  }

  /** Writes what was noted, of files that still lie in the same world. Throws where nothing can be written. */
  write(): void {
    if (this.#new.length === 0) return;
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(this.#folder, '.gitignore'), '*\n');
    // What was changed while the files were checked may have been read as it was before, or as it is now.
    this.#worlds = null;
    for (const { file, ...kept } of this.#new) {
      if (kept.world !== this.#worldOf(file) || !this.#theWorlds().answersAgain(kept.asked)) continue;
      const text = JSON.stringify(kept);
      const path = this.#pathOf(file);
      const unfinished = `${path}.${process.pid}`;
      try {
        writeFileSync(unfinished, `${digest(text)}\n${text}`);
        renameSync(unfinished, path);
      } catch (error) {
        rmSync(unfinished, { force: true });
        throw error;
      }
    }
  }

  #theWorlds(): Worlds {
    this.#worlds ??= new Worlds(this.#searched);
    return this.#worlds;
  }

  #worldOf({ path, dialect }: SourceFile): string {
    if (dialect === 'cpp') return this.#theWorlds().ofCpp(uriOf(path));
    return dialect === 'python' ? this.#theWorlds().ofPython() : '';
  }

  #keyOf({ path, dialect, text }: SourceFile): string {
    return digest(JSON.stringify([this.#program, uriOf(path), reportUriOf(path), dialect, text]));
  }

  #pathOf({ path }: SourceFile): string {
    return join(this.#folder, `${digest(uriOf(path)).slice(0, 32)}.json`);
  }
}

/** Null for what is not there, not whole, or was not written by this. */
function readKept(path: string): Kept | null {
  try {
    const text = readFileSync(path, 'utf8');
    const end = text.indexOf('\n');
    const body = text.slice(end + 1);
    return digest(body) === text.slice(0, end) ? (JSON.parse(body) as Kept) : null;
  } catch {
    return null;
  }
}
