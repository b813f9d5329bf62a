// Worker processes that are handed work as they get done with it.

import { type ChildProcess, fork } from 'node:child_process';
import type { Report, Work } from './messages.ts';

/** How much longer than its time a test may hold its process before that is ended. */
const GRACE_MS = 2_000;

export interface Given {
  readonly work: Work;
  /** Where it is run: each lane is a process that stays, none is a process of its own. */
  readonly ownProcess: boolean;
}

interface Pool {
  readonly program: string;
  readonly size: number;
  readonly env?: NodeJS.ProcessEnv;
  /** The next piece of work; null when there is none left. */
  readonly next: () => Given | null;
  readonly told: (report: Report, given: Given) => void;
  /** A process ended in the midst of a test, by itself or because it was stuck. */
  readonly lost: (given: Given, at: { readonly file: string; readonly name: string }, reason: string) => void;
}

/** Children that are running, so that none outlives the runner. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function startWorker({ program, env = process.env }: Pool): ChildProcess {
  const child = fork(program, { env, execArgv: [], serialization: 'advanced' });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Has a process do a piece of work; whether it can do another one. */
function doWork(pool: Pool, child: ChildProcess, given: Given): Promise<boolean> {
  return new Promise((resolve) => {
    let at = { file: given.work.jobs[0]!.file, name: '(load)' };
    let timer: NodeJS.Timeout;
    let stuck = false;
    const watch = (timeout: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        stuck = true;
        child.kill('SIGKILL');
      }, timeout + GRACE_MS);
    };
    const end = (isAlive: boolean): void => {
      clearTimeout(timer);
      child.off('message', hear).off('exit', lose);
      resolve(isAlive);
    };
    const hear = (report: Report): void => {
      watch(report.kind === 'started' ? report.timeout : given.work.timeout);
      if (report.kind === 'started') at = report;
      pool.told(report, given);
      if (report.kind === 'done') end(true);
    };
    const lose = (code: number | null, signal: string | null): void => {
      pool.lost(given, at, stuck ? 'the process was stuck' : `the process ended with ${signal ?? code}`);
      end(false);
    };
    child.on('message', hear);
    child.once('exit', lose);
    watch(given.work.timeout);
    child.send(given.work);
  });
}

/** Does all the work there is. */
export async function runPool(pool: Pool): Promise<void> {
  const lane = async (): Promise<void> => {
    let child: ChildProcess | null = null;
    for (let given = pool.next(); given !== null; given = pool.next()) {
      if (given.ownProcess && child !== null) child = await ended(child);
      child ??= startWorker(pool);
      if (!(await doWork(pool, child, given))) child = null;
      else if (given.ownProcess) child = await ended(child);
    }
    if (child !== null) await ended(child);
  };
  await Promise.all(Array.from({ length: pool.size }, lane));
}

function ended(child: ChildProcess): Promise<null> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve(null));
    child.disconnect();
  });
}
