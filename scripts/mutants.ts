// Mutation testing: small changes in the sources, chosen by chance, and whether a test notices.
//
//   npm run mutants -- --sample 150 --seed 1
//     --room NAME      one room of server/src, or the client; given again, another one too
//     --tests NAME     only tests with the name in their path; what they do not notice is not settled
//     --limit SECONDS  of tests that are spent on one mutant (60)
//     --processes N  that run tests beside one another; as many as there are processors
//     --again          tries once more what no test failed at: not noticed, not settled, or by time alone
//     --list           prints the sample and tries nothing
//
// What was decided is kept beside the packages, so that a run that was ended goes on where it was. A change of a file
// asks anew about its own mutants. Where the limit left out tests that come by, nothing is settled: --again with a larger
// --limit says more.

import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { collectCoverage, type FileCoverage } from './mutants/coverage.ts';
import { surroundings } from './mutants/digest.ts';
import { allMutants, type Mutant } from './mutants/find.ts';
import { reportText } from './mutants/report.ts';
import { sampled } from './mutants/sample.ts';
import { type Numbered, postscript, prelude, withMutants } from './mutants/schemata.ts';
import { tryMutants, type Verdict } from './mutants/trial.ts';
import { buildTests, type Program } from './testing/bundle.ts';
import { cache, testFiles } from './testing/files.ts';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '150' },
    seed: { type: 'string', default: '1' },
    limit: { type: 'string', default: '60' },
    processes: { type: 'string', default: String(availableParallelism()) },
    room: { type: 'string', multiple: true },
    tests: { type: 'string', multiple: true, default: [] },
    again: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

const processes = Math.max(1, Number(values.processes));
const folder = join(cache, 'mutants');
const record = join(folder, 'verdicts.jsonl');
const coverageRecord = join(folder, 'coverage.jsonl');
const COVERAGE_TIMEOUT_MS = 300_000;
/** These measure time or memory, which what has run before them in a process would change. */
const MEASURING = /^test\/(pace\/|evaluate\/cpp\/limits|frontends\/notation\/scan\.|grammar\/recovery\.)/;
/** The server of browsers stands still in a process that is told what to run; Node's own runner runs this test. */
const NOT_ON_DEMAND = 'test/client/web-server.test.ts';

/** What was noted in a file, a value a line. */
function noted<T>(path: string): readonly T[] {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T);
}

const note = (path: string, value: unknown): void => appendFileSync(path, `${JSON.stringify(value)}\n`);

/** The tests, the command line and the extension with the mutants in them. */
function build(mutants: readonly Numbered[], files: readonly string[], to: string): Promise<Program> {
  const inFile = (path: string): readonly Numbered[] => mutants.filter(({ mutant }) => mutant.file === path);
  const testsPrelude = prelude(mutants.length);
  return buildTests(files, to, {
    rewrite: (path, text) => withMutants(text, inFile(path)),
    testsPrelude,
    commandLinePrelude: `${testsPrelude}\n${postscript}`,
  });
}

/** The coverage of all test files; each is noted as soon as it is known. */
async function coverageOf(
  program: Program,
  files: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<readonly FileCoverage[]> {
  const coverage = await collectCoverage(program, files, {
    env,
    processes,
    timeout: COVERAGE_TIMEOUT_MS,
    surroundings: surroundings(program),
    known: noted<FileCoverage>(coverageRecord),
    collected: (each) => note(coverageRecord, each),
  });
  const latest = new Map(noted<FileCoverage>(coverageRecord).map((each) => [each.file, each]));
  writeFileSync(coverageRecord, [...latest.values()].map((each) => `${JSON.stringify(each)}\n`).join(''));
  for (const { file, failing } of coverage)
    for (const { name, reason } of failing)
      console.error(`fails without a mutant: ${file}: ${name}: ${reason}`);
  return coverage;
}

/** Tries those of a sample that are open. All of it is built, so that what is known of the tests holds in each run. */
async function tryAll(
  sample: readonly Mutant[],
  open: ReadonlySet<Mutant>,
  verdicts: Map<string, Verdict>,
): Promise<void> {
  const numbered = sample.map((mutant, number) => ({ number, mutant }));
  // What measures time says nothing where several processes share a processor.
  const files = testFiles(values.tests, '.test.ts').filter(
    (file) => !MEASURING.test(file) && file !== NOT_ON_DEMAND,
  );
  const place = join(folder, `build-${process.pid}`);
  try {
    const program = await build(numbered, files, place);
    const env = {
      ...process.env,
      LAYOUT_LENS_TEST_COMMAND: program.commandLine,
      LAYOUT_LENS_TEST_EXTENSION: program.extension,
    };
    console.error(`${open.size} mutants; running the tests without any`);
    const coverage = await coverageOf(program, files, env);
    let done = 0;
    const tried = numbered.filter(({ mutant }) => open.has(mutant));
    await tryMutants(program, coverage, tried, {
      env,
      processes,
      limit: Number(values.limit) * 1000,
      hasAllTests: values.tests.length === 0,
      decided(verdict) {
        verdicts.set(verdict.key, verdict);
        note(record, verdict);
        console.error(`${++done}/${open.size} ${verdict.fate} ${verdict.key} ${verdict.by}`);
      },
    });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

mkdirSync(folder, { recursive: true });
const all = allMutants().filter(({ room }) => values.room?.includes(room) ?? true);
const sample = sampled(all, Number(values.sample), Number(values.seed));
const verdicts = new Map(noted<Verdict>(record).map((verdict) => [verdict.key, verdict]));
const isOpen = ({ key }: Mutant): boolean => {
  const fate = verdicts.get(key)?.fate;
  return fate === undefined || (values.again && fate !== 'noticed');
};
const open = new Set(sample.filter(isOpen));
if (values.list) for (const mutant of sample) console.log(JSON.stringify(mutant));
else {
  if (open.size > 0) await tryAll(sample, open, verdicts);
  console.log(reportText(sample, verdicts));
}
process.exit(0);
