// Arithmetic on stride elements: the integer-semimodules of Cecka 2.3. Integers scale them; sums
// of basis elements are coordinates (ArithTuple), sums of binary strides are XORs.

import { equalStatic, isConstant, sameValue } from '../integer/comparison.ts';
import { refuse } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { isStatic } from '../integer/integer.ts';
import { intText, knownNumber } from '../integer/known.ts';
import { absolute, add, multiply } from '../integer/operations.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { mapLeaves } from '../tuple/operations.ts';
import { ArithTuple, Binary, Fraction, ScaledBasis, type Stride } from './stride.ts';

/** Whether a stride element is a plain integer. */
export const isInt = (d: Stride): d is Int =>
  typeof d === 'number' || !(d instanceof ScaledBasis || d instanceof ArithTuple || d instanceof Binary);

/** The integer that a stride must be here; C++ does not compile the rest. */
export function intStride(d: Stride, operation: string): Int {
  if (isInt(d)) return d;
  return refuse('unsupported', `C++ CuTe does not compile ${operation} for the stride ${strideText(d)}`);
}

/** Whether a stride is the static 0. */
export const isZeroStride = (d: Stride): boolean =>
  typeof d === 'number' ? d === 0 : isInt(d) && isConstant(d, 0);

/** A stride without static marks, for messages. */
export function strideText(d: Stride): string {
  if (isInt(d)) return intText(d);
  if (d instanceof Binary) return `f${d.bits}`;
  if (d instanceof ArithTuple) return `(${d.entries.map(entryText).join(',')})`;
  return [valueText(d.value), ...[...d.path].reverse()].join('@');
}
const entryText = (e: HTuple<Int>): string =>
  Array.isArray(e) ? `(${e.map(entryText).join(',')})` : intText(e as Int);
const valueText = (v: Int | Fraction): string =>
  v instanceof Fraction ? `${v.numerator}/${v.denominator}` : intText(v);

/** The integer value of a basis element. */
export function basisValue(e: ScaledBasis, operation: string): Int {
  if (!(e.value instanceof Fraction)) return e.value;
  return refuse('unsupported', `${operation} is not defined for the fractional stride ${strideText(e)}`);
}

function scaleFraction(n: Int, f: Fraction): Int | Fraction {
  const k = knownNumber(n);
  if (k === undefined) refuse('unsupported', `${intText(n)} times the fraction ${valueText(f)} is not known`);
  return fraction(k * f.numerator, f.denominator);
}

/** numerator/denominator in lowest terms; an integer where it is one. */
export function fraction(numerator: number, denominator: number): number | Fraction {
  let a = Math.abs(numerator);
  let b = denominator;
  while (b !== 0) [a, b] = [b, a % b];
  return denominator === a ? numerator / a : new Fraction(numerator / a, denominator / a);
}

/** The product of polynomials over F2: n·f_k, so that `4:f1` is `(2,2):(f1,f2)` (Cecka Table 1). */
function carrylessProduct(n: number, bits: number): number {
  let sum = 0;
  for (let i = 0, m = n; m > 0; i++, m = Math.floor(m / 2)) {
    if (m % 2 === 1) sum = xorNumbers(sum, bits * 2 ** i);
  }
  return sum;
}

/** XOR of non-negative integers up to 2^53. */
function xorNumbers(a: number, b: number): number {
  if (a <= 0x7fffffff && b <= 0x7fffffff) return a ^ b;
  const high = (Math.floor(a / 4294967296) ^ Math.floor(b / 4294967296)) >>> 0;
  return high * 4294967296 + ((a ^ b) >>> 0);
}

/** n·d. */
export function scaleStride(n: Int, d: Stride): Stride {
  if (typeof d === 'number' || isInt(d)) return multiply(n, d);
  if (d instanceof ScaledBasis) {
    return new ScaledBasis(
      d.value instanceof Fraction ? scaleFraction(n, d.value) : multiply(n, d.value),
      d.path,
      d.form,
    );
  }
  if (d instanceof ArithTuple)
    return new ArithTuple(d.entries.map((e) => mapLeaves(e, (x) => multiply(n, x))));
  const k = knownNumber(n);
  if (k === undefined || k < 0)
    return refuse('unsupported', `${intText(n)} times ${strideText(d)} is not known`);
  return new Binary(carrylessProduct(k, d.bits));
}

export function absoluteStride(d: Stride): Stride {
  if (isInt(d)) return absolute(d);
  if (d instanceof ScaledBasis) {
    const v = d.value;
    return new ScaledBasis(
      v instanceof Fraction ? new Fraction(Math.abs(v.numerator), v.denominator) : absolute(v),
      d.path,
      d.form,
    );
  }
  if (d instanceof ArithTuple) return new ArithTuple(d.entries.map((e) => mapLeaves(e, absolute)));
  return d;
}

/** The coordinate that a basis element stands for: `3@0@1` is (0,(3)). An empty path leaves the value. */
function basisCoordinate(e: ScaledBasis): HTuple<Int> {
  let x: HTuple<Int> = basisValue(e, 'a sum of coordinates');
  for (let i = e.path.length - 1; i >= 0; i--) {
    const entries: HTuple<Int>[] = new Array<HTuple<Int>>(e.path[i]!).fill(0);
    entries.push(x);
    x = entries;
  }
  return x;
}

/** Sums of coordinates, element by element; the shorter one is padded with zeros. */
function addEntries(a: HTuple<Int>, b: HTuple<Int>): HTuple<Int> {
  if (Array.isArray(a) && Array.isArray(b)) {
    const sum: HTuple<Int>[] = [];
    for (let i = 0; i < Math.max(a.length, b.length); i++) {
      sum.push(addEntries((a[i] as HTuple<Int> | undefined) ?? 0, (b[i] as HTuple<Int> | undefined) ?? 0));
    }
    return sum;
  }
  if (!Array.isArray(a) && !Array.isArray(b)) return add(a as Int, b as Int);
  const scalar = (Array.isArray(a) ? b : a) as Int;
  const tuple = Array.isArray(a) ? a : b;
  if (!isConstant(scalar, 0)) {
    refuse('unsupported', `the integer ${intText(scalar)} cannot be added to a coordinate`, {
      cute: 'Arithmetic tuple op+ error!',
    });
  }
  return tuple;
}

/** A stride element as the coordinate it stands for. */
const entriesOf = (d: Stride): HTuple<Int> =>
  d instanceof ArithTuple ? d.entries : d instanceof ScaledBasis ? basisCoordinate(d) : (d as Int);

/** a + b in the semimodule. */
export function addStrides(a: Stride, b: Stride): Stride {
  if (typeof a === 'number' && typeof b === 'number') return add(a, b);
  if (isInt(a) && isInt(b)) return add(a, b);
  if (a instanceof Binary || b instanceof Binary) {
    if (a instanceof Binary && b instanceof Binary) return new Binary(xorNumbers(a.bits, b.bits));
    if (isInt(a) && isZeroStride(a)) return b;
    if (isInt(b) && isZeroStride(b)) return a;
    refuse('unsupported', `${strideText(a)} and ${strideText(b)} cannot be added`);
  }
  if (isInt(a) || isInt(b)) {
    const scalar = (isInt(a) ? a : b) as Int;
    if (isStatic(scalar) && isConstant(scalar, 0)) return isInt(a) ? b : a;
    const other = isInt(a) ? b : a;
    const cute = other instanceof ScaledBasis ? 'ScaledBasis op+ error!' : 'Arithmetic tuple op+ error!';
    refuse(
      'unsupported',
      `the integer ${intText(scalar)} cannot be added to the coordinate ${strideText(other)}`,
      { cute },
    );
  }
  const sum = addEntries(entriesOf(a), entriesOf(b));
  return Array.isArray(sum) ? new ArithTuple(sum) : (sum as Int);
}

/** CuTe's as_arithmetic_tuple: basis elements become coordinates, the rest stays. */
export const asCoordinate = (d: Stride): HTuple<Int> => (d instanceof Binary ? 0 : entriesOf(d));

/** Whether a == b is true by type alone, as coalesce asks: static values only. */
export function staticallyEqual(a: Stride, b: Stride): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a === b;
  if (isInt(a) && isInt(b)) return isStatic(a) && isStatic(b) && equalStatic(a, b);
  if (a instanceof ScaledBasis && b instanceof ScaledBasis) {
    if (a.path.length !== b.path.length || a.path.some((p, i) => p !== b.path[i])) return false;
    if (a.value instanceof Fraction || b.value instanceof Fraction) {
      return valueTextOf(a) === valueTextOf(b);
    }
    return isStatic(a.value) && isStatic(b.value) && equalStatic(a.value, b.value);
  }
  if (a instanceof Binary && b instanceof Binary) return a.bits === b.bits;
  if (a instanceof ArithTuple && b instanceof ArithTuple) return sameEntries(a.entries, b.entries);
  return false;
}
const valueTextOf = (e: ScaledBasis): string => valueText(e.value);

function sameEntries(a: HTuple<Int>, b: HTuple<Int>): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((x, i) => sameEntries(x as HTuple<Int>, b[i] as HTuple<Int>));
  }
  if (Array.isArray(a) || Array.isArray(b)) return false;
  return sameValue(a as Int, b as Int) === true;
}

/** Whether any stride of a layout is binary: then the algebra over F2 takes over. */
export function hasBinary(stride: HTuple<Stride>): boolean {
  if (typeof stride === 'number') return false;
  if (!Array.isArray(stride)) return stride instanceof Binary;
  for (let i = 0; i < stride.length; i++) {
    const d = stride[i] as HTuple<Stride>;
    if (typeof d !== 'number' && hasBinary(d)) return true;
  }
  return false;
}

/** Whether every integer of a tuple is static. */
export const isStaticTuple = (t: HTuple<Int>): boolean =>
  Array.isArray(t) ? t.every(isStaticTuple) : isStatic(t as Int);
