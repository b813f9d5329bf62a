// Sequences of which nobody knows how many items they have, and all of whose items are alike.

import { TypeValue, type Value } from '../model/value.ts';

export abstract class Repeated extends TypeValue {
  /** What every item is, as far as it is known. */
  abstract readonly item: Value;
  /** What each name of `a, b = xs` holds; null: that is not worked out. */
  abstract readonly unpacked: Value | null;
  /** `xs[i]`; null: the library says. */
  abstract taken(index: Value): Value | null;
  /** As many of another item. */
  abstract mapped(item: Value): Value;
}
