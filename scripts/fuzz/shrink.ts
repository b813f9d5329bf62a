// Makes a failing input smaller while it fails.

import { realTime } from './stopped-clock.ts';

/** A list without some of its items: halves, quarters, and so on to single ones. */
export function* without<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < items.length; at += size) yield [...items.slice(0, at), ...items.slice(at + size)];
}

/** The smallest input that was found until `deadline`, in milliseconds of `realTime`. */
export async function shrink<I>(
  input: I,
  smaller: (input: I) => Iterable<I>,
  fails: (input: I) => Promise<boolean>,
  deadline: number,
): Promise<I> {
  let best = input;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const candidate of smaller(best)) {
      if (realTime() > deadline) return best;
      if (!(await fails(candidate))) continue;
      best = candidate;
      isSmaller = true;
      break;
    }
  }
  return best;
}
