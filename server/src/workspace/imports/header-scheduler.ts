// Reads the included files of open documents a little at a time, so that the editor's own requests come first.

import type { HeaderIndex } from './index.ts';

/** How long one piece of work may take, and the pause behind it. */
const SLICE_MS = 15;
const PAUSE_MS = 1;

interface HeaderSchedulerHost {
  readonly index: HeaderIndex;
  /** Goes on with a document's view for that long; false when it is complete, or the document is closed. */
  step(uri: string, milliseconds: number): boolean;
  /** The view of a document is complete now. */
  completed(uri: string): void;
  /** Whether texts were asked for that have not come yet: then only they can bring the view on. */
  isWaiting(): boolean;
  /** An exception has ended the work on a document. */
  failed(uri: string, error: unknown): void;
}

export class HeaderScheduler {
  readonly #host: HeaderSchedulerHost;
  readonly #pending = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(host: HeaderSchedulerHost) {
    this.#host = host;
  }

  /** Completes a document's view in the background. */
  add(uri: string): void {
    this.#pending.add(uri);
    this.#plan();
  }

  /** Something that was waited for has come. */
  arrived(): void {
    this.#host.index.arrived();
    this.#plan();
  }

  isPending(uri: string): boolean {
    return this.#pending.has(uri);
  }

  remove(uri: string): void {
    this.#pending.delete(uri);
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#pending.clear();
  }

  #plan(): void {
    if (this.#timer !== null || this.#pending.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#run();
    }, PAUSE_MS);
  }

  #run(): void {
    const [uri] = this.#pending;
    if (uri === undefined) return;
    this.#pending.delete(uri);
    try {
      if (!this.#host.step(uri, SLICE_MS)) this.#host.completed(uri);
      else this.#pending.add(uri);
    } catch (error) {
      this.#host.failed(uri, error);
    }
    if (!this.#host.isWaiting()) this.#plan();
  }
}
