// What is said where a barrier expects other bytes than the copies bring that report to it.

import type { Site } from '../../values/model.ts';
import type { RuleFinding } from '../rule.ts';

/** What a copy brings; undefined bytes: that is not known. */
interface Brought {
  readonly site: Site;
  /** Of one copy. */
  readonly bytes: number | undefined;
  /** How often it is made for each time that the bytes are expected; 1 where nothing is said. */
  readonly times?: number;
}

/** Nothing where all is as it should be, or something is not known. */
export function otherBytes(
  { span }: Site,
  expected: number | undefined,
  brought: readonly Brought[],
): readonly RuleFinding[] {
  const sum = brought.reduce((all, { bytes, times = 1 }) => all + (bytes ?? Number.NaN) * times, 0);
  if (expected === undefined || Number.isNaN(sum) || sum === expected) return [];
  const count = brought.reduce((all, { times = 1 }) => all + times, 0);
  const bring =
    count === 1 ? 'the copy that reports to it brings' : `the ${count} copies that report to it bring`;
  const then =
    expected > sum ? 'the wait for it never ends' : 'the wait for it may end before they are there';
  return [
    {
      span,
      message: `the barrier expects ${expected} bytes, and ${bring} ${sum}: ${then}`,
      related: brought.map(({ site, bytes, times = 1 }) => ({
        span: site.span,
        message: `brings ${bytes} bytes${times === 1 ? '' : `, ${times} times`}`,
      })),
    },
  ];
}
