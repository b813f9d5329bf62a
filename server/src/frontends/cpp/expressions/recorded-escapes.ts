// What may change the variables of a function, worked out when somebody asks: most functions are read, and never asked.

import type { Escape, Escapes } from '../../common/scope.ts';

export class RecordedEscapes implements Escapes {
  readonly #known = new Map<string, Map<string, Escape>>();
  /** In the order of the code. */
  #later: (() => void)[] = [];

  /** `work` adds uses, before anybody is told of any. */
  later(work: () => void): void {
    this.#later.push(work);
  }

  /** `text`: equal for uses that are. */
  add(name: string, text: string, use: Escape): void {
    const known = this.#known.get(name);
    if (known === undefined) this.#known.set(name, new Map([[text, use]]));
    else known.set(text, use);
  }

  /** Holds from now on what another one does. */
  become(other: RecordedEscapes): void {
    this.#later = [];
    this.#known.clear();
    for (const [name, all] of other.#worked()) this.#known.set(name, all);
  }

  get(name: string): ReadonlyMap<string, Escape> | undefined {
    return this.#worked().get(name);
  }

  keys(): Iterable<string> {
    return this.#worked().keys();
  }

  values(): Iterable<ReadonlyMap<string, Escape>> {
    return this.#worked().values();
  }

  [Symbol.iterator](): Iterator<[string, ReadonlyMap<string, Escape>]> {
    return this.#worked().entries();
  }

  #worked(): Map<string, Map<string, Escape>> {
    if (this.#later.length > 0) {
      const all = this.#later;
      this.#later = [];
      for (const work of all) work();
    }
    return this.#known;
  }
}
