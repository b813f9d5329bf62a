// How many findings of each rule there are, for comparing a document with an edited one.

import type { RuleContext } from '../rules/rule.ts';
import { type FindingOptions, findingsOf } from './run.ts';

export type Counts = ReadonlyMap<string, number>;

export function countsOf(context: RuleContext, options: FindingOptions): Counts {
  const counts = new Map<string, number>();
  for (const { rule } of findingsOf(context, options)) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}

export const findsLess = (before: Counts, after: Counts, rule: string): boolean =>
  (after.get(rule) ?? 0) < (before.get(rule) ?? 0);

/** Whether something is found that was not found before: more of the findings of some rule. */
export const findsMore = (before: Counts, after: Counts): boolean =>
  [...after].some(([rule, count]) => count > (before.get(rule) ?? 0));
