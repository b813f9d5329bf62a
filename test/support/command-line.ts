// How tests start the command line, which is the server too, as a process of its own.

import { fileURLToPath } from 'node:url';

const built = process.env['LAYOUT_LENS_TEST_COMMAND'];

/** The words behind `node`: what the runner built for all tests, or in a test file that runs by itself the sources. */
export const commandLine: readonly string[] =
  built !== undefined
    ? [built]
    : [
        '--import',
        import.meta.resolve('tsx'),
        fileURLToPath(new URL('../../server/src/cli/cli.ts', import.meta.url)),
      ];
