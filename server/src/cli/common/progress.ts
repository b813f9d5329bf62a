// How far a long command is, on the last line of a terminal. Nobody reads it in a pipe, and a log would keep it.

import { onOneLine } from './printable.ts';

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** How often the line is written, in milliseconds. */
const INTERVAL = 100;
const CLEAR = '\r\x1b[K';

export class Progress {
  readonly #terminal: Terminal | null;
  readonly #verb: string;
  readonly #now: () => number;
  #files = 0;
  #written = Number.NEGATIVE_INFINITY;
  #isShown = false;

  /** `verb`: what has happened to a file that is done; `now`: milliseconds. */
  constructor(
    verb: string,
    terminal: Terminal,
    environment: Readonly<Record<string, string | undefined>>,
    now = () => performance.now(),
  ) {
    const isWatched = terminal.isTTY === true && !environment['CI'] && environment['TERM'] !== 'dumb';
    this.#terminal = isWatched ? terminal : null;
    this.#verb = verb;
    this.#now = now;
  }

  /** A file is done. */
  done(path: string): void {
    this.#files++;
    if (this.#terminal === null || this.#now() - this.#written < INTERVAL) return;
    this.#written = this.#now();
    const told = `${this.#files} ${this.#files === 1 ? 'file' : 'files'} ${this.#verb}  `;
    const room = Math.max(0, (this.#terminal.columns ?? 80) - 1 - told.length);
    // The end of a path says more than its beginning.
    const name = onOneLine(path);
    this.#terminal.write(
      `${CLEAR}${told}${name.length <= room ? name : `…${name.slice(name.length - room + 1)}`}`,
    );
    this.#isShown = true;
  }

  /** Takes the line away: something else is written, or all is done. */
  clear(): void {
    if (this.#isShown) this.#terminal?.write(CLEAR);
    this.#isShown = false;
  }
}
