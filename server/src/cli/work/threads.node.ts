// Threads that work on files. Each is the program itself, and holds all that it has read: what a file comes to does not
// depend on which thread it was given to.

import { availableParallelism, totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SourceFile } from '../common/walk.node.ts';
import type { Failed, FileWork } from './work.ts';

/** What a thread may need, in MiB. It keeps less between two files: one file and all that it includes may take the rest. */
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

  constructor(program: string | URL, data: unknown) {
    this.#worker = new Worker(program, {
      workerData: data,
      // The collector comes before this is reached, and seldom without a limit.
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_OF_THREAD },
    });
    this.#worker.on('message', (result: Result) => this.#answered(result));
    this.#worker.on('error', (error) => this.#ended(error.message));
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
  #idle: Thread<Result>[] = [];

  /** `program`: the file of a thread, which is told `data` and answers each file that it is sent. */
  constructor(program: string | URL, data: unknown) {
    this.#program = program;
    this.#data = data;
  }

  /**
   * Lends a thread: files that follow one another share what they include. Whoever borrows no more than a number at the
   * same time has so many threads at most.
   */
  async lend<T>(use: (work: FileWork<Result>) => Promise<T>): Promise<T> {
    let thread = this.#idle.pop() ?? this.#start();
    const result = await use((file) => {
      if (thread.hasEnded) thread = this.#start();
      return thread.work(file);
    });
    this.#idle.push(thread);
    return result;
  }

  async end(): Promise<void> {
    const threads = this.#idle;
    this.#idle = [];
    await Promise.all(threads.map((thread) => thread.end()));
  }

  #start(): Thread<Result> {
    return new Thread(this.#program, this.#data);
  }
}
