// Threads that work on files. Each is the program itself, and holds all that it has read: what a file comes to does not
// depend on which thread it was given to.

import { availableParallelism, totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SourceFile } from '../common/walk.node.ts';
import type { Failed, FileWork } from './task.ts';

/** What a thread's heap may grow to, in MiB: it keeps less between two files, and one with all that it includes seldom takes the rest. */
const HEAP_OF_THREAD = 512;
/** And what it needs with all that is not in its heap. */
const MEMORY_OF_THREAD = 768;

/** A thread for each core, as far as there is memory for what they hold. */
export function usualJobs(): number {
  const limit = process.constrainedMemory();
  const memory = Math.min(totalmem(), limit === undefined || limit === 0 ? Number.POSITIVE_INFINITY : limit);
  return Math.max(1, Math.min(availableParallelism(), Math.floor(memory / 2 ** 20 / MEMORY_OF_THREAD)));
}

class Thread<Result> {
  readonly #worker: Worker;
  #answered: (result: Result | Failed) => void = () => {};
  /** It takes no other file. */
  hasEnded = false;
  /** It has ended for want of memory. */
  isFull = false;

  /** `memory`: MiB; null: as much as Node allows. */
  constructor(program: string | URL, data: unknown, memory: number | null) {
    // The collector comes before the limit is reached, and seldom without one.
    const limits = memory === null ? {} : { resourceLimits: { maxOldGenerationSizeMb: memory } };
    this.#worker = new Worker(program, { workerData: data, ...limits });
    this.#worker.on('message', (result: Result) => this.#answered(result));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      this.isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#ended(error.message);
    });
    this.#worker.on('exit', (status) => this.#ended(`the thread has ended with status ${status}`));
  }

  readonly work = (file: SourceFile): Promise<Result | Failed> =>
    new Promise((resolve) => {
      this.#answered = resolve;
      this.#worker.postMessage(file);
    });

  end(): Promise<number> {
    return this.#worker.terminate();
  }

  #ended(failure: string): void {
    this.hasEnded = true;
    this.#answered({ failure });
  }
}

export class Threads<Result> {
  readonly #program: string | URL;
  readonly #data: unknown;
  readonly #memory: number;
  readonly #running = new Set<Thread<Result>>();

  /**
   * `program`: the file of a thread, which is told `data` and answers each file that it is sent; `memory`: MiB for each, which a
   * file that needs more is let off.
   */
  constructor(program: string | URL, data: unknown, memory = HEAP_OF_THREAD) {
    this.#program = program;
    this.#data = data;
    this.#memory = memory;
  }

  /** The work of one thread, on one file after the other. It starts with the first: what is known already needs none. */
  one(): FileWork<Result> {
    let thread: Thread<Result> | null = null;
    return async (file) => {
      if (thread === null || thread.hasEnded) thread = this.#started(this.#memory);
      const done = await thread.work(file);
      if (!thread.isFull) return done;
      thread = this.#started(null);
      return thread.work(file);
    };
  }

  #started(memory: number | null): Thread<Result> {
    for (const thread of this.#running) if (thread.hasEnded) this.#running.delete(thread);
    const thread = new Thread<Result>(this.#program, this.#data, memory);
    this.#running.add(thread);
    return thread;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#running].map((thread) => thread.end()));
  }
}
