// What an index expression comes to, and what it costs.

import type { Atom, IndexExpression, Term } from './expression.ts';

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
export function operationsOf(e: IndexExpression): number {
  switch (e.kind) {
    case 'variable':
      return 0;
    case 'sum': {
      const groups = grouped(e.terms);
      const inner = e.terms.reduce((sum, { atom }) => sum + operationsOf(atom), 0);
      const factors = groups.filter(({ factor }) => Math.abs(factor) !== 1).length;
      const summands = e.terms.length + (e.constant === 0 ? 0 : 1);
      return inner + factors + Math.max(summands - 1, 0) + (e.terms.length > 0 && allNegative(e) ? 1 : 0);
    }
    case 'quotient':
    case 'remainder':
      return operationsOf(e.of) + 1;
    case 'exclusive':
      return operationsOf(e.left) + operationsOf(e.right) + 1;
  }
}

/** Whether a sum begins with a sign, for want of anything that is not subtracted. */
const allNegative = (e: IndexExpression & { kind: 'sum' }): boolean =>
  e.constant <= 0 && e.terms.every(({ factor }) => factor === -1);
