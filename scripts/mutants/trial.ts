// Tries mutants: each has a process, which runs the tests that come by it until one fails.

import { availableParallelism } from 'node:os';
import type { Program } from '../testing/bundle.ts';
import { type Given, runPool } from '../testing/pool.ts';
import { type Coverage, coveringJobs } from './coverage.ts';
import type { Numbered } from './schemata.ts';

export interface Verdict {
  readonly key: string;
  /** `uncovered`: no test comes by. */
  readonly fate: 'noticed' | 'stuck' | 'survived' | 'uncovered';
  /** The test that failed. */
  readonly by: string;
}

/** What a test may take of what it took without a mutant, and of what any may take. */
const SLOWER = 10;
const LEAST_MS = 10_000;

interface TrialOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds of tests that are spent on one mutant. */
  readonly limit: number;
  readonly decided: (verdict: Verdict) => void;
}

export async function tryMutants(
  { tests }: Program,
  coverage: Coverage,
  mutants: readonly Numbered[],
  { env, limit, decided }: TrialOptions,
): Promise<void> {
  const queue = [...mutants];
  const verdicts = new Map<number, Verdict>();
  const keys = new Map(mutants.map(({ number, mutant }) => [number, mutant.key]));
  const decide = (number: number, fate: Verdict['fate'], by = ''): void => {
    if (verdicts.has(number)) return;
    const verdict = { key: keys.get(number)!, fate, by };
    verdicts.set(number, verdict);
    decided(verdict);
  };
  const next = (): Given | null => {
    for (let each = queue.shift(); each !== undefined; each = queue.shift()) {
      const jobs = coveringJobs(coverage, each.number, limit);
      if (jobs.length === 0) {
        decide(each.number, 'uncovered');
        continue;
      }
      const longest = Math.max(...jobs.map(({ milliseconds }) => milliseconds));
      const timeout = Math.max(LEAST_MS, SLOWER * longest);
      return { work: { jobs, timeout, stopAtFailure: true, mutant: each.number }, ownProcess: true };
    }
    return null;
  };
  await runPool({
    program: tests,
    size: availableParallelism(),
    env,
    next,
    told(report, { work }) {
      if (report.kind === 'done') decide(work.mutant!, 'survived');
      if (report.kind === 'ended' && report.outcome.failure !== null)
        decide(work.mutant!, 'noticed', `${report.file}: ${report.outcome.name}`);
    },
    lost: ({ work }, { file, name }) => decide(work.mutant!, 'stuck', `${file}: ${name}`),
  });
}
