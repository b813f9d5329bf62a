// Runs the tests of one file, one after the other, as Node's own runner does.

import type { Case, Suite, TestContext } from './registry.ts';

export interface Outcome {
  /** The suites that a test stands in and its own name. */
  readonly name: string;
  readonly milliseconds: number;
  /** Null when it passed; a reason that begins with `skipped` when it was not to run. */
  readonly failure: string | null;
  readonly skipped: boolean;
  readonly notes: readonly string[];
}

interface Plan {
  /** Which tests are run; a suite without any does not run its hooks. */
  readonly wanted: (name: string) => boolean;
  /** Milliseconds for a test by name, and for hooks. */
  readonly timeout: (name: string) => number;
  /** Other tests of the file are run later: what is done behind its suites waits for them. */
  readonly again: boolean;
  /** The hooks before the tests of a suite have run. */
  readonly prepared: () => void;
  readonly started: (name: string, timeout: number) => void;
  /** Whether to go on. */
  readonly ended: (outcome: Outcome) => boolean;
}

const isSuite = (member: Case | Suite): member is Suite => 'members' in member;

/** What nobody caught while a test ran. */
let uncaught: ((error: unknown) => void) | null = null;
process.on('uncaughtException', (error) => uncaught?.(error));
process.on('unhandledRejection', (error) => uncaught?.(error));

export const described = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? String(error)) : String(error);

/** Waits for work, for an error that nobody caught, or for the end of its time. */
async function attempt(work: () => unknown, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      uncaught = reject;
      timer = setTimeout(() => reject(new Error(`it took more than ${milliseconds} ms`)), milliseconds);
      Promise.resolve()
        .then(work)
        .then(() => resolve(), reject);
    });
  } finally {
    clearTimeout(timer);
    uncaught = null;
  }
}

/** Suites whose hooks before their tests have run, and those behind have not. */
const ready = new WeakSet<Suite>();

const within = (path: string, name: string): string => (path === '' ? name : `${path} › ${name}`);

async function runHooks(
  suite: Suite,
  kind: 'before' | 'after',
  path: string,
  { timeout, ended }: Pick<Plan, 'timeout' | 'ended'>,
): Promise<boolean> {
  const name = within(path, `(${kind})`);
  const start = performance.now();
  try {
    for (const hook of suite[kind]) await attempt(hook, timeout(name));
    return true;
  } catch (error) {
    const milliseconds = performance.now() - start;
    ended({ name, milliseconds, failure: described(error), skipped: false, notes: [] });
    return false;
  }
}

/** Runs what is wanted of a suite; false when it was told to stop. */
export async function runSuite(suite: Suite, path: string, plan: Plan): Promise<boolean> {
  const goesOn = !someWanted(suite, path, plan) || (await runMembers(suite, path, plan));
  if (goesOn && plan.again) return true;
  return (await closeSuite(suite, path, plan)) && goesOn;
}

async function runMembers(suite: Suite, path: string, plan: Plan): Promise<boolean> {
  if (!ready.has(suite)) {
    if (!(await runHooks(suite, 'before', path, plan))) return false;
    ready.add(suite);
    plan.prepared();
  }
  for (const member of suite.members) {
    const name = within(path, member.name);
    if (isSuite(member)) {
      if (!(await runSuite(member, name, plan))) return false;
    } else if (plan.wanted(name) && !plan.ended(await runCase(member, name, plan))) return false;
  }
  return true;
}

async function closeSuite(suite: Suite, path: string, plan: Plan): Promise<boolean> {
  let isClosed = true;
  for (const member of suite.members) {
    if (isSuite(member)) isClosed = (await closeSuite(member, within(path, member.name), plan)) && isClosed;
  }
  if (!ready.delete(suite)) return isClosed;
  return (await runHooks(suite, 'after', path, plan)) && isClosed;
}

function someWanted(suite: Suite, path: string, plan: Plan): boolean {
  return suite.members.some((member) => {
    const name = within(path, member.name);
    return isSuite(member) ? someWanted(member, name, plan) : plan.wanted(name);
  });
}

async function runCase({ options, body }: Case, name: string, plan: Plan): Promise<Outcome> {
  const { skip = false } = options;
  const timeout = Math.min(options.timeout ?? Number.POSITIVE_INFINITY, plan.timeout(name));
  const notes: string[] = [];
  const behind: (() => unknown)[] = [];
  if (skip !== false) {
    return { name, milliseconds: 0, failure: null, skipped: true, notes: skip === true ? [] : [skip] };
  }
  plan.started(name, timeout);
  const start = performance.now();
  let failure: string | null = null;
  let skipped = false;
  try {
    const context: TestContext = {
      diagnostic: (text) => void notes.push(text),
      skip(reason) {
        skipped = true;
        notes.push(reason);
      },
      after: (hook) => void behind.push(hook),
    };
    await attempt(() => body(context), timeout);
  } catch (error) {
    failure = described(error);
  }
  try {
    for (const hook of behind) await attempt(hook, timeout);
  } catch (error) {
    failure ??= described(error);
  }
  return { name, milliseconds: performance.now() - start, failure, skipped, notes };
}
