// Mutation testing: small changes in the sources, chosen by chance, and whether a test notices.
//
//   npm run mutants -- --sample 150 --seed 1
//     --room NAME      one room of server/src, or the client; given again, another one too
//     --tests NAME     only tests with the name in their path; what they do not notice is not settled
//     --limit SECONDS  of tests that are spent on one mutant (60)
//     --again          tries once more what no test failed at: not noticed, not settled, or by time alone
//     --list           prints the sample and tries nothing
//
// What was decided is kept beside the packages, so that a run that was ended goes on where it was. A change of a file
// asks anew about its own mutants. Where the limit left out tests that come by, nothing is settled: --again with a larger
// --limit says more.

import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { collectCoverage } from './mutants/coverage.ts';
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
    room: { type: 'string', multiple: true },
    tests: { type: 'string', multiple: true, default: [] },
    again: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

const folder = join(cache, 'mutants');
const record = join(folder, 'verdicts.jsonl');
const COVERAGE_TIMEOUT_MS = 300_000;
/** These measure time or memory, which what has run before them in a process would change. */
const MEASURING = /^test\/(pace\/|evaluate\/cpp\/limits|frontends\/notation\/scan\.|grammar\/recovery\.)/;

function decidedBefore(): Map<string, Verdict> {
  const lines = existsSync(record) ? readFileSync(record, 'utf8').split('\n') : [];
  const verdicts = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Verdict);
  return new Map(verdicts.map((verdict) => [verdict.key, verdict]));
}

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

async function tryAll(mutants: readonly Mutant[], verdicts: Map<string, Verdict>): Promise<void> {
  const numbered = mutants.map((mutant, number) => ({ number, mutant }));
  // What measures time says nothing where several processes share a processor.
  const files = testFiles(values.tests, '.test.ts').filter((file) => !MEASURING.test(file));
  const place = join(folder, `build-${process.pid}`);
  try {
    const program = await build(numbered, files, place);
    const env = {
      ...process.env,
      LAYOUT_LENS_TEST_COMMAND: program.commandLine,
      LAYOUT_LENS_TEST_EXTENSION: program.extension,
    };
    console.error(`${mutants.length} mutants; running the tests without any`);
    const coverage = await collectCoverage(program, files, env, COVERAGE_TIMEOUT_MS);
    for (const { file, name, reason } of coverage.failing)
      console.error(`fails without a mutant: ${file}: ${name}: ${reason}`);
    writeFileSync(join(folder, 'coverage.json'), JSON.stringify(coverage));
    let done = 0;
    await tryMutants(program, coverage, numbered, {
      env,
      limit: Number(values.limit) * 1000,
      hasAllTests: values.tests.length === 0,
      decided(verdict) {
        verdicts.set(verdict.key, verdict);
        appendFileSync(record, `${JSON.stringify(verdict)}\n`);
        console.error(`${++done}/${mutants.length} ${verdict.fate} ${verdict.key} ${verdict.by}`);
      },
    });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

mkdirSync(folder, { recursive: true });
const all = allMutants().filter(({ room }) => values.room?.includes(room) ?? true);
const sample = sampled(all, Number(values.sample), Number(values.seed));
const verdicts = decidedBefore();
const isOpen = ({ key }: Mutant): boolean => {
  const fate = verdicts.get(key)?.fate;
  return fate === undefined || (values.again && fate !== 'noticed');
};
const open = sample.filter(isOpen);
if (values.list) for (const mutant of sample) console.log(JSON.stringify(mutant));
else {
  if (open.length > 0) await tryAll(open, verdicts);
  console.log(reportText(sample, verdicts));
}
process.exit(0);
