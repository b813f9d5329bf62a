// Several test files in one process of Node's own runner: what they import is loaded and warm for all of them. Each file
// is a suite of its own, which has the file's hooks. A seed decides the order of the files, and of the tests in them.

import * as runner from 'node:test';
import { type Random, seeded } from '../../test/support/random.ts';
import { type Case, declaredBy, type Suite } from './registry.ts';

type Loaders = Readonly<Record<string, () => Promise<unknown>>>;

/** Milliseconds: a test that hangs fails, and does not take the rest of the group with it. */
const TIMEOUT_MS = 240_000;

const given = process.env['LAYOUT_LENS_TEST_SEED'];
const chance: Random | null = given === undefined ? null : seeded(Number(given));
const inOrder = <T>(items: readonly T[]): readonly T[] => chance?.shuffled(items) ?? items;

function declare(member: Case | Suite): void {
  if ('body' in member) {
    runner.test(member.name, { timeout: TIMEOUT_MS, ...member.options }, async (context) => {
      await member.body(context);
    });
    return;
  }
  runner.describe(member.name, () => {
    for (const hook of member.before) runner.before(hook);
    for (const each of inOrder(member.members)) declare(each);
    for (const hook of member.after) runner.after(hook);
  });
}

/** What a file declares, as a suite with the file's name. A file that cannot be loaded is a test that fails. */
async function suiteOf(file: string, load: () => Promise<unknown>): Promise<Suite> {
  try {
    return { ...(await declaredBy(load)), name: file };
  } catch (error) {
    const fail = (): never => {
      throw error;
    };
    return { name: file, members: [{ name: '(load)', options: {}, body: fail }], before: [], after: [] };
  }
}

export async function runGroup(loaders: Loaders): Promise<void> {
  // Of what is loaded from here on. An option of Node's would be that of the processes that tests start, too, which then
  // read maps for longer than they work.
  process.setSourceMapsEnabled(true);
  const suites: Suite[] = [];
  for (const [file, load] of inOrder(Object.entries(loaders))) suites.push(await suiteOf(file, load));
  for (const suite of suites) declare(suite);
}
