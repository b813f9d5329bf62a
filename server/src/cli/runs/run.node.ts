// Work on all files of some paths, in threads where there are many. What comes of them is told in their order, as soon as
// that of all files before is told.

import type { Grammars } from '../../syntax/grammars.ts';
import { Progress } from '../common/progress.ts';
import type { Terminal } from '../common/terminal.ts';
import {
  type FoundFile,
  foundFiles,
  isUnreadable,
  type SourceFile,
  type Unreadable,
} from '../common/walk.node.ts';
import { inOrder } from './in-order.ts';
import { programOfThread } from './program.node.ts';
import { renewing } from './renewing.node.ts';
import { Shares } from './shares.ts';
import type { Failed, FileWork, Task, TaskName, Told } from './task.ts';
import { Threads, usualJobs } from './threads.node.ts';

/** So many files take longer than it takes to start threads. */
const MANY_FILES = 32;

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
  const found = [...foundFiles(run.operands)];
  const jobs = run.jobs ?? (found.length >= MANY_FILES ? usualJobs() : 1);
  const threads =
    jobs > 1 ? new Threads<Result>(programOfThread(), { name: run.name, given: run.given }) : null;
  const here = threads === null ? renewing(() => run.task(grammars, run.given)) : null;
  const report = new RunReport(run, terminal);
  const tell = inOrder(report.tell);
  const places = threads === null ? found.map((_, place) => place) : byLanguage(found);
  const shares = new Shares(places.length, jobs);
  const worker = async (_: unknown, number: number): Promise<void> => {
    const work = here ?? threads!.one();
    for (let next = shares.next(number); next !== null; next = shares.next(number)) {
      const place = places[next]!;
      const outcome = await outcomeOf(found[place]!, work, through);
      report.done(outcome);
      tell(place, outcome);
    }
  };
  try {
    await Promise.all(Array.from({ length: jobs }, worker));
  } finally {
    // Where one has failed the others begin nothing more.
    shares.stop();
    report.end();
    await threads?.end();
  }
  return report.unreadable;
}

/** The places of the files, those of one language together: a thread seldom holds what two of them include. */
function byLanguage(found: readonly (FoundFile | Unreadable)[]): readonly number[] {
  const isPython = (place: number): boolean => {
    const file = found[place]!;
    return !isUnreadable(file) && file.dialect === 'python';
  };
  const places = found.map((_, place) => place);
  return [...places.filter((place) => !isPython(place)), ...places.filter(isPython)];
}

/** Null: the file is none of ours. */
async function outcomeOf<Result extends Told>(
  found: FoundFile | Unreadable,
  work: FileWork<Result>,
  through: Through<Result>,
): Promise<Worked<Result> | Unreadable | null> {
  const file = isUnreadable(found) ? found : found.read();
  if (file === null || isUnreadable(file)) return file;
  const { path } = file;
  const result = await through(file, work);
  if ('failure' in result) return { path, reason: `internal error: ${result.failure}` };
  return { path, file, result };
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

  done(outcome: Worked<Result> | Unreadable | null): void {
    if (outcome !== null) this.#progress.done(outcome.path);
  }

  readonly tell = (outcome: Worked<Result> | Unreadable | null): void => {
    if (outcome === null) return;
    if ('reason' in outcome) {
      this.unreadable.push(outcome);
      this.#progress.clear();
      this.#terminal.tellUnreadable(outcome);
    } else this.#tellWorked(outcome);
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
