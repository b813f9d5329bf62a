// How many threads the user wants.

import { UsageError } from '../common/arguments.ts';

/** More threads than this are a slip. */
const MOST_JOBS = 512;

/** The number of `--jobs`; null without it. Throws UsageError for what is no such number. */
export function jobsGiven(text: string | undefined): number | null {
  if (text === undefined) return null;
  const jobs = /^\d+$/.test(text) ? Number(text) : 0;
  if (jobs < 1 || jobs > MOST_JOBS) throw new UsageError(`--jobs takes a number from 1 to ${MOST_JOBS}`);
  return jobs;
}
