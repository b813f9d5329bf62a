// How tests run the command line: in their own process, where what it writes and its exit status tell all that they ask,
// and as a process of its own, which is the server too.

import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../server/src/cli/run.node.ts';

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

export interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

interface Around {
  /** The folder that it runs in. */
  readonly cwd?: string;
  /** What it reads from standard input. */
  readonly input?: string;
  /** All variables of its environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs a command in this process, one after the other: a process is in one folder. */
export function runHere(words: readonly string[], around: Around = {}): Promise<Ended> {
  const result = last.then(() => runAlone(words, around));
  last = result.catch(() => undefined);
  return result;
}

let last: Promise<unknown> = Promise.resolve();

async function runAlone(words: readonly string[], { cwd, input = '', env }: Around): Promise<Ended> {
  const before = { folder: process.cwd(), env: process.env };
  const written = { out: [] as Buffer[], err: [] as Buffer[] };
  const into = (chunks: Buffer[]) => ({
    write: (chunk: string | Uint8Array) => chunks.push(Buffer.from(chunk as string)),
  });
  try {
    if (cwd !== undefined) process.chdir(cwd);
    if (env !== undefined) process.env = { ...env };
    const status = await runCommand(words, {
      input: Readable.from([Buffer.from(input)]),
      output: into(written.out),
      errors: into(written.err),
    });
    return {
      status,
      out: Buffer.concat(written.out).toString('utf8'),
      err: Buffer.concat(written.err).toString('utf8'),
    };
  } finally {
    process.chdir(before.folder);
    process.env = before.env;
  }
}
