// What an index expression comes to, and what it costs.

import type { Atom, IndexExpression, Term } from './expression.ts';
import { partsOfIndex } from './parts.ts';

/** The value for values of the variables. */
export function valueAt(e: IndexExpression, values: ReadonlyMap<string, number>): number {
  switch (e.kind) {
    case 'variable':
      return values.get(e.name)!;
    case 'sum':
      return e.terms.reduce((sum, { factor, atom }) => sum + factor * valueAt(atom, values), e.constant);
    case 'quotient':
      return Math.floor(valueAt(e.of, values) / e.by);
    case 'remainder':
      return valueAt(e.of, values) % e.by;
    case 'exclusive':
      return Number(BigInt(valueAt(e.left, values)) ^ BigInt(valueAt(e.right, values)));
    case 'product':
      return valueAt(e.left, values) * valueAt(e.right, values);
    case 'choice':
      return valueAt(valueAt(e.test, values) < e.bound ? e.below : e.otherwise, values);
    case 'lookup':
      return e.values[valueAt(e.at, values)]!;
  }
}

/** The terms of a sum by their factor: 8·a + 8·b is 8·(a + b). */
export function grouped(
  terms: readonly Term[],
): readonly { readonly factor: number; readonly atoms: readonly Atom[] }[] {
  const groups = new Map<number, Atom[]>();
  for (const { factor, atom } of terms) {
    const known = groups.get(factor);
    if (known === undefined) groups.set(factor, [atom]);
    else known.push(atom);
  }
  return [...groups].map(([factor, atoms]) => ({ factor, atoms }));
}

/** Operations, each of them counted as one, of an expression as it is written. */
export const operationsOf = (e: IndexExpression): number =>
  partsOfIndex(e).reduce((sum, part) => sum + operationsOf(part), ownOperations(e));

/** Those of an expression without its parts. */
export function ownOperations(e: IndexExpression): number {
  switch (e.kind) {
    case 'variable':
      return 0;
    case 'sum': {
      const factors = grouped(e.terms).filter(({ factor }) => Math.abs(factor) !== 1).length;
      const summands = e.terms.length + (e.constant === 0 ? 0 : 1);
      return factors + Math.max(summands - 1, 0) + (e.terms.length > 0 && allNegative(e) ? 1 : 0);
    }
    case 'choice':
      // The comparison and the choice.
      return 2;
    default:
      return 1;
  }
}

/** Whether a sum begins with a sign, for want of anything that is not subtracted. */
const allNegative = (e: IndexExpression & { kind: 'sum' }): boolean =>
  e.constant <= 0 && e.terms.every(({ factor }) => factor === -1);

/** Whether all that is worked out on the way to the value has 32 bits with a sign. */
export function isNarrow(e: IndexExpression): boolean {
  let [low, high] = [Math.min(e.low, 0), Math.max(e.high, 0)];
  if (e.kind === 'sum') {
    // What is added comes before what is subtracted, or behind it.
    [low, high] = [Math.min(e.constant, 0), Math.max(e.constant, 0)];
    for (const { factor, atom } of e.terms) {
      const ends = [factor * atom.low, factor * atom.high, 0];
      low += Math.min(...ends);
      high += Math.max(...ends);
    }
  }
  return low >= -(2 ** 31) && high < 2 ** 31 && partsOfIndex(e).every(isNarrow);
}
