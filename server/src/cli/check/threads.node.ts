// Files that are checked in threads. Each thread is the program itself, and holds all that it has read: what is found in a
// file does not depend on which thread it was given to.

import { availableParallelism, totalmem } from 'node:os';
import { type MessagePort, Worker } from 'node:worker_threads';
import { loadGrammars } from '../../syntax/grammars.ts';
import { grammarFiles } from '../../workspace/host/files.node.ts';
import type { Searched } from '../common/headers.node.ts';
import type { SourceFile } from '../common/walk.node.ts';
import { type Checked, type CheckFile, type Failed, fileChecker } from './checker.node.ts';

/** What a thread may need, in bytes: the headers of a large project, as they were read. */
const MEMORY_OF_THREAD = 2 ** 30;

/** A thread for each core, as far as there is memory for what they hold. */
export function usualJobs(): number {
  const limit = process.constrainedMemory();
  const memory = Math.min(totalmem(), limit === undefined || limit === 0 ? Number.POSITIVE_INFINITY : limit);
  return Math.max(1, Math.min(availableParallelism(), Math.floor(memory / MEMORY_OF_THREAD)));
}

/** What a thread does: it checks the files that it is sent, one after the other. */
export async function serveChecks(port: MessagePort, searched: Searched): Promise<void> {
  const check = fileChecker(await loadGrammars(grammarFiles), searched);
  port.on('message', async (file: SourceFile) => port.postMessage(await check(file)));
}

interface Thread {
  readonly worker: Worker;
  readonly check: CheckFile;
  /** It takes no other file. */
  hasEnded: boolean;
}

export class Threads {
  readonly #program: string | URL;
  readonly #searched: Searched;
  #idle: Thread[] = [];

  /** `program`: the file of a thread, which calls `serveChecks`. */
  constructor(program: string | URL, searched: Searched) {
    this.#program = program;
    this.#searched = searched;
  }

  /** Whoever asks for no more than a number of files at the same time has so many threads at most. */
  readonly check: CheckFile = async (file) => {
    const thread = this.#idle.pop() ?? this.#start();
    const result = await thread.check(file);
    if (!thread.hasEnded) this.#idle.push(thread);
    return result;
  };

  #start(): Thread {
    const worker = new Worker(this.#program, { workerData: this.#searched });
    let answered: (result: Checked | Failed) => void = () => {};
    const thread: Thread = {
      worker,
      hasEnded: false,
      check: (file) =>
        new Promise((resolve) => {
          answered = resolve;
          worker.postMessage(file);
        }),
    };
    const ended = (failure: string): void => {
      thread.hasEnded = true;
      this.#idle = this.#idle.filter((other) => other !== thread);
      answered({ failure });
    };
    worker.on('message', (result: Checked | Failed) => answered(result));
    worker.on('error', (error) => ended(error.message));
    worker.on('exit', (status) => ended(`the thread has ended with status ${status}`));
    return thread;
  }

  async end(): Promise<void> {
    const threads = this.#idle;
    this.#idle = [];
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }
}
