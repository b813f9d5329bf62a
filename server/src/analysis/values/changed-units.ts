// Which check units of a document an edit has changed. Dozens of checks ask for all of them after every edit, and have
// nothing new to say of nearly all.

import type { CheckUnit, DocumentModel } from './model.ts';

/** The check units of a document as they are now. */
interface UnitsNow {
  readonly units: readonly CheckUnit[];
  /** Counts the edits that have changed some. */
  readonly edits: number;
  /** Those that are others than so many edits ago; null: all of them may be. */
  readonly changedSince: (edits: number) => ReadonlySet<CheckUnit> | null;
  /** Its place among them; undefined: it is none of them any more. */
  readonly placeOf: (unit: CheckUnit) => number | undefined;
}

interface Log {
  units: readonly CheckUnit[];
  revisions: readonly number[];
  places: ReadonlyMap<CheckUnit, number>;
  edits: number;
  /** By edits, the newest last. */
  readonly changed: ReadonlySet<CheckUnit>[];
}

/** Units that were told of at an earlier edit, and of which something may be told again. */
export interface Watched {
  readonly edits: number;
  readonly units: readonly CheckUnit[];
}

/** Those that have to be looked at now: what was watched and what has changed since, in the order of the text. */
export function unitsToAsk(now: UnitsNow, before: Watched | undefined): readonly CheckUnit[] {
  const changed = before === undefined ? null : now.changedSince(before.edits);
  if (changed === null) return now.units;
  return [...new Set([...before!.units, ...changed])]
    .filter((unit) => now.placeOf(unit) !== undefined)
    .sort((a, b) => now.placeOf(a)! - now.placeOf(b)!);
}

/** Who has not asked for so many edits looks at everything. */
const REMEMBERED = 8;

const logs = new WeakMap<DocumentModel['lineage'], Log>();
const known = new WeakMap<DocumentModel, UnitsNow>();

export function unitsNow(model: DocumentModel): UnitsNow {
  const before = known.get(model);
  if (before !== undefined) return before;
  const log = logs.get(model.lineage) ?? {
    units: [],
    revisions: [],
    places: new Map(),
    edits: 0,
    changed: [],
  };
  logs.set(model.lineage, log);
  record(log, [...model.checkUnits()]);
  const { units, places, edits } = log;
  const changed = [...log.changed];
  const now: UnitsNow = {
    units,
    edits,
    changedSince: (since) => {
      const ago = edits - since;
      if (ago < 0 || ago > changed.length) return null;
      if (ago < 2) return ago === 0 ? NONE : changed.at(-1)!;
      return new Set(changed.slice(changed.length - ago).flatMap((each) => [...each]));
    },
    placeOf: (unit) => places.get(unit),
  };
  known.set(model, now);
  return now;
}

const NONE: ReadonlySet<CheckUnit> = new Set();

/** Notes what is another unit than before, and in which something is invalid since. */
function record(log: Log, units: readonly CheckUnit[]): void {
  const { places, revisions } = log;
  const changed = new Set<CheckUnit>();
  let isMoved = units.length !== places.size;
  units.forEach((unit, i) => {
    const before = places.get(unit);
    if (before !== i) isMoved = true;
    const revision = before === undefined ? undefined : revisions[before]!;
    if (revision === unit.revision) return;
    if (revision === undefined || unit.invalidatedSince(revision).length > 0) changed.add(unit);
  });
  if (isMoved) log.places = new Map(units.map((unit, i) => [unit, i]));
  log.units = units;
  log.revisions = units.map(({ revision }) => revision);
  log.edits++;
  log.changed.push(changed);
  if (log.changed.length > REMEMBERED) log.changed.shift();
}
