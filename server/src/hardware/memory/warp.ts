// What a warp accesses through a layout thread → element.
// No feature asks for it yet; test/project/exports.test.ts names what is in the same place.

import { evaluateAny } from '../../algebra/composed/composed.ts';
import { isFailure, NeedsValue, type Outcome, Violation } from '../../algebra/integer/failure.ts';
import { knownValue } from '../../algebra/integer/integer.ts';
import type { AnyLayout } from '../../algebra/layout/layout.ts';
import { isInt } from '../../algebra/layout/stride-operations.ts';
import { WARP } from './banks.ts';

/**
 * The byte offsets of the 32 lanes of a warp, by a layout whose first mode is the thread and whose further
 * modes, if there are any, are values (the first value counts). Violation: elements that share a byte.
 * @param elementBits width of the elements; the offsets must be whole bytes
 * @param warp which warp of the layout's threads
 */
export function warpOffsets(layout: AnyLayout, elementBits: number, warp = 0): Outcome<readonly number[]> {
  const offsets: number[] = [];
  for (let lane = 0; lane < WARP; lane++) {
    const value = evaluateAny(layout, warp * WARP + lane);
    if (isFailure(value)) return value;
    const element = isInt(value) ? knownValue(value) : undefined;
    if (element === undefined) return new NeedsValue('the offset of a lane is not known');
    const bits = element * elementBits;
    if (bits % 8 !== 0) return new Violation('indivisible', `lane ${lane} starts inside a byte`);
    offsets.push(bits / 8);
  }
  return offsets;
}
