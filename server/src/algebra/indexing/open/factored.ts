// Terms over names as index expressions. Sums are factored by the name that saves most operations (Horner's rule), as the
// strides of an array share the sizes of its inner dimensions.

import { refuse } from '../../integer/failure.ts';
import { constantTerm, splitBy, subtractTerms, termConstant } from '../../term/operations.ts';
import type { Atom, Monomial, Term } from '../../term/term.ts';
import { add, constant, type IndexExpression, quotient, remainder, times } from '../expression.ts';
import { operationsOf } from '../measure.ts';
import { openProduct, operation } from '../nonlinear.ts';

/** Sums whose factors are tried one after the other; longer ones take the most frequent first. */
const MAXIMUM_TRIED = 8;

const LEAST = constantTerm(1);

/** Factors that several products share, the most frequent first. */
function sharedFactors(monomials: readonly Monomial[]): readonly Atom[] {
  const counts = new Map<string, { readonly atom: Atom; readonly count: number }>();
  for (const { atoms } of monomials)
    for (const [text, atom] of new Map(atoms.map((a) => [a.text, a])))
      counts.set(text, { atom, count: (counts.get(text)?.count ?? 0) + 1 });
  const shared = [...counts.values()].filter(({ count }) => count > 1).sort((a, b) => b.count - a.count);
  return (monomials.length > MAXIMUM_TRIED ? shared.slice(0, 1) : shared).map(({ atom }) => atom);
}

/** The expression of a term, its names by what `variableOf` makes of them. */
export function factoredExpression(t: Term, variableOf: (name: string) => IndexExpression): IndexExpression {
  const known = new Map<string, IndexExpression>();
  const ofTerm = (of: Term): IndexExpression => {
    const before = known.get(of.text);
    if (before !== undefined) return before;
    const made = ofSum(of);
    known.set(of.text, made);
    return made;
  };
  const ofSum = (of: Term): IndexExpression => {
    let best = add(constant(0), ...of.monomials.map(ofProduct));
    if (of.monomials.length < 2) return best;
    for (const factor of sharedFactors(of.monomials)) {
      const { whole, rest } = splitBy(of, { coefficient: 1, atoms: [factor] });
      const made = add(openProduct(ofTerm(whole), ofAtom(factor)), ofTerm(rest));
      if (operationsOf(made) < operationsOf(best)) best = made;
    }
    return best;
  };
  const ofProduct = ({ coefficient, atoms }: Monomial): IndexExpression => {
    const [first, ...others] = coordinatesFirst(atoms).map(ofAtom);
    if (first === undefined) return constant(coefficient);
    return times(others.reduce(openProduct, first), coefficient);
  };
  const ofAtom = (atom: Atom): IndexExpression => {
    if (atom.kind === 'symbol') return variableOf(atom.name);
    if (atom.kind === 'opaque') return refuse('unsupported', 'the expression is too long');
    const left = ofTerm(atom.left);
    if (atom.kind === 'min' || atom.kind === 'max') return operation(atom.kind, left, ofTerm(atom.right));
    const by = termConstant(atom.right);
    // Of sizes, which are at least 1, this is the quotient rounded up.
    if (atom.kind === 'ceildiv')
      return add(divided(ofTerm(subtractTerms(atom.left, LEAST)), atom.right, by), constant(1));
    if (atom.kind === 'floordiv') return divided(left, atom.right, by);
    return by === undefined ? operation('remainder', left, ofTerm(atom.right)) : remainder(left, by);
  };
  const divided = (left: IndexExpression, right: Term, by: number | undefined): IndexExpression =>
    by === undefined ? operation('quotient', left, ofTerm(right)) : quotient(left, by);
  return ofTerm(t);
}

/** `i * BM * K` rather than `BM * K * i`. */
const coordinatesFirst = (atoms: readonly Atom[]): readonly Atom[] =>
  [...atoms].sort((a, b) => Number(isSize(a)) - Number(isSize(b)));

const isSize = ({ text }: Atom): boolean => !text.includes('~');

/** What a coordinate of a chain is called while it is computed with: no name that anybody writes. */
export const coordinateName = (k: number): string => `~${k}`;
