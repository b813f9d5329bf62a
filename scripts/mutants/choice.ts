// The tests that a mutant is tried with, and their order.

import type { Job } from '../testing/messages.ts';
import type { FileCoverage } from './coverage.ts';

interface Choice {
  readonly jobs: readonly Job[];
  /** Whether all tests that come by are among them: none is too long for the limit or fails by itself. */
  readonly isWhole: boolean;
}

interface Candidate {
  readonly file: string;
  readonly name: string;
  readonly milliseconds: number;
  readonly cost: number;
}

/** A test of which only the file comes by, when it is loaded or in a process, is behind those that do themselves. */
const BEHIND = 100;

/** Tests are run file by file: first what takes this long altogether, then four times as long, and so on. */
const FIRST_MS = 500;
const LONGER = 4;

/** What a test may take: ten times what it took without a mutant, and a while for what the machine does beside it. */
const SLOWER = 10;
const LEAST_MS = 5_000;

/** The tests that come by a mutant, file by file: what costs little and comes by little else is first. */
export function coveringJobs(coverage: readonly FileCoverage[], number: number, limit: number): Choice {
  const candidates: Candidate[] = [];
  let isWhole = true;
  for (const { file, tests, around, failing } of coverage) {
    const isAround = around.includes(number);
    if (failing.some(({ hits }) => isAround || hits.includes(number))) isWhole = false;
    for (const { name, milliseconds, hits } of tests) {
      const isHit = hits.includes(number);
      if (!isHit && !isAround) continue;
      const cost = (milliseconds + 5) * Math.sqrt(hits.length + 1) * (isHit ? 1 : BEHIND);
      candidates.push({ file, name, milliseconds, cost });
    }
  }
  candidates.sort((a, b) => a.cost - b.cost);
  const chosen: Candidate[] = [];
  let left = limit;
  for (const each of candidates) {
    if (each.milliseconds <= left) chosen.push(each);
    else isWhole = false;
    if (each.milliseconds <= left) left -= each.milliseconds;
  }
  return { jobs: batches(chosen).flatMap(byFile), isWhole };
}

/** Parts of a list of tests, each of which takes longer than the one before it. */
function batches(tests: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const all: Candidate[][] = [];
  let left = 0;
  for (const test of tests) {
    if (all.length === 0 || left < test.milliseconds) {
      left = FIRST_MS * LONGER ** all.length;
      all.push([]);
    }
    all.at(-1)!.push(test);
    left -= test.milliseconds;
  }
  return all;
}

function byFile(tests: readonly Candidate[]): readonly Job[] {
  const files = new Map<string, Map<string, number>>();
  for (const { file, name, milliseconds } of tests) {
    const chosen = files.get(file) ?? new Map<string, number>();
    files.set(file, chosen.set(name, LEAST_MS + SLOWER * milliseconds));
  }
  return [...files].map(([file, chosen]) => ({ file, tests: chosen }));
}
