// A process that runs test files for the runner, as many as it is told to.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { described, runSuite } from './cases.ts';
import type { Job, Report, Work } from './messages.ts';
import { declaredBy, type Suite } from './registry.ts';

type Loaders = Readonly<Record<string, () => Promise<unknown>>>;

const say = (report: Report): void => void process.send?.(report);

/** What a build with mutants begins with: see scripts/mutants/schemata.ts. */
interface Mutants {
  active: number;
  readonly hit: Uint8Array;
}
const { layoutLensMutants: mutants } = globalThis as { readonly layoutLensMutants?: Mutants };

/** The mutants that have been come by since this was last asked. */
function takeHits(): readonly number[] {
  const hits: number[] = [];
  mutants?.hit.forEach((hit, number) => {
    if (hit !== 0) hits.push(number);
  });
  mutants?.hit.fill(0);
  return hits;
}

/** Where processes that the tests start leave what they have come by. */
const left = mutants === undefined ? null : mkdtempSync(join(tmpdir(), 'layout-lens-mutants-'));
if (left !== null) {
  process.env['LAYOUT_LENS_MUTANT_HITS'] = left;
  process.on('exit', () => rmSync(left, { recursive: true, force: true }));
}

function hitsOfProcesses(count: number): readonly number[] {
  const hit = new Uint8Array(count);
  for (const name of readdirSync(left!)) {
    readFileSync(join(left!, name)).forEach((each, number) => {
      hit[number]! |= each;
    });
    rmSync(join(left!, name));
  }
  return [...hit.keys()].filter((number) => hit[number] !== 0);
}

function switchOn(mutant: number): void {
  if (mutants !== undefined) mutants.active = mutant;
  process.env['LAYOUT_LENS_MUTANT'] = String(mutant);
}

/** A file that is loaded once more declares nothing anew. */
const suites = new Map<string, Suite>();

async function declared(file: string, load: () => Promise<unknown>): Promise<Suite> {
  const suite = suites.get(file) ?? (await declaredBy(load));
  suites.set(file, suite);
  return suite;
}

/** Runs the tests of a file; false when it is time to stop. */
async function runJob(job: Job, load: () => Promise<unknown>, work: Work, again: boolean): Promise<boolean> {
  const { file, tests } = job;
  const sayAround = (hits: readonly number[]): void => say({ kind: 'around', file, hits });
  say({ kind: 'started', file, name: '(load)', timeout: work.timeout });
  try {
    const suite = await declared(file, load);
    sayAround(takeHits());
    const goesOn = await runSuite(suite, '', {
      wanted: (name) => tests?.has(name) ?? true,
      timeout: (name) => tests?.get(name) ?? work.timeout,
      again,
      prepared: () => sayAround(takeHits()),
      started: (name, timeout) => say({ kind: 'started', file, name, timeout }),
      ended: (outcome) => {
        say({ kind: 'ended', file, outcome, hits: takeHits() });
        return outcome.failure === null || !work.stopAtFailure;
      },
    });
    if (mutants !== undefined) sayAround(hitsOfProcesses(mutants.hit.length));
    return goesOn;
  } catch (error) {
    const outcome = { name: '(load)', milliseconds: 0, failure: described(error), skipped: false, notes: [] };
    say({ kind: 'ended', file, outcome, hits: [] });
    return !work.stopAtFailure;
  }
}

/** Waits for work. What is left open when the runner is gone, or says so, keeps nobody. */
export function serve(loaders: Loaders): void {
  process.on('disconnect', () => process.exit());
  process.on('message', async (work: Work) => {
    if (work.mutant !== undefined) switchOn(work.mutant);
    for (const [index, job] of work.jobs.entries()) {
      const again = work.jobs.slice(index + 1).some(({ file }) => file === job.file);
      if (!(await runJob(job, loaders[job.file]!, work, again))) break;
    }
    say({ kind: 'done' });
  });
}
