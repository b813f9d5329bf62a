// What two layouts have in common, and distributing elements over a domain.

import { isConstant, requireStatic } from '../integer/comparison.ts';
import { asFailure, type Outcome } from '../integer/failure.ts';
import { type Int, isStatic } from '../integer/integer.ts';
import { divide, greatestCommonDivisor } from '../integer/operations.ts';
import { compactColMajor } from '../layout/compact.ts';
import { Layout, type Shape, type Strides } from '../layout/layout.ts';
import type { Stride } from '../layout/stride.ts';
import { isInt, isStaticTuple } from '../layout/stride-operations.ts';
import { flattenTuple, wrap } from '../tuple/operations.ts';
import { coalesceOrThrow, modeOf, UNIT } from './coalesce.ts';
import { composeOrThrow } from './composition.ts';
import { rightInverseOrThrow } from './inverse.ts';

/** The leading mode of a o right_inverse(b), when it is a static run of stride 1. */
function commonRun(a: Layout, inverse: Layout): Layout | null {
  const run = modeOf(coalesceOrThrow(composeOrThrow(a, inverse)), 0);
  if (!isStaticTuple(run.shape) || Array.isArray(run.stride)) return null;
  const stride = run.stride as Stride;
  return isInt(stride) && isStatic(stride) && isConstant(stride, 1) ? run : null;
}

function maxCommonLayoutOrThrow(a: Layout, b: Layout): Layout {
  const inverse = rightInverseOrThrow(b);
  const run = commonRun(a, inverse);
  return run === null ? UNIT : composeOrThrow(inverse, run);
}

/** R with a(R(i)) = b(R(i)) = i for as many i as there are in a static run. */
export function maxCommonLayout(a: Layout, b: Layout): Outcome<Layout> {
  try {
    return maxCommonLayoutOrThrow(a, b);
  } catch (e) {
    return asFailure(e);
  }
}

/** How many contiguous elements correspond in a and b: what a vectorised copy can use. */
export function maxCommonVector(a: Layout, b: Layout): Outcome<Int> {
  try {
    const run = commonRun(a, rightInverseOrThrow(b));
    return run === null ? 1 : (run.shape as Int);
  } catch (e) {
    return asFailure(e);
  }
}

/** A layout that spreads n elements over a static shape, as far as greatest common divisors allow. */
export function domainDistribute(shape: Shape, n: Int): Outcome<Layout> {
  try {
    const flat = wrap(flattenTuple<Int>(shape)) as readonly Int[];
    let rest: Int = requireStatic(n, 'the number of elements');
    const shapes = flat.map((s) => {
      const part = greatestCommonDivisor(requireStatic(s, 'the shape'), rest);
      rest = divide(rest, part);
      return part;
    });
    return coalesceOrThrow(new Layout(shapes, compactColMajor(flat) as Strides));
  } catch (e) {
    return asFailure(e);
  }
}
