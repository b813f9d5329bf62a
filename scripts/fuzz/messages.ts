// What the process that fuzzes tells the one that watches it.

/** What a case was found to be: `wrong` is told by the case itself, the others by the watcher. */
export interface Failing {
  readonly index: number;
  readonly problem: string;
  /** The smallest input that was found; null when the process ended before it could tell. */
  readonly input: string | null;
}

export interface Slow {
  readonly index: number;
  readonly what: string;
  /** Milliseconds of processor time. */
  readonly cpu: number;
}

export type Message =
  | { readonly type: 'begin'; readonly index: number }
  | { readonly type: 'done'; readonly units: number }
  | { readonly type: 'wrong'; readonly failing: Failing }
  | { readonly type: 'slow'; readonly slow: Slow }
  | {
      readonly type: 'end';
      readonly heap: readonly [first: number, last: number];
      readonly longestBlock: number;
    };

export interface WorkOrder {
  readonly kind: string;
  readonly seed: number;
  readonly from: number;
  /** Units to work through, and the time for it in milliseconds. */
  readonly count: number;
  readonly milliseconds: number;
  readonly corpus: readonly string[];
  /** How long a failing input is made smaller. */
  readonly shrinking: number;
}
