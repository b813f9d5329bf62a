// Watching for integers that a 32-bit int does not hold. C++ CuTe computes with `int`: a static
// product past 32 bits is no error there but silently becomes a run-time int that wraps. The algebra
// computes exactly instead (up to 2^53) and notes that it happened; who needs C++'s answer asks here
// and reports the overflow.

import { refuse, Violation } from './failure.ts';

let widest: number | null = null;

/** Called by the arithmetic with every value outside of 32 bits. Past 2^53 the operation ends. */
export function noteOverflow(value: number): void {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    refuse('overflow', `${value} is too large to compute with exactly (more than 2^53)`);
  }
  if (widest === null) widest = value;
}

/** What C++ makes of an integer: the low 32 bits. */
const wrapped = (value: number): number => Number(BigInt.asIntN(32, BigInt(value)));

/** Forgets what was noted; call before the operation that is watched. */
export function watchOverflow(): void {
  widest = null;
}

/** The violation for the first value since `watchOverflow` that did not fit 32 bits, if there was one. */
export function overflowSeen(): Violation | null {
  if (widest === null) return null;
  const text = `${widest} does not fit a 32-bit int: C++ CuTe goes on with ${wrapped(widest)}, a run-time int`;
  return new Violation('overflow', text, { dividend: widest, divisor: 4294967296 });
}
