// Swizzles as relations (document 000, 4).

import type { Swizzle } from '../layout/layout.ts';
import { applySwizzle } from '../layout/swizzle.ts';
import { bitText } from './affine.ts';
import { binaryMapping } from './linear.ts';
import { type MapTerm, map } from './term.ts';

/** The bits that a swizzle looks at or changes, and those below them. */
const widthOf = ({ bits, base, shift }: Swizzle): number => bits + base + Math.abs(shift);

/** A swizzle on all integers from 0 on: each changed bit becomes its exclusive or with the one that is read for it. */
export function swizzleMapping({ bits, base, shift }: Swizzle): MapTerm {
  const [from, to] = shift >= 0 ? [base + shift, base] : [base, base - shift];
  const changes = Array.from({ length: bits }, (_, k) => {
    const [read, changed] = [bitText('i', from + k), bitText('i', to + k)];
    return ` + ${2 ** (to + k)}*((${changed} + ${read}) mod 2) - ${2 ** (to + k)}*${changed}`;
  });
  return map(`{ [i] -> [i${changes.join('')}] : i >= 0 }`);
}

/** The integers below 2^n that the document gives a swizzle for its domain. */
export const boundedSwizzle = (swizzle: Swizzle): MapTerm => ({
  op: 'restrict',
  of: swizzleMapping(swizzle),
  to: { op: 'set', text: `{ [i] : 0 <= i < ${2 ** widthOf(swizzle)} }` },
});

/** The bits of a swizzle, lowest first. */
export const swizzleBits = (swizzle: Swizzle): MapTerm =>
  binaryMapping(
    Array.from({ length: widthOf(swizzle) }, (_, k) => applySwizzle(swizzle, 2 ** k)),
    widthOf(swizzle),
  );
