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

/** Runs what is wanted of a suite; false when it was told to stop. */
export async function runSuite(suite: Suite, path: string, plan: Plan): Promise<boolean> {
  const within = (name: string): string => (path === '' ? name : `${path} › ${name}`);
  if (!someWanted(suite, path, plan)) return true;
  const hooks = async (kind: 'before' | 'after'): Promise<boolean> => {
    const name = within(`(${kind})`);
    const start = performance.now();
    try {
      for (const hook of suite[kind]) await attempt(hook, plan.timeout(name));
      return true;
    } catch (error) {
      const milliseconds = performance.now() - start;
      plan.ended({ name, milliseconds, failure: described(error), skipped: false, notes: [] });
      return false;
    }
  };
  if (!(await hooks('before'))) return false;
  plan.prepared();
  let goesOn = true;
  for (const member of suite.members) {
    if (!goesOn) break;
    const name = within(member.name);
    if (isSuite(member)) goesOn = await runSuite(member, name, plan);
    else if (plan.wanted(name)) goesOn = plan.ended(await runCase(member, name, plan));
  }
  return (await hooks('after')) && goesOn;
}

function someWanted(suite: Suite, path: string, plan: Plan): boolean {
  return suite.members.some((member) => {
    const name = path === '' ? member.name : `${path} › ${member.name}`;
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
