// What test files import in place of `node:test` where many of them run in one process: it notes the tests, and group.ts
// hands them to Node's runner, or cases.ts runs them where mutants are tried. It has the part of Node's interface that
// the tests use.

export interface Options {
  readonly skip?: boolean | string;
  /** Milliseconds; what takes longer has failed. */
  readonly timeout?: number;
}

type Hook = () => unknown;

export interface TestContext {
  diagnostic(text: string): void;
  /** The test was not to run, as it has found; it returns by itself. */
  skip(reason: string): void;
  /** What is done behind the test, however it ends. */
  after(hook: Hook): void;
}

type Body = (context: TestContext) => unknown;

export interface Case {
  readonly name: string;
  readonly options: Options;
  readonly body: Body;
}

export interface Suite {
  readonly name: string;
  readonly members: (Case | Suite)[];
  readonly before: Hook[];
  readonly after: Hook[];
}

const emptySuite = (name: string): Suite => ({ name, members: [], before: [], after: [] });

let current = emptySuite('');

/** What a test file declares when it is loaded. */
export async function declaredBy(load: () => Promise<unknown>): Promise<Suite> {
  current = emptySuite('');
  await load();
  return current;
}

export function test(name: string, ...rest: [Body] | [Options, Body]): void {
  const [options, body] = rest.length === 1 ? [{}, rest[0]] : rest;
  current.members.push({ name, options, body });
}

export function describe(name: string, body: () => void): void {
  const outer = current;
  const suite = emptySuite(name);
  outer.members.push(suite);
  current = suite;
  body();
  current = outer;
}

export function before(hook: Hook): void {
  current.before.push(hook);
}

export function after(hook: Hook): void {
  current.after.push(hook);
}

export default test;
