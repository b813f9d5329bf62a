// What test files import in place of `node:test` where a seed decides the order of their tests: those of a file or a
// suite are declared to Node's runner in another order than they stand in. None may rely on one before it.

import * as runner from 'node:test';
import { type Random, seeded } from '../../test/support/random.ts';
import type { Options } from './registry.ts';

export { after, before } from 'node:test';

type Body = (context: runner.TestContext) => void | Promise<void>;
type Declaration = () => unknown;

const chance: Random = seeded(Number(process.env['LAYOUT_LENS_TEST_SEED']));

/** What the suite declares that is being read; null outside of suites. */
let suite: Declaration[] | null = null;
let file: Declaration[] = [];

function declareAll(declarations: readonly Declaration[]): void {
  for (const declare of chance.shuffled(declarations)) declare();
}

function later(declaration: Declaration): void {
  if (suite !== null) {
    suite.push(declaration);
    return;
  }
  file.push(declaration);
  if (file.length > 1) return;
  // All that a file declares without waiting is declared when this comes.
  setImmediate(() => {
    const declarations = file;
    file = [];
    declareAll(declarations);
  });
}

export function test(name: string, ...rest: [Body] | [Options, Body]): void {
  const [options, body] = rest.length === 1 ? [{}, rest[0]] : rest;
  later(() => runner.test(name, options, body));
}

export function describe(name: string, body: () => void): void {
  later(() =>
    runner.describe(name, () => {
      const declarations: Declaration[] = [];
      suite = declarations;
      body();
      suite = null;
      declareAll(declarations);
    }),
  );
}

export default test;
