// Runs built test files with Node's own runner, a process each, in as many processes as there are processors.

import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { seeded } from '../../test/support/random.ts';
import type { BuiltTests } from './bundle.ts';
import { longestFirst, remember } from './durations.ts';

interface RunOptions {
  /** What the names of tests must have in them. */
  readonly pattern?: string;
  /** What decides the order of the files, where it is not the longest first, and of the tests in them. */
  readonly seed?: number;
}

/** A test that hangs fails, and does not take the rest of the run with it. */
const TIMEOUT_MS = 240_000;

/** Runs them; whether all passed. */
export async function runTests(
  { entries, commandLine }: BuiltTests,
  { pattern, seed }: RunOptions = {},
): Promise<boolean> {
  const files = [...entries.keys()];
  const order = seed === undefined ? longestFirst(files) : seeded(seed).shuffled(files);
  if (seed !== undefined) process.env['LAYOUT_LENS_TEST_SEED'] = String(seed);
  process.env['LAYOUT_LENS_TEST_COMMAND'] = commandLine;
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --enable-source-maps`;
  const sources = new Map([...entries].map(([source, built]) => [built, source]));
  const times = new Map<string, number>();
  let failed = false;
  const events = run({
    files: order.map((file) => entries.get(file)!),
    concurrency: availableParallelism(),
    timeout: TIMEOUT_MS,
    ...(pattern === undefined ? {} : { testNamePatterns: [pattern] }),
  });
  events.on('test:fail', ({ todo }) => {
    failed ||= todo === undefined || todo === false;
  });
  const note = ({
    file,
    nesting,
    details,
  }: {
    file?: string;
    nesting: number;
    details: { duration_ms: number };
  }) => {
    const source = file === undefined || nesting > 0 ? undefined : sources.get(file);
    if (source !== undefined) times.set(source, (times.get(source) ?? 0) + details.duration_ms);
  };
  events.on('test:pass', note);
  const text = events.compose(new spec());
  text.pipe(process.stdout);
  await once(text, 'end');
  if (pattern === undefined) remember(times);
  return !failed;
}
