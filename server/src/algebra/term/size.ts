// How long a symbolic integer may become. Divisions, minima and products of sums do not always simplify, and a loop
// over tiles nests one in the next: a term that is too long to read goes on as a name of its own.

import { type Monomial, type SignRange, Term } from './term.ts';

/** Characters of a term's printed form, about. */
const MAXIMUM_LENGTH = 400;
/** Monomials that the product of two sums may have before it is added up. */
const MAXIMUM_PRODUCTS = 128;
/** Names of unknowns that are kept of a term. */
const MAXIMUM_SYMBOLS = 8;

/** Whether a term goes on as a name. */
export function isTooLong({ monomials }: Term): boolean {
  let length = 0;
  for (const { atoms } of monomials) {
    length += 4;
    for (const atom of atoms) length += atom.text.length + 1;
  }
  return length > MAXIMUM_LENGTH;
}

/** Whether the product of two sums is left as a name. */
export const isTooLongProduct = (a: readonly Monomial[], b: readonly Monomial[]): boolean =>
  a.length * b.length > MAXIMUM_PRODUCTS;

/** A name for what `text` says: the same for the same text. `symbols`: the unknowns in it. */
export const opaqueTerm = (
  text: string,
  symbols: readonly string[],
  mayBeNegative: boolean,
  range: SignRange,
): Term =>
  new Term([
    {
      coefficient: 1,
      atoms: [
        {
          kind: 'opaque',
          text: `…${digest(text)}`,
          symbols: symbols.slice(0, MAXIMUM_SYMBOLS),
          mayBeNegative,
          range,
        },
      ],
    },
  ]);

/** Whether a name stands for a part of the term: it can be computed with, but not be written down. */
export const isOpaque = (t: Term): boolean =>
  t.monomials.some((m) => m.atoms.some((atom) => atom.text.includes('…')));

/** Two independent 32-bit hashes (FNV-1a, and one with another multiplier), as text. */
export function digest(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul((b ^ c) + i, 0x85ebca6b);
    b ^= b >>> 15;
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36).padStart(7, '0')}`;
}
