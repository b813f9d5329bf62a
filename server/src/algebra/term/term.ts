// Symbolic integers: polynomials over named unknowns, with floor division, ceiling division,
// remainder, minimum and maximum as atoms. Immutable, kept in a normal form so that equal terms
// print and compare equal. Operations nest, and a term may hold another several times, so the
// printed form is kept with the term: without that it would be made again at every level.

const OPERATORS = { floordiv: '/', mod: '%' } as const;

export type TermOperator = 'floordiv' | 'ceildiv' | 'mod' | 'min' | 'max';

/**
 * What is known of an unknown's sign. `size`: never negative, as unsigned integers, extents and indices of threads are.
 * `constant`: of a constant of the compiler, which is taken for a size where that decides something, and told. `any`: a
 * run-time integer of a signed type.
 */
export type SignRange = 'size' | 'constant' | 'any';

/** One factor of a monomial; `text` is its printed form. */
export type Atom =
  | { readonly kind: 'symbol'; readonly name: string; readonly text: string; readonly range: SignRange }
  /** An operation that does not distribute over sums. */
  | { readonly kind: TermOperator; readonly left: Term; readonly right: Term; readonly text: string }
  /** A term that is too long to be written, as a name that equal terms share. */
  | {
      readonly kind: 'opaque';
      readonly text: string;
      /** Some of the unknowns in it. */
      readonly symbols: readonly string[];
      readonly mayBeNegative: boolean;
      readonly range: SignRange;
    };

export interface Monomial {
  readonly coefficient: number;
  /** Atoms with multiplicity, sorted by their printed form. */
  readonly atoms: readonly Atom[];
}

/** A sum of monomials, sorted; the constant monomial has no atoms. */
export class Term {
  readonly monomials: readonly Monomial[];
  #text: string | null = null;
  constructor(monomials: readonly Monomial[]) {
    this.monomials = monomials;
  }

  /** `64*kBlockM+1`; equal terms have equal texts. Outermost parentheses of a lone quotient are left away. */
  get text(): string {
    this.#text ??= printed(this);
    return this.#text;
  }
}

export const atomsText = (atoms: readonly Atom[]): string => {
  const [first, ...others] = atoms;
  return first === undefined ? '' : others.length === 0 ? first.text : atoms.map((a) => a.text).join('*');
};

export const symbolAtom = (name: string, range: SignRange): Atom => ({
  kind: 'symbol',
  name,
  text: name,
  range,
});

export function operationAtom(kind: TermOperator, left: Term, right: Term): Atom {
  return { kind, left, right, text: operationText(kind, left, right) };
}

function operationText(kind: TermOperator, left: Term, right: Term): string {
  switch (kind) {
    case 'ceildiv':
      return `ceil_div(${left.text},${right.text})`;
    case 'min':
    case 'max':
      return `${kind}(${left.text},${right.text})`;
    default:
      return `(${operandText(left, /[*-]/)}${OPERATORS[kind]}${operandText(right, /[*/%-]/)})`;
  }
}

/** Quotients group from the left: `a/b/c` is (a/b)/c, so that a quotient on the right needs its parentheses. */
function operandText(t: Term, grouping: RegExp): string {
  return t.monomials.length > 1 || grouping.test(t.text) ? `(${t.text})` : t.text;
}

function printed({ monomials }: Term): string {
  if (monomials.length === 0) return '0';
  let text = '';
  for (const m of monomials) {
    const part = monomialText(m);
    text += text !== '' && !part.startsWith('-') ? `+${part}` : part;
  }
  const lone = monomials.length === 1 ? monomials[0]! : undefined;
  const quotient = lone?.coefficient === 1 && lone.atoms.length === 1 && text.startsWith('(');
  return quotient ? text.slice(1, -1) : text;
}

function monomialText(m: Monomial): string {
  if (m.atoms.length === 0) return String(m.coefficient);
  const product = atomsText(m.atoms);
  if (m.coefficient === 1) return product;
  return m.coefficient === -1 ? `-${product}` : `${m.coefficient}*${product}`;
}
