// Integers of which some bits are compile-time constants, and how they are printed.

import { Dynamic, knownValue } from './integer.ts';

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

/** `M_4|(2&3)=6`, as C++ CuTe prints it; `?` stands for what is not known. `mark` is the static mark. */
export const printMixedBits = (m: MixedBits, mark = '_'): string =>
  `M${mark}${m.staticBits}|(${m.dynamicBits ?? '?'}&${m.flags})=${knownValue(m) ?? '?'}`;
