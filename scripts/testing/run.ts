// Runs built groups of test files with Node's own runner, a process each, some at a time.

import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import type { BuiltTests } from './bundle.ts';
import { remember } from './durations.ts';

interface RunOptions {
  /** What the names of tests must have in them. */
  readonly pattern?: string;
  /** What decides the order of the files of a group, and of the tests in them. */
  readonly seed?: number;
}

/** Where a process is stuck; a test that waits for ever has failed long before. */
const TIMEOUT_MS = 1_200_000;

/** Runs them; whether all passed. */
export async function runTests(
  { programs, commandLine }: BuiltTests,
  { pattern, seed }: RunOptions = {},
): Promise<boolean> {
  if (seed !== undefined) process.env['LAYOUT_LENS_TEST_SEED'] = String(seed);
  process.env['LAYOUT_LENS_TEST_COMMAND'] = commandLine;
  const times = new Map<string, number>();
  let failed = false;
  const events = run({
    files: [...programs],
    // Tests wait for servers and editors: there is one process more than there are processors.
    concurrency: availableParallelism() + 1,
    timeout: TIMEOUT_MS,
    ...(pattern === undefined ? {} : { testNamePatterns: [pattern] }),
  });
  events.on('test:fail', ({ todo }) => {
    failed ||= todo === undefined || todo === false;
  });
  // The suites of the outermost level are the files.
  events.on('test:pass', ({ name, nesting, details }) => {
    if (nesting === 0 && details.type === 'suite') times.set(name, details.duration_ms);
  });
  const text = events.compose(new spec());
  text.pipe(process.stdout);
  await once(text, 'end');
  if (pattern === undefined) remember(times);
  return !failed;
}
