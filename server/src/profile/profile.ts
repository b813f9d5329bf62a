// What LAYOUT_LENS_PROFILE prints: how long the pieces of an answer took, and what was worked out or known for it.
// Nothing is counted while nobody has asked for it.

type Counted =
  | 'memo hits'
  | 'values worked out'
  | 'units read'
  | 'units invalidated'
  | 'pieces of functions invalidated';

class Recorder {
  readonly #print: (line: string) => void;
  readonly #counts = new Map<Counted, number>();
  #depth = 0;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  count(what: Counted, n: number): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + n);
  }

  /** Starts a span; what is returned ends it and prints its line. `holds`: nothing else goes on beside it. */
  begin(name: string, holds: boolean): () => void {
    const before = new Map(this.#counts);
    const depth = this.#depth;
    if (holds) this.#depth++;
    const start = performance.now();
    return () => {
      const taken = performance.now() - start;
      if (holds) this.#depth = depth;
      const counted = [...this.#counts].flatMap(([what, n]) => {
        const own = n - (before.get(what) ?? 0);
        return own === 0 ? [] : [`${own} ${what}`];
      });
      this.#print(`${'  '.repeat(depth)}${name} ${taken.toFixed(1)} ms${['', ...counted].join(', ')}`);
    };
  }
}

let recorder: Recorder | null = null;

/** Prints a line at the end of every span from now on; null: no more. */
export function profileTo(print: ((line: string) => void) | null): void {
  recorder = print === null ? null : new Recorder(print);
}

export function count(what: Counted, n = 1): void {
  recorder?.count(what, n);
}

/** A piece of work with a name. Spans inside it are printed before it, indented. */
export function span<T>(name: string, work: () => T): T {
  if (recorder === null) return work();
  const end = recorder.begin(name, true);
  try {
    return work();
  } finally {
    end();
  }
}

/** The same for work that lets others in between: its time and counts are theirs as well. */
export async function longSpan<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  if (recorder === null) return work();
  const end = recorder.begin(name, false);
  try {
    return await work();
  } finally {
    end();
  }
}
