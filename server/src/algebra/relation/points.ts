// Functions of which no formula is known, as relations of their points.

import { refuse } from '../integer/failure.ts';
import { type MapTerm, map } from './term.ts';

/** Points that are written down. */
const MAXIMUM_POINTS = 1024;

/**
 * The relation of these points; inputs without an output (null) are left out. Refuses more than 1024 of them. `names` are
 * those of the inputs' coordinates.
 */
export function tabulated(
  names: readonly string[],
  points: Iterable<readonly [input: readonly number[], output: number | null]>,
): MapTerm {
  const pairs: string[] = [];
  let count = 0;
  for (const [input, output] of points) {
    if (++count > MAXIMUM_POINTS)
      return refuse(
        'unsupported',
        `no formula is known, and more than ${MAXIMUM_POINTS} points are too many to list`,
      );
    if (output !== null) pairs.push(`[${input.join(', ')}] -> [${output}]`);
  }
  return map(pairs.length === 0 ? `{ [${names.join(', ')}] -> [o] : false }` : `{ ${pairs.join('; ')} }`);
}
