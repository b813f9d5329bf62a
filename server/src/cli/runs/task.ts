// Work on one file after the other, wherever it is done.

import type { Grammars } from '../../syntax/grammars.ts';
import type { SourceFile, Unreadable } from '../common/walk.node.ts';

export interface Failed {
  readonly failure: string;
}

/** What every work on a file tells besides. */
export interface Told {
  /** Included files that are there and were not read. */
  readonly refused: readonly Unreadable[];
}

/** What one file comes to; nothing is thrown, so that a defect of ours in one file loses no other. */
export type FileWork<Result> = (file: SourceFile) => Promise<Result | Failed>;

/** By its name a thread knows what it is to do. */
export type TaskName = 'check' | 'stats';

/** Work that the command itself does, or its threads: `given` says what it is done with, as data. */
export type Task<Given, Result> = (grammars: Grammars, given: Given) => FileWork<Result>;

export const failureOf = (error: unknown): Failed => ({
  failure: error instanceof Error ? error.message : String(error),
});
