// Which tests come by which mutants, and how long each takes, from one run of the tests with none switched on.

import type { Program } from '../testing/bundle.ts';
import { longestFirst } from '../testing/durations.ts';
import type { Report } from '../testing/messages.ts';
import { runPool } from '../testing/pool.ts';

/** What is known of a test file. */
export interface FileCoverage {
  readonly file: string;
  /** Of what the file was built from and reads: what is known holds as long as it is the same. */
  readonly digest: string;
  readonly tests: readonly CoveringTest[];
  /** What it comes by outside of its tests: when it is loaded, in hooks, and in processes that it starts. */
  readonly around: readonly number[];
  /** Tests that fail without any mutant: they can notice nothing. */
  readonly failing: readonly FailingTest[];
}

interface CoveringTest {
  readonly name: string;
  readonly milliseconds: number;
  readonly hits: readonly number[];
}

interface FailingTest {
  readonly name: string;
  readonly reason: string;
  readonly hits: readonly number[];
}

/** Hooks run with every test of their file. */
const isHook = (name: string): boolean => /\((before|after|load)\)$/.test(name);

const firstLine = (text: string): string => text.split('\n', 1)[0]!;

/** A file's coverage with what a process tells of it. */
function withReport(known: FileCoverage, report: Report): FileCoverage {
  if (report.kind === 'around') return { ...known, around: [...new Set([...known.around, ...report.hits])] };
  if (report.kind !== 'ended') return known;
  const { outcome, hits } = report;
  const { name, milliseconds, failure } = outcome;
  if (failure !== null)
    return { ...known, failing: [...known.failing, { name, reason: firstLine(failure), hits }] };
  if (outcome.skipped || isHook(name)) return known;
  return { ...known, tests: [...known.tests, { name, milliseconds, hits }] };
}

interface Collecting {
  readonly env: NodeJS.ProcessEnv;
  readonly processes: number;
  readonly timeout: number;
  /** Beside the digest of a test file itself. */
  readonly surroundings: string;
  /** From earlier runs. */
  readonly known: readonly FileCoverage[];
  readonly collected: (coverage: FileCoverage) => void;
}

/** The coverage of test files. What is known of the same file is taken over, unless one of its tests failed. */
export async function collectCoverage(
  { tests: program, digests }: Program,
  files: readonly string[],
  { env, processes, timeout, surroundings, known, collected }: Collecting,
): Promise<readonly FileCoverage[]> {
  const digestOf = (file: string): string => `${digests.get(file)} ${surroundings}`;
  const all = new Map(
    known
      .filter(({ file, digest, failing }) => failing.length === 0 && digest === digestOf(file))
      .map((each) => [each.file, each]),
  );
  const queue = longestFirst(files.filter((file) => !all.has(file)));
  const update = (file: string, change: (coverage: FileCoverage) => FileCoverage): void => {
    const empty = { file, digest: digestOf(file), tests: [], around: [], failing: [] };
    all.set(file, change(all.get(file) ?? empty));
  };
  let begun = 0;
  await runPool({
    program,
    size: processes,
    env,
    next() {
      const file = queue[begun++];
      if (file === undefined) return null;
      // A process for each file, so that what is worked out when a module is loaded counts for all that load it.
      return { work: { jobs: [{ file }], timeout, stopAtFailure: false }, ownProcess: true };
    },
    told(report, { work }) {
      const { file } = work.jobs[0]!;
      update(file, (coverage) => withReport(coverage, report));
      if (report.kind === 'done') collected(all.get(file)!);
    },
    lost: (_, { file, name }, reason) =>
      update(file, (coverage) => ({
        ...coverage,
        failing: [...coverage.failing, { name, reason, hits: [] }],
      })),
  });
  return files.flatMap((file) => all.get(file) ?? []);
}
