// Symbolic integers: polynomials over named unknowns, with floor division, ceiling division,
// remainder, minimum and maximum as atoms. Immutable, kept in a normal form so that equal terms
// print and compare equal.

/** One factor of a monomial: a named unknown, or an operation that does not distribute over sums. */
export type Atom =
  | { readonly kind: 'symbol'; readonly name: string }
  | {
      readonly kind: 'floordiv' | 'ceildiv' | 'mod' | 'min' | 'max';
      readonly left: Term;
      readonly right: Term;
    };

export interface Monomial {
  readonly coefficient: number;
  /** Atoms with multiplicity, sorted by their printed form. */
  readonly atoms: readonly Atom[];
}

/** A sum of monomials, sorted; the constant monomial has no atoms. */
export class Term {
  readonly monomials: readonly Monomial[];
  constructor(monomials: readonly Monomial[]) {
    this.monomials = monomials;
  }
}
