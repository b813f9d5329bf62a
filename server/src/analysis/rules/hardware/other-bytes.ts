// What is said where a barrier expects other bytes than the copies bring that report to it.

import type { Site } from '../../values/model.ts';
import type { RuleFinding } from '../rule.ts';

/** What a copy brings; undefined bytes: that is not known. */
interface Brought {
  readonly site: Site;
  readonly bytes: number | undefined;
}

/** Nothing where all is as it should be, or something is not known. */
export function otherBytes(
  { span }: Site,
  expected: number | undefined,
  brought: readonly Brought[],
): readonly RuleFinding[] {
  const sum = brought.reduce((all, { bytes }) => all + (bytes ?? Number.NaN), 0);
  if (expected === undefined || Number.isNaN(sum) || sum === expected) return [];
  const bring =
    brought.length === 1
      ? 'the copy that reports to it brings'
      : `the ${brought.length} copies that report to it bring`;
  const then =
    expected > sum ? 'the wait for it never ends' : 'the wait for it may end before they are there';
  return [
    {
      span,
      message: `the barrier expects ${expected} bytes, and ${bring} ${sum}: ${then}`,
      related: brought.map(({ site, bytes }) => ({ span: site.span, message: `brings ${bytes} bytes` })),
    },
  ];
}
