// The violations in a document, one check unit after the other.

import type { UnitMemo } from '../../evaluate/model/environment.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { Finding } from '../values/model.ts';
import { CheckUnitFindings, type Within } from './check-unit-findings.ts';
import type { LocatedCheckUnit } from './check-units.ts';

/** By the keys of check units, in the offsets of their units. */
const findingsOf = new WeakMap<object, { readonly changes: number; readonly found: readonly Finding[] }>();

/** What was found of check units that were not finished. */
const partly = new WeakMap<object, { readonly changes: number; readonly found: readonly Finding[] }>();

export class Findings {
  readonly #within: Within;
  #all: readonly Finding[] | null = null;

  constructor(within: Within) {
    this.#within = within;
  }

  /** Little by little. Once `expired` says so, those that are there. */
  *all(checkUnits: Iterable<LocatedCheckUnit>, expired: () => boolean): Generator<void, readonly Finding[]> {
    if (this.#all !== null) return this.#all;
    const found: Finding[] = [];
    const memos = new Set<UnitMemo>();
    let isWhole = true;
    for (const checkUnit of checkUnits) {
      if (isWhole) for (const _ of this.#stepsOf(checkUnit)) if (expired()) break;
      isWhole &&= !expired();
      const { key, placed, memo } = checkUnit;
      const { revision } = checkUnit;
      let known = findingsOf.get(key);
      if (known?.changes !== revision) known = partly.get(key);
      if (known?.changes === revision)
        for (const f of known.found) found.push({ ...f, span: placed(f.span) });
      if (!memos.has(memo))
        for (const { span, message } of memo.placed.unit.errors ?? [])
          found.push({ rule: 'malformed-notation', severity: 'error', message, span: placed(span) });
      memos.add(memo);
      yield;
    }
    found.sort((a, b) => a.span.start - b.span.start);
    if (isWhole) this.#all = found;
    return found;
  }

  /** Works them out a little at a time. */
  *steps(checkUnits: Iterable<LocatedCheckUnit>): Generator<void> {
    for (const checkUnit of checkUnits) {
      yield;
      yield* this.#stepsOf(checkUnit);
    }
  }

  *#stepsOf(checkUnit: LocatedCheckUnit): Generator<void> {
    const { key, revision: changes } = checkUnit;
    const known = findingsOf.get(key);
    if (known?.changes === changes) return;
    const changed = known === undefined ? null : checkUnit.invalidatedSince(known.changes);
    const isOpen = (span: Span): boolean =>
      changed === null || changed.some((c) => span.start < c.end && c.start < span.end);
    const kept = (known?.found ?? []).filter((f) => !isOpen(f.span));
    const found: Finding[] = [];
    let isWhole = false;
    try {
      if (changed?.length !== 0) yield* new CheckUnitFindings(this.#within, checkUnit, isOpen, found).steps();
      isWhole = true;
    } finally {
      // Whoever stops is left with what there is.
      if (isWhole) findingsOf.set(key, { changes, found: [...kept, ...found] });
      else partly.set(key, { changes, found: [...kept, ...found] });
    }
  }
}
