// Functions of IntTuples: integers and tuples of them (CuTe int_tuple.hpp).

import { lessThan, sameValue } from '../integer/comparison.ts';
import { needsValue, refuse } from '../integer/failure.ts';
import { Dynamic, type Int, isStatic, type StaticInt } from '../integer/integer.ts';
import { intText, symbolsOf } from '../integer/known.ts';
import {
  add,
  ceilDivide,
  greatestCommonDivisor,
  maximum,
  minimum,
  multiply,
  remainder,
} from '../integer/operations.ts';
import { suppose } from '../term/suppositions.ts';
import type { HTuple } from './htuple.ts';
import { appendTo, mapLeaves, sameProfile, wrap } from './operations.ts';

type IntTuple = HTuple<Int>;

/** The product of all integers of a tuple; 1 for the empty tuple. */
export function product(t: IntTuple): Int {
  if (!Array.isArray(t)) return t as Int;
  let p: Int = 1;
  for (let i = 0; i < t.length; i++) {
    const e = t[i] as IntTuple;
    const f = Array.isArray(e) ? product(e) : (e as Int);
    p = i === 0 ? f : multiply(p, f);
  }
  return p;
}

export function sum(t: IntTuple): Int {
  if (!Array.isArray(t)) return t as Int;
  return t.reduce((s: Int, e) => add(s, sum(e as IntTuple)), 0);
}

export const productEach = (t: IntTuple): readonly Int[] => wrap(t).map(product);

function ranksDiffer(a: number, b: number, cute: string): never {
  return refuse('rank-mismatch', `a tuple of rank ${a} meets one of rank ${b}`, {
    dividend: a,
    divisor: b,
    cute,
  });
}

/** The products of the parts of `t` that stand at the leaves of `guide`. */
export function productLike(t: IntTuple, guide: HTuple<unknown>): IntTuple {
  if (!Array.isArray(guide)) return product(t);
  if (!Array.isArray(t)) {
    return refuse('rank-mismatch', `the integer ${intText(t as Int)} stands where the guide has a tuple`, {
      ...(guide.length > 1 ? { cute: 'Index out of range' } : {}),
    });
  }
  if (t.length !== guide.length) ranksDiffer(t.length, guide.length, 'Mismatched tuple_size');
  return guide.map((g, i) => productLike(t[i] as IntTuple, g as HTuple<unknown>));
}

export function innerProduct(a: IntTuple, b: IntTuple): Int {
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) ranksDiffer(a.length, b.length, 'Mismatched ranks');
    return a.reduce((s: Int, x, i) => add(s, innerProduct(x as IntTuple, b[i] as IntTuple)), 0);
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    return refuse('not-congruent', 'inner_product: an integer stands where the other argument has a tuple');
  }
  return multiply(a as Int, b as Int);
}

function foldTuple(t: IntTuple, operation: (a: Int, b: Int) => Int): Int {
  if (!Array.isArray(t)) return t as Int;
  if (t.length === 0) return refuse('wrong-kind', 'the tuple is empty');
  return t.map((e) => foldTuple(e as IntTuple, operation)).reduceRight((rest, e) => operation(e, rest));
}

/** The largest, smallest integer and the greatest common divisor of tuples and integers together. */
export const maximumOf = (t: IntTuple): Int => foldTuple(t, maximum);
export const minimumOf = (t: IntTuple): Int => foldTuple(t, minimum);
export const gcdOf = (t: IntTuple): Int => foldTuple(t, greatestCommonDivisor);

/**
 * ceil_div of IntTuples: tuple by tuple goes mode by mode (missing modes of `b` count as 1), tuple
 * by integer divides the integer out of mode after mode, integer by tuple divides by the product.
 */
export function ceilDiv(a: IntTuple, b: IntTuple): IntTuple {
  if (!Array.isArray(a)) return ceilDivide(a as Int, Array.isArray(b) ? product(b) : (b as Int));
  if (Array.isArray(b)) {
    if (a.length < b.length) ranksDiffer(a.length, b.length, 'Mismatched ranks');
    const padded = wrap(appendTo(b as IntTuple, a.length, 1));
    return a.map((x, i) => ceilDiv(x as IntTuple, padded[i]!));
  }
  return divideOut(a, b, ceilDiv);
}

/** (a0,a1,…)/b as C++ folds it: each mode takes its part of b, the rest goes on to the next. */
function divideOut(
  a: readonly IntTuple[],
  b: IntTuple,
  division: (a: IntTuple, b: IntTuple) => IntTuple,
): IntTuple {
  let rest: IntTuple = b;
  return a.map((x) => {
    const quotient = division(x, rest);
    rest = division(rest, x);
    return quotient;
  });
}

/** shape_div: as ceil_div, but where both are static one must divide the other. */
export function shapeDiv(a: IntTuple, b: IntTuple): IntTuple {
  if (Array.isArray(a)) {
    if (!Array.isArray(b)) return divideOut(a, b, shapeDiv);
    if (a.length !== b.length) ranksDiffer(a.length, b.length, 'Mismatched ranks');
    return a.map((x, i) => shapeDiv(x as IntTuple, b[i] as IntTuple));
  }
  if (Array.isArray(b)) return shapeDiv(a, product(b));
  const x = a as Int;
  const y = b as Int;
  if (isStatic(x) && isStatic(y)) requireDivisible(x, y);
  return ceilDivide(x, y);
}

/** The compiler asserts that one of the two divides the other; where a symbol decides, that is supposed. */
function requireDivisible(x: StaticInt, y: StaticInt): void {
  const [down, up] = [sameValue(remainder(x, y), 0), sameValue(remainder(y, x), 0)];
  if (down === true || up === true) return;
  if (down === undefined || up === undefined) {
    suppose(`${intText(y)} divides ${intText(x)} or is a multiple of it`);
    return;
  }
  const [dividend, divisor] = [x, y].map((n) => (typeof n === 'number' ? n : undefined));
  refuse(
    'indivisible',
    `neither does ${intText(y)} divide ${intText(x)}, nor ${intText(x)} divide ${intText(y)}`,
    {
      ...(dividend === undefined || divisor === undefined ? {} : { dividend, divisor }),
      cute: 'Divisibility Condition',
    },
  );
}

/** Each integer of `a` up to the next multiple of `b`'s. */
export function roundUp(a: IntTuple, b: IntTuple): IntTuple {
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length < b.length) ranksDiffer(a.length, b.length, 'Mismatched ranks');
    const padded = wrap(appendTo(b as IntTuple, a.length, 1));
    return a.map((x, i) => roundUp(x as IntTuple, padded[i]!));
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    return refuse('not-congruent', 'round_up: C++ CuTe has no sum of an integer and a tuple');
  }
  return multiply(ceilDivide(a as Int, b as Int), b as Int);
}

/** Each integer of `a` times the product of what stands there in `b`. */
export function elemScale(a: IntTuple, b: IntTuple): IntTuple {
  if (!Array.isArray(a)) return multiply(a as Int, product(b));
  if (!Array.isArray(b)) {
    return refuse(
      'rank-mismatch',
      `the integer ${intText(b as Int)} stands where the first argument has a tuple`,
      {
        cute: 'Index out of range',
      },
    );
  }
  if (a.length !== b.length) ranksDiffer(a.length, b.length, 'Mismatched tuple_size');
  return a.map((x, i) => elemScale(x as IntTuple, b[i] as IntTuple));
}

// --- predicates ------------------------------------------------------------------------------------

const unknown = (what: string, ...ints: Int[]): never => needsValue(what, symbolsOf(...ints));

/** Whether two integers are equal; it needs a value where that is not known. */
export function equal(a: Int, b: Int): boolean {
  return sameValue(a, b) ?? unknown(`it is not known whether ${intText(a)} is ${intText(b)}`, a, b);
}

function less(a: Int, b: Int): boolean {
  return lessThan(a, b) ?? unknown(`it is not known whether ${intText(a)} is less than ${intText(b)}`, a, b);
}

/** Whether a and b have the same profile (Cecka 2.1). */
export const congruent = (a: IntTuple, b: IntTuple): boolean => sameProfile(a, b);

/** Whether a's profile is b's with some sub-tuples of b replaced by leaves. */
export function weaklyCongruent(a: IntTuple, b: IntTuple): boolean {
  if (!Array.isArray(a)) return true;
  if (!Array.isArray(b)) return false;
  return a.length === b.length && a.every((x, i) => weaklyCongruent(x as IntTuple, b[i] as IntTuple));
}

/** Whether every coordinate of a is one of b and the sizes agree (Cecka 2.2.1). */
export function compatible(a: IntTuple, b: IntTuple): boolean {
  if (!Array.isArray(a)) return equal(a as Int, product(b));
  if (!Array.isArray(b) || a.length !== b.length) return false;
  return a.every((x, i) => compatible(x as IntTuple, b[i] as IntTuple));
}

/** Whether the tiler divides the shape without rounding up. */
export function evenlyDivides(shape: IntTuple, tiler: IntTuple): boolean {
  if (Array.isArray(tiler)) {
    const modes = wrap(shape);
    if (tiler.length > modes.length) return false;
    return tiler.every((t, i) => evenlyDivides(modes[i]!, t as IntTuple));
  }
  return equal(product(shape), multiply(tiler as Int, product(ceilDiv(shape, tiler))));
}

/** Lexicographic order: mode 0 counts most. */
export function lexLess(a: IntTuple, b: IntTuple): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return lessLeaf(a, b);
  for (let i = 0; i < b.length; i++) {
    if (i === a.length) return true;
    if (lexLess(a[i] as IntTuple, b[i] as IntTuple)) return true;
    if (!equalTuples(a[i] as IntTuple, b[i] as IntTuple)) return false;
  }
  return false;
}

/** Colexicographic order: the last mode counts most. */
export function colexLess(a: IntTuple, b: IntTuple): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return lessLeaf(a, b);
  for (let i = 0; i < b.length; i++) {
    if (i === a.length) return true;
    const x = a[a.length - 1 - i] as IntTuple;
    const y = b[b.length - 1 - i] as IntTuple;
    if (colexLess(x, y)) return true;
    if (!equalTuples(x, y)) return false;
  }
  return false;
}

/** Every integer of a less than that of b. */
export function elemLess(a: IntTuple, b: IntTuple): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return lessLeaf(a, b);
  for (let i = 0; i < a.length; i++) {
    if (i === b.length) return false;
    if (!elemLess(a[i] as IntTuple, b[i] as IntTuple)) return false;
  }
  return true;
}

function lessLeaf(a: IntTuple, b: IntTuple): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    return refuse('not-congruent', 'an integer and a tuple cannot be compared');
  }
  return less(a as Int, b as Int);
}

function equalTuples(a: IntTuple, b: IntTuple): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((x, i) => equalTuples(x as IntTuple, b[i] as IntTuple));
  }
  return !Array.isArray(a) && !Array.isArray(b) && equal(a as Int, b as Int);
}

/** The same integers, all of them run-time values: what a static tuple is when passed as ints. */
export const asDynamic = (t: IntTuple): IntTuple =>
  mapLeaves(t, (n): IntTuple => (typeof n === 'number' ? new Dynamic(n) : n));
