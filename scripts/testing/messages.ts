// What the runner and its workers say to one another.

import type { Outcome } from './cases.ts';

/** Tests of a file that are to be run; all of them where none are named. */
export interface Job {
  readonly file: string;
  /** By name, with the milliseconds that each may take. */
  readonly tests?: ReadonlyMap<string, number>;
}

export interface Work {
  readonly jobs: readonly Job[];
  /** Milliseconds for all else: tests that are not named, hooks, and the loading of a file. */
  readonly timeout: number;
  readonly stopAtFailure: boolean;
  /** The mutant that is switched on, in a build that has some. */
  readonly mutant?: number;
}

export type Report =
  | { readonly kind: 'started'; readonly file: string; readonly name: string; readonly timeout: number }
  /** What a file comes by outside of its tests: when it is loaded, in hooks, and in processes that it starts. */
  | { readonly kind: 'around'; readonly file: string; readonly hits: readonly number[] }
  | {
      readonly kind: 'ended';
      readonly file: string;
      readonly outcome: Outcome;
      readonly hits: readonly number[];
    }
  | { readonly kind: 'done' };
