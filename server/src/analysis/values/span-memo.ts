// What was worked out for places of a document, for as long as nothing that concerns them has changed.

import type { Span } from '../../frontends/common/expression.ts';

/** A part of a document, see CheckUnit. */
interface RevisedSpans {
  readonly key: object;
  readonly revision: number;
  readonly invalidatedSince: (changes: number) => readonly Span[];
}

interface Kept<T> {
  changes: number;
  readonly value: T;
}

/** Edits leave entries behind that nobody asks for again. */
const MAXIMUM_KEPT = 4096;

/** Something that follows from the value of a place alone, and from nothing that edits elsewhere move. */
export class SpanMemo<T> {
  /** By the keys of check units, and the places in them. */
  readonly #byCheckUnit = new WeakMap<object, Map<string, Kept<T>>>();

  /** `id` tells a place of the check unit from others; `span`: where it stands, in kept offsets. */
  at(
    { key, revision: changes, invalidatedSince: changedSince }: RevisedSpans,
    id: string,
    { start, end }: Span,
    work: () => T,
  ): T {
    let kept = this.#byCheckUnit.get(key);
    if (kept === undefined || kept.size > MAXIMUM_KEPT) {
      kept = new Map();
      this.#byCheckUnit.set(key, kept);
    }
    const known = kept.get(id);
    if (known !== undefined) {
      const isSame =
        known.changes === changes ||
        changedSince(known.changes).every((c) => end <= c.start || c.end <= start);
      known.changes = changes;
      if (isSame) return known.value;
    }
    const value = work();
    kept.set(id, { changes, value });
    return value;
  }
}
