// Quotients and remainders of terms over names, by LEGO's Table II. Each rule is taken where its condition is proved; what
// is left is a quotient or a remainder of its own, of which the extent is known.

import {
  addTerms,
  atomTerm,
  constantTerm,
  multiplyTerms,
  sameTerm,
  splitBy,
  subtractTerms,
} from '../../term/operations.ts';
import { type Atom, type Monomial, operationAtom, Term } from '../../term/term.ts';
import type { PositionArithmetic } from '../row-major.ts';
import { divisorsOf, type Facts, scaled } from './facts.ts';

const ZERO = constantTerm(0);
const ONE = constantTerm(1);

/** What a term is, where that is one operation and nothing else. */
function loneOperation(
  { monomials }: Term,
  kind: 'floordiv' | 'mod',
): { readonly left: Term; readonly right: Term } | null {
  const [only] = monomials;
  const [atom] = only?.atoms ?? [];
  const isAlone = monomials.length === 1 && only!.coefficient === 1 && only!.atoms.length === 1;
  return isAlone && atom?.kind === kind ? (atom as Atom & { kind: 'mod' }) : null;
}

/** a / b, where b divides it as a product of names; null where it does not. */
function exactly(a: Term, b: Term): Term | null {
  const { whole, rest } = splitBy(a, b.monomials[0]!);
  return rest.monomials.length === 0 ? whole : null;
}

export class OpenArithmetic {
  readonly #facts: Facts;
  /** What the dividends of quotients and remainders stay below. */
  readonly #extents = new Map<string, Term>();

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** ⌊e / by⌋ of 0 <= e < extent. */
  quotient(e: Term, by: Term, extent: Term): Term {
    if (sameTerm(by, ONE)) return e;
    if (this.#facts.isWithin(e, by)) return ZERO;
    const inner = loneOperation(e, 'floordiv');
    if (inner !== null)
      return this.quotient(
        inner.left,
        multiplyTerms(inner.right, by),
        this.#extentOf(inner.left, multiplyTerms(extent, inner.right)),
      );
    const within = loneOperation(e, 'mod');
    const rounds = within === null ? null : exactly(within.right, by);
    if (within !== null && rounds !== null) {
      const before = this.#extentOf(within.left, null);
      const reduced = before === null ? null : exactly(before, by);
      if (before !== null && reduced !== null)
        return this.remainder(this.quotient(within.left, by, before), rounds, reduced);
    }
    const d = by.monomials[0]!;
    for (const { whole, rest } of this.#facts.parts(e, d))
      if (this.#facts.isNatural(rest) && this.#facts.isNatural(whole))
        return addTerms(whole, this.quotient(rest, by, extent));
    const split = this.#split(e, d);
    if (split !== null)
      return this.quotient(split.high, exactly(by, split.factor)!, exactly(extent, split.factor) ?? extent);
    const least = this.#facts.extentOf(e);
    const below = (least === null ? null : exactly(least, by)) ?? exactly(extent, by) ?? extent;
    return this.#bare('floordiv', e, by, extent, below);
  }

  /** e mod by, of 0 <= e < extent. */
  remainder(e: Term, by: Term, extent: Term): Term {
    if (sameTerm(by, ONE)) return ZERO;
    if (this.#facts.isWithin(e, by)) return e;
    const within = loneOperation(e, 'mod');
    if (within !== null && exactly(within.right, by) !== null) {
      const before = this.#extentOf(within.left, null);
      if (before !== null) return this.remainder(within.left, by, before);
    }
    const d = by.monomials[0]!;
    for (const { whole, rest } of this.#facts.parts(e, d))
      if (this.#facts.isNatural(rest) && this.#facts.isNatural(whole))
        return this.remainder(rest, by, extent);
    const split = this.#split(e, d);
    if (split !== null && !sameTerm(split.factor, by)) {
      const high = this.remainder(
        split.high,
        exactly(by, split.factor)!,
        exactly(extent, split.factor) ?? extent,
      );
      return addTerms(multiplyTerms(high, split.factor), split.low);
    }
    return this.#bare('mod', e, by, extent, by);
  }

  #extentOf<T>(dividend: Term, otherwise: T): Term | T {
    return this.#extents.get(dividend.text) ?? otherwise;
  }

  #bare(kind: 'floordiv' | 'mod', e: Term, by: Term, extent: Term, below: Term): Term {
    const atom = operationAtom(kind, e, by);
    this.#facts.bound(atom, below);
    this.#extents.set(e.text, extent);
    return atomTerm(atom);
  }

  /** e as factor·high + low with low below the factor, by the largest divisor of d for which that is so. */
  #split(e: Term, d: Monomial): { readonly factor: Term; readonly high: Term; readonly low: Term } | null {
    for (const g of divisorsOf(d)) {
      const factor = scaled(ONE, g);
      for (const { whole, rest } of this.#facts.parts(e, g))
        if (this.#facts.isWithin(rest, factor) && this.#facts.isNatural(whole))
          return { factor, high: whole, low: rest };
    }
    return null;
  }

  /** d·⌊x / d⌋ + x mod d = x (Table II), as often as a sum has both. */
  #rejoined(t: Term): Term {
    for (const { coefficient, atoms } of t.monomials)
      for (const atom of atoms) {
        if (atom.kind !== 'mod') continue;
        const others = atoms.filter((a) => a !== atom);
        const scale = { coefficient, atoms: others };
        const extent = this.#extentOf(atom.left, null);
        if (extent === null) continue;
        const whole = scaled(multiplyTerms(this.quotient(atom.left, atom.right, extent), atom.right), scale);
        if (whole.monomials.length !== 1) continue;
        const rest = subtractTerms(subtractTerms(t, whole), new Term([{ coefficient, atoms }]));
        if (rest.monomials.length === t.monomials.length - 2)
          return this.#rejoined(addTerms(rest, scaled(atom.left, scale)));
      }
    return t;
  }

  /** Positions of arrays whose sizes are products of names. */
  get positions(): PositionArithmetic<Term, Term> {
    return {
      zero: ZERO,
      sizeOf: (dims) => dims.reduce(multiplyTerms, ONE),
      add: (a, b) => this.#rejoined(addTerms(a, b)),
      times: multiplyTerms,
      quotient: (e, by, extent) => this.quotient(e, by, extent),
      remainder: (e, by, extent) => this.remainder(e, by, extent),
      countedDown: (e, size) => subtractTerms(subtractTerms(size, ONE), e),
    };
  }
}
