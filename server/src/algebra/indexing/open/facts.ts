// What is known of terms over names: sizes are at least 1, indices and what is made of them are not negative and below an
// extent. A comparison is proved from that, for all values at once, or it is not.

import {
  addTerms,
  atomTerm,
  constantTerm,
  multiplyTerms,
  scaleTerm,
  splitBy,
  substituteTerm,
  subtractTerms,
} from '../../term/operations.ts';
import { isOpaque } from '../../term/size.ts';
import { type Atom, type Monomial, Term } from '../../term/term.ts';

const ONE = constantTerm(1);

const isPositive = ({ monomials }: Term): boolean => monomials.every(({ coefficient }) => coefficient >= 0);
const isNegative = ({ monomials }: Term): boolean => monomials.every(({ coefficient }) => coefficient <= 0);

/** Different atoms that a proof looks at; each may double its length. */
const MAXIMUM_ATOMS = 12;

export class Facts {
  /** By the texts of atoms: what they stay below. */
  readonly #extents = new Map<string, Term>();

  bound(atom: Atom, extent: Term): void {
    this.#extents.set(atom.text, extent);
  }

  /** Whether 0 <= t < extent, for all values of the names. */
  isWithin(t: Term, extent: Term): boolean {
    return this.isNatural(t) && this.isNatural(subtractTerms(subtractTerms(extent, ONE), t));
  }

  /** Whether t >= 0, for all values of the names. */
  isNatural(t: Term): boolean {
    const atoms = [...new Map(t.monomials.flatMap((m) => m.atoms.map((a) => [a.text, a] as const))).values()];
    const indices = atoms.filter(({ text }) => this.#extents.has(text));
    return indices.length <= MAXIMUM_ATOMS && this.#isNatural(t, indices);
  }

  /** What a sum of indices stays below, where nothing is subtracted in it; else null. */
  extentOf(t: Term): Term | null {
    let last = constantTerm(0);
    for (const { coefficient, atoms } of t.monomials) {
      if (coefficient < 0) return null;
      const most = atoms.map((atom) => {
        const extent = this.#extents.get(atom.text);
        return extent === undefined ? atomTerm(atom) : subtractTerms(extent, ONE);
      });
      last = addTerms(last, scaleTerm(most.reduce(multiplyTerms, ONE), coefficient));
    }
    return isOpaque(last) ? null : addTerms(last, ONE);
  }

  /**
   * t in two parts, the first of which d divides: all that it divides, or indices alone, so that sizes which are counted
   * down from stay with what is subtracted from them.
   */
  *parts(t: Term, d: Monomial): Iterable<{ readonly whole: Term; readonly rest: Term }> {
    const { whole, rest } = splitBy(t, d);
    if (whole.monomials.length === 0) return;
    yield { whole, rest };
    const isIndexed = ({ atoms }: Monomial): boolean => atoms.some(({ text }) => this.#extents.has(text));
    const indexed = new Term(whole.monomials.filter(isIndexed));
    if (indexed.monomials.length === 0 || indexed.monomials.length === whole.monomials.length) return;
    const sizes = new Term(whole.monomials.filter((m) => !isIndexed(m)));
    yield { whole: indexed, rest: addTerms(rest, scaled(sizes, d)) };
  }

  /** An index is at one of its ends where a term that is linear in it is least. */
  #isNatural(t: Term, indices: readonly Atom[]): boolean {
    // Of a part that has become a name nothing is known.
    if (isOpaque(t)) return false;
    const [index, ...others] = indices;
    if (index === undefined) return isNaturalOfSizes(t);
    const { whole, rest } = splitBy(t, { coefficient: 1, atoms: [index] });
    if (whole.monomials.some(({ atoms }) => atoms.some(({ text }) => text === index.text))) return false;
    const last = subtractTerms(this.#extents.get(index.text)!, ONE);
    const atLast = () => this.#isNatural(addTerms(rest, multiplyTerms(whole, last)), others);
    if (isPositive(whole)) return this.#isNatural(rest, others);
    return isNegative(whole) ? atLast() : this.#isNatural(rest, others) && atLast();
  }
}

/** Of sizes alone: with 1 more than what may be 0 for each of them, nothing is subtracted. */
function isNaturalOfSizes(t: Term): boolean {
  if (isPositive(t)) return true;
  const names = t.monomials.flatMap(({ atoms }) =>
    atoms.flatMap((atom) => (atom.kind === 'symbol' ? [atom] : [])),
  );
  const beyond = substituteTerm(t, new Map(names.map((atom) => [atom.name, addTerms(atomTerm(atom), ONE)])));
  return isPositive(beyond) && !isOpaque(beyond);
}

/** What divides a product of names, largest first, itself included; without 1. */
export function divisorsOf({ coefficient, atoms }: Monomial): readonly Monomial[] {
  const numbers = Array.from({ length: Math.min(coefficient, 4096) }, (_, k) => k + 1).filter(
    (n) => coefficient % n === 0,
  );
  if (numbers.at(-1) !== coefficient) numbers.push(coefficient);
  let products: readonly (readonly Atom[])[] = [[]];
  for (const atom of atoms) products = [...products, ...products.map((p) => [...p, atom])];
  const distinct = new Map(products.map((p) => [p.map(({ text }) => text).join('*'), p]));
  return [...distinct.values()]
    .flatMap((p) => numbers.map((n) => ({ coefficient: n, atoms: p })))
    .filter((m) => m.coefficient > 1 || m.atoms.length > 0)
    .sort((a, b) => b.atoms.length - a.atoms.length || b.coefficient - a.coefficient);
}

export const scaled = (t: Term, m: Monomial): Term =>
  scaleTerm(m.atoms.map(atomTerm).reduce(multiplyTerms, t), m.coefficient);
