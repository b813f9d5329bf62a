// Work on all files of some paths, in threads where there are many. What comes of them is told in their order, as soon as
// that of all files before is told.

import type { Grammars } from '../../syntax/grammars.ts';
import { Progress } from '../common/progress.ts';
import type { Terminal } from '../common/terminal.ts';
import { isUnreadable, type SourceFile, sourceFiles, type Unreadable } from '../common/walk.node.ts';
import { ahead, batches } from './batches.ts';
import { inOrder } from './in-order.ts';
import { programOfThread } from './program.node.ts';
import { renewing } from './renewing.node.ts';
import type { Failed, FileWork, Task, TaskName, Told } from './task.ts';
import { Threads, usualJobs } from './threads.node.ts';

/** So many files take longer than it takes to start threads. */
const MANY_FILES = 32;

/** So many of many files go to the same thread, one after the other: neighbours include the same files. */
const NEIGHBOURS = 8;

interface Run<Given, Result extends Told> extends Telling<Result> {
  readonly operands: readonly string[];
  /** How many files are worked on at the same time; null: as many as there are cores, where there are many files. */
  readonly jobs: number | null;
  readonly name: TaskName;
  readonly task: Task<Given, Result>;
  readonly given: Given;
  /** Stands before the work on a file: what it comes to may be known. */
  readonly through?: Through<Result>;
}

type Through<Result> = (file: SourceFile, work: FileWork<Result>) => Promise<Result | Failed>;

/** What is told of a run. */
interface Telling<Result> {
  /** What has happened to a file that is done. */
  readonly verb: string;
  /** Told of what a file came to; the text that it gives is written. */
  readonly done: (file: SourceFile, result: Result) => string;
}

interface Worked<Result> {
  readonly path: string;
  readonly file: SourceFile;
  readonly result: Result;
}

/** Gives the files that could not be read, or worked on; they are told as well. */
export async function runOnFiles<Given, Result extends Told>(
  run: Run<Given, Result>,
  grammars: Grammars,
  terminal: Terminal,
): Promise<readonly Unreadable[]> {
  const { through = (file, work) => work(file) } = run;
  const { items, areMany } = ahead(sourceFiles(run.operands), MANY_FILES);
  const jobs = run.jobs ?? (areMany ? usualJobs() : 1);
  const threads =
    jobs > 1 ? new Threads<Result>(programOfThread(), { name: run.name, given: run.given }) : null;
  const here = threads === null ? renewing(() => run.task(grammars, run.given)) : null;
  const lend = <T>(use: (work: FileWork<Result>) => Promise<T>): Promise<T> =>
    here === null ? threads!.lend(use) : use(here);
  const report = new RunReport(run, terminal);
  try {
    await inOrder(
      batches(items, threads !== null && areMany ? NEIGHBOURS : 1),
      jobs,
      (batch) => lend((work) => outcomesOf(batch, work, through)),
      (_, outcomes) => outcomes.forEach(report.tell),
    );
  } finally {
    report.end();
    await threads?.end();
  }
  return report.unreadable;
}

async function outcomesOf<Result extends Told>(
  files: readonly (SourceFile | Unreadable)[],
  work: FileWork<Result>,
  through: Through<Result>,
): Promise<readonly (Worked<Result> | Unreadable)[]> {
  const outcomes: (Worked<Result> | Unreadable)[] = [];
  for (const file of files) {
    if (isUnreadable(file)) outcomes.push(file);
    else {
      const { path } = file;
      const result = await through(file, work);
      if ('failure' in result) outcomes.push({ path, reason: `internal error: ${result.failure}` });
      else outcomes.push({ path, file, result });
    }
  }
  return outcomes;
}

/** What is written of a run. */
class RunReport<Result extends Told> {
  readonly unreadable: Unreadable[] = [];
  readonly #telling: Telling<Result>;
  readonly #terminal: Terminal;
  readonly #progress: Progress;
  /** Each thread meets the same included files. */
  readonly #refused = new Set<string>();

  constructor(telling: Telling<Result>, terminal: Terminal) {
    this.#telling = telling;
    this.#terminal = terminal;
    this.#progress = new Progress(telling.verb, terminal.streams.errors, process.env);
  }

  readonly tell = (outcome: Worked<Result> | Unreadable): void => {
    if ('reason' in outcome) {
      this.unreadable.push(outcome);
      this.#progress.clear();
      this.#terminal.tellUnreadable(outcome);
    } else this.#tellWorked(outcome);
    this.#progress.done(outcome.path);
  };

  #tellWorked({ file, result }: Worked<Result>): void {
    const text = this.#telling.done(file, result);
    if (text !== '') this.#progress.clear();
    this.#terminal.write(text);
    for (const { path, reason } of result.refused) {
      if (this.#refused.has(path)) continue;
      this.#refused.add(path);
      this.#progress.clear();
      this.#terminal.tellRefused(path, reason);
    }
  }

  end(): void {
    this.#progress.clear();
  }
}
