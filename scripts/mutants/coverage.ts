// Which tests come by which mutants, and how long each takes, from one run of the tests with none switched on.

import { availableParallelism } from 'node:os';
import type { Program } from '../testing/bundle.ts';
import { longestFirst } from '../testing/durations.ts';
import { runPool } from '../testing/pool.ts';

interface CoveringTest {
  readonly file: string;
  readonly name: string;
  readonly milliseconds: number;
  readonly hits: readonly number[];
}

export interface Coverage {
  readonly tests: readonly CoveringTest[];
  /** What a file comes by outside of its tests. */
  readonly around: Readonly<Record<string, readonly number[]>>;
  /** Tests that fail without any mutant: they can notice nothing. */
  readonly failing: readonly FailingTest[];
}

interface FailingTest {
  readonly file: string;
  readonly name: string;
  readonly reason: string;
  readonly hits: readonly number[];
}

/** Hooks run with every test of their file. */
const isHook = (name: string): boolean => /\((before|after|load)\)$/.test(name);

export async function collectCoverage(
  { tests: program }: Program,
  files: readonly string[],
  env: NodeJS.ProcessEnv,
  timeout: number,
): Promise<Coverage> {
  const tests: CoveringTest[] = [];
  const around: Record<string, readonly number[]> = {};
  const failing: FailingTest[] = [];
  const queue = [...longestFirst(files)];
  await runPool({
    program,
    size: availableParallelism(),
    env,
    next() {
      const file = queue.shift();
      if (file === undefined) return null;
      // A process for each file, so that what is worked out when a module is loaded counts for all that load it.
      return { work: { jobs: [{ file }], timeout, stopAtFailure: false }, ownProcess: true };
    },
    told(report) {
      if (report.kind === 'around') around[report.file] = [...(around[report.file] ?? []), ...report.hits];
      if (report.kind !== 'ended') return;
      const { file, outcome, hits } = report;
      if (outcome.failure !== null)
        failing.push({ file, name: outcome.name, reason: outcome.failure.split('\n', 1)[0]!, hits });
      else if (!outcome.skipped && !isHook(outcome.name))
        tests.push({ file, name: outcome.name, milliseconds: outcome.milliseconds, hits });
    },
    lost: (_, { file, name }, reason) => void failing.push({ file, name, reason, hits: [] }),
  });
  return { tests, around, failing };
}

/**
 * The tests that come by a mutant, file by file: what costs little and comes by little else is first. A test of which
 * only the file comes by it, when it is loaded or in a process, is behind those that come by it themselves.
 */
export function coveringJobs({ tests, around, failing }: Coverage, number: number, limit: number): Choice {
  const isAround = (file: string): boolean => around[file]?.includes(number) === true;
  const covers = ({ file, hits }: Pick<CoveringTest, 'file' | 'hits'>): boolean =>
    hits.includes(number) || isAround(file);
  const order = (test: CoveringTest): number => costOf(test) * (test.hits.includes(number) ? 1 : BEHIND);
  const files = new Map<string, { names: string[]; cost: number; milliseconds: number }>();
  let left = limit;
  let isWhole = !failing.some(covers);
  for (const test of tests.filter(covers).toSorted((a, b) => order(a) - order(b))) {
    if (test.milliseconds > left) {
      isWhole = false;
      continue;
    }
    left -= test.milliseconds;
    const entry = files.get(test.file) ?? { names: [], cost: order(test), milliseconds: 0 };
    entry.names.push(test.name);
    entry.milliseconds += test.milliseconds;
    files.set(test.file, entry);
  }
  const jobs = [...files].map(([file, entry]) => ({ file, ...entry })).sort((a, b) => a.cost - b.cost);
  return { jobs, isWhole };
}

const BEHIND = 100;

interface Choice {
  readonly jobs: readonly Chosen[];
  /** Whether all tests that come by are among them: none is too long for the limit or fails by itself. */
  readonly isWhole: boolean;
}

interface Chosen {
  readonly file: string;
  readonly names: readonly string[];
  readonly cost: number;
  readonly milliseconds: number;
}

const costOf = ({ milliseconds, hits }: CoveringTest): number =>
  (milliseconds + 5) * Math.sqrt(hits.length + 1);
