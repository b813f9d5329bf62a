// What `copy` and `gemm` have in common.

import type { Int } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Shape } from '../../../algebra/layout/layout.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import { Unknown } from '../../model/value.ts';

/** Whose rules hold: C++ asserts while it compiles, Python raises. */
export type Host = 'cpp' | 'python';

export const NOTHING = (name: string): Unknown => new Unknown('not-a-layout', `${name} gives no value`);

/** The number of elements of some modes; null where it is not known. */
export function sizeOfModes(modes: readonly Shape[]): number | null {
  let product = 1;
  for (const leaf of modes.flatMap((mode) => leavesOf(mode as Int))) {
    const n = knownNumber(leaf);
    if (n === undefined) return null;
    product *= n;
  }
  return product;
}
