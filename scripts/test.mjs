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

// Editors share one screen's worth of processor, so they come one after the other.
const options = values.e2e ? ['--test-concurrency=1'] : [];
const runner = spawn(
  process.execPath,
  [
    '--import',
    'tsx',
    '--test',
    '--test-reporter=spec',
    ...options,
    ...files.map((file) => relative(root, file)),
  ],
  { cwd: root, stdio: 'inherit' },
);
runner.on('exit', (code, signal) => process.exit(signal ? 1 : code));

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
