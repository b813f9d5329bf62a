// Subexpressions that several places need, as names of their own, and the tables that expressions look into.

import type { IndexExpression, Lookup } from '../../../algebra/indexing/expression.ts';
import { ownOperations } from '../../../algebra/indexing/measure.ts';
import { partsOfIndex, withParts } from '../../../algebra/indexing/parts.ts';

/** A subexpression, and the variable that stands for it: `t0`, `t1`, … */
interface Named {
  readonly name: string;
  readonly value: IndexExpression;
}

export interface Shared {
  /** In the order in which they need one another. */
  readonly named: readonly Named[];
  readonly expressions: readonly IndexExpression[];
  readonly operations: number;
}

/** How often each subexpression is needed, counted once where it is part of one that is named itself. */
function uses(expressions: readonly IndexExpression[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const visit = (e: IndexExpression): void => {
    const before = counts.get(e.key) ?? 0;
    counts.set(e.key, before + 1);
    if (before === 0) for (const part of partsOfIndex(e)) visit(part);
  };
  expressions.forEach(visit);
  return counts;
}

/** `t0`, `t1`, …, but for those that are taken. */
function* names(taken: ReadonlySet<string>): Generator<string, never> {
  for (let k = 0; ; k++) if (!taken.has(`t${k}`)) yield `t${k}`;
}

/** Names whatever takes an operation and is needed several times. `taken`: names that stand for something else. */
export function shared(
  expressions: readonly IndexExpression[],
  taken: ReadonlySet<string> = new Set(),
): Shared {
  const counts = uses(expressions);
  const named: Named[] = [];
  const free = names(taken);
  const known = new Map<string, IndexExpression>();
  let operations = 0;
  const replaced = (e: IndexExpression): IndexExpression => {
    const own = known.get(e.key);
    if (own !== undefined) return own;
    const value = withParts(e, replaced);
    operations += ownOperations(e);
    if ((counts.get(e.key) ?? 0) < 2 || ownOperations(e) === 0) return value;
    const name = free.next().value;
    named.push({ name, value });
    const variable: IndexExpression = { kind: 'variable', name, low: e.low, high: e.high, key: name };
    known.set(e.key, variable);
    return variable;
  };
  return { expressions: expressions.map(replaced), named, operations };
}

/** The tables of expressions, each once, in the order in which they are needed. */
export function tablesOf(expressions: readonly IndexExpression[]): readonly (readonly number[])[] {
  const found = new Map<string, readonly number[]>();
  const visit = (e: IndexExpression): void => {
    if (e.kind === 'lookup') found.set(tableKey(e), e.values);
    for (const part of partsOfIndex(e)) visit(part);
  };
  expressions.forEach(visit);
  return [...found.values()];
}

export const tableKey = ({ values }: Lookup): string => values.join();
