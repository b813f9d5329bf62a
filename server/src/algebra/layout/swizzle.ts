// Swizzle functors: involutions on offsets that XOR one group of bits onto another.
//
// Sw<B,M,S> leaves the lowest M bits alone, reads the B bits "Y" at M + max(S, 0) and XORs them onto the
// B bits "Z" at M - min(S, 0). Because Y itself stays as it is, a swizzle is its own inverse, and because
// XOR has no carries it is linear over F2.

import type { Outcome } from '../integer/failure.ts';
import { isFailure, Violation } from '../integer/failure.ts';
import { Swizzle } from './layout.ts';

const BITS_OF_INT = 32;

/** The assertions of C++ CuTe about a swizzle's parameters. */
const SHIFT_TOO_SMALL = 'abs(SShift) must be more than BBits.';
const BASE_NEGATIVE = 'MBase must be positive.';
const BITS_NEGATIVE = 'BBits must be positive.';

/**
 * A swizzle with checked parameters.
 * @param bits how many bits are XORed, at least 0
 * @param base how many low bits stay, at least 0
 * @param shift distance from the Z bits up to the Y bits; its magnitude is at least `bits`
 */
export const makeSwizzle = (bits: number, base: number, shift: number = bits): Outcome<Swizzle> => {
  const refuse = (message: string, cute: string) => new Violation('inadmissible', message, { cute });
  const name = `Sw<${bits},${base},${shift}>`;
  if (bits < 0) return refuse(`${name}: the number of bits is negative`, BITS_NEGATIVE);
  if (base < 0) return refuse(`${name}: the base is negative`, BASE_NEGATIVE);
  if (Math.abs(shift) < bits) {
    return refuse(
      `${name}: the Y and Z bits overlap, because the shift ${shift} is smaller than the ${bits} bits`,
      SHIFT_TOO_SMALL,
    );
  }
  if (base + bits + Math.abs(shift) > BITS_OF_INT - 1) {
    return new Violation('inadmissible', `${name} reaches beyond the 31 value bits of an int`);
  }
  return new Swizzle(bits, base, shift);
};

/** The bits a swizzle reads. */
export const yMask = (sw: Swizzle): number => ((1 << sw.bits) - 1) << (sw.base + Math.max(sw.shift, 0));
/** The bits a swizzle changes. */
export const zMask = (sw: Swizzle): number => ((1 << sw.bits) - 1) << (sw.base - Math.min(sw.shift, 0));

const WORD = 2 ** BITS_OF_INT;

/** `sw(offset)` for a known offset. Offsets beyond 32 bits keep their high bits, which no swizzle touches. */
export const applySwizzle = (sw: Swizzle, offset: number): number => {
  const low = offset | 0;
  const y = low & yMask(sw);
  const swizzled = low ^ (sw.shift >= 0 ? y >>> sw.shift : y << -sw.shift);
  return low === offset ? swizzled : Math.floor(offset / WORD) * WORD + (swizzled >>> 0);
};

const popcount = (n: number): number => {
  let count = 0;
  for (let rest = n >>> 0; rest !== 0; rest &= rest - 1) count++;
  return count;
};
/** The number of trailing zeros; 32 for 0, as C++ `countr_zero` of a 32-bit word. */
const trailingZeros = (n: number): number => (n === 0 ? BITS_OF_INT : 31 - Math.clz32(n & -n));

/**
 * The swizzle that XORs the bits of `y` onto those of `z` (C++ `make_swizzle<Y, Z>()`).
 * Both masks are one run of bits of the same length; anything else no swizzle can represent.
 */
export const swizzleFromMasks = (y: number, z: number): Outcome<Swizzle> => {
  const [yBits, zBits] = [popcount(y), popcount(z)];
  const [yText, zText] = [`0x${(y >>> 0).toString(16)}`, `0x${(z >>> 0).toString(16)}`];
  if (yBits !== zBits) {
    return new Violation('inadmissible', `${yText} has ${yBits} bits and ${zText} has ${zBits}`, {
      cute: "Number of bits in Y and Z don't match",
    });
  }
  const [yLow, zLow] = [trailingZeros(y), trailingZeros(z)];
  const sw = makeSwizzle(yBits, Math.min(yLow, zLow) % BITS_OF_INT, yLow - zLow);
  if (isFailure(sw)) return sw;
  if ((y | z) >>> 0 !== (yMask(sw) | zMask(sw)) >>> 0) {
    return new Violation('inadmissible', `the bits of ${yText} or ${zText} are not one run`, {
      cute: 'Something went wrong.',
    });
  }
  return sw;
};

/**
 * `composition(a, b)` of two swizzles: one swizzle that does both. C++ CuTe defines it for equal shifts, by
 * XORing the masks; when the Y bits of one are the Z bits of the other, that is not `a(b(x))`.
 */
export const composeSwizzles = (a: Swizzle, b: Swizzle): Outcome<Swizzle> => {
  if (a.shift !== b.shift) {
    return new Violation(
      'inadmissible',
      `the shifts ${a.shift} and ${b.shift} differ: no single swizzle does both`,
      { cute: 'Can only merge swizzles of the same shift.' },
    );
  }
  return swizzleFromMasks(yMask(a) ^ yMask(b), zMask(a) ^ zMask(b));
};

const logOfPower = (n: number, operation: string): Outcome<number> =>
  Number.isSafeInteger(n) && n > 0 && Number.isInteger(Math.log2(n))
    ? Math.log2(n)
    : new Violation('inadmissible', `${operation}<${n}> of a swizzle: ${n} is not a power of two`, {
        cute: 'N must be a power of two',
      });

/** The swizzle on offsets of elements `n` times as wide: its base sinks, and below 0 its bits are lost. */
export const upcastSwizzle = (sw: Swizzle, n: number): Outcome<Swizzle> => {
  const log = logOfPower(n, 'upcast');
  if (isFailure(log)) return log;
  const base = sw.base - log;
  return base >= 0
    ? makeSwizzle(sw.bits, base, sw.shift)
    : makeSwizzle(Math.max(sw.bits + base, 0), 0, sw.shift);
};

/** The swizzle on offsets of elements `n` times as narrow. */
export const downcastSwizzle = (sw: Swizzle, n: number): Outcome<Swizzle> => {
  const log = logOfPower(n, 'downcast');
  return isFailure(log) ? log : makeSwizzle(sw.bits, sw.base + log, sw.shift);
};

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** `recast_layout<Old, New>` of a swizzle; the widths of the element types in bits. */
export const recastSwizzle = (sw: Swizzle, oldBits: number, newBits: number): Outcome<Swizzle> => {
  const common = gcd(oldBits, newBits);
  const [up, down] = [newBits / common, oldBits / common];
  const wide = up === 1 ? sw : upcastSwizzle(sw, up);
  return isFailure(wide) || down === 1 ? wide : downcastSwizzle(wide, down);
};

/** `Sw<3,4,3>`, as C++ CuTe prints it. */
export const printSwizzle = (sw: Swizzle): string => `Sw<${sw.bits},${sw.base},${sw.shift}>`;

export const sameSwizzle = (a: Swizzle, b: Swizzle): boolean =>
  a.bits === b.bits && a.base === b.base && a.shift === b.shift;
