// Who waits for what was asked of the disk or of the client. They are told in batches: every look at what has come goes
// over all that a document includes.

/** How long something that has come waits for the rest of what was asked for. */
const BATCH_MS = 8;

export class Arrivals {
  readonly #isMoreAsked: () => boolean;
  readonly #told: () => void;
  readonly #waiting = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** `isMoreAsked`: whether other answers have not come yet. `told` is called once for each batch. */
  constructor(isMoreAsked: () => boolean, told: () => void) {
    this.#isMoreAsked = isMoreAsked;
    this.#told = told;
  }

  /** Something that was asked for has come. */
  came(): void {
    if (!this.#isMoreAsked()) this.#tell();
    else this.#timer ??= setTimeout(() => this.#tell(), BATCH_MS);
  }

  /** Until the next batch has come, or so long. */
  next(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.#waiting.add(wake);
    });
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #tell(): void {
    this.dispose();
    for (const wake of [...this.#waiting]) wake();
    this.#told();
  }
}
