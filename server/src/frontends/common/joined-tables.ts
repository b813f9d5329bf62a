// Lists by name of the functions of a unit and of what stands around them, one behind the other: an edit in one function
// leaves the tables of the others.

type Table<T> = ReadonlyMap<string, readonly T[]>;

export class JoinedTables<T> {
  readonly #parts: readonly Table<T>[];
  readonly #combined: (all: readonly T[]) => readonly T[];
  #names: ReadonlySet<string> | null = null;
  readonly #joined = new Map<string, readonly T[] | undefined>();

  /** `combined`: what is left of a list that several parts give. */
  constructor(parts: readonly Table<T>[], combined: (all: readonly T[]) => readonly T[] = (all) => all) {
    this.#parts = parts;
    this.#combined = combined;
  }

  get(name: string): readonly T[] | undefined {
    if (this.#joined.has(name)) return this.#joined.get(name);
    const found = this.#parts.flatMap((part) => part.get(name) ?? []);
    const joined = found.length === 0 ? undefined : this.#combined(found);
    this.#joined.set(name, joined);
    return joined;
  }

  keys(): Iterable<string> {
    if (this.#names === null) {
      const names = new Set<string>();
      for (const part of this.#parts) for (const name of part.keys()) names.add(name);
      this.#names = names;
    }
    return this.#names;
  }
}
