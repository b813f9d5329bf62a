// What each kind of fuzzing has to say for itself; the rest is the same for all of them.

import type { Grammars } from '../../server/src/syntax/grammars.ts';
import type { Random } from '../../test/support/random.ts';

/** Takes the processor time of pieces of work. */
export interface Meter {
  time<T>(what: string, work: () => T): T;
}

/** `I`: the input of a case, plain data, so that it can be kept and made smaller. */
export interface Kind<I> {
  generate(random: Random): I;
  units(input: I): number;
  /** What is wrong; null when all is well. What it throws is wrong as well. */
  check(input: I, meter: Meter): Promise<string | null>;
  /** Inputs that are a little smaller, the smallest first. */
  smaller(input: I): Iterable<I>;
  /** The input as a person reads it. */
  text(input: I): string;
}

export interface KindOptions {
  readonly grammars: Grammars;
  /** Folders of real projects, besides the project's own fixtures and examples. */
  readonly corpus: readonly string[];
}
