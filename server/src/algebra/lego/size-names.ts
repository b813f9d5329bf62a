// Sizes as products of names. What is no product (`M+1`, `min(M,8)`, `M/BM`) gets a name of its own, and a size that is
// divided without a rest is its divisor times the quotient's name: products divide each other by their factors.

import { refuse } from '../integer/failure.ts';
import {
  addTerms,
  atomTerm,
  constantTerm,
  floorDivideTerms,
  multiplyTerms,
  scaleTerm,
  splitBy,
  symbolTerm,
  termSymbols,
} from '../term/operations.ts';
import { isOpaque } from '../term/size.ts';
import { type Atom, operationAtom, Term } from '../term/term.ts';

/** `of` is `by` times the quotient's name. */
interface Division {
  readonly of: string;
  readonly by: Term;
  readonly quotient: Term;
}

/** The name that is divided, where a factor is the quotient of a name alone. */
const dividedName = (atom: Atom): string | null => {
  if (atom.kind !== 'floordiv') return null;
  const [only] = atom.left.monomials;
  const [name] = only?.atoms ?? [];
  const isAlone = atom.left.monomials.length === 1 && only!.coefficient === 1 && only!.atoms.length === 1;
  return isAlone && name?.kind === 'symbol' && !termSymbols(atom.right).includes(name.name)
    ? name.name
    : null;
};

export class SizeNames {
  readonly #divisions: Division[] = [];
  readonly #names = new Map<string, Term>();
  readonly #stands = new Map<string, Term>();

  /** `divided`: sizes in which quotients of names are taken to leave nothing. */
  constructor(divided: readonly Term[]) {
    for (const { monomials } of divided)
      for (const { atoms } of monomials) for (const atom of atoms) this.#divide(atom);
  }

  /** `M % BM == 0`, both sides of the remainder, for each quotient that is taken to leave nothing. */
  get divided(): readonly { readonly of: Term; readonly by: Term }[] {
    return this.#divisions.map(({ of, by }) => ({ of: symbolTerm(of), by: this.original(by) }));
  }

  #divide(atom: Atom): void {
    const of = dividedName(atom);
    if (of === null || atom.kind !== 'floordiv' || this.#divisions.some((d) => d.of === of)) return;
    const by = this.named(atom.right);
    this.#divisions.push({ of, by, quotient: this.#nameOf(atomTerm(atom)) });
  }

  #nameOf(size: Term): Term {
    const known = this.#names.get(size.text);
    if (known !== undefined) return known;
    // No name that anybody writes begins like this.
    const name = `#${this.#names.size}`;
    const made = symbolTerm(name);
    this.#names.set(size.text, made);
    this.#stands.set(name, size);
    return made;
  }

  #factor(atom: Atom): Term {
    if (atom.kind !== 'symbol') return this.#nameOf(atomTerm(atom));
    const division = this.#divisions.find(({ of }) => of === atom.name);
    return division === undefined ? atomTerm(atom) : multiplyTerms(division.by, division.quotient);
  }

  /** A size as a product of names. Violations: wrong-kind for 0 and less, unsupported for what is too long. */
  named(size: Term): Term {
    if (isOpaque(size)) refuse('unsupported', 'a size is too long to be computed with');
    const [only] = size.monomials;
    if (only === undefined || (only.atoms.length === 0 && only.coefficient < 0))
      return refuse('wrong-kind', `${size.text} is no size of a tile`, { source: 'LEGO III-B' });
    if (size.monomials.length > 1 || only.coefficient < 0) return this.#nameOf(size);
    return only.atoms.reduce(
      (product, atom) => multiplyTerms(product, this.#factor(atom)),
      constantTerm(only.coefficient),
    );
  }

  /** The same in the names that the sizes are written with. */
  original(t: Term): Term {
    return t.monomials.map((m) => this.#originalProduct(new Term([m]))).reduce(addTerms, constantTerm(0));
  }

  #originalProduct(product: Term): Term {
    let [rest, done] = [product, constantTerm(1)];
    // A divisor may be a quotient of an earlier division.
    for (const { of, by, quotient } of [...this.#divisions].reverse()) {
      const whole = multiplyTerms(by, quotient).monomials[0]!;
      for (let next = splitBy(rest, whole).whole; next.monomials.length > 0; ) {
        [rest, done] = [next, multiplyTerms(done, symbolTerm(of))];
        next = splitBy(rest, whole).whole;
      }
    }
    const { coefficient, atoms } = rest.monomials[0]!;
    const factors = atoms.map((atom) => this.#originalFactor(atom));
    return scaleTerm(factors.reduce(multiplyTerms, done), coefficient);
  }

  #originalFactor(atom: Atom): Term {
    if (atom.kind === 'symbol') {
      const size = this.#stands.get(atom.name);
      return size ?? atomTerm(atom);
    }
    if (atom.kind === 'opaque') return refuse('unsupported', 'the expression is too long');
    return atomTerm(operationAtom(atom.kind, this.original(atom.left), this.original(atom.right)));
  }

  /** Both sides of an equation of products, without the factors that they share. */
  reduced(left: Term, right: Term): readonly [Term, Term] {
    const shared = sharedFactors(left, right);
    return [this.original(floorDivideTerms(left, shared)), this.original(floorDivideTerms(right, shared))];
  }
}

/** The product of the names that two products share, with their common divisor. */
function sharedFactors(left: Term, right: Term): Term {
  const [l, r] = [left.monomials[0]!, right.monomials[0]!];
  const others = [...r.atoms];
  const shared = l.atoms.filter(({ text }) => {
    const at = others.findIndex((atom) => atom.text === text);
    if (at >= 0) others.splice(at, 1);
    return at >= 0;
  });
  let [a, b] = [l.coefficient, r.coefficient];
  while (b !== 0) [a, b] = [b, a % b];
  return new Term([{ coefficient: a, atoms: shared }]);
}
