// What was worked out of a check unit as a whole, for as long as nothing in it has changed.

import type { CheckUnit, Finding } from './model.ts';

interface Kept<T> {
  changes: number;
  readonly value: T;
}

/** Something that follows from all that stands in a check unit. */
export class CheckUnitMemo<T> {
  readonly #kept = new WeakMap<object, Kept<T>>();

  /** `isStill`: asked of what is known, where it rests on something outside of the check unit too. */
  of(unit: CheckUnit, work: () => T, isStill: (known: T) => boolean = () => true): T {
    const { key, revision } = unit;
    const known = this.#kept.get(key);
    if (
      known !== undefined &&
      (known.changes === revision || unit.invalidatedSince(known.changes).length === 0)
    ) {
      known.changes = revision;
      if (isStill(known.value)) return known.value;
    }
    const value = work();
    this.#kept.set(key, { changes: revision, value });
    return value;
  }
}

type Told = Pick<Finding, 'span'>;

/** Findings in offsets that edits elsewhere leave as they are. */
export const keptIn = <T extends Told>({ kept }: CheckUnit, found: readonly T[]): readonly T[] =>
  found.map((finding) => ({ ...finding, span: kept(finding.span) }));

/** Such findings in the text as it is now. */
export const placedIn = <T extends Told>({ placed }: CheckUnit, found: readonly T[]): readonly T[] =>
  found.map((finding) => ({ ...finding, span: placed(finding.span) }));
