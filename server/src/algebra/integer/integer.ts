// The integers of a layout. CuTe's results depend on whether an integer is a compile-time
// constant (`_4`, C<4>) or a run-time int (`4`), so the two are different types here:
//
//   number          a static integer whose value is known          printed `_4`
//   StaticSymbol    a static integer whose value is not known yet   printed `_kBlockM`
//   Dynamic         a run-time integer: value known (`4`), symbolic (`M`) or unknown (`?`)
//
// Plain numbers stand for the common case so that fully static algebra allocates nothing.

import type { Term } from '../term/term.ts';

/** A compile-time integer that only has a name so far: `Int<kBlockM>{}`. Its term is never a constant. */
export class StaticSymbol {
  readonly term: Term;
  constructor(term: Term) {
    this.term = term;
  }
}

/** A run-time integer. `value` is a number when it is known, a Term when symbolic, null when nothing is known. */
export class Dynamic {
  readonly value: number | Term | null;
  /** What the value is known to be a multiple of (`?{div=8}`); 1 when nothing is known. */
  readonly divisor: number;
  constructor(value: number | Term | null, divisor = 1) {
    this.value = value;
    this.divisor = divisor;
  }
}

export type StaticInt = number | StaticSymbol;
export type Int = StaticInt | Dynamic;

export const isKnownStatic = (n: Int): n is number => typeof n === 'number';
export const isStatic = (n: Int): n is StaticInt => !(n instanceof Dynamic);
/** The value where one is known, whether static or dynamic. */
export const knownValue = (n: Int): number | undefined =>
  typeof n === 'number' ? n : n instanceof Dynamic && typeof n.value === 'number' ? n.value : undefined;
