// Where names are mentioned, found as far as somebody reads on. A template with a thousand specialisations is looked for by
// each of them.

import { referencesOf } from '../../frontends/common/references.ts';
import type { UnitMemo } from '../model/environment.ts';
import type { PlacedReference } from '../model/file.ts';

/** What names something: what was found so far, and where it goes on. */
interface Mentioned {
  readonly found: PlacedReference[];
  readonly rest: Iterator<UnitMemo, void>;
}

export class ReferenceIndex {
  /** The units that may name something, in order. */
  readonly #naming: (name: string) => Iterator<UnitMemo, void>;
  /** By name, until the units change. */
  readonly #known = new Map<string, Mentioned>();

  constructor(naming: (name: string) => Iterator<UnitMemo, void>) {
    this.#naming = naming;
  }

  clear(): void {
    this.#known.clear();
  }

  *of(name: string): Iterable<PlacedReference> {
    let known = this.#known.get(name);
    if (known === undefined) {
      known = { found: [], rest: this.#naming(name) };
      this.#known.set(name, known);
    }
    for (let i = 0; ; ) {
      if (i < known.found.length) yield known.found[i++]!;
      else if (!this.#findMore(name, known)) return;
    }
  }

  /** Looks into one more unit for the references to a name; false when there is none. */
  #findMore(name: string, known: Mentioned): boolean {
    let isWhole = false;
    try {
      const next = known.rest.next();
      const { value: state } = next;
      const found = state === undefined ? [] : (referencesOf(state.placed.unit).get(name) ?? []);
      for (const reference of found) known.found.push({ memo: state!, reference });
      isWhole = true;
      return next.done !== true;
    } finally {
      // An iterator that an exception has ended says that there are no more.
      if (!isWhole) this.#known.delete(name);
    }
  }
}
