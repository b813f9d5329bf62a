// The predicate under which a composition stays within its outer layout: CuTe goes on in the last mode otherwise.

import { isFailure } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { intText, knownNumber, termOf } from '../integer/known.ts';
import { subtract } from '../integer/operations.ts';
import type { Layout } from '../layout/layout.ts';
import { cosize, sizeOrThrow } from '../layout/measure.ts';
import type { Stride } from '../layout/stride.ts';
import { isInt } from '../layout/stride-operations.ts';
import { leavesOf } from '../tuple/operations.ts';

/** `0 <= value < size`, over the coordinates of the inner layout's modes: `c`, or `c0`, `c1`, … */
interface InBounds {
  readonly value: string;
  readonly size: string;
}

/** `4*c0`, `N*c0`, `(M + 1)*c0`. */
function summand(stride: Int, coordinate: string): string {
  if (knownNumber(stride) === 1) return coordinate;
  const text = intText(stride);
  return `${/[ +-]/.test(text.slice(1)) ? `(${text})` : text}*${coordinate}`;
}

/** Whether one integer is below another whatever the names in them are. */
export function isBelow(a: Int, b: Int): boolean {
  const difference = knownNumber(subtract(b, a));
  return difference !== undefined && difference > 0;
}

/** Null where every coordinate of B stays within A, and where a stride is unknown, below zero or no integer. */
export function inBounds(a: Layout, b: Layout): InBounds | null {
  const strides = leavesOf<Stride>(b.stride);
  const extents = leavesOf<Int>(b.shape);
  const size = sizeOrThrow(a);
  const reached = cosize(b);
  if (isFailure(reached) || termOf(size) === null) return null;
  if (strides.some((d) => !isInt(d) || termOf(d) === null || (knownNumber(d) ?? 0) < 0)) return null;
  if (isBelow(subtract(reached, 1), size)) return null;
  const summands = strides.flatMap((d, k) =>
    knownNumber(d as Int) === 0 || knownNumber(extents[k]!) === 1
      ? []
      : [summand(d as Int, strides.length === 1 ? 'c' : `c${k}`)],
  );
  return { value: summands.length === 0 ? '0' : summands.join(' + '), size: intText(size) };
}
