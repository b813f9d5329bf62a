// The offset of a sliced swizzle, bit by bit: some bits are compile-time constants, the others run-time ones.
//
// C++ CuTe calls it MixedBits. Knowing which bits of an offset are constant is what lets a slice of a swizzled
// layout keep static strides for some bits and give run-time strides to others.

import type { Int } from '../integer/integer.ts';
import { Dynamic, isKnownStatic, knownValue } from '../integer/integer.ts';
import type { Swizzle } from './layout.ts';
import { applySwizzle, yMask } from './swizzle.ts';

/** A run-time integer with some bits known at compile time. Printed `M_4|(2&3)=6`. */
export class MixedBits extends Dynamic {
  /** The constant bits that are set. Disjoint from `flags`. */
  readonly staticBits: number;
  /** Which bits are run-time ones; at least one is. */
  readonly flags: number;
  /** The run-time bits' value, or null where it is unknown. */
  readonly dynamicBits: number | null;
  constructor(staticBits: number, flags: number, dynamicBits: number | null) {
    super(dynamicBits === null ? null : (staticBits | dynamicBits) >>> 0, lowestBit(staticBits | flags));
    this.staticBits = staticBits;
    this.flags = flags;
    this.dynamicBits = dynamicBits;
  }
}

const lowestBit = (n: number): number => (n === 0 ? 1 : (n & -n) >>> 0);

/** `staticBits | (value & flags)`, where constant bits take precedence; static when no run-time bit is left. */
const mixedBits = (staticBits: number, value: Int, flags: number): Int => {
  const rest = (flags & ~staticBits) >>> 0;
  if (rest === 0) return staticBits >>> 0;
  if (isKnownStatic(value)) return (staticBits | (value & rest)) >>> 0;
  const known = knownValue(value);
  return new MixedBits(staticBits >>> 0, rest, known === undefined ? null : (known & rest) >>> 0);
};

/** What one leaf of a layout with power-of-two extent adds: `coordinate · stride`, in the bits it can reach. */
export const leafBits = (product: Int, reach: number): Int => mixedBits(0, product, reach);

const staticOf = (n: Int): number => (n instanceof MixedBits ? n.staticBits : isKnownStatic(n) ? n : 0);
const flagsOf = (n: Int): number => (n instanceof MixedBits ? n.flags : 0);
const combine = (a: Int, b: Int, f: (x: number, y: number) => number): Dynamic => {
  const [x, y] = [knownValue(a), knownValue(b)];
  return new Dynamic(x === undefined || y === undefined ? null : f(x, y));
};
/** A run-time int about whose bits nothing is known statically. */
const isPlain = (n: Int): boolean => !isKnownStatic(n) && !(n instanceof MixedBits);

/** `a ^ b` as C++ computes it: static bits stay static, a plain run-time int makes all of them run-time. */
export const xorBits = (a: Int, b: Int): Int => {
  if (isKnownStatic(a) && isKnownStatic(b)) return a ^ b;
  if (isPlain(a) || isPlain(b)) return combine(a, b, (x, y) => x ^ y);
  const flags = flagsOf(a) | flagsOf(b);
  const [x, y] = [knownValue(a), knownValue(b)];
  const value = new Dynamic(x === undefined || y === undefined ? null : (x ^ y) >>> 0);
  return mixedBits(((staticOf(a) ^ staticOf(b)) & ~flags) >>> 0, value, flags);
};

/** `a & mask` with a constant mask. */
const andMask = (a: Int, mask: number): Int => {
  if (isKnownStatic(a)) return a & mask;
  if (a instanceof MixedBits) return mixedBits(a.staticBits & mask, a, a.flags & mask);
  return mask === 0 ? 0 : combine(a, mask, (x, y) => x & y);
};

const shiftRight = (a: Int, shift: number): Int => {
  const move = (n: number) => (shift >= 0 ? n >> shift : n << -shift);
  if (isKnownStatic(a)) return move(a);
  if (!(a instanceof MixedBits)) return combine(a, 0, (x) => move(x));
  const value = new Dynamic(a.dynamicBits === null ? null : move(a.dynamicBits));
  return mixedBits(move(a.staticBits), value, move(a.flags));
};

/** `sw(offset)` for an offset of any kind. */
export const swizzleInt = (sw: Swizzle, offset: Int): Int => {
  if (isKnownStatic(offset)) return applySwizzle(sw, offset);
  if (isPlain(offset)) {
    const known = knownValue(offset);
    return new Dynamic(known === undefined ? null : applySwizzle(sw, known));
  }
  return xorBits(offset, shiftRight(andMask(offset, yMask(sw)), sw.shift));
};

/** Whether an integer's bits under `mask` are all zero: known at compile time, at run time, or not at all. */
type ZeroTest =
  | { readonly static: true; readonly zero: boolean }
  | { readonly static: false; readonly zero: boolean | undefined };
export const testZero = (offset: Int, mask: number): ZeroTest => {
  const bits = andMask(offset, mask);
  if (isKnownStatic(bits)) return { static: true, zero: bits === 0 };
  const known = knownValue(bits);
  return { static: false, zero: known === undefined ? undefined : known === 0 };
};

/** `M_4|(2&3)=6`, as C++ CuTe prints it; `?` stands for what is not known. `mark` is the static mark. */
export const printMixedBits = (m: MixedBits, mark = '_'): string =>
  `M${mark}${m.staticBits}|(${m.dynamicBits ?? '?'}&${m.flags})=${knownValue(m) ?? '?'}`;
