// What an index expression comes to, and what it costs.

import type { Atom, IndexExpression, Term } from './expression.ts';
import { partsOfIndex } from './parts.ts';

type Run = (values: readonly number[]) => number;

/** The value for values of the variables, whose places `place` says; for many points, so that nothing is looked up twice. */
export function evaluatorOf(e: IndexExpression, place: (name: string) => number): Run {
  const of = (part: IndexExpression): Run => evaluatorOf(part, place);
  switch (e.kind) {
    case 'variable': {
      const at = place(e.name);
      return (values) => values[at]!;
    }
    case 'sum': {
      const { constant } = e;
      const terms = e.terms.map(({ factor, atom }) => ({ factor, run: of(atom) }));
      return (values) => {
        let sum = constant;
        for (const { factor, run } of terms) sum += factor * run(values);
        return sum;
      };
    }
    case 'quotient': {
      const [run, { by }] = [of(e.of), e];
      return (values) => Math.floor(run(values) / by);
    }
    case 'remainder': {
      const [run, { by }] = [of(e.of), e];
      return (values) => run(values) % by;
    }
    case 'exclusive': {
      const [left, right] = [of(e.left), of(e.right)];
      return (values) => exclusive(left(values), right(values));
    }
    case 'product': {
      const [left, right] = [of(e.left), of(e.right)];
      return (values) => left(values) * right(values);
    }
    case 'operation': {
      const [left, right, run] = [of(e.left), of(e.right), OPERATIONS[e.operator]];
      return (values) => run(left(values), right(values));
    }
    case 'choice': {
      const tests = e.tests.map((test) => [of(test.of), of(test.bound)] as const);
      const [below, otherwise] = [of(e.below), of(e.otherwise)];
      return (values) =>
        tests.every(([test, bound]) => test(values) < bound(values)) ? below(values) : otherwise(values);
    }
    case 'lookup': {
      const [run, table] = [of(e.at), e.values];
      return (values) => table[run(values)]!;
    }
  }
}

const OPERATIONS: Readonly<
  Record<(IndexExpression & { kind: 'operation' })['operator'], (a: number, b: number) => number>
> = {
  quotient: (a, b) => Math.floor(a / b),
  remainder: (a, b) => a % b,
  min: Math.min,
  max: Math.max,
};

/** JavaScript's own takes 32 bits. */
const exclusive = (a: number, b: number): number =>
  (a | 0) === a && (b | 0) === b ? a ^ b : Number(BigInt(a) ^ BigInt(b));

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
      // The comparisons, what joins them, and the choice.
      return 2 * e.tests.length;
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
