// Whether one integer is another, or below it. Where the unknowns decide, what is most likely of sizes is supposed and
// noted (algebra/term/suppositions.ts), or the answer is undetermined.

import {
  constantTerm,
  floorDivideTerms,
  printTerm,
  remainderTerms,
  sameTerm,
  scaleTerm,
  subtractTerms,
  termConstant,
  termSymbols,
} from '../term/operations.ts';
import { mayBeNegative } from '../term/sign.ts';
import { suppose } from '../term/suppositions.ts';
import type { Term } from '../term/term.ts';
import { needsValue, refuse } from './failure.ts';
import { Dynamic, type Int, type StaticInt } from './integer.ts';
import { gcdNumber, intText, knownNumber, symbolsOf, termOf } from './known.ts';

/**
 * Whether the type of `n` is the constant `value`: false for every run-time integer. A static symbol
 * that may be 0 or 1 is supposed not to be (see algebra/term/suppositions.ts); other values are asked for.
 */
export function isConstant(n: Int, value: number): boolean {
  if (typeof n === 'number') return n === value;
  if (n instanceof Dynamic) return false;
  const answer = compareForEquality(n.term, constantTerm(value));
  if (answer !== undefined) return answer;
  if ((value !== 0 && value !== 1) || !isGeneric(n.term)) return equalTerms(n.term, constantTerm(value));
  suppose(`${printTerm(n.term)} ≠ ${value}`);
  return false;
}

/** A sum of positive products of unknowns and quotients: nothing about it speaks for 0 or 1. */
const isGeneric = (t: Term): boolean =>
  t.monomials.every(
    (m) => m.coefficient > 0 && m.atoms.every((a) => a.kind !== 'mod' && a.kind !== 'opaque'),
  );

/** Equality of static integers; it needs a value where the unknowns decide. */
export function equalStatic(a: StaticInt, b: StaticInt): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a === b;
  if (b === 0 || b === 1) return isConstant(a, b);
  if (a === 0 || a === 1) return isConstant(b, a);
  const [s, t] = [termOf(a)!, termOf(b)!];
  const known = compareForEquality(s, t);
  if (known !== undefined) return known;
  const factor = factorBetween(s, t);
  if (factor === null) return equalTerms(s, t);
  suppose(`${printTerm(factor.of)} ≠ 1`);
  return false;
}

/**
 * The quotient of two terms of which one divides the other, where nothing about it speaks for 1: sizes
 * multiply up to strides. `larger` says which one is the multiple; null where neither divides.
 */
export function factorBetween(a: Term, b: Term): { readonly of: Term; readonly larger: 'a' | 'b' } | null {
  if (a.monomials.length !== 1 || b.monomials.length !== 1) return null;
  for (const [large, small, larger] of [
    [a, b, 'a'],
    [b, a, 'b'],
  ] as const) {
    if (!sameTerm(remainderTerms(large, small), constantTerm(0))) continue;
    const of = floorDivideTerms(large, small);
    if (termConstant(of) === undefined && isGeneric(of)) return { of, larger };
  }
  return null;
}

/**
 * a < b of two strides: known by their values, or because a divides b and the factor between them is
 * supposed not to be 1. NeedsValue where neither tells.
 */
export function precedes(a: StaticInt, b: StaticInt): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  const known = lessThan(a, b);
  if (known !== undefined) return known;
  const factor = factorBetween(termOf(a)!, termOf(b)!);
  if (factor === null)
    return needsValue(`it is not known whether ${intText(a)} is below ${intText(b)}`, symbolsOf(a, b));
  suppose(`${printTerm(factor.of)} ≠ 1`);
  return factor.larger === 'b';
}

function equalTerms(a: Term, b: Term): boolean {
  const answer = compareForEquality(a, b);
  if (answer !== undefined) return answer;
  return needsValue(
    `it is not known whether ${printTerm(a)} is ${printTerm(b)}`,
    termSymbols(a, termSymbols(b)),
  );
}

function compareForEquality(a: Term, b: Term): boolean | undefined {
  const difference = subtractTerms(a, b);
  const value = termConstant(difference);
  if (value !== undefined) return value === 0;
  // The unknown part is a multiple of g, so it cannot make up for a constant that is none.
  const last = difference.monomials.at(-1)!;
  if (last.atoms.length > 0) return undefined;
  const g = difference.monomials.reduce(
    (d, m) => (m.atoms.length === 0 ? d : gcdNumber(d, m.coefficient)),
    0,
  );
  return last.coefficient % g === 0 ? undefined : false;
}

/** Whether two integers have the same value: undefined where that is not known. */
export function sameValue(a: Int, b: Int): boolean | undefined {
  const x = knownNumber(a);
  const y = knownNumber(b);
  if (x !== undefined && y !== undefined) return x === y;
  const s = termOf(a);
  const t = termOf(b);
  if (s === null || t === null) return undefined;
  return sameTerm(s, t) ? true : compareForEquality(s, t);
}

/** a < b, where that is known. */
export function lessThan(a: Int, b: Int): boolean | undefined {
  const x = knownNumber(a);
  const y = knownNumber(b);
  if (x !== undefined && y !== undefined) return x < y;
  const s = termOf(a);
  const t = termOf(b);
  if (s === null || t === null) return undefined;
  const difference = subtractTerms(t, s);
  const value = termConstant(difference);
  if (value !== undefined) return value > 0;
  // Unknowns are not negative: a sum of non-negative parts with a positive constant is positive.
  const constant = difference.monomials.at(-1)!;
  if (!mayBeNegative(difference)) return constant.atoms.length === 0 ? true : undefined;
  return mayBeNegative(scaleTerm(difference, -1)) ? undefined : false;
}

/** The number a static integer must have to go on; it needs the value of a symbol, refused for a run-time integer. */
export function requireStatic(n: Int, what: string): number {
  if (typeof n === 'number') return n;
  if (n instanceof Dynamic)
    refuse('wrong-kind', `${what} must be static, ${intText(n)} is a run-time integer`);
  return needsValue(`${what} is ${intText(n)}, whose value is not known`, symbolsOf(n));
}
