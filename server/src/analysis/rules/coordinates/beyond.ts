// The numbers of a coordinate that name no element of a shape.

import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Shape } from '../../../algebra/layout/layout.ts';
import type { Stride } from '../../../algebra/layout/stride.ts';
import type { HTuple } from '../../../algebra/tuple/htuple.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import type { Value } from '../../../evaluate/model/value.ts';
import { isInteger } from '../../../evaluate/values/arithmetic.ts';

/** A number that names no element of a mode. */
interface Beyond {
  readonly mode: readonly number[];
  readonly number: number;
  readonly extent: number;
}

/** Whether every coordinate of a mode means the same element. */
const isRepeated = (stride: HTuple<Stride> | null): boolean =>
  stride !== null && leavesOf<Stride>(stride).every((d) => d === 0);

/**
 * The first number of a coordinate that is beyond its mode; what is not known is within.
 * @param strides of the modes, where the coordinate is one of elements
 */
export function beyond(
  coordinate: Value,
  shape: Shape,
  strides: HTuple<Stride> | null,
  mode: readonly number[] = [],
): Beyond | null {
  if (isRepeated(strides)) return null;
  if (Array.isArray(coordinate)) {
    if (!Array.isArray(shape) || coordinate.length > shape.length) return null;
    for (const [i, c] of (coordinate as readonly Value[]).entries()) {
      const stride = Array.isArray(strides) ? (strides[i] as HTuple<Stride>) : null;
      const found = beyond(c, shape[i] as Shape, stride, [...mode, i]);
      if (found !== null) return found;
    }
    return null;
  }
  const number = isInteger(coordinate) ? knownNumber(coordinate) : undefined;
  const extent = knownNumber(product(shape));
  if (number === undefined || extent === undefined) return null;
  // Where there is nothing, nothing is taken: the code for other sizes.
  if (extent === 0) return null;
  return number < 0 || number >= extent ? { mode, number, extent } : null;
}
