// The values of a variable: first, first + step, …, and by what they are known.

import type { Int } from '../../algebra/integer/integer.ts';
import type { IndexRange } from '../../evaluate/indexing/layout.ts';

export interface KnownRange extends IndexRange {
  /** `loop`, `__launch_bounds__`: by what it is known. */
  readonly by: string;
  /** Whether it is only taken to be no less than zero: a condition says what it is below. */
  readonly mayBeNegative?: boolean;
}

/** `i <= M` has one more than M, which is no name; `i != 8` ends where a step meets it. */
export function loopRange(
  name: string,
  low: number,
  relation: string,
  high: Int,
  step: number,
): KnownRange | null {
  if (typeof high !== 'number') return relation === '<=' ? null : rangeFrom(name, low, high, step, 'loop');
  if (relation === '!=' && (high - low) % step !== 0) return null;
  return rangeFrom(name, low, relation === '<=' ? high + 1 : high, step, 'loop');
}

export function rangeFrom(name: string, low: number, high: Int, step: number, by: string): KnownRange | null {
  if (typeof high !== 'number')
    return low === 0 && step === 1 ? { name, first: 0, step, extent: high, by } : null;
  const extent = Math.ceil((high - low) / step);
  return low >= 0 && step > 0 && extent > 0 ? { name, first: low, step, extent, by } : null;
}
