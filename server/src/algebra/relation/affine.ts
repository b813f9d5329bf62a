// Numbers and sums as ISL writes them. A relation multiplies coordinates by numbers only, and adds parameters.

import { refuse } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { knownNumber, termOf } from '../integer/known.ts';
import { printTerm, termSymbols } from '../term/operations.ts';
import type { Term } from '../term/term.ts';

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** A term as a sum of numbers and multiples of parameters: `4*M + 1`. Refuses products and quotients of names. */
export function affineText(term: Term, what: string): string {
  if (term.monomials.length === 0) return '0';
  const parts = term.monomials.map(({ coefficient, atoms }) => {
    const [atom] = atoms;
    if (atom === undefined) return `${coefficient}`;
    if (atoms.length > 1 || atom.kind !== 'symbol' || !IDENTIFIER.test(atom.name))
      return refuse(
        'unsupported',
        `${what} is ${printTerm(term)}: in a relation, numbers and names are added, and names multiplied by numbers`,
      );
    return coefficient === 1 ? atom.name : `${coefficient}*${atom.name}`;
  });
  return parts.join(' + ');
}

/** The value of an integer, symbolic or not. Refuses what is unknown. */
export function termOrThrow(n: Int, what: string): Term {
  return termOf(n) ?? refuse('unsupported', `${what} is not known`);
}

/** A number that coordinates are multiplied by. */
export function factorOrThrow(n: Int, what: string): number {
  const known = knownNumber(n);
  if (known !== undefined) return known;
  const term = termOrThrow(n, what);
  return refuse(
    'unsupported',
    `${what} is ${printTerm(term)}: a relation multiplies coordinates by numbers that are known`,
  );
}

/** `[M, N] -> `, before a text with these terms in it; nothing where there are no names. */
export function parametersOf(terms: readonly Term[]): string {
  const names: string[] = [];
  for (const term of terms) termSymbols(term, names);
  return names.length === 0 ? '' : `[${names.join(', ')}] -> `;
}

/** `2*a + b`, of factors and texts; without those that are multiplied by 0. */
export function sumText(parts: readonly { readonly factor: number; readonly of: string }[]): string {
  const texts = parts
    .filter(({ factor }) => factor !== 0)
    .map(({ factor, of }) => (factor === 1 ? of : `${factor}*${of}`));
  return texts.length === 0 ? '0' : texts.join(' + ');
}

/** Exclusive or of bits, each an integer that is 0 or 1. */
export const parityText = (bits: readonly string[]): string =>
  bits.length === 0 ? '0' : bits.length === 1 ? bits[0]! : `((${bits.join(' + ')}) mod 2)`;

/** Bit `place` of a non-negative integer. */
export const bitText = (of: string, place: number): string =>
  place === 0 ? `((${of}) mod 2)` : `((floor((${of})/${2 ** place})) mod 2)`;
