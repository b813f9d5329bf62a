// Where names are mentioned, found as far as somebody reads on. A template with a thousand specialisations is looked for by
// each of them.

import { mentions } from '../../frontends/common/mentions.ts';
import type { UnitMemo } from '../model/environment.ts';
import type { PlacedMention } from '../model/file.ts';

/** What names something: what was found so far, and where it goes on. */
interface Mentioned {
  readonly found: PlacedMention[];
  readonly rest: Iterator<UnitMemo, void>;
}

export class Mentions {
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

  *of(name: string): Iterable<PlacedMention> {
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

  /** Looks into one more unit for the mentions of a name; false when there is none. */
  #findMore(name: string, known: Mentioned): boolean {
    let isWhole = false;
    try {
      const next = known.rest.next();
      const { value: state } = next;
      const found = state === undefined ? [] : (mentions(state.placed.unit).get(name) ?? []);
      for (const mention of found) known.found.push({ memo: state!, mention });
      isWhole = true;
      return next.done !== true;
    } finally {
      // An iterator that an exception has ended says that there are no more.
      if (!isWhole) this.#known.delete(name);
    }
  }
}
