// Arguments of LEGO's constructors.

import { Dynamic, knownValue, StaticSymbol } from '../../algebra/integer/integer.ts';
import { termOf } from '../../algebra/integer/known.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import type { Term } from '../../algebra/term/term.ts';
import type { Value } from '../model/value.ts';

/** An integer with a known value; null for everything else. */
export const integerOf = (v: Value): number | null =>
  typeof v === 'number' || v instanceof Dynamic ? (knownValue(v) ?? null) : null;

/** `[6,4]`; null where it is no list of known integers. */
export function integersOf(v: Value): readonly number[] | null {
  if (!Array.isArray(v)) return null;
  const integers = (v as readonly Value[]).map(integerOf);
  return integers.some((n) => n === null) ? null : (integers as number[]);
}

/** An integer that is known, or made of names; null for everything else. */
export const termIn = (v: Value): Term | null =>
  typeof v === 'number' || v instanceof Dynamic || v instanceof StaticSymbol ? termOf(v) : null;

/** `[M,4]`; null where it is no list of such integers. */
export function termsOf(v: Value): readonly Term[] | null {
  if (!Array.isArray(v)) return null;
  const terms = (v as readonly Value[]).map(termIn);
  return terms.includes(null) ? null : (terms as readonly Term[]);
}

/** The name that nobody has bound: `antidiag`. */
export const nameOf = (v: Value): string | null =>
  v instanceof Dynamic && v.value !== null && typeof v.value !== 'number' ? printPlain(v) : null;

/** `f(4, 1)` and `f([4, 1])`: the numbers of either. */
export const coordinateOf = (args: readonly Value[]): readonly number[] | null => integersOf(ofList(args));

/** The same of names. */
export const openCoordinateOf = (args: readonly Value[]): readonly Term[] | null => termsOf(ofList(args));

function ofList(args: readonly Value[]): readonly Value[] {
  const [only] = args;
  return args.length === 1 && Array.isArray(only) ? (only as readonly Value[]) : args;
}
