// Arithmetic on the integers of a layout, with CuTe's propagation: static with static is static,
// a static 0 swallows a dynamic factor, everything else that meets a dynamic integer is dynamic.
// Division and remainder truncate towards zero, as in C++.

import {
  addTerms,
  ceilDivideTerms,
  floorDivideTerms,
  maxTerms,
  minTerms,
  multiplyTerms,
  printTerm,
  remainderTerms,
  scaleTerm,
  subtractTerms,
  symbolTerm,
  termConstant,
  termSymbols,
} from '../term/operations.ts';
import { areSizes, mayBeNegative } from '../term/sign.ts';
import { suppose } from '../term/suppositions.ts';
import type { SignRange, Term } from '../term/term.ts';
import { factorBetween } from './comparison.ts';
import { needsValue, refuse } from './failure.ts';
import { Dynamic, type Int, type StaticInt, StaticSymbol } from './integer.ts';
import { divisorOf, gcdNumber, intText, knownNumber, symbolsOf, termOf } from './known.ts';
import { noteOverflow } from './overflow.ts';

const INT_MAX = 2147483647;
const INT_MIN = -2147483648;

/** A run-time integer with a name: `M`. `range`: what is known of its sign. */
export const dynamicSymbol = (name: string, divisor = 1, range: SignRange = 'size'): Dynamic =>
  new Dynamic(symbolTerm(name, range), divisor);
/** A compile-time integer with a name: `Int<kBlockM>{}`. */
export const staticSymbol = (name: string, range: SignRange = 'size'): StaticSymbol =>
  new StaticSymbol(symbolTerm(name, range));

/** The static integer that a term stands for: a number as soon as it is one. */
export function staticInt(t: Term): StaticInt {
  const value = termConstant(t);
  return value === undefined ? new StaticSymbol(t) : checked32Bit(value);
}

function dynamicInt(t: Term, divisor: number): Dynamic {
  const value = termConstant(t);
  return value === undefined ? new Dynamic(t, divisor) : new Dynamic(checked32Bit(value));
}

/** Passes a value on; reports one that a 32-bit int does not hold. */
function checked32Bit(value: number): number {
  if (value > INT_MAX || value < INT_MIN) noteOverflow(value);
  return value + 0;
}

/** a / b of C++ ints: exact, truncated towards zero. b ≠ 0. */
function truncatedQuotient(a: number, b: number): number {
  return (a - (a % b)) / b + 0;
}

// --- the binary operations -------------------------------------------------------------------
// Each has a branch for plain numbers, which is all that fully static algebra runs through.

type TermOperation = (a: Term, b: Term) => Term;

/** The common slow path: symbols and run-time integers. */
function combine(a: Int, b: Int, onTerms: TermOperation, divisor: number): Int {
  const dynamic = a instanceof Dynamic || b instanceof Dynamic;
  const x = termOf(a);
  const y = termOf(b);
  if (x === null || y === null) return new Dynamic(null, divisor === 0 ? 1 : divisor);
  const t = onTerms(x, y);
  return dynamic ? dynamicInt(t, divisor === 0 ? 1 : divisor) : staticInt(t);
}

export function add(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const r = a + b;
    return r <= INT_MAX && r >= INT_MIN ? r : checked32Bit(r);
  }
  return combine(a, b, addTerms, gcdNumber(divisorOf(a), divisorOf(b)));
}

export function subtract(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const r = a - b;
    return r <= INT_MAX && r >= INT_MIN ? r : checked32Bit(r);
  }
  return combine(a, b, subtractTerms, gcdNumber(divisorOf(a), divisorOf(b)));
}

export function multiply(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const r = a * b + 0;
    return r <= INT_MAX && r >= INT_MIN ? r : checked32Bit(r);
  }
  if (a === 0 || b === 0) return 0;
  return combine(a, b, multiplyTerms, divisorOf(a) * divisorOf(b));
}

function refuseZero(): never {
  refuse('unsupported', 'division by zero');
}

/** The divisor of an exact quotient by a known number, else 1. */
function quotientDivisor(a: Int, b: Int): number {
  const d = divisorOf(a);
  return typeof b === 'number' && d % b === 0 ? Math.abs(d / b) : 1;
}

export function divide(a: Int, b: Int): Int {
  if (typeof b === 'number' || (b instanceof Dynamic && typeof b.value === 'number')) {
    if (knownNumber(b) === 0) refuseZero();
  }
  if (typeof a === 'number' && typeof b === 'number') return truncatedQuotient(a, b);
  if (a === 0 && b instanceof Dynamic) return 0;
  const x = knownNumber(a);
  const y = knownNumber(b);
  if (x !== undefined && y !== undefined) return new Dynamic(truncatedQuotient(x, y));
  return combine(a, b, floorDivideTerms, quotientDivisor(a, b));
}

export function remainder(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    if (b === 0) refuseZero();
    return (a % b) + 0;
  }
  if (a === 0 && b instanceof Dynamic) return 0;
  if ((b === 1 || b === -1) && a instanceof Dynamic) return 0;
  const x = knownNumber(a);
  const y = knownNumber(b);
  if (y === 0) refuseZero();
  if (x !== undefined && y !== undefined) return new Dynamic((x % y) + 0);
  if (y !== undefined && divisorOf(a) % y === 0)
    return a instanceof Dynamic || b instanceof Dynamic ? new Dynamic(0) : 0;
  return combine(a, b, remainderTerms, typeof b === 'number' ? gcdNumber(divisorOf(a), b) : 1);
}

/** CuTe's ceil_div of integers: (a + b - 1) / b. */
export function ceilDivide(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    if (b === 0) refuseZero();
    const n = a + b - 1;
    return n > INT_MAX ? truncatedQuotient(checked32Bit(n), b) : truncatedQuotient(n, b);
  }
  const x = knownNumber(a);
  const y = knownNumber(b);
  if (y === 0) refuseZero();
  if (x !== undefined && y !== undefined) return new Dynamic(truncatedQuotient(checked32Bit(x + y - 1), y));
  return combine(a, b, ceilDivideTerms, quotientDivisor(a, b));
}

export function minimum(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? a : b;
  if (!(a instanceof Dynamic || b instanceof Dynamic)) {
    const [s, t] = [termOf(a)!, termOf(b)!];
    if (!mayBeNegative(subtractTerms(t, s))) return a;
    if (!mayBeNegative(subtractTerms(s, t))) return b;
    // A size that divides another one is the smaller of the two.
    const factor = factorBetween(s, t);
    if (factor !== null) {
      suppose(`${printTerm(factor.of)} ≠ 0`);
      return factor.larger === 'a' ? b : a;
    }
  }
  return combine(a, b, minTerms, gcdNumber(divisorOf(a), divisorOf(b)));
}

export function maximum(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? b : a;
  return combine(a, b, maxTerms, gcdNumber(divisorOf(a), divisorOf(b)));
}

export function greatestCommonDivisor(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') return gcdNumber(a, b);
  const x = knownNumber(a);
  const y = knownNumber(b);
  if (x !== undefined && y !== undefined) return new Dynamic(gcdNumber(x, y));
  if (a instanceof Dynamic || b instanceof Dynamic)
    return new Dynamic(null, gcdNumber(divisorOf(a), divisorOf(b)) || 1);
  return needsValue(
    `the greatest common divisor of ${intText(a)} and ${intText(b)} is not known`,
    symbolsOf(a, b),
  );
}

/** |n| of a stride; unknowns are not negative. */
export function absolute(n: Int): Int {
  if (typeof n === 'number') return n < 0 ? -n : n;
  const known = knownNumber(n);
  if (known !== undefined) return known < 0 ? new Dynamic(-known) : n;
  const t = termOf(n);
  if (t === null || !mayBeNegative(t)) return n;
  const opposite = negate(n);
  return mayBeNegative(scaleTerm(t, -1)) ? maximum(n, opposite) : opposite;
}

/** |n| of any integer, whose unknowns may be negative. */
export function magnitude(n: Int): Int {
  const t = typeof n === 'number' ? null : termOf(n);
  if (t === null) return absolute(n);
  if (areSizes(t)) return n;
  return areSizes(scaleTerm(t, -1)) ? negate(n) : maximum(n, negate(n));
}

/** 1, 0 or -1. Unknowns of a static type must be known to be non-zero. */
export function signum(n: Int): Int {
  if (typeof n === 'number') return n > 0 ? 1 : n < 0 ? -1 : 0;
  if (n instanceof Dynamic) {
    if (n.value === null) return new Dynamic(1);
    const sign = typeof n.value === 'number' ? Math.sign(n.value) : termSign(n.value);
    return new Dynamic(sign);
  }
  return termSign(n.term) ?? needsValue(`the sign of ${printTerm(n.term)} is not known`, termSymbols(n.term));
}

/** The sign of a stride that is not 0; null where its unknowns decide. */
function termSign(t: Term): 1 | -1 | null {
  if (!mayBeNegative(t)) return 1;
  return mayBeNegative(scaleTerm(t, -1)) ? null : -1;
}

export function negate(n: Int): Int {
  if (typeof n === 'number') return 0 - n;
  if (n instanceof StaticSymbol) return new StaticSymbol(scaleTerm(n.term, -1));
  if (typeof n.value === 'number') return new Dynamic(0 - n.value);
  return new Dynamic(n.value === null ? null : scaleTerm(n.value, -1), n.divisor);
}
