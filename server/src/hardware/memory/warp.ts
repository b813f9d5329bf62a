// What a warp accesses through a layout of its threads over a layout of data.

import { evaluateAny } from '../../algebra/composed/composed.ts';
import { isFailure, NeedsValue, type Outcome, Violation } from '../../algebra/integer/failure.ts';
import { knownValue } from '../../algebra/integer/integer.ts';
import { evaluate } from '../../algebra/layout/evaluate.ts';
import type { AnyLayout, Layout } from '../../algebra/layout/layout.ts';
import { sizeOrThrow } from '../../algebra/layout/measure.ts';
import type { Stride } from '../../algebra/layout/stride.ts';
import { isInt } from '../../algebra/layout/stride-operations.ts';
import { WARP } from './banks.ts';

const numberOf = (value: Outcome<Stride>): number | null =>
  isFailure(value) || !isInt(value) ? null : (knownValue(value) ?? null);

/**
 * The byte offsets of the 32 lanes of a warp. NeedsValue: one that is not known.
 * @param threads lane → coordinate of the data, as one index
 * @param data coordinate → element
 * @param elementBytes bytes of an element
 */
export function warpOffsets(
  threads: Layout,
  data: AnyLayout,
  elementBytes: number,
): Outcome<readonly number[]> {
  if (knownValue(sizeOrThrow(threads)) !== WARP)
    return new Violation('wrong-kind', `the layout of threads has the ${WARP} lanes of a warp`);
  const offsets: number[] = [];
  for (let lane = 0; lane < WARP; lane++) {
    const at = numberOf(evaluate(threads, lane));
    const element = at === null ? null : numberOf(evaluateAny(data, at));
    if (element === null) return new NeedsValue('the offset of a lane is not known');
    offsets.push(element * elementBytes);
  }
  return offsets;
}
