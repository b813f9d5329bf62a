// Makes the suite one CommonJS file, which is what every extension host loads.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const suite = join(here, 'dist', 'suite.js');

export async function bundleSuite() {
  await build({
    entryPoints: [join(here, 'suite.ts')],
    outfile: suite,
    bundle: true,
    format: 'cjs',
    platform: 'browser',
    target: 'es2022',
    external: ['vscode'],
    logLevel: 'warning',
  });
  return suite;
}
