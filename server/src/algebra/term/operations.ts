// Arithmetic on symbolic integers. Every function returns a term in normal form: like monomials
// are added up, atoms and monomials are sorted, divisions and remainders are carried out as far as
// the coefficients allow: where the terms are not negative (sign.ts), or the rule holds for
// quotients that are rounded towards zero as well as down.

import { areSizes, mayBeNegative, signRange } from './sign.ts';
import { isTooLong, isTooLongProduct, opaqueTerm } from './size.ts';
import {
  type Atom,
  atomsText,
  type Monomial,
  operationAtom,
  type SignRange,
  symbolAtom,
  Term,
  type TermOperator,
} from './term.ts';

const ZERO = new Term([]);

export function constantTerm(n: number): Term {
  return n === 0 ? ZERO : new Term([{ coefficient: n, atoms: [] }]);
}

export const atomTerm = (atom: Atom): Term => new Term([{ coefficient: 1, atoms: [atom] }]);

export const symbolTerm = (name: string, range: SignRange = 'size'): Term =>
  atomTerm(symbolAtom(name, range));

const operationTerm = (kind: TermOperator, left: Term, right: Term): Term =>
  bounded(atomTerm(operationAtom(kind, left, right)));

/** The term, or a name for it where it is too long. What divides it stays known. */
function bounded(t: Term): Term {
  if (!isTooLong(t)) return t;
  const divisor = termDivisor(t);
  const rest = divisor > 1 ? dividedBy(t, divisor) : t;
  return scaleTerm(opaqueTerm(rest.text, termSymbols(t), mayBeNegative(t), signRange(t)), divisor);
}

/** The value of a term without unknowns, otherwise undefined. */
export function termConstant(t: Term): number | undefined {
  if (t.monomials.length === 0) return 0;
  const first = t.monomials[0]!;
  return t.monomials.length === 1 && first.atoms.length === 0 ? first.coefficient : undefined;
}

/** `64*kBlockM+1`; equal terms print equally. */
export const printTerm = (t: Term): string => t.text;

export const sameTerm = (a: Term, b: Term): boolean => a === b || a.text === b.text;

/** The names of the unknowns of a term, each once, in order of appearance. */
export function termSymbols(t: Term, found: string[] = []): string[] {
  for (const m of t.monomials) {
    for (const atom of m.atoms) {
      if (atom.kind === 'symbol') note(found, atom.name);
      else if (atom.kind === 'opaque') for (const name of atom.symbols) note(found, name);
      else {
        termSymbols(atom.left, found);
        termSymbols(atom.right, found);
      }
    }
  }
  return found;
}

const note = (names: string[], name: string): void => {
  if (!names.includes(name)) names.push(name);
};

// --- sums and products ------------------------------------------------------------------------

/** Adds up like monomials; the constant comes last, the others by their printed atoms. */
function normal(monomials: readonly Monomial[]): Term {
  const byKey = new Map<string, Monomial>();
  for (const m of monomials) {
    const key = atomsText(m.atoms);
    const old = byKey.get(key);
    byKey.set(key, old ? { coefficient: old.coefficient + m.coefficient, atoms: m.atoms } : m);
  }
  const kept = [...byKey].filter(([, m]) => m.coefficient !== 0);
  kept.sort(([a, m], [b, n]) => {
    if ((m.atoms.length === 0) !== (n.atoms.length === 0)) return m.atoms.length === 0 ? 1 : -1;
    return n.atoms.length - m.atoms.length || (a < b ? -1 : a > b ? 1 : 0);
  });
  return bounded(new Term(kept.map(([, m]) => m)));
}

export const addTerms = (a: Term, b: Term): Term => normal([...a.monomials, ...b.monomials]);

export function scaleTerm(t: Term, n: number): Term {
  if (n === 0) return ZERO;
  return new Term(t.monomials.map((m) => ({ coefficient: m.coefficient * n, atoms: m.atoms })));
}

export const subtractTerms = (a: Term, b: Term): Term => addTerms(a, scaleTerm(b, -1));

function sortAtoms(atoms: readonly Atom[]): Atom[] {
  return [...atoms].sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
}

export function multiplyTerms(a: Term, b: Term): Term {
  if (isTooLongProduct(a.monomials, b.monomials)) {
    const [x, y] = a.text <= b.text ? [a, b] : [b, a];
    const both = signRange(new Term([...a.monomials, ...b.monomials]));
    return opaqueTerm(
      `(${x.text})*(${y.text})`,
      termSymbols(b, termSymbols(a)),
      mayBeNegative(a) || mayBeNegative(b),
      both,
    );
  }
  const products: Monomial[] = [];
  for (const m of a.monomials) {
    for (const n of b.monomials) {
      products.push({
        coefficient: m.coefficient * n.coefficient,
        atoms: sortAtoms([...m.atoms, ...n.atoms]),
      });
    }
  }
  return normal(products);
}

// --- quotients and remainders -------------------------------------------------------------------

/** m / d when d divides m as a monomial. */
function divideMonomial(m: Monomial, d: Monomial): Monomial | undefined {
  if (m.coefficient % d.coefficient !== 0) return undefined;
  const left = [...m.atoms];
  for (const { text } of d.atoms) {
    const at = left.findIndex((atom) => atom.text === text);
    if (at < 0) return undefined;
    left.splice(at, 1);
  }
  return { coefficient: m.coefficient / d.coefficient, atoms: left };
}

/** t = d·whole + rest, with every monomial that d divides in `whole`; d is one monomial. */
export function splitBy(t: Term, d: Monomial): { whole: Term; rest: Term } {
  const whole: Monomial[] = [];
  const rest: Monomial[] = [];
  for (const m of t.monomials) {
    const q = divideMonomial(m, d);
    if (q) whole.push(q);
    else rest.push(m);
  }
  return { whole: normal(whole), rest: normal(rest) };
}

function gcdNumber(a: number, b: number): number {
  let x = Math.abs(a);
  let y = Math.abs(b);
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** The largest number known to divide every value of the term; 0 for the term 0. */
export const termDivisor = (t: Term): number => t.monomials.reduce((g, m) => gcdNumber(g, m.coefficient), 0);

/** t / n, where n divides every monomial. */
const dividedBy = (t: Term, n: number): Term =>
  new Term(t.monomials.map((m) => ({ coefficient: m.coefficient / n, atoms: m.atoms })));

/** Divides both sides by a common number and a common atom, as far as there is one. */
function cancel(a: Term, b: Term): { a: Term; b: Term } {
  const g = gcdNumber(termDivisor(a), termDivisor(b));
  if (g > 1) return { a: dividedBy(a, g), b: dividedBy(b, g) };
  const all = [...a.monomials, ...b.monomials];
  const shared = all[0]?.atoms.find(({ text }) => all.every((m) => m.atoms.some((o) => o.text === text)));
  if (shared === undefined) return { a, b };
  const factor: Monomial = { coefficient: 1, atoms: [shared] };
  return { a: splitBy(a, factor).whole, b: splitBy(b, factor).whole };
}

/** What two constants come to, rounded towards zero as C++ does; null where one of them is none. */
function ofConstants(a: Term, b: Term, f: (x: number, y: number) => number): Term | null {
  const [x, y] = [termConstant(a), termConstant(b)];
  return x === undefined || y === undefined || y === 0 ? null : constantTerm(Math.trunc(f(x, y)) + 0);
}

/** a / b rounded towards zero; where no part is negative also rounded down. */
export function floorDivideTerms(a: Term, b: Term): Term {
  if (a.monomials.length === 0) return ZERO;
  const known = ofConstants(a, b, (x, y) => x / y);
  if (known !== null) return known;
  if (sameTerm(a, b)) return constantTerm(1);
  if (b.monomials.length !== 1) {
    const reduced = cancel(a, b);
    return sameTerm(reduced.a, a) ? operationTerm('floordiv', a, b) : floorDivideTerms(reduced.a, reduced.b);
  }
  const { whole, rest } = splitBy(a, b.monomials[0]!);
  if (rest.monomials.length === 0) return whole;
  // What is divided exactly can only be taken out when it does not change how the rest is rounded.
  if (whole.monomials.length > 0 && !areSizes(a, rest)) return reducedQuotient('floordiv', a, b);
  const divisor = termConstant(b);
  const left = termConstant(rest);
  if (divisor !== undefined && left !== undefined)
    return addTerms(whole, constantTerm(Math.trunc(left / divisor)));
  const reduced = cancel(rest, b);
  if (!sameTerm(reduced.a, rest)) return addTerms(whole, floorDivideTerms(reduced.a, reduced.b));
  // floor(floor(x/a)/b) = floor(x/(a·b)), and so towards zero.
  const inner = innerQuotient('floordiv', rest);
  if (inner !== null) return addTerms(whole, floorDivideTerms(inner.left, multiplyTerms(inner.right, b)));
  return addTerms(whole, operationTerm('floordiv', rest, b));
}

/** CuTe's ceil_div: (a + b - 1) / b, which is a / b rounded up where no part is negative. */
export function ceilDivideTerms(a: Term, b: Term): Term {
  if (a.monomials.length === 0) return ZERO;
  // ceil_div(1,b) is (1 + b - 1) / b, which is 1 for every b that can be divided by.
  if (termConstant(a) === 1) return constantTerm(1);
  // And ceil_div(a,1) is a of either sign.
  if (termConstant(b) === 1) return a;
  const known = ofConstants(a, b, (x, y) => (x + y - 1) / y);
  if (known !== null) return known;
  const isPlain = b.monomials.length === 1;
  const { whole, rest } = isPlain ? splitBy(a, b.monomials[0]!) : { whole: ZERO, rest: a };
  const reduced = cancel(rest, b);
  const inner = isPlain ? innerQuotient('ceildiv', rest) : null;
  const isSimple =
    whole.monomials.length === 0 && sameTerm(reduced.a, rest) && inner === null && !sameTerm(a, b);
  if (isSimple || !areSizes(a, b)) return operationTerm('ceildiv', a, b);
  if (sameTerm(a, b)) return constantTerm(1);
  if (rest.monomials.length === 0) return whole;
  const divisor = termConstant(b);
  const left = termConstant(rest);
  if (divisor !== undefined && left !== undefined)
    return addTerms(whole, constantTerm(Math.ceil(left / divisor)));
  if (!sameTerm(reduced.a, rest)) return addTerms(whole, ceilDivideTerms(reduced.a, reduced.b));
  // The same for ceilings.
  if (inner !== null) return addTerms(whole, ceilDivideTerms(inner.left, multiplyTerms(inner.right, b)));
  return addTerms(whole, operationTerm('ceildiv', rest, b));
}

/** The quotient with what divides both sides taken out, which changes nothing about how it is rounded. */
function reducedQuotient(kind: 'floordiv', a: Term, b: Term): Term {
  const reduced = cancel(a, b);
  return operationTerm(kind, reduced.a, reduced.b);
}

/** The quotient that a term is, and nothing else. */
function innerQuotient(
  kind: 'floordiv' | 'ceildiv',
  { monomials }: Term,
): Extract<Atom, { kind: TermOperator }> | null {
  const lone = monomials.length === 1 ? monomials[0]! : undefined;
  const inner = lone?.coefficient === 1 && lone.atoms.length === 1 ? lone.atoms[0]! : undefined;
  return inner !== undefined && inner.kind === kind ? inner : null;
}

export function remainderTerms(a: Term, b: Term): Term {
  const known = ofConstants(a, b, (x, y) => x % y);
  if (known !== null) return known;
  if (b.monomials.length === 1) {
    const divisor = termConstant(b);
    if (divisor !== undefined) {
      const q = Math.abs(divisor);
      const reduced = normal(
        a.monomials.map((m) => ({ coefficient: ((m.coefficient % q) + q) % q, atoms: m.atoms })),
      );
      if (reduced.monomials.length === 0) return ZERO;
      // The remainder has the sign of what is divided, so nothing can be left away where that may be negative.
      if (sameTerm(reduced, a) || !areSizes(a)) return operationTerm('mod', a, b);
      return termConstant(reduced) === undefined ? operationTerm('mod', reduced, b) : reduced;
    }
    const { rest } = splitBy(a, b.monomials[0]!);
    if (rest.monomials.length === 0) return ZERO;
  } else if (sameTerm(a, b)) {
    return ZERO;
  }
  return operationTerm('mod', a, b);
}

function extremum(kind: 'min' | 'max', a: Term, b: Term): Term {
  const difference = termConstant(subtractTerms(a, b));
  if (difference !== undefined) return difference < 0 === (kind === 'min') ? a : b;
  const [left, right] = a.text <= b.text ? [a, b] : [b, a];
  return operationTerm(kind, left, right);
}

export const minTerms = (a: Term, b: Term): Term => extremum('min', a, b);
export const maxTerms = (a: Term, b: Term): Term => extremum('max', a, b);

// --- substitution -------------------------------------------------------------------------------

/** The term with values put in for its unknowns, in normal form. */
export function substituteTerm(t: Term, values: ReadonlyMap<string, Term>): Term {
  let sum = ZERO;
  for (const m of t.monomials) {
    let product = constantTerm(m.coefficient);
    for (const atom of m.atoms) product = multiplyTerms(product, substituteAtom(atom, values));
    sum = addTerms(sum, product);
  }
  return sum;
}

function substituteAtom(atom: Atom, values: ReadonlyMap<string, Term>): Term {
  if (atom.kind === 'opaque') return atomTerm(atom);
  if (atom.kind === 'symbol') return values.get(atom.name) ?? atomTerm(atom);
  const left = substituteTerm(atom.left, values);
  const right = substituteTerm(atom.right, values);
  switch (atom.kind) {
    case 'floordiv':
      return floorDivideTerms(left, right);
    case 'ceildiv':
      return ceilDivideTerms(left, right);
    case 'mod':
      return remainderTerms(left, right);
    default:
      return extremum(atom.kind, left, right);
  }
}
