// A statement of a function's body, as far as an edit of the text is concerned.

import type { Span } from './expression.ts';

/** A statement without statements in it, but for those of lambdas, or the head of one that has some. */
export interface Statement extends Span {
  /** What changes when it does: of a head everything under it, of others the lambdas in it. */
  readonly extent: Span;
  /** Its own text: what of it stands in no body of a lambda. */
  readonly own: readonly Span[];
  /** The words of its own text. */
  readonly words: ReadonlySet<string>;
  /** The statement in one of whose lambdas it stands. */
  readonly around: Statement | null;
}
