// A declaration of an included file: its text, and what that is lowered to when somebody first asks.

import type { ImportedUnit } from '../../evaluate/model/imports.ts';
import { addTo } from '../../frontends/common/lists.ts';
import type { ConditionalRegion, PlacedUnit, Scope, Unit } from '../../frontends/common/scope.ts';

/** How a unit of an earlier version of the file is known again: by its text and its namespace. */
const keyOf = (text: string, namespace: readonly string[], head: string): string =>
  `${namespace.join('::')} ${text}${head}`;

export type Lower = (text: string) => Unit;

/** The file that a unit is in. */
interface UnitFile {
  readonly uri: string;
  readonly conditionals: readonly ConditionalRegion[];
}

class LazyUnit implements PlacedUnit {
  readonly start: number;
  readonly text: string;
  readonly namespace: readonly string[];
  readonly #lowered: () => Unit;
  #unit: Unit | null = null;
  constructor(start: number, text: string, namespace: readonly string[], lowered: () => Unit) {
    this.start = start;
    this.text = text;
    this.namespace = namespace;
    this.#lowered = lowered;
  }
  get unit(): Unit {
    this.#unit ??= this.#lowered();
    return this.#unit;
  }
}

/** A declaration of the file, lowered when it is asked for. */
export class HeaderUnit implements ImportedUnit {
  readonly uri: string;
  readonly names: ReadonlySet<string>;
  text: string;
  readonly namespace: readonly string[];
  /** See Unit.head. */
  readonly head: string;
  readonly #lower: Lower;
  #file: UnitFile;
  #start: number;
  #placed: PlacedUnit | null = null;
  #unit: Unit | null = null;
  constructor(
    file: UnitFile,
    text: string,
    namespace: readonly string[],
    names: ReadonlySet<string>,
    start: number,
    lower: Lower,
    head: string,
  ) {
    this.head = head;
    this.uri = file.uri;
    this.#file = file;
    this.text = text;
    this.namespace = namespace;
    this.names = names;
    this.#start = start;
    this.#lower = lower;
  }

  /** What it is lowered to is worked out when `unit` is read. */
  get placed(): PlacedUnit {
    if (this.#placed?.start === this.#start) return this.#placed;
    const { text, namespace } = this;
    this.#placed = new LazyUnit(this.#start, text, namespace, () => this.#lowered());
    return this.#placed;
  }

  #lowered(): Unit {
    this.#unit ??= this.#lower(this.text);
    return this.#unit;
  }

  /** Takes a unit that was lowered with the document that the file is open in. */
  adopt(unit: Unit, text: string): void {
    if (this.#unit !== unit) this.#placed = null;
    this.#unit = unit;
    this.text = text;
  }

  /** The scope that the unit was lowered to, if it was: versions of it that differ in the bodies of functions share it. */
  get scope(): Scope | null {
    return this.#unit?.scope ?? null;
  }

  get conditionals(): readonly ConditionalRegion[] {
    return this.#file.conditionals;
  }

  get key(): string {
    return keyOf(this.text, this.namespace, this.head);
  }

  get isLowered(): boolean {
    return this.#unit !== null;
  }

  /** What it was lowered to, if it was. */
  get lowered(): Unit | null {
    return this.#unit;
  }

  /** Puts the unit where it stands in a new version of its file. */
  moveTo(file: UnitFile, start: number): void {
    this.#file = file;
    this.#start = start;
  }
}

/** The units of a version of a file. Each of them stands for one unit of the next version only. */
export class KnownHeaderUnits {
  readonly #units: readonly HeaderUnit[];
  readonly #taken = new Set<HeaderUnit>();
  #byLowered: Lists<Unit> | null = null;
  #byScope: Lists<Scope> | null = null;
  #byKey: Lists<string> | null = null;
  /** Those that nobody has lowered, by their texts. */
  #unseen: Lists<string> | null = null;

  constructor(units: readonly HeaderUnit[]) {
    this.#units = units;
  }

  /** The one with a text in a namespace. */
  withText(text: string, namespace: readonly string[], head: string): HeaderUnit | undefined {
    // A text is hashed as a whole.
    if (this.#units.length === 0) return undefined;
    this.#byKey ??= listed(this.#units, (unit) => unit.key);
    return this.#take(this.#byKey.get(keyOf(text, namespace, head)), () => true);
  }

  /**
   * The one that stands for a unit that a document has lowered: it was lowered to that one, to a version of it, or nobody
   * has seen what it was lowered to.
   */
  of(unit: Unit, text: string, namespace: readonly string[], head: string): HeaderUnit | undefined {
    const path = namespace.join();
    const isThere = (known: HeaderUnit): boolean => known.namespace.join() === path;
    this.#byLowered ??= listed(this.#units, ({ lowered }) => lowered);
    const same = this.#take(this.#byLowered.get(unit), isThere);
    if (same !== undefined) return same;
    // Texts are compared only where there are some that nobody has lowered.
    this.#unseen ??= listed(this.#units, (known) => (known.lowered === null ? known.key : null));
    if (this.#unseen.size > 0) {
      const unseen = this.#take(this.#unseen.get(keyOf(text, namespace, head)), () => true);
      if (unseen !== undefined) return unseen;
    }
    this.#byScope ??= listed(this.#units, ({ scope }) => scope);
    return this.#take(this.#byScope.get(unit.scope), isThere);
  }

  #take(
    among: readonly HeaderUnit[] | undefined,
    isMeant: (unit: HeaderUnit) => boolean,
  ): HeaderUnit | undefined {
    const found = among?.find((unit) => !this.#taken.has(unit) && isMeant(unit));
    if (found !== undefined) this.#taken.add(found);
    return found;
  }
}

type Lists<K> = ReadonlyMap<K, readonly HeaderUnit[]>;

function listed<K>(units: readonly HeaderUnit[], keyOfUnit: (unit: HeaderUnit) => K | null): Lists<K> {
  const lists = new Map<K, HeaderUnit[]>();
  for (const unit of units) {
    const key = keyOfUnit(unit);
    if (key === null) continue;
    addTo(lists, key, unit);
  }
  return lists;
}
