// One question about what is done with a variable, and how far it is followed.

import type { Evaluation } from '../../model/evaluation.ts';

/** Functions and types that are looked into for one variable. */
const MAXIMUM_STEPS = 400;

/** One question, which meets no function twice. */
export class EffectQuery {
  readonly ev: Evaluation;
  readonly #seen = new Set<unknown>();
  #left = MAXIMUM_STEPS;

  constructor(ev: Evaluation) {
    this.ev = ev;
  }

  /** Whether something is met first; null when nothing more is looked into. */
  enters(key: unknown): boolean | null {
    if (this.#seen.has(key)) return false;
    if (--this.#left <= 0) return null;
    this.#seen.add(key);
    return true;
  }

  /** Whether what says the same of every use, an alias, is looked into, however often it is met. */
  mayFollow(): boolean {
    return --this.#left > 0;
  }
}
