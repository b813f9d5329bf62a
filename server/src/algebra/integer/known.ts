// What is known of one integer: its term, its value, a number that divides it, the names in it, and how it is written.

import { constantTerm, printTerm, termDivisor, termSymbols } from '../term/operations.ts';
import type { Term } from '../term/term.ts';
import { Dynamic, type Int, StaticSymbol } from './integer.ts';

/** The value of an integer, static or not, where it is known. */
export function knownNumber(n: Int): number | undefined {
  if (typeof n === 'number') return n;
  return n instanceof Dynamic && typeof n.value === 'number' ? n.value : undefined;
}

/** The names of the unknowns in some integers. */
export function symbolsOf(...ints: readonly Int[]): string[] {
  const names: string[] = [];
  for (const n of ints) {
    const t = termOf(n);
    if (t === null) {
      if (!names.includes('?')) names.push('?');
    } else termSymbols(t, names);
  }
  return names;
}

/** An integer without static mark, for messages: `4`, `64*kBlockM`, `?`. */
export function intText(n: Int): string {
  const t = termOf(n);
  return t === null ? '?' : printTerm(t);
}

/** What a run-time integer's value is: a term, or null. */
export function termOf(n: Int): Term | null {
  if (typeof n === 'number') return constantTerm(n);
  if (n instanceof StaticSymbol) return n.term;
  return typeof n.value === 'number' ? constantTerm(n.value) : n.value;
}

/** A number that divides the integer, as far as is known; 0 for 0. */
export function divisorOf(n: Int): number {
  if (typeof n === 'number') return Math.abs(n);
  if (n instanceof StaticSymbol) return termDivisor(n.term);
  if (typeof n.value === 'number') return Math.abs(n.value);
  return n.value === null ? n.divisor : lcmNumber(n.divisor, termDivisor(n.value));
}

export function gcdNumber(a: number, b: number): number {
  let x = a < 0 ? -a : a;
  let y = b < 0 ? -b : b;
  while (y !== 0) {
    const r = x % y;
    x = y;
    y = r;
  }
  return x;
}
const lcmNumber = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : (a / gcdNumber(a, b)) * b);
