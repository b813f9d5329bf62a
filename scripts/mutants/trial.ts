// Tries mutants: each has a process, which runs the tests that come by it until one fails.

import type { Program } from '../testing/bundle.ts';
import { type Given, runPool } from '../testing/pool.ts';
import { coveringJobs } from './choice.ts';
import type { FileCoverage } from './coverage.ts';
import type { Numbered } from './schemata.ts';

export interface Verdict {
  readonly key: string;
  /**
   * `stuck`: a test took too long or its process ended. `survived`: no test that comes by noticed. `unsettled`: none of
   * those that were run did, and there are others. `uncovered`: no test comes by.
   */
  readonly fate: 'noticed' | 'stuck' | 'survived' | 'unsettled' | 'uncovered';
  /** The test that failed. */
  readonly by: string;
}

/** A failure that may be the machine's: without other work it would perhaps have passed. */
const isOfTime = (failure: string): boolean => failure.startsWith('Error: it took more than ');

/** For the loading of a file and its hooks, which are not measured. */
const TIMEOUT_MS = 30_000;

interface TrialOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly processes: number;
  /** Milliseconds of tests that are spent on one mutant. */
  readonly limit: number;
  /** Whether no test file was left out. */
  readonly hasAllTests: boolean;
  readonly decided: (verdict: Verdict) => void;
}

export async function tryMutants(
  { tests }: Program,
  coverage: readonly FileCoverage[],
  mutants: readonly Numbered[],
  { env, processes, limit, hasAllTests, decided }: TrialOptions,
): Promise<void> {
  const queue = [...mutants];
  const verdicts = new Map<number, Verdict>();
  const unsettled = new Set<number>();
  const keys = new Map(mutants.map(({ number, mutant }) => [number, mutant.key]));
  const decide = (number: number, fate: Verdict['fate'], by = ''): void => {
    if (verdicts.has(number)) return;
    const verdict = { key: keys.get(number)!, fate, by };
    verdicts.set(number, verdict);
    decided(verdict);
  };
  const next = (): Given | null => {
    for (let each = queue.shift(); each !== undefined; each = queue.shift()) {
      const { jobs, isWhole: isWholeOfFiles } = coveringJobs(coverage, each.number, limit);
      const isWhole = hasAllTests && isWholeOfFiles;
      if (!isWhole) unsettled.add(each.number);
      if (jobs.length === 0) {
        decide(each.number, isWhole ? 'uncovered' : 'unsettled');
        continue;
      }
      return {
        work: { jobs, timeout: TIMEOUT_MS, stopAtFailure: true, mutant: each.number },
        ownProcess: true,
      };
    }
    return null;
  };
  await runPool({
    program: tests,
    size: processes,
    env,
    next,
    told(report, { work }) {
      if (report.kind === 'done')
        decide(work.mutant!, unsettled.has(work.mutant!) ? 'unsettled' : 'survived');
      if (report.kind === 'ended' && report.outcome.failure !== null) {
        const fate = isOfTime(report.outcome.failure) ? 'stuck' : 'noticed';
        decide(work.mutant!, fate, `${report.file}: ${report.outcome.name}`);
      }
    },
    lost: ({ work }, { file, name }) => decide(work.mutant!, 'stuck', `${file}: ${name}`),
  });
}
