// Who waits for what was asked of the disk or of the client. They are told in batches: every look at what has come goes
// over all that a document includes.

/** How long something that has come waits for the rest of what was asked for. */
const BATCH_MS = 8;
/** How often those who wait for something to be done look whether it is. */
const LOOK_AGAIN_MS = 20;
/** How long an answer waits for the files that a document includes: within what a reader takes for an answer. */
export const READING_MS = 1500;

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

  /** Until it is done, or so long. */
  async until(isDone: () => boolean, milliseconds: number): Promise<void> {
    const until = performance.now() + milliseconds;
    for (let left = milliseconds; left > 0 && !isDone(); left = until - performance.now())
      await this.next(Math.min(left, LOOK_AGAIN_MS));
  }

  /** Lets those who wait look whether it is done. */
  wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #tell(): void {
    this.dispose();
    this.wake();
    this.#told();
  }
}
