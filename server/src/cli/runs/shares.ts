// Which of several workers takes which item next: each has a stretch of neighbours, since those include the same files, and
// whoever has come to the end of it takes half of the longest stretch that is left.

interface Stretch {
  readonly from: number;
  readonly to: number;
}

const lengthOf = ({ from, to }: Stretch): number => to - from;

export class Shares {
  readonly #stretches: Stretch[];

  /** `items`: how many; `workers`: at least one. */
  constructor(items: number, workers: number) {
    const cut = (worker: number): number => Math.floor((worker * items) / workers);
    this.#stretches = Array.from({ length: workers }, (_, worker) => ({
      from: cut(worker),
      to: cut(worker + 1),
    }));
  }

  /** The place of the worker's next item; null: all are taken. */
  next(worker: number): number | null {
    const own = this.#stretches[worker]!;
    const { from, to } = lengthOf(own) > 0 ? own : this.#halfOfLongest();
    if (from === to) return null;
    this.#stretches[worker] = { from: from + 1, to };
    return from;
  }

  /** Nothing is taken from now on. */
  stop(): void {
    this.#stretches.fill({ from: 0, to: 0 });
  }

  /** The end of a stretch, which its worker comes to last. */
  #halfOfLongest(): Stretch {
    const lengths = this.#stretches.map(lengthOf);
    const longest = lengths.indexOf(Math.max(...lengths));
    const { from, to } = this.#stretches[longest]!;
    const middle = from + Math.floor((to - from) / 2);
    this.#stretches[longest] = { from, to: middle };
    return { from: middle, to };
  }
}
