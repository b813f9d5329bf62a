// Symbolic integers as index expressions.

import { termConstant } from '../term/operations.ts';
import type { Atom, Term } from '../term/term.ts';
import { add, constant, type IndexExpression, quotient, remainder, times } from './expression.ts';
import { multiply } from './nonlinear.ts';

/**
 * A term with expressions in the places of its symbols; null where it has other symbols, or operations that index
 * expressions have not: quotients of what may be negative, minima, quotients by what is no constant.
 */
export function expressionOf(t: Term, values: ReadonlyMap<string, IndexExpression>): IndexExpression | null {
  const summands: IndexExpression[] = [];
  for (const { coefficient, atoms } of t.monomials) {
    const factors = atoms.map((atom) => ofAtom(atom, values));
    if (factors.includes(null)) return null;
    const made = (factors as IndexExpression[]).reduce(multiply, constant(1) as IndexExpression);
    summands.push(times(made, coefficient));
  }
  return add(...summands);
}

function ofAtom(atom: Atom, values: ReadonlyMap<string, IndexExpression>): IndexExpression | null {
  if (atom.kind === 'symbol') return values.get(atom.name) ?? null;
  if (atom.kind !== 'floordiv' && atom.kind !== 'mod') return null;
  const of = expressionOf(atom.left, values);
  const by = termConstant(atom.right);
  if (of === null || of.low < 0 || by === undefined || by < 1) return null;
  return atom.kind === 'floordiv' ? quotient(of, by) : remainder(of, by);
}
