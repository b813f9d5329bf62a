// What the text of a function says of tiles in shared memory that all threads copy and read, in either language.

/** A copy to a part of shared memory. */
export interface Filled {
  readonly tile: string;
  /** The part, as it is written. */
  readonly to: string;
  /** Where the copy begins in the text that was searched. */
  readonly start: number;
}

export interface TileReader {
  /** What may make threads wait for each other, or leave the function. */
  readonly synchronises: RegExp;
  /** Whether all that is called makes nobody wait. */
  readonly isPlain: (part: string, code: string) => boolean;
  /** The tiles of which something is read that other threads have copied, in a part of a function's code. */
  readonly readIn: (part: string, code: string) => readonly string[];
  readonly filledIn: (part: string, code: string) => readonly Filled[];
}
