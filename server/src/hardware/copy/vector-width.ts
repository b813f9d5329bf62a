// How wide a vectorised copy can be (C++ CuTe's copy with AutoVectorizingCopyWithAssumedAlignment).

import { maxAlignmentAny, maxCommonVectorAny } from '../../algebra/composed/swizzle.ts';
import { requireStatic } from '../../algebra/integer/comparison.ts';
import { type Outcome, refuse } from '../../algebra/integer/failure.ts';
import { gcdNumber } from '../../algebra/integer/known.ts';
import type { AnyLayout } from '../../algebra/layout/layout.ts';
import { orThrow, outcomeOf } from '../atom/partition.ts';

export interface VectorWidth {
  /** Bits that one access moves; the element's own width where nothing vectorises. */
  readonly bits: number;
  /** Elements that correspond and are contiguous in both layouts (`max_common_vector`). */
  readonly common: number;
  /** Bits that the strides of both layouts keep aligned. */
  readonly aligned: number;
}

/** The widest access there is: 16 bytes a lane. */
export const WIDEST_BITS = 128;

/**
 * The width of a vectorised copy between two layouts of the same static domain.
 * @param elementBits width of the elements, the same on both sides
 * @param assumedBits alignment of both pointers in bits: 128 for `copy` of static layouts, 8 where strides are dynamic
 */
export const vectorWidth = (
  source: AnyLayout,
  destination: AnyLayout,
  elementBits: number,
  assumedBits: number = WIDEST_BITS,
): Outcome<VectorWidth> =>
  outcomeOf(() => {
    if (![8, 16, 32, 64, 128, 256].includes(assumedBits)) {
      refuse('wrong-kind', `an alignment of ${assumedBits} bits is none that AutoVectorizingCopy takes`);
    }
    const common = requireStatic(orThrow(maxCommonVectorAny(source, destination)), 'the common vector');
    const aligned = [source, destination]
      .map((layout) => requireStatic(orThrow(maxAlignmentAny(layout)), 'the alignment') * elementBits)
      .reduce(gcdNumber, assumedBits);
    const bits = common > 1 ? gcdNumber(common * elementBits, aligned) : elementBits;
    const vectorises = bits % 8 === 0 && bits > elementBits;
    return { bits: vectorises ? bits : elementBits, common, aligned };
  });
