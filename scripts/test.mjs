// Runs the tests with Node's own runner. Node 20 takes no pattern for files, so they are found here.
//
//   node scripts/test.mjs [PATH…]     the tests under these paths; by default all of test/
//   node scripts/test.mjs --e2e       the ones that drive real editors (*.e2e.ts)

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const { values, positionals } = parseArgs({
  options: { e2e: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const ending = values.e2e ? '.e2e.ts' : '.test.ts';
const paths = positionals.length > 0 ? positionals : [join(root, 'test')];
const files = paths.flatMap((path) => testsUnder(resolve(path))).sort();
if (files.length === 0) {
  console.error(`no *${ending} under ${paths.join(', ')}`);
  process.exit(1);
}

// A test that hangs fails, and a file that hangs after its tests takes no more than the rest of the run with it.
const [perTest, wholeRun] = values.e2e ? [300_000, 1_200_000] : [120_000, 900_000];
// Editors share one screen's worth of processor, so they come one after the other.
const concurrency = values.e2e ? ['--test-concurrency=1'] : [];

const runner = spawn(
  process.execPath,
  [
    '--import',
    'tsx',
    '--test',
    '--test-reporter=spec',
    `--test-timeout=${perTest}`,
    ...concurrency,
    ...files.map((file) => relative(root, file)),
  ],
  { cwd: root, stdio: 'inherit', detached: process.platform !== 'win32' },
);
const watchdog = setTimeout(() => {
  console.error(`the tests did not end within ${wholeRun / 60_000} minutes`);
  stop('SIGKILL');
}, wholeRun);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
runner.on('exit', (code, signal) => {
  clearTimeout(watchdog);
  process.exit(signal ? 1 : code);
});

/** Ends the runner with everything that it started. */
function stop(signal) {
  if (process.platform === 'win32') runner.kill(signal);
  else process.kill(-runner.pid, signal);
}

/** A named file is taken as it is; folders are searched, but for those that hold a project of their own. */
function testsUnder(path) {
  if (!existsSync(path)) throw new Error(`${path}: no such file`);
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const child = join(path, entry.name);
    if (!entry.isDirectory()) return entry.name.endsWith(ending) ? [child] : [];
    return entry.name === 'node_modules' || existsSync(join(child, 'package.json')) ? [] : testsUnder(child);
  });
}
