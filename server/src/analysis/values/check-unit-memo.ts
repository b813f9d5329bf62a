// What was worked out of a check unit as a whole, for as long as nothing in it has changed.

import type { Span } from '../../frontends/common/expression.ts';
import { unitsNow, unitsToAsk, type Watched } from './changed-units.ts';
import type { CheckUnit, DocumentModel, Finding } from './model.ts';

interface Remembered<T> {
  changes: number;
  readonly value: T;
}

let memos = 0;

/** Something that follows from all that stands in a check unit. */
export class CheckUnitMemo<T> {
  /** Where it is among what is remembered of a unit: every rule asks for every unit after every edit. */
  readonly #nth = memos++;

  of(unit: CheckUnit, work: () => T): T {
    return this.known(unit) ?? this.note(unit, work());
  }

  /** What is known of the check unit as it is; it may rest on something outside of it too, which has to be asked besides. */
  known({ key, revision, invalidatedSince }: CheckUnit): T | undefined {
    const known = key.remembered[this.#nth] as Remembered<T> | undefined;
    if (known === undefined) return undefined;
    if (known.changes !== revision && invalidatedSince(known.changes).length > 0) return undefined;
    known.changes = revision;
    return known.value;
  }

  note({ key, revision }: CheckUnit, value: T): T {
    key.remembered[this.#nth] = { changes: revision, value } satisfies Remembered<T>;
    return value;
  }
}

/** What is told of a place, perhaps with other places and edits. */
export type Told = Pick<Finding, 'span' | 'fixes' | 'related'>;

/** The same with all of its places moved. */
export function withSpans<T extends Told>(told: T, move: (span: Span) => Span): T {
  const { fixes, related } = told;
  return {
    ...told,
    span: move(told.span),
    ...(fixes ? { fixes: fixes.map((f) => ({ ...f, span: move(f.span) })) } : {}),
    ...(related ? { related: related.map((r) => ({ ...r, span: move(r.span) })) } : {}),
  };
}

/** What was found in a check unit, in offsets that edits elsewhere leave as they are. */
export interface Kept<T> {
  readonly found: readonly T[];
  /** Whether all of it stands in the unit. What does not moves otherwise, and has to be found again after each edit. */
  readonly isWithin: boolean;
}

export function keptIn<T extends Told>(unit: CheckUnit, found: readonly T[]): Kept<T> {
  const isWithin = found.every((told) =>
    [told, ...(told.fixes ?? []), ...(told.related ?? [])].every(({ span }) => unit.holds(span)),
  );
  return { found: found.map((told) => withSpans(told, unit.kept)), isWithin };
}

interface Context {
  readonly model: DocumentModel;
}

/** What is found in the check units of a document, which an edit leaves as it is in nearly all of them. */
export class FoundInUnits<T extends Told, K extends Kept<T> = Kept<T>> {
  /** Those that have to be asked again after each edit, in whichever unit that was. */
  readonly #watched = new WeakMap<DocumentModel['lineage'], Watched>();
  readonly #isWatched: (kept: K) => boolean;

  /** `isWatched`: whether what is found in a unit may be another thing by an edit elsewhere. */
  constructor(isWatched: (kept: K) => boolean = () => false) {
    this.#isWatched = isWatched;
  }

  /** All of it in the order of the text, in the text as it is now. */
  of(model: DocumentModel, foundIn: (unit: CheckUnit) => K): readonly T[] {
    const now = unitsNow(model);
    const open = unitsToAsk(now, this.#watched.get(model.lineage));
    const all: T[] = [];
    const watched: CheckUnit[] = [];
    for (const unit of open) {
      const kept = foundIn(unit);
      for (const told of kept.found) all.push(withSpans(told, unit.placed));
      if (kept.found.length > 0 || !kept.isWithin || this.#isWatched(kept)) watched.push(unit);
    }
    this.#watched.set(model.lineage, { edits: now.edits, units: watched });
    return all;
  }
}

/** A check of a unit by what stands in it, made again where something in it has changed. */
export function keptByUnit<C extends Context, T extends Told>(
  check: (unit: CheckUnit, context: C) => readonly T[],
): (context: C) => readonly T[] {
  const known = new CheckUnitMemo<Kept<T>>();
  const found = new FoundInUnits<T>();
  return (context) =>
    found.of(context.model, (unit) => {
      const before = known.known(unit);
      return before?.isWithin === true ? before : known.note(unit, keptIn(unit, check(unit, context)));
    });
}
