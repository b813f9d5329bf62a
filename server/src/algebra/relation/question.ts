// What can be asked about sets and relations, and the answers. Who answers is not said here: an `Ask` is handed in.

import type { MapTerm, SetTerm, Term } from './term.ts';

/** A property of one relation. */
type MapProperty = 'single-valued' | 'injective' | 'bijective';

export type Question =
  /** The term in ISL's notation, simplified. */
  | { readonly ask: 'text'; readonly of: Term }
  | { readonly ask: 'equal' | 'subset'; readonly left: Term; readonly right: Term }
  | { readonly ask: 'empty'; readonly of: Term }
  | { readonly ask: 'property'; readonly property: MapProperty; readonly of: MapTerm }
  /** How many points a set has; infinite ones have no number. */
  | { readonly ask: 'count'; readonly of: SetTerm }
  /** The smallest point, the first coordinate counting most; null for an empty set. */
  | { readonly ask: 'smallest'; readonly of: SetTerm }
  /** All points of a set, or pairs of a relation, of so many at most. */
  | { readonly ask: 'points'; readonly of: SetTerm; readonly most: number }
  | { readonly ask: 'pairs'; readonly of: MapTerm; readonly most: number };

interface Answers {
  readonly text: string;
  readonly equal: boolean;
  readonly subset: boolean;
  readonly empty: boolean;
  readonly property: boolean;
  readonly count: number;
  readonly smallest: readonly number[] | null;
  readonly points: readonly (readonly number[])[];
  readonly pairs: readonly (readonly [input: readonly number[], output: readonly number[]])[];
}

/** Why there is no answer. */
export class Undecided {
  /**
   * `limit`: the operations or the time ran out, or there are more points than were asked for; `unbounded`: no least or
   * no number of points; `parametric`: it depends on a parameter; `malformed`: ISL does not read it; `unavailable`:
   * there is no library here, or it has failed.
   */
  readonly why: 'limit' | 'unbounded' | 'parametric' | 'malformed' | 'unavailable';
  readonly message: string;
  constructor(why: Undecided['why'], message: string) {
    this.why = why;
    this.message = message;
  }
}

export type Answer<Q extends Question = Question> = Answers[Q['ask']] | Undecided;

/** Whoever answers questions. It never rejects. */
export type Ask = <Q extends Question>(question: Q) => Promise<Answer<Q>>;

export const OUT_OF_OPERATIONS = new Undecided('limit', 'not decided within the limit');
