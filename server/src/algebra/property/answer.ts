// What a question about a layout is answered with. An answer that would need more work than the budget
// allows, or an integer that is not known, is an NeedsValue: "not decided" is a result of its own.

import type { Outcome } from '../integer/failure.ts';

/** A property holds or does not, and why, in a sentence with the numbers. */
export interface Answer {
  readonly holds: boolean;
  readonly why: string;
  /** Integral coordinates that show it: two with the same value, or the one that differs. */
  readonly witness?: readonly bigint[];
}

/** Decided, or NeedsValue. */
export type Decision = Outcome<Answer>;

export const yes = (why: string, witness?: readonly bigint[]): Answer =>
  witness ? { holds: true, why, witness } : { holds: true, why };
export const no = (why: string, witness?: readonly bigint[]): Answer =>
  witness ? { holds: false, why, witness } : { holds: false, why };
