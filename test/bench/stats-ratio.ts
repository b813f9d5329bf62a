// How long `layout-lens stats` takes over files and folders, against tree-sitter's bare parsing of the same files in the
// same process.
//
//   node --import tsx test/bench/stats-ratio.ts [--include DIR]... [--slowest N] PATH...
//
// Both are measured as the user waits, and in time of the processors, in which another program on the machine matters
// less. The code is bundled first, as the command line is. The exit status is 1 when the user waits longer than the
// limit that the project set itself.

import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
// Inside of the project, where the packages are found.
const bundle = resolve(here, '../../server/dist/stats-ratio.bench.js');
await esbuild.build({
  entryPoints: [resolve(here, 'stats-ratio-run.ts')],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
  // Dependencies that are CommonJS call require() for Node's own modules.
  banner: {
    js: "import { createRequire as make } from 'node:module'; const require = make(import.meta.url);",
  },
});
const { status } = spawnSync(process.execPath, [bundle, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 2;
