// Runs the tests.
//
//   npm test -- [NAME…]        files by path, folder, or a part of a path; by default all of test/
//     --only TEXT              the tests that have this in their names
//     --seed N                 the files and their tests in a random order, which the number decides
//     --watch                  again whenever a source or a test is saved
//   npm run e2e                the ones that drive real editors (*.e2e.ts), by Node's own runner
//
// A test file also runs by itself: node --import tsx --test FILE

import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildGroups } from './testing/bundle.ts';
import { evenGroups } from './testing/durations.ts';
import { cache, root, testFiles } from './testing/files.ts';
import { runTests } from './testing/run.ts';
import { onChange } from './testing/watch.ts';

const { values, positionals } = parseArgs({
  options: {
    e2e: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    only: { type: 'string' },
    seed: { type: 'string' },
  },
  allowPositionals: true,
});

/** Editors share one screen's worth of processor, so they come one after the other. */
function runEditors(names: readonly string[]): number {
  const { status } = spawnSync(
    process.execPath,
    [
      '--import',
      'tsx',
      '--test',
      '--test-reporter=spec',
      '--test-concurrency=1',
      '--test-timeout=300000',
      ...testFiles(names, '.e2e.ts'),
    ],
    { cwd: root, stdio: 'inherit', timeout: 1_200_000 },
  );
  return status ?? 1;
}

/** Groups of files for each processor: a few, so that one that takes longer than was expected keeps none idle for long. */
const GROUPS_EACH = 4;

async function run(): Promise<boolean> {
  const files = testFiles(positionals, '.test.ts');
  const groups = evenGroups(files, GROUPS_EACH * availableParallelism());
  const folder = join(cache, `tests-${process.pid}`);
  const seed = values.seed === undefined ? {} : { seed: Number(values.seed) };
  const pattern = values.only === undefined ? {} : { pattern: values.only };
  try {
    return await runTests(await buildGroups(groups, folder), { ...seed, ...pattern });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (values.e2e) process.exitCode = runEditors(positionals);
else if (values.watch) await onChange(root, () => run().catch(console.error));
else process.exit((await run()) ? 0 : 1);
